// Forms of the bridge event: an entry, a line-up, home and away, who goes on, a penalty.

import { buttons, field, options, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { input, number, textOf } from "../tournament/form_fields.js";
import { isTeams, penaltyUnits } from "./bridge_rules_form.js";

const PLAYERS = { teams: 4, eights: 8, pairs: 2, individuals: 1 };
const RESERVES = 2;

export const reason = (required = false) => field(t(required ? "page.why_required" : "page.why"), input("why", { maxlength: 500, required }));
const dialog = (title, ...parts) => h("form", { method: "dialog" }, h("h2", {}, title), ...parts.filter(Boolean), buttons(title));

export function contestantForm(form, held) {
  const count = PLAYERS[form] + (isTeams(form) ? RESERVES : 0);
  const rows = Array.from({ length: Math.max(count, held?.members.length ?? 0) }, (_, at) =>
    field(t(at < PLAYERS[form] ? "bridge_desk.player" : "bridge_desk.reserve", { n: at + 1 }), input("member", { required: at < PLAYERS[form], value: held?.members[at]?.name ?? "", maxlength: 100 })),
  );
  const name = form !== "individuals" && field(t("bridge_desk.name"), input("name", { value: held?.name ?? "", required: isTeams(form), maxlength: 100 }));
  const captain = isTeams(form) && field(t("bridge_desk.captain"), input("captain", { value: held?.captain ?? "", maxlength: 100 }));
  return dialog(t(held ? "bridge_desk.edit" : "bridge_desk.enter"), name, captain, h("div.columns", {}, ...rows));
}

export function readContestant(data, held) {
  const names = data.getAll("member").map((each) => each.trim());
  const members = names.map((name, at) => ({ ...(held?.members[at] ?? {}), name })).filter(({ name }) => name);
  return { ...(held ? { id: held.id } : {}), captain: textOf(data, "captain"), name: textOf(data, "name"), members };
}

/** A seed that somebody speaks in the hall; nothing is drawn from one that is not needed. */
export function seedForm(title, hint, required = false) {
  return dialog(title, field(t("bridge_desk.seed"), input("seed", { required }), hint));
}

/** Who plays for a team in the round, while the board at this place, from 1, is played. */
function lineUpAt({ regulations, line_ups: given = {} }, { id, members }, round, place) {
  const own = Object.keys(given).map((key) => key.split(" ")).filter(([who, number, at]) => who === id && Number(number) === round && Number(at) <= place);
  const last = own.toSorted((one, other) => Number(one[2]) - Number(other[2])).at(-1);
  return last ? given[last.join(" ")] : members.slice(0, PLAYERS[regulations.form ?? "teams"]).map((each) => each.id);
}

/** The boards of a team in a round that is drawn, in the order in which they are played. */
function boardsOf({ rounds = [] }, { number: who }, round) {
  const tables = rounds.find(({ number: each }) => each === round)?.tables ?? [];
  return tables.find((table) => table.north_south === who || table.east_west === who)?.boards ?? [];
}

/** Who plays from a set of a round on, or inside of it from a board on: those of the open room, then those of the closed one. */
export function lineUpForm(content, contestant) {
  const { regulations, rounds = [] } = content;
  const form = regulations.form ?? "teams";
  const sets = regulations.sets ?? 1;
  const half = PLAYERS[form] / 2;
  const round = number("round", { value: rounds.length || 1, min: 1, max: 99, required: true });
  const from = select("from", []);
  const picks = Array.from({ length: PLAYERS[form] }, () => select("player", contestant.members.map((each) => [each.id, each.name])));
  /** What the line-up is now, where it would begin. */
  const fill = () => {
    const now = lineUpAt(content, contestant, Number(round.value), Number(from.value.split(" ")[2]));
    picks.forEach((pick, at) => (pick.value = now[at] ?? ""));
  };
  const adapt = () => {
    const boards = boardsOf(content, contestant, Number(round.value));
    const size = regulations.boards / sets;
    const choices = [];
    for (let set = 1; set <= sets; set++) {
      const first = (set - 1) * size;
      choices.push([`${set} 0 ${first + 1}`, sets > 1 ? t("bridge_desk.set_on", { set }) : t("bridge_desk.round_on")]);
      for (let at = first + 1; at < first + size && boards.length; at++) choices.push([`${set} ${boards[at]} ${at + 1}`, t("bridge_desk.board_on", { board: boards[at] })]);
    }
    from.replaceChildren(...choices.map(([value, words]) => h("option", { value }, words)));
    fill();
  };
  round.addEventListener("change", adapt);
  from.addEventListener("change", fill);
  adapt();
  picks[0].problem = () => (new Set(picks.map((pick) => pick.value)).size < picks.length ? t("bridge_event.line_up_members") : "");
  const seats = picks.map((pick, at) => field(t(at < half ? "bridge_desk.open_seat" : "bridge_desk.closed_seat", { n: (at % half) + 1 }), pick));
  return dialog(t("bridge_desk.line_up_of", { name: contestant.name }), h("div.columns", {}, field(t("bridge_desk.round"), round), field(t("bridge_desk.from"), from, t("bridge_desk.from_hint"))), h("div.columns", {}, ...seats), reason());
}

export function readLineUp(data) {
  const [set, board] = data.get("from").split(" ").map(Number);
  return { round: Number(data.get("round")), set, ...(board ? { board } : {}), players: data.getAll("player") };
}

/** Home and away of a match: by lot from a seed, or as somebody had the choice. */
export function seatsForm({ number: match }, teams) {
  const kind = select("kind", [["lot", t("bridge_desk.seats_lot")], ["choice", t("bridge_desk.seats_choice")]]);
  const seed = field(t("bridge_desk.seed"), input("seed", { required: true }), t("bridge_desk.seats_seed_hint"));
  const home = options("home", t("bridge_desk.at_home"), teams);
  const adapt = () => {
    seed.hidden = kind.value !== "lot";
    home.hidden = kind.value !== "choice";
  };
  kind.addEventListener("change", adapt);
  adapt();
  return dialog(t("bridge_desk.seats_of", { match }), field(t("bridge_desk.seats_by"), kind), seed, home, reason());
}

/** Who goes on from a match that ended level. */
export function advanceForm({ number: match }, teams) {
  return dialog(t("bridge_desk.advance_of", { match }), h("p", {}, t("bridge_desk.advance_hint")), options("team", t("bridge_desk.goes_on"), teams), reason());
}

export function penaltyForm({ rounds = [], regulations }, { name }) {
  const units = penaltyUnits(regulations);
  const last = Math.max(1, rounds.length);
  return dialog(
    t("bridge_desk.penalty_of", { name }),
    field(t("bridge_desk.round"), number("round", { value: last, min: 1, max: last, required: true })),
    field(t("bridge_desk.points"), input("points", { required: true, inputmode: "decimal", pattern: "-?[0-9]{1,4}([.,][0-9]{1,4})?", placeholder: "1" }), t("bridge_desk.points_hint")),
    field(t("bridge_desk.unit"), select("unit", units.map((each) => [each, t(`penalty_unit.${each}`)]))),
    reason(true),
  );
}

/** Teams or pairs from a file: a row for each player. */
export function listForm() {
  const file = h("input", { type: "file", name: "file", accept: ".csv,text/csv,text/plain" });
  const text = h("textarea", { name: "list", rows: 6, placeholder: "team,name\nHarbour,Ann Able", required: true });
  file.addEventListener("change", async () => {
    if (file.files[0]) text.value = await file.files[0].text();
  });
  return dialog(t("page.list_enter"), field(t("bridge_desk.list_file"), file), field(t("bridge_desk.list_text"), text, t("bridge_desk.list_hint")));
}
