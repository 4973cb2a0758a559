// The line from the hall to one of the public's pages: what everybody may see, whoever looks, made again when it breaks.

import { Connection } from "../live/connection.js";
import { Store } from "../live/store.js";
import { h } from "../lib/dom.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";
import { behindWords } from "../parts/delay.js";
import { seenAs } from "./addresses.js";

const TICK_MS = 100;

export class HallLine {
  /** `wants()` gives what is looked at, `{tables, follow, summaries}`, `have()` which lines are held: [[table, n, journal], ...]. */
  constructor(wants, have = () => []) {
    this.connection = new Connection(wants, have, { sees: seenAs });
    this.store = new Store(() => this.connection.now());
    this.store.listenTo(this.connection);
    this.store.addEventListener("hello", ({ detail: { upgraded } }) => {
      if (upgraded) location.reload(); // old scripts must not talk to a new relay
    });
  }

  open() {
    this.connection.open();
  }

  now() {
    return this.connection.now();
  }

  /** Ask for what is looked at now. */
  look() {
    this.connection.subscribe();
  }

  /** Whether what is shown may be old: no line to the relay, or none from the relay to the tables. */
  get stale() {
    return this.connection.state === "lost" || !this.store.broker;
  }

  /** How far the hall is shown behind the present, in milliseconds. */
  get behind() {
    return this.store.behind;
  }

  /** Since when there is no contact with a table, in relay time; null while there is. */
  contact(table) {
    const times = [this.connection.lostAt, this.store.brokerLostAt, table.offlineSince].filter((time) => time !== null);
    if (!times.length) return table.fresh ? null : (table.clock?.at ?? 0) + table.offset;
    return Math.min(...times);
  }

  /** Keep an element saying how fresh all is: nothing while it is. */
  tell(element) {
    const draw = () => {
      const since = this.connection.lostAt ?? this.store.brokerLostAt;
      const stale = !this.stale ? "" : since === null ? t("public.no_line") : t("public.stale", { time: timeOfDay(since + this.behind) });
      const late = this.behind || this.store.still ? behindWords(this.store) : "";
      if (element.dataset.words !== stale + late) {
        element.dataset.words = stale + late; // what is the same is not read out again
        element.replaceChildren(...(stale ? [h("p.banner.bad", {}, stale)] : []), ...(late ? [h("p.banner.behind", {}, late)] : []));
      }
      document.body.classList.toggle("cut-off", this.stale);
    };
    this.connection.addEventListener("state", draw);
    this.store.addEventListener("broker", draw);
    this.store.addEventListener("behind", draw);
    this.store.addEventListener("hello", draw);
    draw();
    return draw;
  }

  /** Draw clocks ten times a second, as long as somebody looks. */
  tick(draw) {
    setInterval(() => {
      if (!document.hidden) draw(this.now());
    }, TICK_MS);
  }
}
