// One table, large: board, clocks, moves, log, devices, and what an arbiter may do.

import { Actions } from "../acts/actions.js";
import { adjournmentLine } from "../acts/adjournment.js";
import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { registerKeys } from "../lib/keys.js";
import { timeOfDay } from "../lib/times.js";
import { language, say, t } from "../lib/words.js";
import { absenceWords } from "../parts/absence.js";
import { articleWords } from "../parts/articles.js";
import { Holding } from "../parts/holding.js";
import { cardTools } from "../people/cards.js";
import { resultWords } from "../parts/entries.js";
import { Orders } from "../parts/orders.js";
import { nextTable } from "../queue/waiting.js";
import { Attendance } from "./attendance.js";
import { Cases } from "./cases.js";
import { Counts } from "./counts.js";
import { DeviceList } from "./device_list.js";
import { Log } from "./log.js";
import { Moves } from "./moves.js";
import { Replay } from "./replay.js";
import { Stage } from "./stage.js";

const SETTLED_MS = 1000;
/** How many moves a key goes on; the second only while the keyboard is in the list of moves, where a line has two. */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const LIST_STEPS = { ArrowUp: -2, ArrowDown: 2, Home: -Infinity };

/** What is played here; a table without a rulebook waits for the event to say. */
function about(state) {
  if (!state.rulebook) return t("page.nothing_assigned");
  const round = state.round ? t("page.round", { n: state.round }) : "";
  return [t(`game.${state.rules}`), state.control && t("control.notation", { control: state.control }), t(`rulebook.${state.rulebook}`), round, t("page.game_number", { n: state.game }), state.drawn_opening ? t("page.opening_drawn", { opening: state.drawn_opening }) : ""].filter(Boolean).join(" · ");
}

export class TablePage {
  constructor(root, { store, contact, now, subscribe }) {
    this.root = root;
    this.store = store;
    this.contact = contact;
    this.now = now;
    this.subscribe = subscribe;
    this.name = null;
    this.missing = null; // the words in place of a table that nobody has told us of
    this.heard = 0; // when the relay last greeted us or told of a table
    store.addEventListener("hello", () => (this.heard = performance.now()));
    store.addEventListener("table", ({ detail }) => {
      if (detail.kind === "new") this.heard = performance.now();
      if (detail.table.name === this.name) this.update(detail.kind);
    });
    const run = (event) => this.key(event);
    registerKeys(
      "page.section_table",
      [
        { keys: ["ArrowLeft", "ArrowRight"], words: "page.key_step", run },
        { keys: ["ArrowUp", "ArrowDown", "Home"], words: "page.key_list", run },
        { keys: ["End"], words: "page.key_present", run },
        { keys: ["f"], words: "page.turn_board", run: () => this.press(() => this.stage.flip()) },
        { keys: ["w"], words: "page.board_in_words", run: () => this.press(() => this.stage.tell()) },
        { keys: [..."123456789"], caps: ["1", "…", "9"], words: "page.key_choices", run: ({ key }) => !this.missing && this.cases.press(Number(key)) },
        { keys: ["u"], words: "page.key_undo", run: () => !this.missing && this.actions?.pressUndo() },
        { keys: ["Escape"], words: "page.key_hall", run },
      ],
      () => this.name !== null,
    );
  }

  /** The table, once all of it is here; undefined before. */
  get table() {
    const table = this.store.tables.get(this.name);
    return table?.whole ? table : undefined;
  }

  show(visible, rest) {
    const name = visible ? rest : null;
    if (this.name === name) return;
    this.name = name;
    if (name === null) {
      this.root.replaceChildren();
      return;
    }
    this.build();
    scrollTo(0, 0);
    this.subscribe();
  }

  build() {
    if (this.name === null) return;
    this.title = h("h2", { tabindex: "-1", id: "detail-title" }, t("page.table", { table: this.name.toUpperCase() }));
    this.missing = this.table ? null : h("p", { role: "status" }, t("page.not_heard"));
    if (this.table) this.buildTable();
    else this.root.replaceChildren(h("div.notice", {}, this.title, this.missing, h("p", {}, h("a.button", { href: "#" }, t("page.back")))));
    this.title.focus({ preventScroll: true });
  }

  buildTable() {
    this.stage = new Stage(() => {
      this.look(null);
      this.title.focus({ preventScroll: true }); // the button is gone
    });
    this.moves = new Moves((ply) => this.look(ply));
    // Raw readings are for those who see what is kept from players.
    const sees = this.store.hello?.sees === "arbiters";
    this.replay = sees ? new Replay(this.name, () => this.table, () => this.stage.turned) : null;
    this.log = new Log(this.replay);
    this.about = h("p.about");
    this.sheet = h("a.sheet", { target: "_blank", rel: "noopener", hidden: true }, t("form_name.score_sheet"));
    this.protocol = h("a.sheet", { target: "_blank", rel: "noopener", hidden: true }, t("form.protocol"));
    this.status = h("div.status-line");
    this.attendance = new Attendance();
    this.orders = new Orders();
    this.devices = new DeviceList();
    this.counts = new Counts();
    this.contactLine = h("p.trouble", { hidden: true });
    this.holding = new Holding(this.name, Boolean(this.store.hello?.rights.includes("withhold")));
    this.onward = h("a.onward", { hidden: true, "aria-keyshortcuts": "g" });
    this.actions = this.store.hello?.acts?.length || this.store.hello?.sees === "arbiters" ? new Actions(this.name, this) : null;
    this.cases = new Cases(this.actions, () => this.title.focus({ preventScroll: true }));
    this.root.replaceChildren(
      h("div.detail-head", {}, h("a.back", { href: "#" }, `‹ ${t("page.back")}`), this.title, this.about, this.sheet, this.protocol, this.onward),
      h(
        "div.detail-grid",
        {},
        this.stage.element,
        this.cases.element,
        h("div.side-panel", {}, this.contactLine, this.status, this.holding.element, this.attendance.element, this.orders.element, this.actions?.element, this.counts.element, this.moves.element, this.log.element, this.devices.element, cardTools(this.name, this.store.hello?.rights ?? [])),
      ),
    );
    this.update("all");
  }

  update(kind) {
    const { table } = this;
    if (this.missing) {
      if (table) this.build(); // it is heard from after all
      return;
    }
    if (!table) return; // what was missed is coming
    if (kind === "clock") return; // the next tick draws it
    if (kind === "entry") {
      this.log.update(table);
      if (!table.state) return;
      this.moves.update(table.state, table.entries); // lines may come after their state
      this.counts.update(table);
      this.actions?.hear(table);
      return;
    }
    const { state } = table;
    toggle(this.root, "away", table.online === false || !table.fresh);
    for (const player of Object.values(this.stage.players)) player.update(table);
    this.holding.update(table);
    this.devices.update(table);
    this.log.update(table);
    if (!state) return;
    setText(this.about, about(state));
    this.sheet.hidden = !state.game;
    setAttribute(this.sheet, "href", `/print/tables/${this.name}/games/${state.game}?language=${language}`);
    this.protocol.hidden = this.sheet.hidden;
    setAttribute(this.protocol, "href", `/print/tables/${this.name}/games/${state.game}/protocol?language=${language}`);
    this.drawState(table);
    this.counts.update(table);
    this.moves.update(state, table.entries);
    this.stage.update(state, this.moves);
    this.actions?.update(table);
    this.cases.update(table);
  }

  /** Show the position after a move, until the viewer goes on; null: the present one. */
  look(ply) {
    if (!this.table?.state) return;
    this.moves.choose(ply);
    this.stage.update(this.table.state, this.moves);
  }

  /** Do what a key asks for, where a table is shown. */
  press(what) {
    if (this.missing) return false;
    what();
    return true;
  }

  /** False: the key does nothing here. */
  key(event) {
    const inList = this.moves?.list.contains(event.target);
    if (event.key === "Escape") location.hash = "";
    else if (this.missing) return false;
    else if (event.key in STEPS) this.look(this.moves.beside(STEPS[event.key]));
    else if (inList && event.key in LIST_STEPS) this.look(this.moves.beside(LIST_STEPS[event.key]));
    else if (event.key === "End" && (inList || this.moves.held)) this.look(null);
    else return false;
    if (inList) this.moves.focus();
    return true;
  }

  drawState(table) {
    const { state } = table;
    const turn = t("page.to_move", { side: state.turn });
    const lines = [];
    if (state.result) {
      lines.push(h("p.result", {}, h("strong", {}, resultWords(state.result))));
      lines.push(h("p", {}, say(state.result.text)));
      lines.push(h("p.article", {}, [articleWords(state.result.article), state.result.by].filter(Boolean).join(" · ")));
    } else {
      lines.push(h("p", {}, h("strong", {}, t(`status.${state.status}`)), state.status === "waiting" ? "" : ` · ${turn}`));
    }
    const stop = state.adjourned ? null : state.arbiters?.stopped;
    if (stop) lines.push(h("p.stopped", {}, [say(stop.text), t("page.since", { time: timeOfDay(stop.since + table.offset) })].join(" · ")));
    lines.push(adjournmentLine(state));
    for (const { article, count, limit } of state.counters ?? []) {
      lines.push(h("p.counter", {}, `${t("page.draw_counter", { article: articleWords(article) })} `, h("meter", { min: 0, max: limit, value: count }), ` ${count} / ${limit}`));
    }
    this.status.replaceChildren(...lines.filter((line) => line?.textContent));
    setAttribute(this.status, "data-status", state.status);
  }

  /** Say that there is no such table, once the relay has told of all there are. */
  tellMissing() {
    if (!this.store.hello || performance.now() - this.heard < SETTLED_MS) return;
    setText(this.title, t("page.no_such_table", { table: this.name.toUpperCase() }));
    setText(this.missing, t("page.no_such_table_then"));
  }

  /** The way to whoever waits next, so that nobody has to go back to the hall in between. */
  drawOnward(now) {
    this.second = Math.floor(now / 1000);
    const next = nextTable(this.store.tables.values(), this.name, this.store.hello?.name);
    this.onward.hidden = !next;
    if (!next) return;
    setAttribute(this.onward, "href", `#${next}`);
    setText(this.onward, t("page.next_table", { table: next.toUpperCase() }));
  }

  tick(now) {
    if (this.name === null) return;
    if (this.missing) {
      this.tellMissing();
      return;
    }
    if (!this.table) return;
    if (Math.floor(now / 1000) !== this.second) this.drawOnward(now);
    const contact = this.contact(this.table);
    for (const player of Object.values(this.stage.players)) player.tick(this.table, now, contact);
    this.cases.tick(contact ?? now);
    this.attendance.tick(this.table, contact ?? now);
    this.orders.tick(this.table, contact ?? now);
    this.actions?.tick(this.table);
    this.contactLine.hidden = contact === null;
    const who = this.table.online === false ? absenceWords(this.table) : t("page.lost");
    if (contact !== null) setText(this.contactLine, `${who} · ${t("page.since", { time: timeOfDay(contact) })}`);
  }
}
