// The stages of the regulations, one fieldset each: by which system, in how many groups, and who goes on.

import { field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { check, input, list, number } from "./form_fields.js";

const OF_PERSONS = ["dutch", "split_half", "adjacent", "first_last", "round_robin", "double_round_robin", "scheveningen", "knock_out", "double_elimination", "challenge_series", "by_hand"];
const OF_TEAMS = ["team_swiss", "split_half", "adjacent", "first_last", "round_robin", "double_round_robin", "knock_out", "double_elimination", "by_hand"];
const OPEN = ["dutch", "split_half", "adjacent", "first_last", "team_swiss", "by_hand"]; // they do not say how many rounds they need
const SCHEDULED = ["round_robin", "double_round_robin", "scheveningen"]; // they may be cut short
const BRACKETS = ["knock_out", "double_elimination"];
const MOST = 8;

export class StageList {
  /** `now`: the regulations as they stand. */
  constructor(now) {
    const plan = now ? (now.stages?.length ? now.stages : [{ system: now.system, rounds: OPEN.includes(now.system) ? now.rounds : 0, third_place: now.third_place }]) : [{ system: "dutch", rounds: 5 }];
    this.rows = [];
    this.box = h("div.stage-list");
    this.more = h("button", { type: "button", onclick: () => this.add({ system: "knock_out" }) }, t("page.stage_add"));
    this.element = h("fieldset", {}, h("legend", {}, t("page.tournament_stages")), this.box, h("div.start", {}, this.more));
    this.teams = null;
    for (const rules of plan) this.add(rules);
  }

  add(rules) {
    const row = new StageFields(rules, this.rows.length, () => this.update(), () => this.remove(row));
    this.rows.push(row);
    this.box.append(row.element);
    this.update();
  }

  remove(row) {
    this.rows = this.rows.filter((each) => each !== row);
    row.element.remove();
    this.update();
  }

  update() {
    this.rows.forEach((row, at) => row.update(at, this.rows.length, Boolean(this.teams?.checked)));
    this.more.hidden = this.rows.length >= MOST;
  }

  /** `{system, rounds, plan}`: what the regulations say of stages. */
  read() {
    const plan = this.rows.map((row) => row.read());
    return { system: plan[0].system, rounds: Math.max(1, ...[plan.reduce((sum, { rounds }) => sum + rounds, 0)]), plan };
  }
}

class StageFields {
  constructor(rules, at, changed, removed) {
    this.rules = rules;
    const named = (name) => `stage${at}_${name}`;
    this.system = select(named("system"), []);
    this.system.addEventListener("change", () => {
      if (!OPEN.includes(this.system.value)) this.rounds.value = ""; // what stood there was said of another system
      changed();
    });
    this.rounds = number(named("rounds"), { min: 1, max: 99, value: rules.rounds || "" });
    this.groups = number(named("groups"), { min: 1, max: 26, value: rules.groups ?? 1 });
    this.qualifiers = number(named("qualifiers"), { min: 2, max: 256, value: rules.qualifiers || "" });
    this.name = input(named("name"), { maxlength: 100, value: rules.name });
    this.games = number(named("games"), { min: 1, max: 8, value: rules.games ?? 1 });
    this.control = input(named("control"), { placeholder: "5m+3s", value: rules.control });
    this.tieBreaks = input(named("tie_breaks"), { value: rules.tie_breaks?.join(", ") });
    this.seeds = number(named("seeds"), { min: 0, max: 256, value: rules.seeds ?? "" });
    this.withinTier = select(named("within_tier"), ["fixed", "drawn"].map((each) => [each, t(`within_tier.${each}`)]));
    this.apart = select(named("apart"), ["club", "federation"].map((each) => [each, t(`apart.${each}`)]));
    this.final = select(named("final"), ["single", "reset"].map((each) => [each, t(`final_mode.${each}`)]));
    this.playOff = input(named("play_off"), { placeholder: "5m+3s, 5m+3s, 3m+2s", value: rules.play_off?.join(", ") });
    this.boxes = Object.fromEntries(["third_place", "contested", "separate_mates", "carry_over", "accelerated"].map((name) => [name, check(named(name), t(`page.stage_${name}`), rules[name])]));
    for (const [element, value] of [[this.withinTier, rules.within_tier], [this.apart, rules.apart], [this.final, rules.final]]) if (value) element.value = value;
    this.fields = {
      rounds: field(t("page.tournament_rounds"), this.rounds, t("page.stage_rounds_hint")),
      groups: field(t("page.tournament_groups"), this.groups, t("page.tournament_groups_hint")),
      qualifiers: field(t("page.tournament_qualifiers"), this.qualifiers, t("page.tournament_qualifiers_hint")),
      games: field(t("page.stage_games"), this.games, t("page.stage_games_hint")),
      seeds: field(t("page.tournament_seeds"), this.seeds, t("page.tournament_seeds_hint")),
      withinTier: field(t("page.stage_within_tier"), this.withinTier),
      apart: field(t("page.stage_apart"), this.apart),
      final: field(t("page.stage_final"), this.final),
      playOff: field(t("page.tournament_play_off"), this.playOff, t("page.tournament_play_off_hint")),
    };
    this.legend = h("strong");
    this.remover = h("button.quiet", { type: "button", onclick: removed }, t("page.stage_remove"));
    const more = h(
      "details",
      {},
      h("summary", {}, t("page.stage_more")),
      h("div.columns", {}, field(t("page.stage_name"), this.name), field(t("page.stage_control"), this.control, t("page.stage_control_hint")), field(t("page.stage_tie_breaks"), this.tieBreaks, t("page.stage_control_hint")), this.fields.games, this.fields.seeds, this.fields.withinTier, this.fields.apart, this.fields.final, this.fields.playOff),
      ...Object.values(this.boxes),
    );
    this.element = h(
      "div.stage-fields",
      { role: "group" },
      h("div.people-head", {}, this.legend, this.remover),
      h("div.columns", {}, field(t("page.tournament_system"), this.system), this.fields.rounds, this.fields.groups, this.fields.qualifiers),
      more,
    );
  }

  /** Show what this system has; `at` of `count` stages. */
  update(at, count, teams) {
    const systems = teams ? OF_TEAMS : OF_PERSONS;
    const wanted = this.system.value || this.rules.system;
    this.system.replaceChildren(...systems.map((system) => h("option", { value: system }, t(`system.${system}`))));
    this.system.value = systems.includes(wanted) ? wanted : systems[0];
    const system = this.system.value;
    const bracket = BRACKETS.includes(system);
    this.legend.textContent = t("page.stage_heading", { number: at + 1 });
    this.legend.hidden = this.remover.hidden = count < 2;
    this.element.setAttribute("aria-label", t("page.stage_heading", { number: at + 1 }));
    this.rounds.required = OPEN.includes(system);
    this.fields.qualifiers.hidden = at === count - 1;
    this.qualifiers.required = at < count - 1;
    this.fields.groups.hidden = ["scheveningen", "challenge_series"].includes(system);
    this.fields.rounds.hidden = !OPEN.includes(system) && !SCHEDULED.includes(system);
    this.fields.games.hidden = system === "challenge_series";
    for (const name of ["seeds", "withinTier", "apart", "playOff"]) this.fields[name].hidden = !bracket;
    this.fields.playOff.hidden ||= teams;
    this.fields.final.hidden = system !== "double_elimination";
    this.boxes.third_place.hidden = this.boxes.contested.hidden = system !== "knock_out";
    this.boxes.separate_mates.hidden = !bracket || at === 0;
    this.boxes.carry_over.hidden = system !== "round_robin" || at === 0;
    this.boxes.accelerated.hidden = system !== "dutch";
  }

  /** A stage as the relay takes it: only what its system has. */
  read() {
    const there = (element) => !element.hidden;
    const found = { system: this.system.value, rounds: there(this.fields.rounds) ? Number(this.rounds.value || 0) : 0, groups: there(this.fields.groups) ? Number(this.groups.value || 1) : 1 };
    if (there(this.fields.qualifiers)) found.qualifiers = Number(this.qualifiers.value || 0);
    if (this.name.value.trim()) found.name = this.name.value.trim();
    if (this.control.value.trim()) found.control = this.control.value.trim();
    if (this.tieBreaks.value.trim()) found.tie_breaks = list(this.tieBreaks.value);
    if (there(this.fields.games)) found.games = Number(this.games.value || 1);
    if (there(this.fields.seeds) && this.seeds.value !== "") Object.assign(found, { seeds: Number(this.seeds.value), within_tier: this.withinTier.value, apart: this.apart.value });
    if (there(this.fields.final)) found.final = this.final.value;
    if (there(this.fields.playOff)) found.play_off = list(this.playOff.value);
    for (const [name, box] of Object.entries(this.boxes)) if (there(box)) found[name] = box.querySelector("input").checked;
    return found;
  }
}
