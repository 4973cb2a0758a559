// The section of the tournament: its next step, rounds with results, standings, entries, the record, duties.

import { ask, select } from "../lib/dialog.js";
import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { language, t } from "../lib/words.js";
import { dutyList } from "./duty_list.js";
import { missingList } from "./missing_list.js";
import { recordList } from "./record_list.js";
import { ResultDesk } from "./result_desk.js";
import { TournamentActs } from "./tournament_acts.js";
import { printMenu } from "./tournament_print.js";
import { bracketTable, playersTable, roundTable, standingsTable } from "./tournament_tables.js";

const REFRESH_MS = 5000;
const VIEWS = ["rounds", "entry", "standings", "players", "duties", "record"];
const FETCHED = { duties: "/api/tournament/duties", record: "/api/tournament/record" };
const LATE = ["dutch", "split_half", "adjacent", "first_last", "team_swiss", "by_hand"]; // systems in which somebody may come later

export class TournamentSection {
  constructor(root, { store, counted }) {
    this.root = root;
    this.store = store;
    this.counted = counted;
    this.view = "rounds";
    this.content = null;
    this.standings = null;
    this.fetched = {}; // of the views that are asked for when they are looked at
    this.shownRound = 0; // 0: the last one
    this.shownStage = 0; // 0: the last one
    this.reply = h("p.reply.bad", { role: "status" });
    this.acts = new TournamentActs(() => this.content, async (why) => {
      await this.load();
      setText(this.reply, document.querySelector("dialog[open]") ? "" : why); // a form says it itself
    });
    this.desk = new ResultDesk(async (act) => {
      const why = await this.acts.send(act);
      return { ok: !why, why };
    });
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

  get runs() {
    return this.rights.includes("tournament");
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
    if (changed && content.closed) await this.loadStage();
    const fetched = await this.loadView();
    if (changed || fetched || !this.root.firstChild) this.build();
    this.counted();
  }

  async loadStage() {
    const found = await request("GET", `/api/tournament/stages/${this.shownStage || this.content.stages.length}`);
    if (found.ok) this.standings = found.content;
  }

  /** The record or the duties, if they are looked at; whether they are others than before. */
  async loadView() {
    const path = FETCHED[this.view];
    if (!path) return false;
    const { ok, content, why } = await request("GET", path);
    setText(this.reply, why);
    if (!ok || JSON.stringify(content) === JSON.stringify(this.fetched[this.view])) return false;
    this.fetched[this.view] = content;
    return true;
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
    if (!regulations) return t(this.runs ? "page.tournament_none_yet" : "page.tournament_none");
    if (ranking.length) return t("page.tournament_over", { n: players.length });
    if (!closed) return t(regulations.teams ? "page.tournament_entries_teams" : "page.tournament_entries", { n: players.length });
    const missing = games(this.content).filter(({ result, adjourned }) => !result && !adjourned).length;
    const words = t("page.tournament_stage", { round: rounds.length, of: this.content.rounds_planned ?? regulations.rounds, n: missing });
    return this.stages.length + (this.content.stages_left ?? 0) > 1 ? `${stageName(this.stages.at(-1))}. ${words}` : words;
  }

  get stages() {
    return this.content.stages ?? [];
  }

  /** Whether all that is paired is played. */
  get over() {
    const last = (this.content.rounds ?? []).at(-1);
    return !last || last.stage === "over";
  }

  /** What can be done next; what is needed less often stands behind "More". */
  steps() {
    if (!this.runs) return [];
    const { regulations, closed, rounds = [], ranking = [], shared = [] } = this.content;
    const button = (key, act, args = {}, kind = "button.primary") => h(kind, { type: "button", onclick: act }, t(key, args));
    const found = [];
    if (!regulations) return [button("page.tournament_open", () => this.acts.open())];
    found.push(button("page.tournament_more", () => this.more(), {}, "button"));
    const last = rounds.at(-1);
    const waiting = (element) => Object.assign(element, { disabled: !this.over });
    if (!closed) {
      found.push(button("page.list_enter", () => this.acts.enterList(), {}, "button"));
      found.push(button(regulations.teams ? "page.team_enter" : "page.tournament_enter", () => this.acts.enter(), {}, "button"));
      found.push(button("page.tournament_close", () => this.acts.close()));
    } else if (last?.stage === "paired") {
      found.push(button("page.tournament_unpair", () => this.acts.propose({ type: "unpair_round" }, t("page.tournament_unpair")), {}, "button"));
      found.push(button("page.tournament_publish", () => this.acts.publish(last.number), { round: last.number }));
    } else if (this.stages.at(-1).to_draw) {
      found.push(button("page.tournament_draw", () => this.acts.draw()));
    } else if (!this.stages.at(-1).over) {
      const round = rounds.length + 1;
      const byHand = this.stages.at(-1).system === "by_hand";
      found.push(waiting(button(byHand ? "page.pair_by_hand" : "page.tournament_pair", () => (byHand ? this.acts.pairByHand() : this.acts.propose({ type: "pair_round" }, t("page.tournament_pair", { round }))), { round })));
    } else if (!ranking.length) {
      if (shared.length) found.push(waiting(button("page.play_off", () => this.acts.playOff(), {}, "button")));
      found.push(waiting(this.content.stages_left ? button("page.tournament_close_stage", () => this.acts.closeStage()) : button("page.tournament_rank", () => this.acts.rank())));
    }
    return found;
  }

  /** What is needed less often. */
  more() {
    const { regulations, closed, rounds = [], ranking = [] } = this.content;
    const late = closed && this.stages.length === 1 && !this.stages[0].over && LATE.includes(regulations.system);
    const last = rounds.at(-1);
    const unplayed = closed && !rounds.some(({ part_of: part = 1 }) => part === this.stages.length);
    const offered = [
      ["page.tournament_settings", () => this.acts.settings(), !ranking.length],
      [regulations.teams ? "page.team_enter_late" : "page.tournament_enter_late", () => this.acts.enter(), late],
      ["page.apart", () => this.acts.apart(), !ranking.length],
      ["page.opening", () => this.acts.opening(), closed && !ranking.length && (regulations.opening_table || (regulations.rules ?? "").startsWith("draughts"))],
      ["page.pair_by_hand", () => this.acts.pairByHand(), closed && !ranking.length && last?.stage !== "paired" && this.over && !this.stages.at(-1)?.over],
      ["page.arrange", () => this.acts.arrange(), unplayed && !ranking.length],
      ["page.tournament_unpair", () => this.acts.propose({ type: "unpair_round" }, t("page.tournament_unpair")), last?.stage === "published"],
      ["page.entries_reopen", () => this.acts.propose({ type: "reopen_entries" }, t("page.entries_reopen")), closed && !rounds.length],
    ];
    const close = h("button.cancel", { type: "button" }, t("page.close"));
    const choices = offered.filter(([, , there]) => there).map(([key, act]) => h("button", { type: "button", onclick: () => (close.click(), setTimeout(act)) }, t(key, { round: rounds.length + 1 })));
    const files = [["CSV", "/api/tournament/players.csv", true], ["TRF", "/api/tournament/report.trf", closed], ["JSON", "/api/tournament", true]];
    const links = files.filter(([, , there]) => there).map(([name, path]) => h("a.button", { href: path, download: path.split("/").at(-1) }, t("page.save_as", { form: name })));
    ask(h("form", { method: "dialog" }, h("h2", {}, t("page.tournament_more_title")), h("div.menu", {}, ...choices), h("div.start", {}, ...links), h("div.buttons", {}, close)), () => {});
  }

  choice() {
    const group = h("div.choice", { role: "radiogroup", "aria-label": t("page.tournament_view") });
    const there = { entry: this.enters, duties: this.officer, record: this.officer };
    for (const view of VIEWS.filter((each) => there[each] ?? true)) {
      const input = h("input", { type: "radio", name: "tournament-view", value: view, checked: view === this.view });
      input.addEventListener("change", async () => {
        this.view = view;
        await this.loadView();
        this.build();
      });
      const teams = view === "players" && this.content.regulations.teams;
      group.append(h("label", {}, input, h("span", {}, t(teams ? "page.tournament_teams" : `page.tournament_${view}`))));
    }
    return group;
  }

  /** Whether this reader may see the record. */
  get officer() {
    return this.runs || this.rights.includes("results");
  }

  /** Whether this reader enters results now. */
  get enters() {
    return this.rights.includes("results") && (this.content.rounds ?? []).some(({ stage }) => stage !== "paired");
  }

  /** What is missing before the next round can be paired, for those who see to it. */
  missing() {
    if (!this.enters || !["rounds", "entry"].includes(this.view)) return null;
    return missingList(this.content, (game) => this.acts.decide(game), (some) => this.acts.confirmAll(some));
  }

  panel() {
    const { rounds = [], players = [] } = this.content;
    if (this.view === "entry" && this.enters) return this.desk.inLanguage(language);
    if (this.view === "players") return scroll(playersTable(this.content, this.runs ? this.acts : null), "page.tournament_players");
    if (this.view === "standings") return this.standings ? this.stagePanel() : h("p.notice", {}, t("page.tournament_no_standings"));
    if (this.view === "duties" && this.fetched.duties) return dutyList(this.fetched.duties, this.runs ? (duty, done) => this.acts.tick(duty, done) : null);
    if (this.view === "record" && this.fetched.record) return scroll(recordList(this.fetched.record, players, this.runs ? (entry) => this.acts.undo(entry) : null), "page.tournament_record");
    if (!rounds.length) return h("p.notice", {}, t("page.tournament_no_rounds"));
    const shown = rounds.find(({ number }) => number === this.shownRound) ?? rounds.at(-1);
    const chooser = select("round", rounds.map(({ number }) => [String(number), t("page.tournament_round", { round: number })]));
    chooser.value = String(shown.number);
    chooser.setAttribute("aria-label", t("page.tournament_rounds"));
    chooser.addEventListener("change", () => {
      this.shownRound = Number(chooser.value);
      this.build();
    });
    const decide = this.rights.includes("results") && shown.stage !== "paired" ? (game) => this.acts.decide(game) : null;
    const opening = [...new Set(shown.games.map((game) => game.opening ?? ""))];
    const drawn = opening.length === 1 && opening[0] ? h("p", {}, t("page.opening_drawn", { opening: opening[0] })) : null;
    return h("div.tournament-round", {}, chooser, drawn, scroll(roundTable(this.content, shown, decide, (number) => this.acts.explain(shown.number, number)), "page.tournament_rounds"));
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
}

const stageName = ({ name, number, system, play_off: playOff }) => name || (playOff ? t("page.tournament_play_off_name", { number }) : t("page.tournament_stage_name", { number, system: t(`system.${system}`) }));

const games = (content) => (content?.rounds ?? []).flatMap(({ games: all }) => all);

const scroll = (table, key) => h("div.scroll", { tabindex: "0", role: "region", "aria-label": t(key) }, table);
