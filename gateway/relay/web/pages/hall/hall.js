// All tables at once.

import { arrange, h, setText } from "../lib/dom.js";
import { recall, remember } from "../lib/settings.js";
import { t } from "../lib/words.js";
import { alerts, cases, matters } from "../live/store.js";
import { Card } from "./card.js";

const BY_NUMBER = new Intl.Collator("en", { numeric: true });
const WORDS = { boards: "boards", list: "list", byNeed: "by_need", byTable: "by_table" };
const GAP_PX = 12;
const AROUND_PX = 130; // a card's height beyond its board
const ABOVE_PX = 130; // what stands above the cards

export class Hall {
  /** `contact(table)` tells since when there is none, null while there is. */
  constructor(root, store, contact) {
    this.root = root;
    this.store = store;
    this.contact = contact;
    this.cards = new Map();
    this.list = h("ul.cards", {});
    this.empty = h("p.notice.small", { hidden: true });
    this.query = "";
    this.watcher = new IntersectionObserver((changes) => this.seen(changes), { rootMargin: "300px" });
    addEventListener("resize", () => this.fit());
    store.addEventListener("table", ({ detail }) => this.update(detail.table, detail.kind));
    this.build();
  }

  /** The controls are made anew when the language or the role changes; the cards stay. */
  build() {
    this.controls = h("div.controls", {}, this.makeSearch(), this.makeChoice("view", ["boards", "list"]), this.makeFilter());
    if (this.store.arbiter) this.controls.append(this.makeChoice("order", ["byNeed", "byTable"]));
    this.root.replaceChildren(this.controls, this.empty, this.list);
    this.apply();
    for (const card of this.cards.values()) card.table && card.update(card.table);
  }

  makeSearch() {
    const search = h("input.search", { type: "search", placeholder: t("page.search"), "aria-label": t("page.search"), value: this.query });
    search.addEventListener("input", () => {
      this.query = search.value.trim().toLowerCase();
      this.sort();
    });
    return search;
  }

  makeChoice(name, options) {
    const chosen = recall(name) ?? options[0];
    const group = h("div.choice", { role: "radiogroup", "aria-label": t(`page.${name}`) });
    for (const option of options) {
      const input = h("input", { type: "radio", name, value: option, checked: option === chosen });
      input.addEventListener("change", () => {
        remember(name, option);
        this.apply();
      });
      group.append(h("label", {}, input, h("span", {}, t(`page.${WORDS[option]}`))));
    }
    return group;
  }

  makeFilter() {
    const input = h("input", { type: "checkbox", checked: recall("playing") === "1" });
    input.addEventListener("change", () => {
      remember("playing", input.checked ? "1" : "0");
      this.apply();
    });
    return h("label.check", {}, input, h("span", {}, t("page.only_playing")));
  }

  apply() {
    this.list.classList.toggle("as-list", recall("view") === "list");
    this.sort();
    this.fit();
  }

  update(table, kind) {
    let card = this.cards.get(table.name);
    if (!card) {
      card = new Card(table.name);
      this.cards.set(table.name, card);
      this.watcher.observe(card.element);
    }
    if (kind === "entry") return;
    if (kind === "clock") card.table = table;
    else card.update(table);
    if (kind !== "clock") this.later();
  }

  /** Sort once for all the messages of one moment. */
  later() {
    this.sorting ??= requestAnimationFrame(() => {
      this.sorting = null;
      this.sort();
    });
  }

  sort() {
    const byNeed = this.store.arbiter && (recall("order") ?? "byNeed") === "byNeed";
    const onlyPlaying = recall("playing") === "1";
    const tables = this.tables().filter((table) => this.fits(table, onlyPlaying));
    if (byNeed) tables.sort((a, b) => need(a) - need(b)); // stable: equal needs keep the order of the tables
    const order = tables.map((table) => table.name).join();
    if (order !== this.order) {
      this.order = order;
      arrange(this.list, tables.map((table) => this.cards.get(table.name).element));
      this.fit();
    }
    this.empty.hidden = tables.length > 0;
    setText(this.empty, t(this.cards.size ? "page.no_match" : "page.no_tables"));
  }

  /** As large as can be with all tables on the screen; if they are too many for that, of a good size to scroll. */
  fit() {
    if (!this.root.clientWidth) return; // another section is shown
    const count = this.list.childElementCount || 1;
    const style = getComputedStyle(this.root);
    const width = this.root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = innerHeight - ABOVE_PX;
    const small = width < 560;
    const size = (columns) => (width - (columns - 1) * GAP_PX) / columns;
    const most = Math.max(1, Math.floor((width + GAP_PX) / (210 + GAP_PX)));
    let columns = 1;
    while (columns < most && Math.ceil(count / columns) * (size(columns) + AROUND_PX) > height) columns++;
    const rows = small && count > 1; // on a phone the board stands beside the names
    if (rows) columns = 1;
    else if (Math.ceil(count / columns) * (size(columns) + AROUND_PX) > height) {
      columns = Math.max(1, Math.floor((width + GAP_PX) / (236 + GAP_PX)));
    }
    const used = Math.min(columns, count);
    this.list.style.setProperty("--columns", used);
    this.list.style.setProperty("--width", `${used * size(columns) + (used - 1) * GAP_PX}px`);
    this.list.classList.toggle("compact", size(columns) < 260);
    this.list.classList.toggle("rows", rows);
  }

  fits(table, onlyPlaying) {
    const { state } = table;
    if (onlyPlaying && state?.status !== "playing" && !matters(table).length) return false;
    const text = `${table.name} ${state?.players.white.name ?? ""} ${state?.players.black.name ?? ""}`.toLowerCase();
    return text.includes(this.query);
  }

  /** Tables by name, numbers by value. */
  tables() {
    return [...this.store.tables.values()].sort((a, b) => BY_NUMBER.compare(a.name, b.name));
  }

  seen(changes) {
    for (const { target, isIntersecting } of changes) {
      const name = target.querySelector("a.card-link").getAttribute("href").slice(1);
      this.cards.get(name)?.show(isIntersecting);
    }
  }

  tick(now) {
    for (const card of this.cards.values()) if (card.visible) card.tick(now, this.contact(card.table));
  }
}

/** Cases to decide come first, then who has waited longest, then the tables where all is well. */
const need = (table) => (cases(table).length ? 0 : alerts(table).length ? alerts(table)[0].since + table.offset : Number.MAX_SAFE_INTEGER);
