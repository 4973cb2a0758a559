// The record of the present game, newest first.

import { h, toggle } from "../lib/dom.js";
import { recall, remember } from "../lib/settings.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";
import { alertKey, alerts, cases } from "../live/store.js";
import { lineOf } from "../parts/entries.js";

const ROUTINE = new Set(["clock_pressed"]);

export class Log {
  constructor() {
    this.last = null;
    this.calls = new Map(); // what calls for an arbiter -> the line that said so last
    this.list = h("ol.log-list", { reversed: true, tabindex: "0", "aria-label": t("page.log") });
    this.empty = h("p.muted", {}, t("page.empty_log"));
    const presses = h("input", { type: "checkbox", checked: recall("presses") === "1" });
    presses.addEventListener("change", () => {
      remember("presses", presses.checked ? "1" : "0");
      this.last = null;
      this.update(this.table);
    });
    const choice = h("label.check", {}, presses, h("span", {}, t("page.show_presses")));
    this.element = h("section.log", { "aria-label": t("page.log") }, h("div.log-head", {}, h("h3", {}, t("page.log")), choice), this.empty, this.list);
  }

  /** Add what is new; all of it when another game or journal began. */
  update(table) {
    this.table = table;
    const first = table.entries[0]?.n;
    if (this.last === null || this.first !== first || this.journal !== table.journal) {
      this.list.replaceChildren();
      this.calls.clear();
      this.last = 0;
      this.first = first;
      this.journal = table.journal;
    }
    const all = recall("presses") === "1";
    for (const entry of table.entries) {
      if (entry.n <= this.last) continue;
      this.last = entry.n;
      if (all || !ROUTINE.has(entry.what.fact?.type)) this.add(entry, table.offset);
    }
    const open = new Set([...cases(table).map(caseCall), ...alerts(table).map(alertKey)]);
    for (const [call, item] of this.calls) toggle(item, "needs", open.has(call));
    this.empty.hidden = this.list.childElementCount > 0;
  }

  add(entry, offset) {
    const item = line(entry, offset);
    const call = callOf(entry.what);
    if (call) {
      const before = this.calls.get(call);
      if (before) toggle(before, "needs", false);
      this.calls.set(call, item);
    }
    this.list.prepend(item);
  }
}

const caseCall = ({ id }) => `case ${id}`;

/** What a line calls an arbiter for; null for all that needs nobody. It stands out for as long as that is open. */
function callOf(what) {
  if (what.type === "case_opened") return caseCall(what.case);
  return what.type === "alert" && what.open !== false ? alertKey(what) : null;
}

function line(entry, offset) {
  const { text, article, kind } = lineOf(entry);
  const unannounced = entry.what.announce === false;
  const at = entry.at + offset;
  const body = h("div.what", {}, h("span", {}, text));
  if (article) body.append(" ", h("span.article", {}, article));
  if (unannounced) body.append(" ", h("span.unannounced-mark", {}, t("page.not_announced")));
  return h(
    `li.is-${kind}`,
    { "data-visibility": entry.visibility, value: entry.n },
    h("time", { datetime: new Date(at).toISOString(), title: `${t("page.entry_number", { n: entry.n })} · ${new Date(at).toISOString().slice(0, 10)} ${timeOfDay(at)}` }, timeOfDay(at)),
    body,
  );
}
