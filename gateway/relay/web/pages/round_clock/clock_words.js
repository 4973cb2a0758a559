// The words of the round clock: what the hall does, what is called, what comes next. `text(key, args)` turns a key into words.

import { boardDue } from "../live/round_clock.js";

const PHASES = { play: "round_clock.phase_play", move: "round_clock.phase_move", break: "round_clock.phase_break", over: "round_clock.phase_over" };
const CALLS = {
  last_board: "round_clock.call_last_board",
  no_new_board: "round_clock.call_no_new_board",
  time_left: "round_clock.call_time_left",
  play: "round_clock.call_play",
  move: "round_clock.call_move",
  break: "round_clock.call_break",
  over: "round_clock.call_over",
};
const STATES = { none: "round_clock.state_none", stands: "round_clock.state_stands", waits: "round_clock.state_waits", over: "round_clock.phase_over" };

/** "Round 3 of 7", "Move after round 3". */
export const phaseWords = (clock, phase, text) => text(PHASES[phase.kind], { round: phase.round, rounds: clock.plan.rounds });

/** What is called out: one sentence, to be read and spoken. */
export const callWords = ({ call, round, length }, text) => text(CALLS[call], { round, minutes: Math.max(1, Math.round(length / 60_000)) });

/** "The clock is stopped"; nothing while it runs. */
export const stateWords = ({ state }, text) => (STATES[state] ? text(STATES[state]) : "");

/** "Board 5 of 8 should be in play"; nothing where there is only one, or nothing is played. */
export function boardWords({ plan }, { phase, left, state }, text) {
  const { boards = 1 } = plan ?? {};
  if (state === "none" || phase.kind !== "play" || boards < 2) return "";
  return text("round_clock.board_due", { board: boardDue({ ...plan, boards }, left), boards });
}

/** `12:34` or `1:02:34`: what is left, so that it shows 0:00 when it is over and not a second before. */
export function leftWords(left) {
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
