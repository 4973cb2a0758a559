// The way back from the last act of this arbiter, for as long as the rules let it: always another act, and the record
// keeps both. What has no way back says so before it is done and afterwards, and what to do instead.

import { other } from "../live/store.js";

/** Acts that no other one undoes, and what is said about each. */
const FINAL = {
  start_round: "no_undo.start_round",
  put_clock: "no_undo.put_clock",
  replace_clock: "no_undo.replace_clock",
  seal: "no_undo.seal",
  open_envelope: "no_undo.open_envelope",
  void: "no_undo.void",
  overturn: "no_undo.overturn",
  appeal: "no_undo.appeal",
};

const PLAYERS = new Set(["white", "black"]);

/** Why an act has no way back, as a key; null for one that has. */
export const whyFinal = ({ type }) => FINAL[type] ?? null;

/**
 * What undoes the last act of `me` at this table: `{of, acts}`, or `{of, why}` with a key that says why nothing does. Null where
 * something else has happened since. `begun` is an act of ours with which another game began, whose record has no line of it.
 */
export function undoOf(table, me, begun = null) {
  const index = table.entries.findLastIndex(({ what }) => what.type === "acted" && !PLAYERS.has(what.role)); // what players ask for meanwhile takes no way back
  const entry = table.entries[index];
  if (!entry && begun) return wayBack(begun, { act: begun, ruled: [], since: table.entries, before: [], state: table.state });
  if (!entry || entry.what.who !== me) return null; // another arbiter has acted since
  const since = table.entries.slice(index + 1);
  const ruled = since.filter(({ at }) => at === entry.at).map(({ what }) => what);
  if (ruled.some(({ type }) => type === "refused" || type === "rejected")) return null;
  const { act } = entry.what;
  return wayBack(act, { act, ruled, since, before: table.entries.slice(0, index), state: table.state, face: table.clock?.face });
}

function wayBack(of, given) {
  if (whyFinal(of)) return { of, why: whyFinal(of) };
  const found = INVERSE[of.type]?.(given);
  if (!found) return null;
  return Array.isArray(found) ? { of, acts: found } : { of, why: found };
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
  enter_request: ({ ruled, since }) => (ruled.some(({ type }) => type === "ended") ? overturned({ ruled, since }) : "no_undo.enter_request"),
  arrive: ({ act, before, state }) => (state.moves.length || state.result ? null : act.there === false || hadCome(before, act.side) ? "no_undo.arrive" : [{ type: "arrive", side: act.side, there: false }]),
  set_grace: ({ before, state }) => (state.result ? null : [{ type: "set_grace", ms: graceOf(before) }]),
  correct_colours: ({ state }) => (state.moves.length || state.status !== "ready" ? null : [{ type: "correct_colours" }]), // the game begins once more
};

/** Whether a side was entered as there before. */
function hadCome(before, side) {
  const told = before.map(({ what }) => what).findLast(({ type, side: whose }) => type === "arrived" && whose === side);
  return Boolean(told && told.there !== false);
}

/** The grace period as it was: the last that was set, or that of the event. */
function graceOf(before) {
  const set = before.map(({ what }) => what.act).findLast((act) => act?.type === "set_grace");
  return set?.ms ?? before.find(({ what }) => what.type === "set_up")?.what.options?.grace_ms ?? 0;
}

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
