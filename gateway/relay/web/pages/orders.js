// What is asked of a clock that keeps time itself and that it does not show yet: to be done by hand, or by the clock.

import { format, shownMs } from "./clock.js";
import { arrange, h, setText } from "./dom.js";
import { timeOfDay } from "./log.js";
import { t } from "./words.js";

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

function words({ what, side, since, off_ms = 0, by_hand = true }, face, table, now) {
  const args = { what, side: side ?? "", time: side ? format(Math.max(0, shownMs(face, side, now - table.offset) + off_ms)) : "" };
  return `${t(by_hand ? "page.by_hand" : "page.by_clock", args)} · ${t("page.since", { time: timeOfDay(since + table.offset) })}`;
}
