// The desk's section of the bridge event: its next step, tables with the boards they are on, matches, standings, contestants, record.

import { ask, select } from "../lib/dialog.js";
import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { language, t } from "../lib/words.js";
import { ClockStrip } from "../round_clock/clock_strip.js";
import { printMenu } from "../tournament/tournament_print.js";
import { timesTable } from "./board_times.js";
import { buttonsLine } from "./buttons_line.js";
import { loadDeals } from "./bridge_deals.js";
import { BridgeDesk } from "./bridge_desk.js";
import { callList, contestantsTable, matchesTable, missingWords, recordTable, standingsTable, tablesTable } from "./bridge_lists.js";
import { isTeams } from "./bridge_rules_form.js";
import { setEventClock } from "./event_clock.js";

const REFRESH_MS = 5000;
const VIEWS = ["tables", "matches", "standings", "contestants", "times", "record"];
const FETCHED = { times: "/api/bridge/times", record: "/api/bridge/record" };
const PATH = "/api/bridge";

export class BridgeSection {
  constructor(root, { store, counted, present }) {
    this.root = root;
    this.present = present;
    this.clock = new ClockStrip(t, "#/clock");
    this.store = store;
    this.counted = counted;
    this.view = "tables";
    this.content = null;
    this.fetched = {}; // of the views that are asked for when they are looked at
    this.shownRound = 0; // 0: the last one
    this.reply = h("p.reply.bad", { role: "status" });
    this.acts = new BridgeDesk(() => this.content, async (why) => {
      await this.load();
      setText(this.reply, document.querySelector("dialog[open]") ? "" : why); // a form says it itself
      this.store.dispatchEvent(new Event("acts")); // whoever else shows it looks again
    });
    for (const kind of ["acts", "hello"]) this.store.addEventListener(kind, () => (this.visible || this.rights.includes("results")) && this.load());
  }

  show(visible) {
    this.visible = visible;
    if (visible) this.load();
    else this.root.replaceChildren();
  }

  get rights() {
    return this.store.hello?.rights ?? [];
  }

  get rounds() {
    return this.content?.rounds ?? [];
  }

  async load() {
    this.loaded = Date.now();
    const { ok, content, why } = await request("GET", PATH);
    if (!ok) return setText(this.reply, why);
    await this.loadView();
    const news = JSON.stringify([content, this.fetched, language]);
    const changed = news !== this.news;
    [this.news, this.content] = [news, content];
    if (changed || !this.root.firstChild) this.build();
    this.counted();
  }

  /** The record or the times, if they are looked at. */
  async loadView() {
    const path = FETCHED[this.view];
    if (!path) return;
    const { ok, content } = await request("GET", path);
    this.fetched = { [this.view]: ok ? content : null };
  }

  /** Somebody else may have acted, or a table has entered a result. Not under somebody's hand. */
  tick() {
    if (this.present) this.clock.draw(this.store.roundClock, this.present());
    if (Date.now() - this.loaded > REFRESH_MS && !document.querySelector("dialog[open]") && !this.root.querySelector("select:focus")) this.load();
  }

  /** Calls that wait, and boards with two results. */
  count() {
    if (!this.rights.includes("results") || !this.content) return 0;
    return waitingCalls(this.content).length + this.rounds.flatMap(({ tables }) => tables).flatMap(({ results = [] }) => results).filter(({ disputed }) => disputed).length;
  }

  build() {
    if (!this.visible || !this.content) return;
    const { regulations } = this.content;
    this.root.classList.add("people", "bridge");
    const head = h("div.people-head", {}, h("h2", {}, regulations?.title ?? t("bridge_desk.section")), h("div.buttons", {}, ...this.steps()));
    const parts = [head, this.clock.element, this.reply, h("p.muted", {}, this.stateWords())];
    if (regulations) parts.push(this.calls(), this.choice(), this.panel());
    const held = document.activeElement?.closest?.("[data-key]")?.dataset.key;
    this.root.replaceChildren(...parts.filter(Boolean));
    if (held) this.root.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
  }

  stateWords() {
    const { regulations, closed, contestants = [], ranking = [], rounds_planned: planned = 0 } = this.content;
    if (!regulations) return t("bridge_desk.none");
    const form = `${t(`bridge_form.${regulations.form ?? "teams"}`)} · ${t(`bridge_system.${regulations.system ?? "round_robin"}`)}`;
    if (ranking.length) return `${form} · ${t("bridge_desk.over")}`;
    if (!closed) return `${form} · ${t("bridge_desk.entries", { n: contestants.length })}`;
    return `${form} · ${t("bridge_desk.state", { round: this.rounds.length, of: planned })} ${missingWords(this.rounds)}`;
  }

  calls() {
    const waiting = this.rights.includes("results") ? waitingCalls(this.content) : [];
    return waiting.length ? callList(waiting, (call) => this.acts.seeTo(call)) : null;
  }

  /** What can be done next; what is needed less often stands behind "More". */
  steps() {
    if (!this.content.regulations && !this.rights.includes("tournament")) return [];
    const { regulations, closed, ranking = [], rounds_planned: planned } = this.content;
    const button = (key, act, args = {}, primary = true) => h(`button${primary ? ".primary" : ""}`, { type: "button", "data-key": key, onclick: act }, t(key, args));
    if (!regulations) return [button("bridge_desk.open", () => this.acts.open())];
    const found = [];
    if (this.rounds.length) found.push(button("page.print", async () => setText(this.reply, await printMenu(this.rounds.map(({ number }) => number), "bridge")), {}, false));
    if (this.rights.includes("results") && this.rounds.length) found.push(button("bridge_desk.links", () => this.acts.links(), {}, false));
    if (!this.rights.includes("tournament")) return found;
    found.push(button("page.tournament_more", () => this.more(), {}, false));
    if (ranking.length) return found;
    const last = this.rounds.at(-1);
    if (!closed) return [...found, button("bridge_desk.enter", () => this.acts.enter(), {}, false), button("bridge_desk.close", () => this.acts.close())];
    if (last && !last.published) {
      const draw = last.undecided?.length ? [button("bridge_desk.seats_draw", () => this.acts.drawSeats())] : [];
      return [...found, button("bridge_desk.take_back", () => this.acts.takeBack(), {}, false), ...draw, button("bridge_desk.publish", () => this.acts.publish(last.number), { round: last.number }, !draw.length)];
    }
    if (this.rounds.length < planned) return [...found, button("bridge_desk.draw", () => this.acts.draw(), { round: this.rounds.length + 1 })];
    return [...found, button("bridge_desk.rank", () => this.acts.rank())];
  }

  /** What is needed less often. */
  more() {
    const { closed, ranking = [], regulations, clock_plan: plan } = this.content;
    const open = !ranking.length;
    const last = this.rounds.at(-1);
    const begun = last?.tables.some(({ results = [] }) => results.length);
    const rooms = last?.tables.every(({ room }) => room !== "only");
    const offered = [
      ["page.tournament_settings", () => this.acts.settings(), open],
      ["page.list_enter", () => this.acts.enterList(), open && !closed],
      ["page.entries_reopen", () => this.acts.reopen(), open && closed && !last],
      ["bridge_deals.load", () => loadDeals(this.content, () => this.load()), open && closed],
      ["bridge_desk.seats_draw", () => this.acts.drawSeats(), open && isTeams(regulations.form) && rooms && !begun],
      ["bridge_desk.take_back", () => this.acts.takeBack(), open && last?.published && !begun],
      ["bridge_desk.clock_set", () => this.setClock(), plan && this.rights.includes("round_clock")],
    ];
    const close = h("button.cancel", { type: "button" }, t("page.close"));
    const choices = offered.filter(([, , there]) => there).map(([key, act]) => h("button", { type: "button", onclick: () => (close.click(), setTimeout(act)) }, t(key)));
    const files = [["JSON", "/api/bridge"], ["PBN", "/api/bridge/boards.pbn"], ["USEBIO", "/api/bridge/results.xml"]];
    const links = files.map(([name, path]) => h("a.button", { href: path, download: path.split("/").at(-1) }, t("page.save_as", { form: name })));
    ask(h("form", { method: "dialog" }, h("h2", {}, t("page.tournament_more_title")), h("div.menu", {}, ...choices), h("div.start", {}, ...links), h("div.buttons", {}, close)), () => {});
  }

  setClock() {
    setEventClock(this.content.clock_plan, this.present, Boolean(this.store.roundClock?.plan), (why) => setText(this.reply, why));
  }

  choice() {
    const group = h("div.choice", { role: "radiogroup", "aria-label": t("page.tournament_view") });
    const there = { matches: isTeams(this.content.regulations.form), record: this.store.hello?.sees === "arbiters", times: this.store.hello?.sees === "arbiters" };
    for (const view of VIEWS.filter((each) => there[each] ?? true)) {
      const input = h("input", { type: "radio", name: "bridge-view", value: view, checked: view === this.view, "data-key": view });
      input.addEventListener("change", async () => {
        this.view = view;
        await this.loadView();
        this.build();
      });
      group.append(h("label", {}, input, h("span", {}, t(`bridge_desk.${view}`))));
    }
    return group;
  }

  panel() {
    const may = this.rights.includes("tournament");
    if (this.view === "standings") return scroll(standingsTable(this.content), "bridge_desk.standings");
    if (this.view === "contestants") return scroll(contestantsTable(this.content, may ? { lineUp: (who) => this.acts.lineUp(who), penalize: (who) => this.acts.penalize(who), withdraw: (who) => this.acts.withdraw(who), edit: (who) => this.acts.enter(who), strike: (who) => this.acts.strike(who) } : null), "bridge_desk.contestants");
    if (this.view === "record") return this.fetched.record ? scroll(recordTable(this.fetched.record, this.content.contestants ?? [], may ? (n) => this.acts.undo(n) : null), "bridge_desk.record") : null;
    if (!this.rounds.length) return h("p.notice", {}, t("bridge_desk.no_rounds"));
    const shown = this.rounds.find(({ number }) => number === this.shownRound) ?? this.rounds.at(-1);
    const chooser = select("round", this.rounds.map(({ number }) => [String(number), t("page.round", { n: number })]));
    chooser.value = String(shown.number);
    chooser.setAttribute("aria-label", t("page.tournament_rounds"));
    chooser.addEventListener("change", () => {
      this.shownRound = Number(chooser.value);
      this.build();
    });
    return h("div.tournament-round", {}, chooser, this.ofRound(shown, may));
  }

  /** What is looked at of a round. */
  ofRound(shown, may) {
    if (this.view === "times") {
      const boardMs = this.content.regulations.pace?.board_ms ?? 480_000;
      return h("div", {}, buttonsLine(this.fetched.times?.buttons ?? []), scroll(timesTable(this.fetched.times?.tables ?? [], shown.number, boardMs), "bridge_desk.times"));
    }
    if (this.view === "matches") {
      const last = shown === this.rounds.at(-1) && !(shown.stage > 1 && this.content.regulations.system === "double_round_robin");
      const acts = may && !this.content.ranking?.length ? { seats: last ? (match) => this.acts.seats(match) : null, advance: (match) => this.acts.advance(match) } : null;
      return scroll(matchesTable(this.content, shown, acts), "bridge_desk.matches");
    }
    const decide = this.rights.includes("results") && shown.published ? (table, board) => this.acts.decide(table, board) : null;
    return scroll(tablesTable(this.content, shown, decide), "bridge_desk.tables");
  }
}

const waitingCalls = ({ calls = [] }) => calls.filter(({ answered }) => answered == null);
const scroll = (table, key) => h("div.scroll", { tabindex: "0", role: "region", "aria-label": t(key) }, table);
