// Forms of what is done to a stage or a round: drawing, closing, playing off, arranging, pairing by hand, publishing, openings.

import { buttons, field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { input, number, textOf, whyOf } from "./form_fields.js";

const dialogForm = (title, ...parts) => h("form", { method: "dialog" }, h("h2", {}, title), ...parts.filter(Boolean), buttons(title));

const why = () => field(t("page.why"), input("why", { maxlength: 500 }));

export const drawForm = () =>
  dialogForm(t("page.tournament_draw"), h("p", {}, t("page.tournament_draw_hint")), field(t("page.tournament_draw_names"), input("names", { required: true })), field(t("page.tournament_draw_numbers"), input("numbers", { required: true })));

/** A seed for lots, where it is needed: closing a stage, numbering, the last ranking. */
export const seedForm = (title, hint, required = false) => dialogForm(title, field(t("page.tournament_seed"), input("seed", { required }), hint));

export function publishForm(round) {
  return dialogForm(t("page.tournament_publish", { round }), field(t("page.publish_start"), h("input", { type: "datetime-local", name: "start" }), t("page.publish_start_hint")));
}

/** The instant that was chosen, as the relay takes it; nothing where none was. */
export const readStart = (data) => (data.get("start") ? { start: new Date(data.get("start")).getTime() } : {});

/** Those who share a place play it off. `shared` are the sets, `names` by number. */
export function playOffForm(shared, names) {
  const choices = shared.map((numbers) => [numbers.join(" "), numbers.map((each) => `${each} ${names.get(each)}`).join(" · ")]);
  return dialogForm(
    t("page.play_off"),
    field(t("page.play_off_who"), select("numbers", choices)),
    field(t("page.tournament_control"), input("control", { placeholder: "5m+3s" }), t("page.play_off_control_hint")),
    field(t("page.stage_games"), number("games", { min: 1, max: 8, value: 2 }), t("page.play_off_games_hint")),
  );
}

export const readPlayOff = (data) => ({ type: "begin_play_off", numbers: data.get("numbers").split(" ").map(Number), control: textOf(data, "control"), games: Number(data.get("games") || 1) });

/** Groups, or places of a bracket, as numbers in rows. */
export function arrangeForm(stage, bracket) {
  const rows = stage.groups.map((group) => (bracket ? (group.slots ?? group.numbers) : group.numbers).map((each) => each ?? "-").join(" "));
  return dialogForm(t("page.arrange"), h("p", {}, t(bracket ? "page.arrange_places_hint" : "page.arrange_groups_hint")), field(t("page.arrange_rows"), h("textarea", { name: "rows", rows: Math.max(3, rows.length), required: true }, rows.join("\n"))), why());
}

export function readArranged(data, bracket) {
  const groups = data.get("rows").trim().split("\n").map((row) => row.trim().split(/[\s,，]+/));
  if (!bracket) return { groups: groups.map((row) => ({ numbers: row.map(Number) })), ...whyOf(data) };
  return {
    groups: groups.map((row) => {
      const contested = {};
      const slots = row.map((word, at) => {
        if (word.includes("/")) contested[at + 1] = word.split("/").map(Number);
        return /^\d+$/.test(word) ? Number(word) : null;
      });
      return { numbers: row.flatMap((word) => word.split("/")).filter((word) => /^\d+$/.test(word)).map(Number), slots, contested };
    }),
    ...whyOf(data),
  };
}

export const byHandForm = (round) =>
  dialogForm(t("page.pair_by_hand", { round }), h("p", {}, t("page.pair_by_hand_hint")), field(t("page.pairs"), h("textarea", { name: "pairs", rows: 8, required: true, placeholder: "1 8\n2 7\n3" })), field(t("page.pair_engine"), input("engine", {}), t("page.pair_engine_hint")), why());

/** `1 8` white and black, `3` alone has the bye; also what pairing programs write, with how many pairs first and 0 for nobody. */
export function readByHand(data) {
  const rows = data.get("pairs").trim().split("\n").map((row) => row.trim().split(/[\s\-–:,，]+/).filter(Boolean).map(Number));
  if (rows.length > 1 && rows[0].length === 1 && rows[0][0] === rows.length - 1) rows.shift();
  const pairs = rows.filter((row) => row.length === 2 && row[1]).map(([white, black]) => ({ white, black }));
  const alone = rows.find((row) => row.length === 1 || row[1] === 0);
  return { type: "pair_round", pairs, ...(alone ? { bye: alone[0] } : {}), ...(textOf(data, "engine") ? { engine: textOf(data, "engine") } : {}), ...whyOf(data) };
}

/** The opening that was drawn for a round. */
export function openingForm(regulations, next, openings) {
  const rounds = [next - 1, next].filter((round) => round > 0).map((round) => [String(round), t("page.tournament_round", { round })]);
  const told = Object.entries(openings).map(([where, opening]) => h("li", {}, t("page.labelled", { label: where, value: opening })));
  const round = select("round", rounds);
  round.value = String(next);
  return dialogForm(
    t("page.opening"),
    told.length ? h("ul", {}, ...told) : null,
    h("div.columns", {}, field(t("page.print_round"), round), field(t("page.opening_board"), number("board", { min: 0, max: 9999, value: 0 }), t("page.opening_board_hint"))),
    field(t("page.opening_moves"), input("opening", { placeholder: "I.2 / ab4 ba5" }), t("page.opening_hint")),
    regulations.opening_table ? field(t("page.tournament_seed"), input("seed", {}), t("page.opening_seed_hint")) : null,
  );
}

export const readDrawnOpening = (data) => ({ type: "set_opening", round: Number(data.get("round")), board: Number(data.get("board") || 0), opening: textOf(data, "opening"), seed: textOf(data, "seed") });
