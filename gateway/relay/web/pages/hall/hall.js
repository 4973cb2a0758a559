// All tables at once.

import { h, setText } from "../lib/dom.js";
import { registerKeys } from "../lib/keys.js";
import { recall, remember } from "../lib/settings.js";
import { t } from "../lib/words.js";
import { Card } from "./card.js";
import { CardWindow } from "./card_window.js";
import { Filters } from "./filters.js";
import { layoutOf } from "./layout.js";
import { standing } from "./need.js";

const BY_NUMBER = new Intl.Collator("en", { numeric: true });
const WORDS = { boards: "boards", clocks: "clocks", list: "list", byNeed: "by_need", byTable: "by_table" };
const USUAL_PX = 16; // the size of letters on all but the largest screens
const SORT_MS = 600; // tables change places at most this often: nobody can read faster
const HELD_MS = 700; // and not under a hand that is about to press one
const HELD_MOST_MS = 4000;
const ASK_MS = 80;

export class Hall {
  /** `contact(table)` tells since when there is none, null while there is; `now()` is the relay's time; `subscribe()` asks for what is on the screen. */
  constructor(root, store, contact, now, subscribe) {
    this.root = root;
    this.store = store;
    this.contact = contact;
    this.now = now;
    this.names = []; // of all tables, in their order
    this.due = new Set(); // tables to draw anew
    this.query = "";
    this.visible = false;
    this.pointed = this.sorted = -Infinity;
    this.empty = h("p.notice.small", { hidden: true });
    this.filters = new Filters(store, () => this.sort());
    this.subscribe = subscribe;
    this.window = new CardWindow(
      (name) => this.makeCard(name),
      (name, card) => this.drawCard(name, card),
      () => this.subscribeSoon(),
    );
    this.window.element.addEventListener("pointermove", () => (this.pointed = performance.now()));
    addEventListener("resize", () => this.fit());
    store.addEventListener("table", ({ detail }) => this.update(detail.table, detail.kind));
    this.register();
    this.build();
    store.addEventListener("sectors", () => this.rebuildFilters());
  }

  register() {
    const order = (name) => () => this.store.arbiter && this.choose("order", name);
    const view = (name) => () => this.choose("view", name);
    const focus = () => this.search.focus();
    const across = (by) => () => this.window.go(by());
    const columns = () => this.window.layout.columns;
    registerKeys(
      "page.section_hall",
      [
        { keys: ["n"], words: "page.key_by_need", run: order("byNeed") },
        { keys: ["t"], words: "page.key_by_table", run: order("byTable") },
        { keys: ["b"], words: "page.key_boards", run: view("boards") },
        { keys: ["c"], words: "page.key_clocks", run: view("clocks") },
        { keys: ["l"], words: "page.key_list_view", run: view("list") },
        { keys: ["/"], words: "page.key_search", run: focus },
        { keys: [..."12345"], caps: ["1", "…", "5"], words: "page.key_filters", run: ({ key }) => this.pressFilter(Number(key)) },
        { keys: ["ArrowLeft", "ArrowRight"], words: "page.key_beside", run: (event) => across(() => (event.key === "ArrowLeft" ? -1 : 1))() },
        { keys: ["ArrowUp", "ArrowDown"], words: "page.key_rows", run: (event) => across(() => (event.key === "ArrowUp" ? -columns() : columns()))() },
        { keys: ["Home", "End"], words: "page.key_ends", run: (event) => across(() => (event.key === "Home" ? -Infinity : Infinity))() },
      ],
      () => this.visible,
    );
  }

  pressFilter(number) {
    const name = this.filters.names[number - 1];
    if (!name) return false;
    this.filters.press(name);
    return true;
  }

  /** The controls are made anew when the language or the role changes, and the cards with them. */
  build() {
    this.search = h("input.search", { type: "search", placeholder: t("page.search"), "aria-label": t("page.search"), value: this.query, oninput: () => this.find(this.search.value) });
    this.filters.build();
    this.controls = h("div.controls", {}, this.search, this.filters.element, this.makeChoice("view", ["boards", "clocks", "list"]));
    if (this.store.arbiter) this.controls.append(this.makeChoice("order", ["byNeed", "byTable"]));
    this.root.replaceChildren(this.controls, this.empty, this.window.element);
    this.window.clear();
    this.kind = this.view = null;
    this.sort();
  }

  /** A filter more or less: somebody watches other tables now. */
  rebuildFilters() {
    this.filters.build();
    this.sort();
  }

  find(text) {
    this.query = text.trim().toLowerCase();
    this.sort();
  }

  makeChoice(name, options) {
    const group = h("div.choice", { role: "radiogroup", "aria-label": t(`page.${name}`) });
    for (const option of options) {
      const input = h("input", { type: "radio", name, value: option, checked: name === "order" && option === this.order, onchange: () => this.choose(name, option) });
      group.append(h("label", {}, input, h("span", {}, t(`page.${WORDS[option]}`))));
    }
    return group;
  }

  get order() {
    return recall("order") ?? "byNeed";
  }

  choose(name, option) {
    remember(name, option);
    const input = this.controls.querySelector(`input[name="${name}"][value="${option}"]`);
    if (input) input.checked = true;
    this.sort();
  }

  /** The tables whose cards exist. */
  watched() {
    return [...this.window.cards.keys()].sort(BY_NUMBER.compare);
  }

  /** Other cards are on the screen: ask for their tables, once nobody scrolls on. */
  subscribeSoon() {
    this.asking ??= setTimeout(() => {
      this.asking = null;
      if (this.visible) this.subscribe();
    }, ASK_MS);
  }

  makeCard(name) {
    const card = new Card(name, this.kind !== "clocks" && this.kind !== "list");
    this.drawCard(name, card);
    return card;
  }

  drawCard(name, card) {
    const table = this.store.tables.get(name);
    card.update(table);
    card.tick(this.now(), this.contact(table));
  }

  update(table, kind) {
    if (kind === "entry" || kind === "clock") return; // the next tick draws it
    if (kind === "new") this.names = [...this.store.tables.keys()].sort(BY_NUMBER.compare);
    this.due.add(table.name);
    this.later();
  }

  /** Draw once for all the messages of one moment, and sort now and then. */
  later() {
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = null;
      if (!this.visible) return; // drawn when it is shown
      for (const name of this.due) this.window.cards.get(name)?.update(this.store.tables.get(name));
      this.due.clear();
      this.sortSoon();
    });
  }

  sortSoon() {
    const now = performance.now();
    const held = now - this.pointed < HELD_MS && now - this.sorted < HELD_MOST_MS;
    if (this.names.length > this.known || (!held && now - this.sorted >= SORT_MS)) this.sort();
    else this.waiting ??= setTimeout(() => {
      this.waiting = null;
      this.sortSoon();
    }, SORT_MS);
  }

  sort() {
    this.sorted = performance.now();
    this.known = this.names.length;
    if (!this.visible) return;
    const now = this.now();
    const found = this.names.map((name) => this.store.tables.get(name)).filter((table) => this.fits(table));
    const tables = this.filters.apply(found, now);
    if (this.store.arbiter && this.order === "byNeed") {
      const me = this.store.hello?.name;
      const places = new Map(tables.map((table) => [table, standing(table, now, this.filters.limit, me)]));
      tables.sort((a, b) => places.get(a)[0] - places.get(b)[0] || places.get(a)[1] - places.get(b)[1]); // stable
    }
    const names = tables.map((table) => table.name);
    this.empty.hidden = names.length > 0;
    setText(this.empty, t(this.names.length ? "page.no_match" : "page.no_tables"));
    const view = `${names.length} ${recall("view")}`;
    if (view !== this.view) this.fit(names.length);
    this.view = view;
    if (names.join() !== this.window.names.join() || this.due.size) this.window.show(names);
    else this.window.draw();
  }

  /** The size of the cards; boards for whoever only watches, unless he chooses otherwise. */
  fit(count = this.window.names.length) {
    if (!this.visible) return;
    const style = getComputedStyle(this.root);
    const width = this.root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const above = this.window.element.getBoundingClientRect().top + scrollY;
    const choice = recall("view") ?? (this.store.arbiter ? null : "boards");
    const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_PX;
    const layout = layoutOf(choice, Math.max(1, count), { width, height: innerHeight - above - 8 }, scale);
    if (layout.kind !== this.kind) {
      this.kind = layout.kind;
      this.window.clear();
      this.window.element.className = `cards as-${layout.kind}`;
      const input = this.controls.querySelector(`input[name="view"][value="${layout.kind === "rows" ? "boards" : layout.kind}"]`);
      if (input) input.checked = true;
    }
    this.window.element.classList.toggle("compact", Boolean(layout.compact));
    this.window.arrange(layout);
    this.window.draw();
  }

  fits({ name, state }) {
    const text = `${name} ${state?.players.white.name ?? ""} ${state?.players.black.name ?? ""}`.toLowerCase();
    return text.includes(this.query);
  }

  /** Shown, or no longer; what came meanwhile is drawn when it is. */
  show(visible) {
    this.visible = visible;
    if (!visible) return;
    this.view = null;
    for (const name of this.due) this.window.cards.get(name)?.update(this.store.tables.get(name));
    this.due.clear();
    this.sort();
  }

  tick(now) {
    for (const [name, card] of this.window.cards) card.tick(now, this.contact(this.store.tables.get(name)));
    if (performance.now() - this.sorted > 1000) this.sortSoon(); // times run down without any message
  }
}
