// The form of a board at a table: its result as people write it, or what a director gives instead.

import { buttons, field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { input, textOf, whyOf } from "../tournament/form_fields.js";
import { SIDES } from "./contracts.js";

const KINDS = ["played", "assigned", "averaged", "artificial", "not_played"];
const AVERAGES = ["plus", "even", "minus"];
const WEIGHTED = 4; // results of which one can be made
const sideWords = (side) => t(side === "NS" ? "bridge_table.north_south" : "bridge_table.east_west");

export function boardForm(table, { board, result = "", told = {} }) {
  const kind = select("kind", [...KINDS, ...(result || Object.keys(told).length ? ["strike"] : [])].map((each) => [each, t(`bridge_desk.kind_${each}`)]));
  const plain = /^\d[CDHSN]|^pass$/.test(result) ? result : (Object.values(told)[0] ?? "");
  const parts = {
    played: field(t("bridge_desk.result"), input("result", { value: plain, placeholder: "4S N +1 H10", maxlength: 40, required: true }), t("bridge_desk.result_hint")),
    assigned: h("div.columns", {}, field(t("bridge_desk.score_ns"), score("north_south", true)), field(t("bridge_desk.score_ew"), score("east_west", false), t("bridge_desk.score_ew_hint"))),
    averaged: weighted(),
    artificial: h("fieldset", {}, h("legend", {}, t("bridge_desk.averages")), ...SIDES.map((side) => field(sideWords(side), select(`average_${side}`, AVERAGES.map((each) => [each, t(`average.${each}`)]))))),
  };
  const why = input("why", { maxlength: 500 });
  const adapt = () => {
    for (const [name, part] of Object.entries(parts)) part.hidden = kind.value !== name;
    why.required = kind.value !== "played" || Boolean(result);
  };
  kind.addEventListener("change", adapt);
  adapt();
  const said = Object.entries(told).map(([side, what]) => h("li", {}, t("page.labelled", { label: sideWords(side), value: what })));
  const title = t("bridge_desk.board_of", { board, table: table.label.toUpperCase() });
  return h("form", { method: "dialog" }, h("h2", {}, title), said.length ? h("ul", {}, ...said) : null, field(t("bridge_desk.kind"), kind), ...Object.values(parts), field(t("bridge_desk.why"), why), buttons(t("bridge_desk.accept")));
}

const score = (name, required) => h("input", { name, type: "number", step: 10, min: -10000, max: 10000, required, inputmode: "numeric" });

/** Possible results with their weights; the rows that are left empty do not count. */
function weighted() {
  const rows = Array.from({ length: WEIGHTED }, (_, at) =>
    h("div.weighted", {}, field(t("bridge_desk.weighted_result", { n: at + 1 }), input(`weighted_${at}`, { placeholder: ["4S N =", "4S N -1"][at], maxlength: 40, required: at < 2 })), field(t("bridge_desk.percent"), h("input", { name: `percent_${at}`, type: "number", min: 1, max: 100, inputmode: "numeric", required: at < 2 }))),
  );
  rows.forEach((row, at) => {
    const [result, percent] = row.querySelectorAll("input");
    result.problem = () => (!result.value.trim() && percent.value ? t("field_error.missing") : "");
    percent.problem = () => (result.value.trim() && !percent.value ? t("field_error.missing") : at === 0 && sum(rows) !== 100 ? t("bridge_event.weights") : "");
  });
  return h("fieldset.weights", {}, h("legend", {}, t("bridge_desk.kind_averaged")), ...rows);
}

const sum = (rows) => rows.reduce((total, row) => total + Number(row.querySelector("[type=number]").value), 0);

export function readBoard(data, table, board) {
  const act = { type: data.get("kind") === "strike" ? "strike_result" : "accept_board", table: table.id, board, ...whyOf(data) };
  return act.type === "strike_result" ? act : { ...act, outcome: readOutcome(data) };
}

function readOutcome(data) {
  const kind = data.get("kind");
  if (kind === "played") return { type: "played", result: textOf(data, "result") };
  if (kind === "assigned") return { type: "assigned", north_south: Number(data.get("north_south")), ...(data.get("east_west") === "" ? {} : { east_west: Number(data.get("east_west")) }) };
  if (kind === "averaged") return { type: "averaged", parts: readParts(data) };
  if (kind === "artificial") return { type: "artificial", north_south: data.get("average_NS"), east_west: data.get("average_EW") };
  return { type: "not_played" };
}

const readParts = (data) =>
  Array.from({ length: WEIGHTED }, (_, at) => ({ result: textOf(data, `weighted_${at}`), percent: Number(data.get(`percent_${at}`)) })).filter(({ result }) => result);
