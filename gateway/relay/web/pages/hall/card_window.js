// Many cards of one size, of which only those on the screen, and the one that has the keyboard, exist.

import { arrange, h, setAttribute } from "../lib/dom.js";

const BEYOND_PX = 260; // drawn beyond the screen, so that Tab and scrolling find the next ones
const PARKED = 400; // cards that are kept for when their tables come back to the screen

export class CardWindow {
  /**
   * `make(name)` makes a card; it has `element` and `link`. `renew(name, card)` draws one that comes back as its table is now.
   * `others()` is told when other cards exist.
   */
  constructor(make, renew, others = () => {}) {
    this.make = make;
    this.renew = renew;
    this.others = others;
    this.parked = new Map(); // those that were on the screen before, the oldest first
    this.element = h("ul.cards", { role: "list" });
    this.cards = new Map(); // those that exist, by name
    this.names = [];
    this.layout = { columns: 1, width: 1, height: 1, gap: 0 };
    this.pinned = null;
    addEventListener("scroll", () => this.later(), { passive: true });
  }

  /** Make all anew: they look otherwise now. */
  clear() {
    this.cards.clear();
    this.parked.clear();
    this.element.replaceChildren();
  }

  arrange(layout) {
    this.layout = layout;
    this.element.style.setProperty("--card-width", `${layout.width}px`);
    this.element.style.setProperty("--card-height", `${layout.height}px`);
    this.element.style.setProperty("--card-board", `${layout.board}px`);
    this.element.style.setProperty("--larger", layout.larger);
    this.resize();
  }

  show(names) {
    const focused = this.focused;
    const at = this.names.indexOf(focused);
    this.names = names;
    this.resize();
    this.draw();
    if (focused && !names.includes(focused)) this.focus(names[Math.min(at, names.length - 1)]);
  }

  resize() {
    const rows = Math.ceil(this.names.length / this.layout.columns);
    const columns = Math.min(this.layout.columns, this.names.length || 1);
    this.element.style.height = `${Math.max(0, rows * this.step - this.layout.gap)}px`;
    this.element.style.width = `${columns * (this.layout.width + this.layout.gap) - this.layout.gap}px`;
  }

  /** From one row to the next. */
  get step() {
    return this.layout.height + this.layout.gap;
  }

  /** The table whose card has the keyboard. */
  get focused() {
    const held = document.activeElement?.closest?.("li.card");
    return held && this.element.contains(held) ? held.dataset.table : null;
  }

  later() {
    if (!this.names.length) return;
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = null;
      this.draw();
    });
  }

  /** Make the cards that are on the screen, take away the others, and put each in its place. */
  draw() {
    if (!this.element.checkVisibility()) return; // another section is shown
    const { columns, width, gap } = this.layout;
    const top = -this.element.getBoundingClientRect().top;
    const from = Math.max(0, Math.floor((top - BEYOND_PX) / this.step)) * columns;
    const to = Math.ceil((top + innerHeight + BEYOND_PX) / this.step) * columns;
    const shown = new Map();
    const keep = this.focused;
    this.names.forEach((name, index) => {
      if ((index >= from && index < to) || name === keep || name === this.pinned) shown.set(name, index);
    });
    let others = false;
    for (const [name, card] of this.cards) {
      if (shown.has(name)) continue;
      others = this.cards.delete(name);
      this.park(name, card);
    }
    for (const [name, index] of shown) {
      let card = this.cards.get(name);
      if (!card) {
        others = true;
        this.cards.set(name, (card = this.unpark(name) ?? this.make(name)));
      }
      const [x, y] = [(index % columns) * (width + gap), Math.floor(index / columns) * this.step];
      const place = `translate(${x}px, ${y}px)`;
      if (card.place !== place) card.element.style.transform = card.place = place;
      setAttribute(card.element, "aria-posinset", index + 1);
      setAttribute(card.element, "aria-setsize", this.names.length);
    }
    arrange(this.element, [...shown.keys()].map((name) => this.cards.get(name).element));
    if (others) this.others();
  }

  park(name, card) {
    this.parked.set(name, card);
    if (this.parked.size > PARKED) this.parked.delete(this.parked.keys().next().value);
  }

  unpark(name) {
    const card = this.parked.get(name);
    if (!card) return null;
    this.parked.delete(name);
    this.renew(name, card);
    return card;
  }

  /** Give a table's card the keyboard, wherever it is. */
  focus(name, options = {}) {
    const index = this.names.indexOf(name);
    if (index < 0) return;
    this.pinned = name;
    this.draw();
    this.pinned = null;
    this.cards.get(name)?.link.focus(options);
  }

  /** The keyboard goes on by so many cards; false where it is on none. */
  go(by) {
    const at = this.names.indexOf(this.focused);
    if (at < 0) return false;
    this.focus(this.names[Math.max(0, Math.min(this.names.length - 1, at + by))]);
    return true;
  }
}
