// What a replay shows at an instant: the board, what was just touched, the clock, a press. Pure.

const TOUCHED_MS = 900;
const SHOWN_KINDS = new Set(["square", "snapshot", "lever", "link_up", "link_down"]);

/** Readings that somebody may step to: all but the ticks of a clock. Where a clock tells presses by its lever only, the turn of it. */
export function steps(replay) {
  let up = null;
  return replay.readings.filter(({ reading }) => {
    if (SHOWN_KINDS.has(reading.type)) return true;
    if (reading.type !== "clock") return false;
    const turned = up !== null && reading.up !== up;
    up = reading.up;
    return turned;
  });
}

/** Everything as it stood at an instant of the table. */
export function momentAt(replay, at) {
  const moment = { shown: replay.shown || null, touched: [], clock: null, pressed: null, lost: false };
  for (const { at: when, reading, clock = false } of replay.readings) {
    if (when > at) break;
    take(moment, reading, clock, at - when < TOUCHED_MS);
  }
  moment.touched = [...new Set(moment.touched)];
  return moment;
}

function take(moment, reading, clock, fresh) {
  if (reading.type === "square") {
    if (moment.shown) moment.shown = moment.shown.slice(0, reading.cell) + reading.piece + moment.shown.slice(reading.cell + 1);
    if (fresh) moment.touched.push(reading.cell);
  } else if (reading.type === "snapshot") {
    if (fresh && moment.shown) moment.touched.push(...[...reading.cells].flatMap((piece, cell) => (piece === moment.shown[cell] ? [] : [cell])));
    moment.shown = reading.cells;
    moment.lost = false;
  } else if (reading.type === "clock") {
    if (fresh && moment.clock && moment.clock.up !== reading.up) moment.pressed = moment.clock.up;
    moment.clock = reading;
  } else if (reading.type === "lever") {
    if (fresh) moment.pressed = reading.seat;
  } else if (!clock && (reading.type === "link_down" || reading.type === "link_up")) {
    moment.lost = reading.type === "link_down";
    if (moment.lost) moment.shown = null;
  }
}
