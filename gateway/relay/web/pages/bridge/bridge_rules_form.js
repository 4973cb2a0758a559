// The form of a bridge event's regulations: who plays, the movement, victory points, the pace, what overtime costs. The same one
// opens an event and changes it.

import { buttons, field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { check, input, number, textOf } from "../tournament/form_fields.js";

export const SYSTEMS = {
  teams: ["round_robin", "double_round_robin", "two_groups", "whist", "swiss", "knock_out", "double_knock_out"],
  eights: ["round_robin", "double_round_robin", "two_groups", "swiss", "knock_out", "double_knock_out"],
  pairs: ["mitchell", "howell"],
  individuals: ["rainbow"],
};
const COLUMNS = [8, 10, 12, 14, 16, 20, 24, 28, 32, 36, 40, 48];
const TIE_BREAKS = ["between", "quotient", "difference", "wins"];
const MINUTE_MS = 60_000;
/** Which of the fields are there, by form, system and scale. */
const SHOWN = {
  sets: ({ teams, system }) => teams && system !== "whist",
  scale: ({ teams }) => teams,
  column: ({ teams, scale }) => teams && ["printed", "continuous"].includes(scale),
  given: ({ teams, scale }) => teams && scale === "given",
  bye_vp: ({ teams, scale }) => teams && scale !== "none",
  ties: ({ teams, system }) => teams && !system.includes("knock_out"),
  eight_results: ({ form }) => form === "eights",
  home_by: ({ teams, system }) => teams && system !== "whist",
  board_numbers: ({ teams, system }) => teams && system !== "whist",
  scoring: ({ teams }) => !teams,
  qualifiers: ({ system }) => system === "two_groups",
  table: ({ system }) => ["round_robin", "double_round_robin", "two_groups"].includes(system),
  rounds: ({ system }) => ["round_robin", "swiss", "mitchell", "howell", "rainbow"].includes(system),
  leave_out: ({ system }) => system === "whist",
  even: ({ system }) => system === "mitchell",
  final: ({ system }) => system === "double_knock_out",
  third_place: ({ system }) => system === "knock_out",
  average_imps: ({ teams, scoring }) => teams || scoring !== "matchpoints",
  average_percent: ({ teams, scoring }) => !teams && scoring === "matchpoints",
};

const chosen = (name, prefix, values, value) => {
  const element = select(name, values.map((each) => [String(each), prefix ? t(`${prefix}.${each}`) : String(each)]));
  if (value != null) element.value = String(value);
  return element;
};
const minutes = (ms) => (ms == null ? "" : String(Math.round((ms / MINUTE_MS) * 1000) / 1000));

/** The form and how it is read: `{form, read}`. `now` are the regulations as they stand, where there are any. */
export function bridgeRulesForm(now = null) {
  const title = t(now ? "page.tournament_settings" : "bridge_desk.open");
  const form = chosen("form", "bridge_form", Object.keys(SYSTEMS), now?.form ?? "teams");
  const system = select("system", []);
  const scale = chosen("kind", "scale_kind", ["printed", "continuous", "given", "none"], now?.scale?.kind ?? "printed");
  const scoring = chosen("scoring", "pairs_scoring", ["matchpoints", "cross_imps", "butler"], now?.scoring);
  const column = select("column", [["", t("bridge_desk.column_of_round")], ...COLUMNS.map((each) => [String(each), String(each)])]);
  column.value = String(now?.scale?.column ?? "");
  const parts = {
    sets: field(t("bridge_desk.sets"), number("sets", { min: 1, max: 16, value: now?.sets ?? 1, required: true })),
    rounds: field(t("bridge_desk.rounds"), number("rounds", { min: 0, max: 99, value: now?.rounds ?? 0, required: true }), t("bridge_desk.rounds_hint")),
    table: field(t("bridge_desk.table"), input("table", { placeholder: "10-2", value: now?.table }), t("bridge_desk.table_hint")),
    leave_out: field(t("bridge_rule.leave_out"), number("leave_out", { min: 0, max: 40, value: now?.leave_out ?? 0, required: true }), t("bridge_desk.leave_out_hint")),
    even: field(t("bridge_rule.even"), chosen("even", "even_tables", ["skip", "relay"], now?.even)),
    final: field(t("bridge_rule.final"), chosen("final", "final_mode", ["single", "reset"], now?.final)),
    qualifiers: field(t("bridge_desk.qualifiers"), number("qualifiers", { min: 1, max: 64, value: now?.qualifiers ?? 2, required: true })),
    board_numbers: field(t("bridge_rule.board_numbers"), chosen("board_numbers", "board_numbers", ["anew", "running"], now?.board_numbers)),
    home_by: field(t("bridge_rule.home_by"), chosen("home_by", "home_by", ["movement", "lot"], now?.home_by), t("bridge_desk.home_by_hint")),
    scoring: field(t("bridge_desk.scoring"), scoring),
    third_place: check("third_place", t("bridge_rule.third_place"), now?.third_place),
  };
  const points = {
    scale: field(t("bridge_desk.scale"), scale),
    column: field(t("bridge_desk.column"), column, t("bridge_desk.column_hint")),
    bye_vp: field(t("bridge_rule.bye_vp"), decimal("bye_vp", now?.bye_vp ?? ""), t("bridge_desk.bye_vp_hint")),
    eight_results: field(t("bridge_rule.eight_results"), chosen("eight_results", "eight_results", ["together", "each"], now?.eight_results)),
    average_imps: field(t("bridge_rule.average_imps"), number("average_imps", { min: 0, max: 24, value: now?.average_imps ?? 3, required: true })),
    average_percent: field(t("bridge_rule.average_percent"), number("average_percent", { min: 50, max: 100, value: now?.average_percent ?? 60, required: true })),
  };
  const unit = select("unit", []);
  const given = givenScale(now?.scale);
  const ties = tieBreaks(now?.tie_breaks ?? TIE_BREAKS.slice(0, 3));
  const element = h(
    "form.wide-form",
    { method: "dialog" },
    h("h2", {}, title),
    field(t("page.tournament_title"), input("title", { required: true, value: now?.title })),
    h("div.columns", {}, field(t("bridge_desk.form"), form), field(t("page.tournament_system"), system), field(t("bridge_desk.boards"), number("boards", { min: 1, max: 64, value: now?.boards ?? 8, required: true })), ...Object.values(parts)),
    check("numbers_drawn", t("bridge_desk.numbers_drawn"), now?.numbers_drawn),
    check("confirm_results", t("bridge_desk.confirm_results"), now?.confirm_results ?? true),
    h("fieldset", {}, h("legend", {}, t("bridge_desk.points_of_match")), h("div.columns", {}, ...Object.values(points)), given, ties),
    pace(now?.pace),
    overtime(unit, now?.overtime),
    now ? field(t("page.why"), input("why", { maxlength: 500 })) : null,
    buttons(title),
  );
  const adapt = () => {
    const before = system.value || now?.system;
    system.replaceChildren(...SYSTEMS[form.value].map((each) => h("option", { value: each }, t(`bridge_system.${each}`))));
    if (SYSTEMS[form.value].includes(before)) system.value = before;
    const state = { form: form.value, teams: isTeams(form.value), system: system.value, scale: scale.value, scoring: scoring.value };
    for (const [name, part] of Object.entries({ ...parts, ...points, given, ties })) part.hidden = !SHOWN[name](state);
    fillUnits(unit, penaltyUnits({ form: form.value, system: system.value, scoring: scoring.value }), now?.overtime?.unit);
  };
  for (const each of [form, system, scale, scoring]) each.addEventListener("change", adapt);
  adapt();
  return { form: element, read: (data) => readRules(data, now) };
}

/** What a penalty may be counted in, so that it counts. */
export function penaltyUnits({ form, system, scoring }) {
  if (!isTeams(form)) return (scoring ?? "matchpoints") === "matchpoints" ? ["percent"] : ["imp"];
  if (["knock_out", "double_knock_out"].includes(system)) return ["imp"];
  return system === "whist" ? ["vp"] : ["vp", "imp"];
}

/** A choice among units, with what was chosen before where it is still there. */
function fillUnits(element, units, now) {
  const before = element.value || now;
  element.replaceChildren(...units.map((each) => h("option", { value: each }, t(`penalty_unit.${each}`))));
  if (units.includes(before)) element.value = before;
}

export const isTeams = (form) => ["teams", "eights"].includes(form ?? "teams");

const decimal = (name, value, more = {}) => input(name, { value, inputmode: "decimal", pattern: "[0-9]{1,4}([.,][0-9]{1,6})?", placeholder: "12", ...more });

/** A table of the event's own: typed, or taken from a file. */
function givenScale(scale) {
  const text = h("textarea", { name: "scale_table", rows: 6, maxlength: 12000, placeholder: "0-1 15 15\n2-5 16 14\n51+ 25 0", spellcheck: "false", required: true }, scale?.kind === "given" ? scaleText(scale) : "");
  const file = h("input", { type: "file", accept: ".csv,.txt,.tsv,text/plain,text/csv" });
  file.addEventListener("change", async () => {
    if (file.files[0]) text.value = await file.files[0].text();
  });
  return h("div.columns", {}, field(t("bridge_desk.scale_name"), input("scale_name", { value: scale?.name, required: true })), field(t("bridge_desk.scale_file"), file), field(t("bridge_desk.scale_table"), text, t("bridge_desk.scale_table_hint")));
}

/** A table as it is typed: a line wherever the points change. */
function scaleText({ winners = [], losers = [], total = "20" }) {
  const points = winners.map((winner, at) => [String(winner), String(losers[at] ?? Math.round((total - winner) * 1e6) / 1e6)].join(" "));
  return points.map((words, at) => (at && words === points[at - 1] ? null : `${at} ${words}`)).filter(Boolean).join("\n");
}

/** How ties are broken, one after the other. */
function tieBreaks(order) {
  const choices = [["", "–"], ...TIE_BREAKS.map((each) => [each, t(`bridge_tie_break.${each}`)])];
  const rows = TIE_BREAKS.map((_, at) => {
    const element = select("tie_breaks", choices);
    element.value = order[at] ?? "";
    return field(t("bridge_desk.tie_break", { n: at + 1 }), element);
  });
  return h("fieldset", {}, h("legend", {}, t("bridge_rule.tie_breaks")), h("div.columns", {}, ...rows));
}

function pace(now) {
  const time = (name, ms, least, most, more = {}) => number(name, { min: least, max: most, step: "any", inputmode: "decimal", value: minutes(ms), ...more });
  return h(
    "details",
    {},
    h("summary", {}, t("bridge_rule.pace")),
    h(
      "div.columns",
      {},
      field(t("bridge_desk.minutes"), time("minutes", now?.board_ms ?? 8 * MINUTE_MS, 1, 60, { required: true }), t("round_clock.form_book")),
      field(t("round_clock.form_extra"), time("extra", now?.first_extra_ms ?? 0, 0, 240, { required: true })),
      field(t("round_clock.form_move"), time("move", now?.move_ms ?? 2 * MINUTE_MS, 0, 240, { required: true })),
      field(t("round_clock.form_last"), time("last", now?.last_board_ms, 0, 240)),
      field(t("round_clock.form_none"), time("none", now?.no_new_board_ms === undefined ? 4 * MINUTE_MS : now.no_new_board_ms, 0, 240)),
      field(t("round_clock.form_breaks"), pairsInput("breaks", Object.entries(now?.breaks ?? {}).map(([after, ms]) => [after, minutes(ms)]), "3: 20, 5: 60", /^\d+$/), t("round_clock.form_breaks_hint")),
    ),
  );
}

function overtime(unit, now) {
  return h(
    "details",
    {},
    h("summary", {}, t("bridge_rule.overtime")),
    h(
      "div.columns",
      {},
      field(t("bridge_desk.unit"), unit),
      field(t("bridge_desk.overtime_steps"), pairsInput("steps", (now?.steps ?? []).map(({ over_ms: over, points }) => [minutes(over), points]), "5: 1, 10: 2"), t("bridge_desk.overtime_hint")),
    ),
  );
}

/** `3: 20, 5: 60`: two numbers each; the field says what is wrong with it. */
function pairsInput(name, pairs, placeholder, first = /./) {
  const element = input(name, { value: pairs.map(([one, other]) => `${one}: ${other}`).join(", "), placeholder });
  element.problem = () => (readPairs(element.value)?.every(([one]) => first.test(one)) ? "" : t("field_error.pattern", { example: placeholder }));
  return element;
}

/** The pairs read again; null: they cannot be. */
function readPairs(text) {
  const found = text.split(/[,;，；]/).map((each) => each.trim()).filter(Boolean).map((each) => /^(\d{1,4}(?:\.\d{1,3})?)\s*[:：=]\s*(\d{1,4}(?:\.\d{1,3})?)$/.exec(each));
  return found.every(Boolean) ? found.map(([, one, other]) => [one, other]) : null;
}

const ms = (data, name) => Math.round(Number(data.get(name)) * 60) * 1000; // whole seconds

/** The regulations that the form says; `scale.table` is still text where the event gives its own. What it does not ask for stays. */
function readRules(data, now) {
  const form = data.get("form");
  const { last_board_ms: dropped, ...paced } = now?.pace ?? {};
  const rules = {
    ...(now ?? {}),
    title: textOf(data, "title"),
    form,
    system: data.get("system"),
    boards: Number(data.get("boards")),
    sets: isTeams(form) && data.get("system") !== "whist" ? Number(data.get("sets")) : 1,
    rounds: Number(data.get("rounds")),
    leave_out: Number(data.get("leave_out")),
    table: textOf(data, "table"),
    even: data.get("even"),
    numbers_drawn: data.get("numbers_drawn") !== null,
    qualifiers: Number(data.get("qualifiers")),
    final: data.get("final"),
    third_place: data.get("third_place") !== null,
    board_numbers: data.get("board_numbers"),
    home_by: isTeams(form) && data.get("system") !== "whist" ? data.get("home_by") : "movement",
    scale: { kind: data.get("kind") },
    eight_results: data.get("eight_results"),
    bye_vp: textOf(data, "bye_vp").replace(",", ".") || null,
    scoring: data.get("scoring"),
    average_imps: Number(data.get("average_imps")),
    average_percent: Number(data.get("average_percent")),
    tie_breaks: data.getAll("tie_breaks").filter(Boolean),
    confirm_results: data.get("confirm_results") !== null,
    pace: { ...paced, board_ms: ms(data, "minutes"), first_extra_ms: ms(data, "extra"), move_ms: ms(data, "move"), no_new_board_ms: data.get("none") === "" ? null : ms(data, "none"), breaks: Object.fromEntries((readPairs(data.get("breaks")) ?? []).map(([after, length]) => [Number(after), Math.round(Number(length) * MINUTE_MS)])) },
    overtime: { unit: data.get("unit"), steps: (readPairs(data.get("steps")) ?? []).map(([over, points]) => ({ over_ms: Math.round(Number(over) * MINUTE_MS), points })) },
  };
  if (data.get("last") !== "") rules.pace.last_board_ms = ms(data, "last");
  if (["printed", "continuous"].includes(rules.scale.kind) && data.get("column")) rules.scale.column = Number(data.get("column"));
  if (rules.scale.kind === "given") rules.scale = { kind: "given", name: textOf(data, "scale_name"), table: data.get("scale_table") };
  return rules;
}
