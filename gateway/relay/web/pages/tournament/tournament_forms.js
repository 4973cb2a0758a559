// Forms of the tournament: its regulations, and an entry.

import { buttons, field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

const SYSTEMS = ["dutch", "split_half", "adjacent", "first_last", "round_robin", "double_round_robin", "knock_out"];
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
    buttons(t("page.tournament_open")),
  );
}

const list = (text) => text.split(/[,，\s]+/).filter(Boolean);

export function readOpening(data) {
  return {
    title: data.get("title").trim(),
    place: data.get("place").trim(),
    chief_arbiter: data.get("chief_arbiter").trim(),
    system: data.get("system"),
    rounds: Number(data.get("rounds")),
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
