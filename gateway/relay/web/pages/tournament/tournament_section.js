// The section of the tournament: its next step, rounds with results, standings, players. What follows from an act is shown before it is done.

import { ask, buttons, field, select } from "../lib/dialog.js";
import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { language, say, t } from "../lib/words.js";
import { drawForm, openingForm, playerForm, readOpening, readPlayer, stageForm } from "./tournament_forms.js";
import { missingList } from "./missing_list.js";
import { ResultDesk } from "./result_desk.js";
import { scoreOf, SCORES, sourceWords } from "./scores.js";
import { printMenu } from "./tournament_print.js";
import { bracketTable, playersTable, roundTable, standingsTable } from "./tournament_tables.js";

const REFRESH_MS = 5000;
const VIEWS = ["rounds", "entry", "standings", "players"];
const LATE = ["dutch", "split_half", "adjacent", "first_last", "by_hand"]; // systems in which somebody may come later

export class TournamentSection {
  constructor(root, { store, counted }) {
    this.root = root;
    this.store = store;
    this.counted = counted;
    this.view = "rounds";
    this.content = null;
    this.standings = null;
    this.shownRound = 0; // 0: the last one
    this.shownStage = 0; // 0: the last one
    this.reply = h("p.reply.bad", { role: "status" });
    this.desk = new ResultDesk((act) => this.act(act));
    this.store.addEventListener("acts", () => this.visible && this.load());
  }

  show(visible) {
    this.visible = visible;
    if (visible) this.load();
    else this.root.replaceChildren();
  }

  get rights() {
    return this.store.hello?.rights ?? [];
  }

  async load() {
    this.loaded = Date.now();
    const { ok, content, why } = await request("GET", "/api/tournament");
    setText(this.reply, why);
    if (!ok) return;
    const written = JSON.stringify(content);
    const changed = written !== this.written;
    this.written = written;
    this.content = content;
    if (changed && content.closed) {
      await this.loadStage();
    }
    if (changed || !this.root.firstChild) this.build();
    this.counted();
  }

  async loadStage() {
    const found = await request("GET", `/api/tournament/stages/${this.shownStage || this.content.stages.length}`);
    if (found.ok) this.standings = found.content;
  }

  /** Somebody else may have acted, or a table has told its result. Not under somebody's hand. */
  tick() {
    if (Date.now() - this.loaded > REFRESH_MS && !document.querySelector("dialog[open]") && !this.root.querySelector("select:focus")) this.load();
  }

  count() {
    return this.rights.includes("results") ? games(this.content).filter(({ disputed }) => disputed).length : 0;
  }

  build() {
    if (!this.visible || !this.content) return;
    const { regulations } = this.content;
    this.desk.update(this.content);
    const held = this.desk.element?.contains(document.activeElement) ? document.activeElement : null; // somebody types
    this.root.classList.add("people", "tournament");
    const head = h("div.people-head", {}, h("h2", {}, regulations?.title ?? t("page.section_tournament")), h("div.buttons", {}, regulations && this.printButton(), ...this.steps()));
    const parts = [head, this.reply, h("p.muted.tournament-stage", {}, this.stageWords())];
    if (regulations) parts.push(this.choice(), this.missing(), this.panel());
    this.root.replaceChildren(...parts.filter(Boolean));
    if (this.view === "entry") held?.focus();
  }

  printButton() {
    const rounds = (this.content.rounds ?? []).map(({ number }) => number);
    return h("button", { type: "button", onclick: async () => setText(this.reply, await printMenu(rounds)) }, t("page.print"));
  }

  stageWords() {
    const { regulations, closed, rounds = [], players = [], ranking = [] } = this.content;
    if (!regulations) return t("page.tournament_none");
    if (ranking.length) return t("page.tournament_over", { n: players.length });
    if (!closed) return t("page.tournament_entries", { n: players.length });
    const missing = games(this.content).filter(({ result, adjourned }) => !result && !adjourned).length;
    const words = t("page.tournament_stage", { round: rounds.length, of: this.content.rounds_planned ?? regulations.rounds, n: missing });
    return this.stages.length + (this.content.stages_left ?? 0) > 1 ? `${stageName(this.stages.at(-1))}. ${words}` : words;
  }

  get stages() {
    return this.content.stages ?? [];
  }

  /** What can be done next, and what can be taken back. */
  steps() {
    if (!this.rights.includes("tournament")) return [];
    const { regulations, closed, rounds = [], ranking = [] } = this.content;
    const button = (key, act, args = {}, kind = "button.primary") => h(kind, { type: "button", onclick: act }, t(key, args));
    const found = [];
    if (!regulations) return [button("page.tournament_open", () => this.open())];
    if (closed && !ranking.length && rounds.length < regulations.rounds && this.stages.length === 1 && LATE.includes(regulations.system)) found.push(button("page.tournament_enter_late", () => this.enter(), {}, "button"));
    const last = rounds.at(-1);
    const over = !last || last.stage === "over";
    if (!closed) {
      found.push(button("page.tournament_enter", () => this.enter(), {}, "button"));
      found.push(button("page.tournament_close", () => this.propose({ type: "close_entries" }, "page.tournament_close")));
    } else if (last?.stage === "paired") {
      found.push(button("page.tournament_unpair", () => this.propose({ type: "unpair_round" }, "page.tournament_unpair"), {}, "button"));
      found.push(button("page.tournament_publish", () => this.propose({ type: "publish_round" }, "page.tournament_publish"), { round: last.number }));
    } else if (this.stages.at(-1).to_draw) {
      found.push(button("page.tournament_draw", () => this.draw()));
    } else if (!this.stages.at(-1).over) {
      const pair = button("page.tournament_pair", () => this.propose({ type: "pair_round" }, "page.tournament_pair"), { round: rounds.length + 1 });
      pair.disabled = !over;
      found.push(pair);
    } else if (this.content.stages_left) {
      const close = button("page.tournament_close_stage", () => this.closeStage());
      close.disabled = !over;
      found.push(close);
    } else if (!ranking.length) {
      const rank = button("page.tournament_rank", () => this.propose({ type: "rank" }, "page.tournament_rank"));
      rank.disabled = !over;
      found.push(rank);
    }
    return found;
  }

  choice() {
    const group = h("div.choice", { role: "radiogroup", "aria-label": t("page.tournament_view") });
    for (const view of VIEWS.filter((each) => each !== "entry" || this.enters)) {
      const input = h("input", { type: "radio", name: "tournament-view", value: view, checked: view === this.view });
      input.addEventListener("change", () => {
        this.view = view;
        this.build();
      });
      group.append(h("label", {}, input, h("span", {}, t(view === "entry" ? "page.tournament_entry" : `page.tournament_${view}`))));
    }
    return group;
  }

  /** Whether this reader enters results now. */
  get enters() {
    return this.rights.includes("results") && (this.content.rounds ?? []).some(({ stage }) => stage !== "paired");
  }

  /** What is missing before the next round can be paired, for those who see to it. */
  missing() {
    if (!this.enters || !["rounds", "entry"].includes(this.view)) return null;
    return missingList(this.content, (game) => this.decide(game), (games) => this.confirmAll(games));
  }

  panel() {
    const { rounds = [] } = this.content;
    if (this.view === "entry" && this.enters) return this.desk.inLanguage(language);
    if (this.view === "players") return scroll(playersTable(this.content, this.rights.includes("tournament") ? { withdraw: (player) => this.withdraw(player), seat: (player) => this.seat(player) } : null), "page.tournament_players");
    if (this.view === "standings") return this.standings ? this.stagePanel() : h("p.notice", {}, t("page.tournament_no_standings"));
    if (!rounds.length) return h("p.notice", {}, t("page.tournament_no_rounds"));
    const shown = rounds.find(({ number }) => number === this.shownRound) ?? rounds.at(-1);
    const chooser = select("round", rounds.map(({ number }) => [String(number), t("page.tournament_round", { round: number })]));
    chooser.value = String(shown.number);
    chooser.setAttribute("aria-label", t("page.tournament_rounds"));
    chooser.addEventListener("change", () => {
      this.shownRound = Number(chooser.value);
      this.build();
    });
    const decide = this.rights.includes("results") && shown.stage !== "paired" ? (game) => this.decide(game) : null;
    return h("div.tournament-round", {}, chooser, scroll(roundTable(this.content, shown, decide, (number) => this.explain(shown.number, number)), "page.tournament_rounds"));
  }

  /** The standings of every group of a stage, or its bracket. */
  stagePanel() {
    const parts = [];
    if (this.stages.length > 1) {
      const chooser = select("stage", this.stages.map((stage, at) => [String(at + 1), stageName(stage)]));
      chooser.value = String(this.shownStage || this.stages.length);
      chooser.setAttribute("aria-label", t("page.tournament_stages"));
      chooser.addEventListener("change", async () => {
        this.shownStage = Number(chooser.value);
        await this.loadStage();
        this.build();
      });
      parts.push(chooser);
    }
    for (const { name, standings, ties = [] } of this.standings.groups) {
      if (name) parts.push(h("h3", {}, t("page.tournament_group", { name })));
      parts.push(scroll(standings ? standingsTable(this.content, standings) : bracketTable(this.content, ties), "page.tournament_standings"));
    }
    return h("div.tournament-round", {}, ...parts);
  }

  // What is done -----------------------------------------------------------------------------------------------------

  open() {
    const form = openingForm();
    ask(form, (data) => this.act({ type: "open_event", regulations: readOpening(data) }));
  }

  draw() {
    ask(drawForm(), (data) => this.propose({ type: "draw_lots", names: data.get("names").trim(), numbers: data.get("numbers").trim() }, "page.tournament_draw"));
  }

  closeStage() {
    ask(stageForm(), (data) => this.propose({ type: "close_stage", seed: data.get("seed").trim() }, "page.tournament_close_stage"));
  }

  enter() {
    ask(playerForm(), (data) => this.act({ type: "enter_player", person: readPlayer(data) }));
  }

  withdraw({ person, withdrawn }) {
    const type = withdrawn ? "return_player" : "withdraw_player";
    this.propose({ type, player: person.id }, withdrawn ? "page.tournament_return" : "page.tournament_withdraw");
  }

  /** A table at which somebody always sits: because of what he needs, or what is broadcast. */
  seat({ person, table = "" }) {
    const input = h("input", { name: "table", value: table, maxlength: 64, placeholder: "t1" });
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.seat_of", { name: person.name })), field(t("page.fixed_table"), input, t("page.fixed_table_hint")), field(t("page.why"), h("input", { name: "why", maxlength: 500 })), buttons(t("page.seat")));
    ask(form, (data) => this.act({ type: "seat_player", player: person.id, table: data.get("table").trim().toLowerCase(), ...(data.get("why") ? { why: data.get("why") } : {}) }));
  }

  /** Confirm every result on which all who told one agree. */
  async confirmAll(games) {
    let why = "";
    for (const { id } of games) {
      const answer = await request("POST", "/api/tournament/acts", { act: { type: "accept_result", pairing: id } });
      why ||= answer.why;
    }
    await this.load();
    setText(this.reply, why);
  }

  /** Confirm what was reported, or set another result; one that stands needs a reason. */
  decide(game) {
    const { result = "", reports = {} } = game;
    const told = Object.entries(reports).map(([who, score]) => h("li", {}, t("page.told_by", { who: sourceWords(who), score })));
    const input = select("score", SCORES.map((score) => [score, score]));
    input.value = Object.values(reports)[0] ?? (result || "1-0");
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.tournament_result_of", { game: game.id })));
    if (told.length) form.append(h("p", {}, t("page.tournament_reported")), h("ul", {}, ...told));
    form.append(field(t("page.tournament_result"), input));
    if (result) form.append(field(t("page.why_required"), h("input", { name: "why", required: true, maxlength: 500 })));
    const goesOn = this.goesOn(game);
    if (goesOn) form.append(goesOn);
    form.append(buttons(t("page.tournament_accept")));
    ask(form, (data) => {
      if (data.get("goes_on")) return void this.act({ type: "advance_player", pairing: game.id, number: Number(data.get("goes_on")), why: data.get("why") ?? "" });
      const score = scoreOf(data.get("score"));
      this.act({ type: "accept_result", pairing: game.id, score, ...(data.get("why") ? { why: data.get("why") } : {}) });
    });
  }

  /** Who goes on after a drawn game of a knock-out, where no play-off says it. */
  goesOn({ id, result, white, black }) {
    const round = this.content.rounds.find(({ games: all }) => all.some((game) => game.id === id));
    const { system } = this.stages[(round.part_of ?? 1) - 1] ?? {};
    if (!["knock_out", "double_elimination"].includes(system) || result !== "½-½") return null;
    const name = (number) => `${number} ${this.content.players.find((player) => player.number === number).person.name}`;
    return field(t("page.tournament_goes_on"), select("goes_on", [["", t("page.tournament_goes_on_open")], ...[white, black].map((number) => [String(number), name(number)])]));
  }

  /** Why somebody meets this opponent, in the engine's own words. */
  async explain(round, number) {
    const { ok, content, why } = await request("GET", `/api/tournament/rounds/${round}/players/${number}`);
    setText(this.reply, why);
    if (!ok) return;
    const close = h("div.buttons", {}, h("button.cancel", { type: "button" }, t("page.close")));
    ask(h("form", { method: "dialog" }, h("h2", {}, t("page.tournament_why")), h("ul", {}, ...content.story.map((sentence) => h("li", {}, say(sentence)))), close), () => {});
  }

  /** Show what would follow, and do it if that is wanted. */
  async propose(act, title) {
    const { ok, content, why } = await request("POST", "/api/tournament/preview", { act });
    setText(this.reply, why);
    if (!ok) return;
    const round = (this.content.rounds ?? []).length + (act.type === "pair_round" ? 1 : 0);
    const words = t(title, { round });
    const form = h("form", { method: "dialog" }, h("h2", {}, words), h("ul", {}, ...content.effects.map((effect) => h("li", {}, say(effect)))), buttons(words));
    ask(form, () => this.act(act));
  }

  async act(act) {
    const { ok, why } = await request("POST", "/api/tournament/acts", { act });
    await this.load();
    setText(this.reply, ok ? "" : why);
    return { ok, why };
  }
}

const stageName = ({ name, number, system }) => name || t("page.tournament_stage_name", { number, system: t(`system.${system}`) });

const games = (content) => (content?.rounds ?? []).flatMap(({ games: all }) => all);

const scroll = (table, key) => h("div.scroll", { tabindex: "0", role: "region", "aria-label": t(key) }, table);
