// Forms of the tournament: its regulations with their stages, the draw, the end of a stage, an entry.

import { buttons, field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

const SYSTEMS = ["dutch", "split_half", "adjacent", "first_last", "round_robin", "double_round_robin", "scheveningen", "knock_out", "double_elimination"];
const SWISS = ["dutch", "split_half", "adjacent", "first_last"];
const BRACKETS = ["knock_out", "double_elimination"];
const THEN = ["", "knock_out", "double_elimination", "round_robin", "carry_over"];
const RULES = ["chess", "draughts-international", "draughts-russian", "draughts-brazilian", "renju", "gomoku"];

const input = (name, more = {}) => h("input", { name, maxlength: 200, ...more });

export function openingForm() {
  return h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("page.tournament_open")),
    field(t("page.tournament_title"), input("title", { required: true })),
    field(t("page.tournament_place_held"), input("place", { maxlength: 100 })),
    field(t("page.tournament_chief"), input("chief_arbiter", { maxlength: 100 })),
    field(t("page.tournament_system"), select("system", SYSTEMS.map((system) => [system, t(`system.${system}`)]))),
    field(t("page.tournament_rounds"), input("rounds", { type: "number", min: 1, max: 99, value: "5", required: true })),
    field(t("page.tournament_game"), select("rules", RULES.map((rules) => [rules, t(`game.${rules}`)]))),
    field(t("page.tournament_control"), input("control", { placeholder: "10m+5s" }), t("page.tournament_control_hint")),
    field(t("page.tournament_tie_breaks"), input("tie_breaks", { value: "BH/C1, BH, SB, DE" })),
    field(t("page.tournament_tables"), input("tables", { placeholder: "t1, t2, t3", maxlength: 4000 }), t("page.tournament_tables_hint")),
    h(
      "details",
      {},
      h("summary", {}, t("page.tournament_stages")),
      field(t("page.tournament_groups"), input("groups", { type: "number", min: 1, max: 26, value: "1" }), t("page.tournament_groups_hint")),
      field(t("page.tournament_then"), select("then", THEN.map((system) => [system, t(system ? `page.tournament_then_${system}` : "page.tournament_then_nothing")]))),
      field(t("page.tournament_qualifiers"), input("qualifiers", { type: "number", min: 2, max: 256 }), t("page.tournament_qualifiers_hint")),
      field(t("page.tournament_seeds"), input("seeds", { type: "number", min: 0, max: 256 }), t("page.tournament_seeds_hint")),
      field(t("page.tournament_play_off"), input("play_off", { placeholder: "5m+3s, 5m+3s, 3m+2s" }), t("page.tournament_play_off_hint")),
      h("label.check", {}, h("input", { type: "checkbox", name: "third_place" }), h("span", {}, t("page.tournament_third_place"))),
    ),
    buttons(t("page.tournament_open")),
  );
}

export function drawForm() {
  return h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("page.tournament_draw")),
    h("p", {}, t("page.tournament_draw_hint")),
    field(t("page.tournament_draw_names"), input("names", { required: true })),
    field(t("page.tournament_draw_numbers"), input("numbers", { required: true })),
    buttons(t("page.tournament_draw")),
  );
}

export function stageForm() {
  return h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("page.tournament_close_stage")),
    field(t("page.tournament_seed"), input("seed", {}), t("page.tournament_seed_hint")),
    buttons(t("page.tournament_close_stage")),
  );
}

/** What a knock-out has besides its system. */
function bracketOf(data) {
  const seeds = data.get("seeds");
  return { play_off: list(data.get("play_off")), third_place: data.get("third_place") !== null, ...(seeds === "" ? {} : { seeds: Number(seeds) }) };
}

/** The stages that the form asks for; none where the system alone says all. */
function stagesOf(data, system, rounds) {
  const then = data.get("then");
  const groups = Number(data.get("groups") || 1);
  const own = { system, rounds: SWISS.includes(system) ? rounds : 0, groups };
  if (!then) {
    const bracket = bracketOf(data);
    const plain = !bracket.play_off.length && !("seeds" in bracket) && !bracket.third_place;
    if (BRACKETS.includes(system) && !plain) return [{ ...own, ...bracket }];
    return groups > 1 || system === "double_elimination" || system === "scheveningen" ? [own] : [];
  }
  const next = then === "carry_over" ? { system: "round_robin", carry_over: true } : { system: then, ...(BRACKETS.includes(then) ? bracketOf(data) : {}) };
  return [{ ...own, qualifiers: Number(data.get("qualifiers") || 0) }, next];
}

const list = (text) => text.split(/[,，\s]+/).filter(Boolean);

export function readOpening(data) {
  const [system, rounds] = [data.get("system"), Number(data.get("rounds"))];
  const stages = stagesOf(data, system, rounds);
  return {
    title: data.get("title").trim(),
    place: data.get("place").trim(),
    chief_arbiter: data.get("chief_arbiter").trim(),
    system,
    rounds,
    ...(stages.length ? { stages } : {}),
    rules: data.get("rules"),
    control: data.get("control").trim(),
    tie_breaks: list(data.get("tie_breaks")),
    tables: list(data.get("tables")).map((name) => name.toLowerCase()),
  };
}

export function playerForm() {
  return h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("page.tournament_enter")),
    field(t("page.name"), input("name", { required: true, maxlength: 100 })),
    field(t("page.tournament_rating"), input("rating", { type: "number", min: 0, max: 9999 })),
    field(t("page.tournament_player_title"), input("title", { maxlength: 20 })),
    field(t("page.tournament_club"), input("club", { maxlength: 100 })),
    buttons(t("page.tournament_enter")),
  );
}

export function readPlayer(data) {
  const rating = Number(data.get("rating"));
  const person = { name: data.get("name").trim(), title: data.get("title").trim(), club: data.get("club").trim() };
  return rating ? { ...person, rating } : person;
}
