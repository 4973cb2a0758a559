// The games that are being played now, a few at a time with their boards: whom the reader follows first, then by table.

import { arrange, h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { byNumber } from "./addresses.js";
import { LiveCard } from "./live_card.js";
import { follows, onFollowing } from "./persons.js";

const FIRST = 8;
const MORE = 12;
const ON = new Set(["playing", "paused"]);

export class LiveTables {
  /** `look()` tells the hall that other tables are looked at. */
  constructor(line, look) {
    this.line = line;
    this.look = look;
    this.shown = FIRST;
    this.cards = new Map();
    this.seen = new Set(); // tables that were on the page stay there when their game is over
    this.list = h("ul.live-cards");
    this.more = h("button", { type: "button", hidden: true, onclick: () => this.show(this.shown + MORE) });
    this.element = h("section.live", { hidden: true, id: "live" });
    line.store.addEventListener("table", ({ detail: { table, kind } }) => kind !== "clock" && kind !== "entry" && this.hear(table));
    onFollowing(() => this.draw());
  }

  build() {
    this.cards.clear();
    this.list.replaceChildren();
    this.element.setAttribute("aria-label", t("public.live_now"));
    this.element.replaceChildren(h("h2", {}, t("public.live_now")), this.list, this.more);
    this.draw();
  }

  /** The tables that are looked at. */
  get names() {
    return [...this.cards.keys()];
  }

  show(count) {
    this.shown = count;
    this.draw();
  }

  hear(table) {
    const card = this.cards.get(table.name);
    if (card && table.state) card.update(table);
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = null;
      this.draw();
    });
  }

  draw() {
    const on = [...this.line.store.tables.values()].filter(({ name, state }) => state?.rules && (ON.has(state.status) || this.seen.has(name)));
    const weight = ({ state }) => (follows(state.players.white) || follows(state.players.black) ? 0 : ON.has(state.status) ? 1 : 2);
    on.sort((a, b) => weight(a) - weight(b) || byNumber.compare(a.name, b.name));
    const shown = on.slice(0, this.shown);
    const before = this.names.join();
    const cards = new Map(shown.map((table) => [table.name, this.cards.get(table.name) ?? this.make(table)]));
    this.cards = cards;
    arrange(this.list, [...cards.values()].map(({ element }) => element));
    this.element.hidden = !shown.length;
    this.more.hidden = on.length <= this.shown;
    this.more.textContent = t("public.more_games", { n: on.length - this.shown });
    if (before !== this.names.join()) this.look();
  }

  make(table) {
    this.seen.add(table.name);
    const card = new LiveCard(table.name);
    card.update(table);
    return card;
  }

  tick(now) {
    for (const card of this.cards.values()) card.tick(now, this.line.contact(card.table));
  }
}
