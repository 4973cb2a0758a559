// What is counted in the game and what follows next, as the referee tells arbiters; and the flags, in the order they fell.

import { h } from "../lib/dom.js";
import { preciseTime } from "../lib/times.js";
import { language, say, t } from "../lib/words.js";
import { articleTitle, articleWords } from "../parts/articles.js";

export class Counts {
  constructor() {
    this.element = h("section.counts-part", { "aria-label": t("page.counts"), hidden: true });
  }

  update(table) {
    const { arbiters, clock } = table.state;
    const counted = arbiters?.consequences ?? [];
    const flags = flagsOf(table.entries, arbiters?.flags ?? clock?.flags ?? []);
    const news = JSON.stringify([counted, flags, clock?.first_flag, table.offset, language]);
    if (news === this.news) return;
    this.news = news;
    const lines = [...counted.map(consequence), ...flags.map((flag, i) => flagLine(flag, i, flags, clock, table.offset))];
    this.element.hidden = !lines.length;
    this.element.replaceChildren(h("h3", {}, t("page.counts")), h("ul", {}, ...lines));
  }
}

function consequence({ text, article, count = 0, limit = 0 }) {
  const meter = limit ? h("meter", { min: 0, max: limit, value: Math.min(count, limit), "aria-hidden": "true" }) : null;
  return h("li", {}, h("p", {}, say(text), meter && " ", meter), article ? h("p.article", { title: articleTitle(article) || null }, articleWords(article)) : null);
}

/** The flags that have fallen, with what the record says of each: when it fell, how surely, who called it and when. */
function flagsOf(entries, shown) {
  const found = new Map();
  for (const { what } of entries) {
    if (what.type !== "clocked") continue;
    const { fact } = what;
    if (fact.type === "flag_fell") found.set(fact.side, { side: fact.side, fell_at: fact.fell_at, off: fact.uncertainty_ms ?? 0, source: what.face.source ?? "agent" });
    if (fact.type === "flag_called" && found.has(fact.side)) Object.assign(found.get(fact.side), { called_at: fact.called_at, by: fact.by });
  }
  for (const { side, fell_at } of shown) if (!found.has(side)) found.set(side, { side, fell_at, off: 0, source: "" });
  return [...found.values()].sort((a, b) => a.fell_at - b.fell_at);
}

function flagLine(flag, index, flags, clock, offset) {
  const known = flags.length < 2 || clock?.first_flag;
  const words = [
    t("page.flag_fell", { side: flag.side, time: preciseTime(flag.fell_at + offset), off: flag.off, source: flag.source }),
    flag.called_at != null && t("page.flag_called", { time: preciseTime(flag.called_at + offset), by: flag.by ?? "" }),
    flags.length > 1 && (known ? t("page.flag_order", { n: index + 1 }) : t("page.flag_order_unknown")),
  ];
  return h("li.flag-line", {}, h("p", {}, h("span", { "aria-hidden": "true" }, "⚑ "), words.filter(Boolean).join(" · ")));
}
