// The queue: every case and every alert of every table once, what is urgent first, and what was seen to.

import { arrange, h, setText } from "../lib/dom.js";
import { registerKeys } from "../lib/keys.js";
import { t } from "../lib/words.js";
import { Hands } from "./hands.js";
import { History } from "./history.js";
import { isMine, onlyMine } from "../live/sectors.js";
import { QueueItem } from "./queue_item.js";
import { SectorPanel } from "./sector_panel.js";
import { SignalPanel } from "./signal_panel.js";
import { Signals } from "./signals.js";
import { ResultAlerts } from "./result_alerts.js";
import { waiting } from "./waiting.js";

export class QueueSection {
  constructor(root, { store, now, contact, subscribe, counted }) {
    this.root = root;
    this.store = store;
    this.now = now;
    this.contact = contact;
    this.subscribe = subscribe;
    this.items = new Map();
    this.visible = false;
    this.asked = null; // the table that a dialog is about
    this.acting = null; // whose order was sent last: its matter may have left the queue before the clock has done it
    this.settled = null; // what was sent and is known to be done
    this.reply = h("p.reply", { role: "status" });
    this.wayBack = h("div.way-back");
    this.tell = (text, kind) => {
      this.reply.textContent = text;
      this.reply.className = `reply ${kind}`;
    };
    this.hands = new Hands(store, this.tell);
    this.signals = new Signals(store, now);
    this.panel = new SignalPanel(this.signals);
    this.sectors = new SectorPanel(store, this.tell, () => (counted(), this.later()));
    this.history = new History(store, this.hands);
    this.results = new ResultAlerts(store, this.tell, () => (counted(), this.later()));
    this.list = h("ol.matters");
    this.title = h("h2", { tabindex: "-1" });
    this.none = h("p.notice.small", { hidden: true });
    store.addEventListener("table", ({ detail }) => detail.kind !== "clock" && detail.kind !== "entry" && this.later());
    for (const kind of ["colleagues", "hello"]) store.addEventListener(kind, () => this.later());
    const go = (step) => () => this.step(step);
    registerKeys("page.keys_everywhere", [{ keys: ["q"], words: "page.key_queue", run: () => void (location.hash = "#/queue") }], () => store.hello?.sees === "arbiters");
    const hand = (...names) => () => this.held?.press(...names) ?? false;
    registerKeys(
      "page.section_queue",
      [
        { keys: ["j"], words: "page.key_next", run: go(1) },
        { keys: ["k"], words: "page.key_previous", run: go(-1) },
        { keys: [..."123456789"], caps: ["1", "…", "9"], words: "page.key_queue_choices", run: ({ key }) => this.held?.cases?.press(Number(key)) ?? false },
        { keys: ["a"], words: "page.key_take", run: hand("take", "let_go") },
        { keys: ["o"], words: "page.key_hand_over", run: hand("hand_over") },
        { keys: ["s"], words: "page.key_seen_to", run: hand("resolve") },
      ],
      () => this.visible,
    );
  }

  show(visible) {
    this.visible = visible;
    if (!visible) return;
    this.results.look();
    this.draw();
    this.title.focus({ preventScroll: true });
  }

  /** What waits, for this reader: of his own tables only, if he wants it so, and whatever was put into his hand. */
  get waiting() {
    const all = waiting(this.store.tables.values());
    if (!onlyMine(this.store)) return all;
    return all.filter(({ table, handling }) => isMine(this.store, table.name) || (handling?.holder && handling.holder === this.hands.me));
  }

  /** The tables where something waits: what may be done there is not in their summaries. */
  watched() {
    return [...new Set(this.waiting.map(({ table }) => table.name))].sort();
  }

  /** Whether these words are what was told last. */
  shows(words) {
    return this.reply.textContent === words;
  }

  /** The tables whose lines tell what became of an act: while it is being asked about, and until the clock has done it. */
  followed() {
    return [...new Set([this.asked, this.acting?.waits ? this.acting.name : null].filter(Boolean))];
  }

  /** Something was ordered: what becomes of it is told above the queue, with the way back. */
  told(acting) {
    this.acting = acting;
    this.wayBack.replaceChildren(acting.undo);
  }

  /** A dialog is about this table now; null: none is. */
  ask(name) {
    this.asked = name;
    this.subscribe();
  }

  count() {
    return this.store.hello?.sees === "arbiters" ? this.waiting.length + this.results.count : 0;
  }

  build() {
    this.items.clear();
    setText(this.title, t("page.section_queue"));
    setText(this.none, t("page.queue_empty"));
    this.panel.build();
    this.sectors.build();
    this.results.build();
    this.history.build();
    this.root.replaceChildren(h("div.queue", {}, h("div.queue-head", {}, this.title, this.sectors.element, this.panel.element), this.reply, this.wayBack, this.none, this.results.element, this.list, this.history.element));
    if (this.visible) this.draw();
  }

  /** Draw once for all the messages of one moment. */
  later() {
    if (!this.visible) return;
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = null;
      this.draw();
    });
  }

  draw() {
    this.subscribe();
    const entries = this.waiting.filter(({ table }) => table.whole);
    const before = this.items;
    const { held } = this;
    const place = held ? [...before.values()].indexOf(held) : -1;
    this.items = new Map();
    for (const entry of entries) {
      const item = before.get(entry.id);
      item?.update(entry);
      this.items.set(entry.id, item ?? new QueueItem(entry, this));
    }
    const items = [...this.items.values()];
    arrange(this.list, items.map(({ element }) => element));
    this.none.hidden = items.length + this.results.count > 0;
    if (held && !items.includes(held)) (items[Math.min(place, items.length - 1)]?.link ?? this.title).focus(); // it is gone: to what took its place
    this.tick(this.now());
  }

  tickActing() {
    const { acting } = this;
    if (!acting?.sent || this.settled === acting.sent) return;
    const { waits } = acting;
    acting.hear(acting.table);
    if (waits) return;
    this.settled = acting.sent;
    this.subscribe();
  }

  /** The matter that the keyboard is on. */
  get held() {
    return [...this.items.values()].find(({ element }) => element.contains(document.activeElement));
  }

  /** The keyboard goes to the next matter, or the one before. */
  step(by) {
    const items = [...this.items.values()];
    const at = items.findIndex(({ element }) => element.contains(document.activeElement));
    items[Math.max(0, Math.min(items.length - 1, at < 0 ? 0 : at + by))]?.link.focus();
  }

  tick(now) {
    this.results.tick(now);
    this.tickActing();
    for (const item of this.items.values()) item.tick(this.contact(item.entry.table) ?? now);
  }
}
