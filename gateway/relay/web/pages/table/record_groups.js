// The record as a person reads it: what was decided, and beneath it the steps that led there.

/** What decides about a game, the weightiest first; of the rulings upon one input the first of these is its headline. */
const WEIGHT = ["ended", "voided", "overturned", "case_decided", "penalised", "position_set", "case_opened", "refused", "paused", "resumed", "adjourned", "time_changed", "new_clock", "alert"];
const ROUTINE = new Set(["moved", "touched", "moment_reached", "retracted", "board_matched"]);

/** Whether a line is a ruling of the referee; else it is an input, which it judged. */
const isRuling = ({ what }) => typeof what.text === "object" && what.text !== null;

/** Whether a line calls for an arbiter. */
const isCall = ({ what }) => what.type === "case_opened" || (what.type === "alert" && what.open !== false);

/** Whether a line only repeats what was ruled in the same breath: a player stops the clock, and that calls for an arbiter. */
const repeats = (entry, { entries }) => entries.some((each) => isRuling(each) && JSON.stringify(each.what.text) === JSON.stringify(entry.what.text));

/**
 * Groups of lines: an input with the rulings upon it, which follow it without a gap. What calls for an arbiter is a matter of
 * its own where something else was ruled before it.
 */
export class RecordGroups {
  constructor() {
    this.groups = [];
  }

  /** Take the next line; the group that it made, or became part of. */
  add(entry) {
    const last = this.groups.at(-1);
    const follows = last && isRuling(entry) && entry.n === last.entries.at(-1).n + 1;
    if (follows && !(isCall(entry) && last.entries.some(isRuling) && !repeats(entry, last))) {
      last.entries.push(entry);
      return last;
    }
    const group = { entries: [entry] };
    this.groups.push(group);
    return group;
  }
}

/** The line that says what a group came to. */
export function headline({ entries }) {
  const rulings = entries.filter(isRuling);
  if (!rulings.length) return entries[0];
  const weight = ({ what }) => (WEIGHT.indexOf(what.type) + WEIGHT.length + 1) % (WEIGHT.length + 1);
  return rulings.reduce((best, each) => (weight(each) < weight(best) ? each : best));
}

/** Moves, touches and presses that nothing followed from. */
export function isRoutine({ entries }) {
  if (entries.some(isRuling)) return false;
  const { what } = entries[0];
  return ROUTINE.has(what.type) || what.fact?.type === "clock_pressed";
}
