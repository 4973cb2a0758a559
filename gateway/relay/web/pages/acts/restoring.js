// The assistant for both times after a position was restored: what the clocks showed after a move, out of the record.
// The relay computes it (`/api/tables/{table}/times`); what is not known is said, and every time may be changed.

import { field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { t } from "../lib/words.js";
import { format } from "../live/clock.js";
import { askAct } from "./confirmation.js";
import { parseTime, SIDES, timeInput } from "./inputs.js";

/** Moves to go back to, the present position first. */
export function movesBack(state) {
  const words = (ply) => (ply ? t("page.after_move", { n: Math.ceil(ply / 2), text: state.moves[ply - 1] }) : t("page.at_start"));
  return [...Array(state.moves.length + 1).keys()].reverse().map((ply) => [String(ply), words(ply)]);
}

/** `ply`: the move that the position was restored to; the present one if nothing is said. */
export function restoreTimes(actions, ply = actions.table.state.moves.length) {
  const { state } = actions.table;
  const move = select("ply", movesBack(state));
  move.value = String(ply);
  const given = h("input", { type: "checkbox", name: "given", checked: true });
  const givenField = h("label.check", { hidden: true }, given, h("span"));
  const inputs = Object.fromEntries(SIDES.map((side) => [side, timeInput({ name: side, required: false, placeholder: "" })]));
  const notes = Object.fromEntries(SIDES.map((side) => [side, h("small.muted")]));
  const fields = SIDES.map((side) => {
    const made = field(actions.player(side), inputs[side]);
    made.append(notes[side]);
    return made;
  });
  let found = null;

  const propose = () => {
    const changed = SIDES.filter((side) => found?.[side].changed_ms);
    givenField.hidden = !changed.length;
    givenField.lastElementChild.textContent = t("page.count_rulings", { changes: changed.map((side) => t("page.ruled_change", { side, change: found[side].changed_ms > 0 ? "add" : "take", ms: Math.abs(found[side].changed_ms) })) });
    for (const side of SIDES) {
      const time = found?.[side];
      const ms = time?.ms == null ? null : Math.max(1000, time.ms + (given.checked ? (time.changed_ms ?? 0) : 0));
      inputs[side].value = ms === null ? "" : format(ms);
      notes[side].textContent = time ? noteWords(time, actions, side) : "";
    }
    fields[1].hidden = Boolean(found?.shared);
  };
  const load = async (draw) => {
    const asked = move.value;
    const { ok, content, why } = await request("GET", `/api/tables/${actions.name}/times?ply=${asked}`);
    if (asked !== move.value) return;
    found = ok ? content : null;
    propose();
    if (!ok) for (const note of Object.values(notes)) note.textContent = why;
    draw();
  };
  askAct(actions, {
    title: t("page.confirm_restore_times"),
    fields: [field(t("page.times_of_move"), move), givenField, ...fields],
    live: (draw) => {
      move.addEventListener("change", () => load(draw));
      given.addEventListener("change", () => (propose(), draw()));
      load(draw);
    },
    read: (data) => {
      const sides = (found?.shared ? ["white"] : SIDES).filter((side) => data.get(side));
      const times = sides.map((side) => [side, parseTime(data.get(side))]);
      if (!times.length || times.some(([, ms]) => ms === null)) return null;
      const acts = times.map(([side, ms]) => ({ type: "adjust_time", side, change: "set", ms }));
      return { acts, sentence: times.map(([side, ms]) => t("page.clock_change", { who: found?.shared ? t("page.both_sides") : actions.player(side), change: "set", ms })).join(t("page.between")) };
    },
  });
}

/** Where a time comes from, and what besides it is otherwise than then. */
function noteWords(time, actions, side) {
  const face = actions.table.clock?.face;
  const notes = [t(`time_source.${time.source}`)];
  if (time.about) notes.push(t("page.time_about"));
  if (time.set_since) notes.push(t("page.set_since"));
  const then = time.to_go ?? 0;
  const now = face?.to_go?.[side] ?? 0;
  if (time.ms != null && face && ((time.stage ?? 0) !== (face.stage?.[side] ?? 0) || then !== now)) {
    notes.push(t("page.stage_then", { stage: (time.stage ?? 0) + 1, to_go: then, stage_now: (face.stage?.[side] ?? 0) + 1, to_go_now: now }));
  }
  return notes.join(" ");
}
