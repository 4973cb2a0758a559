// The way back from the last act of this arbiter, for as long as the rules let it: always another act, and the record
// keeps both.

import { other } from "../live/store.js";

/** `{acts}` that undo the last act of `me` at this table; null where nothing does any more. */
export function undoOf(table, me) {
  const index = table.entries.findLastIndex(({ what }) => what.type === "acted");
  const entry = table.entries[index];
  if (!entry || entry.what.who !== me) return null; // another arbiter has acted since
  const since = table.entries.slice(index + 1);
  const ruled = since.filter(({ at }) => at === entry.at).map(({ what }) => what);
  if (ruled.some(({ type }) => type === "refused" || type === "rejected")) return null;
  const acts = INVERSE[entry.what.act.type]?.({ act: entry.what.act, ruled, since, state: table.state, face: table.clock?.face });
  return acts ? { acts, of: entry.what.act } : null;
}

const INVERSE = {
  pause: ({ state }) => (state.status === "paused" ? [{ type: "resume" }] : null),
  resume: ({ state }) => (state.status === "playing" ? [{ type: "pause" }] : null),
  adjourn: ({ state }) => (state.adjourned && !state.adjourned.sealed ? [{ type: "resume" }] : null),
  adjust_time: ({ act, since, state }) => (state.status === "over" || state.status === "waiting" ? null : oppositeTime(act, since)),
  run_clock: ({ act, face, state }) => (state.status === "playing" && face?.running === act.side ? [{ type: "run_clock", side: other(act.side) }] : null),
  enter_move: ({ since, state }) => (made(since).length || !state.moves.length || state.status === "over" ? null : [{ type: "retract_moves", count: 1 }]),
  penalise: overturned,
  decide: overturned,
  set_result: overturned,
  set_position: (given) => (made(given.since).length ? null : overturned(given)),
  retract_moves: (given) => (made(given.since).length ? null : overturned(given)),
  enter_request: ({ ruled, since }) => (ruled.some(({ type }) => type === "ended") ? overturned({ ruled, since }) : null),
};

const made = (since) => since.filter(({ what }) => what.type === "moved");

/** What was given is taken, and the other way round; a time that was set goes back by as much. */
function oppositeTime({ side, change, ms }, since) {
  if (change === "add") return [{ type: "adjust_time", side, change: "take", ms }];
  if (change === "take") return [{ type: "adjust_time", side, change: "add", ms }];
  const fact = since.map(({ what }) => what.fact).find((each) => each?.type === "clock_adjusted" && each.side === side);
  if (!fact || fact.to_ms === fact.from_ms) return null;
  const by = fact.to_ms - fact.from_ms;
  return [{ type: "adjust_time", side, change: by > 0 ? "take" : "add", ms: Math.abs(by) }];
}

/** The first ruling that the act led to no longer holds, and with it what followed from it. */
function overturned({ ruled, since }) {
  const ruling = ruled.find(({ no }) => no > 0);
  const gone = since.some(({ what }) => what.type === "overturned" && what.ruling === ruling?.no);
  return ruling && !gone ? [{ type: "overturn", ruling: ruling.no }] : null;
}
