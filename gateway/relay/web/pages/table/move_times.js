// What a clock said about each move: how long it took, and what was left after the press.

/**
 * For each line of a move, by its number: `{used, left, fine}` in milliseconds, from the press that completed it; `fine`
 * where the clock tells tenths. A move whose press nobody told has none. The press may come before its move or after it.
 */
export function moveTimes(entries) {
  const times = new Map();
  const waiting = { white: null, black: null }; // a move without its press
  const pressed = { white: null, black: null }; // a press without its move
  const used = { white: 0, black: 0 };
  for (const { n, what } of entries) {
    if (what.type === "moved") {
      if (pressed[what.side]) times.set(n, pressed[what.side]);
      waiting[what.side] = pressed[what.side] ? null : n;
      pressed[what.side] = null;
    } else if (what.type === "retracted") {
      waiting[what.side] = null;
    } else if (what.type === "clocked" && what.fact.type === "clock_pressed") {
      const side = what.fact.by;
      const read = reading(what.face, side, used);
      if (waiting[side] !== null) times.set(waiting[side], read);
      pressed[side] = waiting[side] === null ? read : null;
      waiting[side] = null;
    }
  }
  return times;
}

/** What a press tells of its side; a clock that counts no time used leaves that open. */
function reading(face, side, used) {
  const total = face.used_ms?.[side] ?? 0;
  const spent = total > used[side] ? total - used[side] : null;
  used[side] = Math.max(total, used[side]);
  return { used: spent, left: face[`${side}_ms`], fine: (face.uncertainty_ms ?? 0) <= 150 && face.source !== "hardware" };
}
