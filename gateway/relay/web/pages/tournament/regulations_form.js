// The form of the regulations: what the event is, its stages, its teams, its points. The same one opens an event and changes it.

import { buttons, field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { StageList } from "./stage_fields.js";
import { check, input, list, number, textOf } from "./form_fields.js";

const RULES = ["chess", "draughts-international", "draughts-russian", "draughts-brazilian", "renju", "gomoku"];
const KINDS = ["substitutes", "fixed", "ad_hoc"];
const MINUTE_MS = 60_000;

/** The form and how it is read: `{form, read}`. `now` are the regulations as they stand, where there are any. */
export function regulationsForm(now = null) {
  const title = t(now ? "page.tournament_settings" : "page.tournament_open");
  const stages = new StageList(now);
  const form = h(
    "form.wide-form",
    { method: "dialog" },
    h("h2", {}, title),
    field(t("page.tournament_title"), input("title", { required: true, value: now?.title })),
    h(
      "div.columns",
      {},
      field(t("page.tournament_place_held"), input("place", { maxlength: 100, value: now?.place })),
      field(t("page.tournament_chief"), input("chief_arbiter", { maxlength: 100, value: now?.chief_arbiter })),
      field(t("page.tournament_game"), chosen("rules", RULES.map((rules) => [rules, t(`game.${rules}`)]), now?.rules)),
      field(t("page.tournament_control"), input("control", { placeholder: "10m+5s", value: now?.control }), t("page.tournament_control_hint")),
      field(t("page.tournament_tie_breaks"), input("tie_breaks", { value: now ? (now.tie_breaks ?? []).join(", ") : "BH/C1, BH, SB, DE" })),
      field(t("page.tournament_tables"), input("tables", { placeholder: "t1, t2, t3", maxlength: 4000, value: now?.tables?.join(", ") }), t("page.tournament_tables_hint")),
    ),
    stages.element,
    teams(now?.teams),
    points(now),
    rest(now),
    buttons(title),
  );
  stages.teams = form.elements.with_teams;
  stages.update();
  form.elements.with_teams.addEventListener("change", () => stages.update());
  return { form, read: (data) => read(data, stages, now) };
}

function chosen(name, choices, value) {
  const element = select(name, choices);
  if (value != null) element.value = value;
  return element;
}

function teams(now) {
  const inside = h(
    "div.columns",
    {},
    field(t("page.team_boards"), number("boards", { min: 1, max: 50, value: now?.boards ?? 4 })),
    field(t("page.team_reserves"), number("reserves", { min: 0, max: 20, value: now?.reserves ?? 2 })),
    field(t("page.team_kind"), chosen("kind", KINDS.map((kind) => [kind, t(`team_kind.${kind}`)]), now?.kind)),
    field(t("page.team_line_up_minutes"), number("line_up_minutes", { min: 0, max: 10080, value: now?.line_up_minutes ?? 0 }), t("page.team_line_up_hint")),
    field(t("page.team_match_win"), input("match_win", { value: now?.match_points?.win ?? "2", inputmode: "decimal" })),
    field(t("page.team_match_draw"), input("match_draw", { value: now?.match_points?.draw ?? "1", inputmode: "decimal" })),
    field(t("page.team_match_loss"), input("match_loss", { value: now?.match_points?.loss ?? "0", inputmode: "decimal" })),
    field(t("page.team_colours"), input("colours", { placeholder: "WBWB", maxlength: 50, value: now?.colours }), t("page.team_colours_hint")),
    check("board_points", t("page.team_board_points"), now?.board_points),
  );
  const box = h("input", { type: "checkbox", name: "with_teams", checked: Boolean(now) });
  const fold = h("div", { hidden: !now }, inside);
  box.addEventListener("change", () => (fold.hidden = !box.checked));
  return h("fieldset", {}, h("legend", {}, t("page.tournament_teams")), h("label.check", {}, box, h("span", {}, t("page.tournament_with_teams"))), fold);
}

function points(now) {
  return h(
    "details",
    {},
    h("summary", {}, t("page.tournament_points_numbers")),
    h(
      "div.columns",
      {},
      field(t("page.points_win"), input("win", { value: now?.points?.win ?? "1", inputmode: "decimal" })),
      field(t("page.points_draw"), input("draw", { value: now?.points?.draw ?? "0.5", inputmode: "decimal" })),
      field(t("page.points_loss"), input("loss", { value: now?.points?.loss ?? "0", inputmode: "decimal" })),
      field(t("page.points_bye"), input("pairing_bye", { value: now?.points?.pairing_bye, inputmode: "decimal" }), t("page.points_bye_hint")),
      field(t("page.numbering"), chosen("numbering", ["rating", "entry", "lots"].map((order) => [order, t(`number_order.${order}`)]), now?.numbering)),
      field(t("page.first_side"), chosen("first_side", ["white", "black"].map((side) => [side, t(`side.${side}`)]), now?.first_side), t("page.first_side_hint")),
      field(t("page.unrated_as"), number("unrated_as", { min: 0, max: 9999, value: now?.unrated_as }), t("page.unrated_as_hint")),
    ),
  );
}

function rest(now) {
  const grace = now?.options?.grace_ms;
  return h(
    "details",
    {},
    h("summary", {}, t("page.tournament_at_tables")),
    check("confirm_results", t("page.confirm_results"), now?.confirm_results ?? true),
    check("set_clock", t("page.set_clock"), now?.set_clock),
    check("attendance", t("page.keep_attendance"), now?.options?.attendance),
    field(t("page.grace_minutes"), number("grace", { min: 0, max: 1440, value: grace == null ? "" : grace / MINUTE_MS }), t("page.grace_hint")),
    field(t("page.opening_table"), h("textarea", { name: "opening_table", rows: 4, maxlength: 12000, placeholder: "I.2 ab4 ba5" }, now?.opening_table ?? ""), t("page.opening_table_hint")),
  );
}

/** The regulations that the form says; what it does not ask for stays as it was. */
function read(data, stages, now) {
  const { system, rounds, plan } = stages.read(data);
  const grace = data.get("grace");
  const options = { ...(now?.options ?? {}), attendance: data.get("attendance") !== null };
  if (grace !== "") options.grace_ms = Number(grace) * MINUTE_MS;
  else delete options.grace_ms;
  if (!options.attendance) delete options.attendance;
  const unrated = data.get("unrated_as");
  const bye = textOf(data, "pairing_bye");
  return {
    ...(now ?? {}),
    title: textOf(data, "title"),
    place: textOf(data, "place"),
    chief_arbiter: textOf(data, "chief_arbiter"),
    system,
    rounds,
    stages: plan,
    third_place: false,
    rules: data.get("rules"),
    control: textOf(data, "control"),
    tie_breaks: list(data.get("tie_breaks")),
    tables: list(data.get("tables")).map((name) => name.toLowerCase()),
    teams: data.get("with_teams") === null ? null : readTeams(data, now?.teams),
    points: { ...(now?.points ?? {}), win: decimal(data, "win"), draw: decimal(data, "draw"), loss: decimal(data, "loss"), pairing_bye: bye || null },
    numbering: data.get("numbering"),
    first_side: data.get("first_side"),
    unrated_as: unrated === "" ? null : Number(unrated),
    confirm_results: data.get("confirm_results") !== null,
    set_clock: data.get("set_clock") !== null,
    opening_table: data.get("opening_table").trim(),
    options,
  };
}

const decimal = (data, name) => textOf(data, name).replace(",", ".").replace("½", "0.5") || "0";

function readTeams(data, now) {
  return {
    ...(now ?? {}),
    boards: Number(data.get("boards")),
    reserves: Number(data.get("reserves")),
    kind: data.get("kind"),
    line_up_minutes: Number(data.get("line_up_minutes") || 0),
    match_points: { ...(now?.match_points ?? {}), win: decimal(data, "match_win"), draw: decimal(data, "match_draw"), loss: decimal(data, "match_loss") },
    colours: textOf(data, "colours").toUpperCase(),
    board_points: data.get("board_points") !== null,
  };
}
