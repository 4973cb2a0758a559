// What is asked of a clock that keeps time itself and that it does not show yet: to be done by hand, or by the clock.

import { arrange, h, setText } from "../lib/dom.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";
import { format, shownMs } from "../live/clock.js";

export class Orders {
  constructor() {
    this.lines = new Map();
    this.element = h("ul.orders", { hidden: true });
  }

  /** Draw them as of now: a time that is to be set goes on with the clock that runs. */
  tick(table, now) {
    const face = table.clock?.face;
    const before = this.lines;
    this.lines = new Map((face?.orders ?? []).map((order) => {
      const key = [order.what, order.side, order.since].join();
      return [key, before.get(key) ?? h("li.trouble")];
    }));
    (face?.orders ?? []).forEach((order, index) => setText([...this.lines.values()][index], words(order, face, table, now)));
    arrange(this.element, [...this.lines.values()]);
    this.element.hidden = !this.lines.size;
  }
}

/** The first of them in short; empty where nothing is asked. */
export function openOrder(table) {
  const order = table.clock?.face.orders?.[0];
  return order ? said(order, order.to_ms ?? 0) : "";
}

/** One of them in words, as of now. */
export const orderWords = (order, table, now) => words(order, table.clock.face, table, now);

function words(order, face, table, now) {
  const to = order.side ? Math.max(0, shownMs(face, order.side, now - table.offset) + (order.off_ms ?? 0)) : 0;
  return `${said(order, to)} · ${t("page.since", { time: timeOfDay(order.since + table.offset) })}`;
}

function said({ what, side, by_hand = true }, ms) {
  return t(by_hand ? "page.by_hand" : "page.by_clock", { what, side: side ?? "", time: format(ms) });
}
