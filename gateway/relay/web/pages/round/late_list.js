// Who is late to the round, counting down to the limit; and when the round is announced to start.

import { arrange, h, setText, toggle } from "../lib/dom.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";
import { format } from "../live/clock.js";
import { announced, latecomers } from "./readiness.js";

export class LateList {
  constructor(store) {
    this.store = store;
    this.starts = h("p.round-starts", { role: "timer", "aria-live": "off", hidden: true });
    this.lines = new Map();
    this.list = h("ul.late-list");
    this.title = h("h3");
    this.element = h("section.late", { hidden: true }, this.title, this.list);
  }

  build() {
    this.lines.clear();
    this.list.replaceChildren();
    setText(this.title, t("page.round_late"));
  }

  tick(now) {
    const tables = [...this.store.tables.values()];
    const starts = announced(tables).map(({ at, count }) => {
      const left = Math.max(0, at - now);
      return t(left ? "page.round_starts_in" : "page.round_starts_now", { time: timeOfDay(at), left: format(left), n: count });
    });
    setText(this.starts, starts.join("  ·  "));
    this.starts.hidden = !starts.length;
    const late = latecomers(tables, now);
    this.element.hidden = !late.length;
    const shown = late.map((each) => this.line(each, now));
    arrange(this.list, shown);
  }

  line({ table, side, start, limit, over, charged }, now) {
    const key = `${table.name} ${side}`;
    let line = this.lines.get(key);
    if (!line) {
      const link = h("a.row-name", { href: `#${table.name}` }, table.name.toUpperCase());
      line = { who: h("span.name", { dir: "auto" }), left: h("strong.late-left"), note: h("span.muted") };
      line.element = h("li", {}, link, line.who, line.left, line.note);
      this.lines.set(key, line);
    }
    const name = table.state.players[side].name || t(`side.${side}`);
    setText(line.who, t("page.player", { name, side }));
    setText(line.left, over ? t("page.round_limit_passed") : t("page.round_left", { left: format(limit - now) }));
    toggle(line.element, "over", over);
    const gone = t("page.round_late_by", { late: format(Math.max(0, now - start)) });
    setText(line.note, charged ? `${gone} · ${t("page.round_case_waits")}` : gone);
    return line.element;
  }
}
