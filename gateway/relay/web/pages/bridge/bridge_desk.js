// What is done to the bridge event from the desk: each act is asked for in a form, what follows is shown, then it is sent.

import { Acting } from "../lib/acting.js";
import { ask, askUntil, buttons, field } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { t } from "../lib/words.js";
import { input, textOf, whyOf } from "../tournament/form_fields.js";
import { boardForm, readBoard } from "./board_form.js";
import { advanceForm, contestantForm, lineUpForm, listForm, penaltyForm, readContestant, readLineUp, reason, seatsForm, seedForm } from "./bridge_forms.js";
import { bridgeRulesForm } from "./bridge_rules_form.js";

/** Beside which field a refusal is said. */
const FIELDS = {
  "bridge.bad_losers": "scale_table",
  "bridge.bad_scale": "scale_table",
  "bridge.impossible_tricks": "result",
  "bridge.no_table": "table",
  "bridge.no_vp_column": "column",
  "bridge.unreadable": "result",
  "bridge.unreadable_lead": "result",
  "bridge.whist_size": "leave_out",
  "bridge_event.board_twice": "from",
  "bridge_event.bye_vp": "bye_vp",
  "bridge_event.fixed": ({ field: name }) => ({ pace: "minutes", scale: "kind" })[name] ?? name,
  "bridge_event.line_up_members": "player",
  "bridge_event.match_begun": "seed",
  "bridge_event.nameless": "member",
  "bridge_event.no_round": "round",
  "bridge_event.not_the_teams_board": "from",
  "bridge_event.overtime_points": "steps",
  "bridge_event.overtime_steps": "steps",
  "bridge_event.penalty_reason": "why",
  "bridge_event.penalty_unit": "unit",
  "bridge_event.penalty_without_match": "round",
  "bridge_event.places_shared": "seed",
  "bridge_event.points": "points",
  "bridge_event.qualifiers": "qualifiers",
  "bridge_event.reason_missing": "why",
  "bridge_event.rounds_missing": "rounds",
  "bridge_event.score_tens": "north_south",
  "bridge_event.seed_missing": "seed",
  "bridge_event.sets": "sets",
  "bridge_event.sets_of_teams": "sets",
  "bridge_event.swiss_scale": "kind",
  "bridge_event.system": "system",
  "bridge_event.tie_break_twice": "tie_breaks",
  "bridge_event.too_few_members": "member",
  "bridge_event.weights": "percent_0",
  "round_clock.break_outside": "breaks",
};

export class BridgeDesk extends Acting {
  /** `content()` is the event as it stands, `done(why)` is called after each act. */
  constructor(content, done) {
    super("/api/bridge", done, FIELDS);
    this.contentNow = content;
  }

  get content() {
    return this.contentNow();
  }

  get rounds() {
    return this.content.rounds ?? [];
  }

  name(number) {
    return `${number} ${(this.content.contestants ?? []).find((each) => each.number === number)?.name ?? ""}`;
  }

  /** A question with a reason and nothing else, whose effects are shown. */
  simply(act, title) {
    askUntil(h("form", { method: "dialog" }, h("h2", {}, title), reason(), buttons(title)), (data) => this.propose({ ...act, ...whyOf(data) }, title));
  }

  // Entries ----------------------------------------------------------------------------------------------------------

  open() {
    const { form, read } = bridgeRulesForm();
    askUntil(form, async (data) => this.withScale(read(data), (regulations) => this.send({ type: "open_event", regulations })));
  }

  settings() {
    const { form, read } = bridgeRulesForm(this.content.regulations);
    askUntil(form, async (data) => this.withScale(read(data), (regulations) => this.propose({ type: "change_regulations", regulations, ...whyOf(data) }, t("page.tournament_settings"))));
  }

  /** A table of the event's own is read by the relay first; what is wrong with it is said beside it. */
  async withScale(rules, then) {
    if (rules.scale.kind !== "given") return then(rules);
    const { ok, content, why } = await request("POST", "/api/bridge/scale", { name: rules.scale.name, table: rules.scale.table });
    return ok ? then({ ...rules, scale: content }) : { why, field: "scale_table" };
  }

  enter(held = null) {
    const form = contestantForm(this.content.regulations.form ?? "teams", held);
    askUntil(form, (data) => {
      const contestant = readContestant(data, held);
      return held ? this.propose({ type: "change_entry", contestant }, t("bridge_desk.edit")) : this.send({ type: "enter", contestant });
    });
  }

  /** A list from a file: everybody, or nobody of it. */
  enterList() {
    askUntil(listForm(), async (data) => {
      const answer = await request("POST", "/api/bridge/entries", { list: data.get("list") });
      if (!answer.ok) return { why: answer.why, field: "list" };
      return this.answer(answer);
    });
  }

  strike({ id, name }) {
    this.simply({ type: "strike_entry", contestant: id }, t("bridge_desk.strike_entry", { name }));
  }

  close() {
    const title = t("bridge_desk.close");
    if (!this.content.regulations.numbers_drawn) return this.propose({ type: "close_entries" }, title);
    return askUntil(seedForm(title, t("page.seed_numbers_hint"), true), (data) => this.propose({ type: "close_entries", seed: textOf(data, "seed") }, title));
  }

  reopen() {
    this.simply({ type: "reopen_entries" }, t("page.entries_reopen"));
  }

  withdraw({ id, name, withdrawn }) {
    this.simply({ type: withdrawn ? "return" : "withdraw", contestant: id }, t("page.labelled", { label: t(withdrawn ? "page.tournament_return" : "page.tournament_withdraw"), value: name }));
  }

  // Rounds -----------------------------------------------------------------------------------------------------------

  /** Lots are asked for only where two share a place on which the next stage depends. */
  async draw() {
    const title = t("bridge_desk.draw", { round: this.rounds.length + 1 });
    const { ok, content } = await request("POST", "/api/bridge/preview", { act: { type: "draw_round" } });
    if (ok || content?.message?.key !== "bridge_event.places_shared") return this.propose({ type: "draw_round" }, title);
    return askUntil(seedForm(title, t("bridge_desk.draw_seed_hint"), true), (data) => this.propose({ type: "draw_round", seed: textOf(data, "seed") }, title));
  }

  takeBack() {
    this.simply({ type: "take_back_round" }, t("bridge_desk.take_back"));
  }

  publish(round) {
    return this.propose({ type: "publish_round" }, t("bridge_desk.publish", { round }));
  }

  /** Home and away of all matches that are not decided. */
  drawSeats() {
    const title = t("bridge_desk.seats_draw");
    askUntil(seedForm(title, t("bridge_desk.seats_seed_hint"), true), (data) => this.propose({ type: "draw_seats", seed: textOf(data, "seed") }, title));
  }

  seats(match) {
    const teams = [match.home, match.away].map((number) => [String(number), this.name(number)]);
    askUntil(seatsForm(match, teams), (data) => {
      const act = data.get("kind") === "lot" ? { type: "draw_seats", seed: textOf(data, "seed"), match: match.number } : { type: "choose_seats", match: match.number, home: Number(data.get("home")) };
      return this.propose({ ...act, ...whyOf(data) }, t("bridge_desk.seats_of", { match: match.number }));
    });
  }

  advance(match) {
    const teams = [match.home, match.away].map((number) => [String(number), this.name(number)]);
    askUntil(advanceForm(match, teams), (data) => this.propose({ type: "advance_team", round: match.round, match: match.number, number: Number(data.get("team")), ...whyOf(data) }, t("bridge_desk.advance_of", { match: match.number })));
  }

  lineUp(contestant) {
    const title = t("bridge_desk.line_up_of", { name: contestant.name });
    askUntil(lineUpForm(this.content, contestant), (data) => this.propose({ type: "line_up", contestant: contestant.id, ...readLineUp(data), ...whyOf(data) }, title));
  }

  rank() {
    const title = t("bridge_desk.rank");
    askUntil(seedForm(title, t("bridge_desk.rank_seed_hint")), (data) => this.propose({ type: "rank", ...(textOf(data, "seed") ? { seed: textOf(data, "seed") } : {}) }, title));
  }

  undo(n) {
    return this.propose({ type: "undo", n }, t("bridge_desk.undo", { n }));
  }

  // Results ----------------------------------------------------------------------------------------------------------

  /** Enter, correct or adjust a board; what was entered before, and what is no plain contract, shows what it changes. */
  decide(table, board) {
    const about = (table.results ?? []).find((each) => each.board === board) ?? { board };
    askUntil(boardForm(table, about), async (data) => {
      const act = readBoard(data, table, board);
      const plain = act.outcome?.type === "played" && !about.result;
      const told = plain ? await this.send(act) : await this.propose(act, t("bridge_desk.board_of", { board, table: table.label.toUpperCase() }));
      if (told.field !== "result" || !act.outcome.parts) return told;
      return { ...told, field: `weighted_${act.outcome.parts.findIndex(({ result }) => told.args.text === result)}` }; // which of them it is
    });
  }

  penalize(contestant) {
    askUntil(penaltyForm(this.content, contestant), (data) => this.propose({ type: "penalize", contestant: contestant.id, round: Number(data.get("round")), points: textOf(data, "points").replace(",", "."), unit: data.get("unit"), ...whyOf(data) }, t("bridge_desk.penalty_of", { name: contestant.name })));
  }

  seeTo({ n, table, board }) {
    const title = t("bridge_desk.answer", { table: table.split(".")[1].toUpperCase(), board: board ?? 0 });
    askUntil(h("form", { method: "dialog" }, h("h2", {}, title), field(t("bridge_desk.answer_what"), input("why", { maxlength: 500 })), buttons(t("bridge_desk.answered"))), (data) => this.send({ type: "answer_call", n, ...whyOf(data) }));
  }

  /** The addresses of the tables' pages, for phones and cards. */
  async links() {
    const { ok, content, why } = await request("GET", "/api/bridge/links");
    if (!ok) return this.done(why);
    const rows = content.links.map(({ table, address }) => h("li", {}, h("a", { href: address, target: "_blank", rel: "noopener" }, t("bridge_table.table", { table: table.toUpperCase() }))));
    const close = h("div.buttons", {}, h("button.cancel", { type: "button" }, t("page.close")));
    return ask(h("form", { method: "dialog" }, h("h2", {}, t("bridge_desk.links")), h("p", {}, t("bridge_desk.links_hint")), h("ul.bridge-links", {}, ...rows), close), () => {});
  }
}
