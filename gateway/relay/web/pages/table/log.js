// The record of the present game, newest first: one decision, one line, its steps folded beneath it.

import { h, toggle } from "../lib/dom.js";
import { recall, remember } from "../lib/settings.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";
import { alertKey, alerts, cases } from "../live/store.js";
import { articleChip, articleWords } from "../parts/articles.js";
import { lineOf } from "../parts/entries.js";
import { whoDid } from "../parts/person_name.js";
import { headline, isRoutine, RecordGroups } from "./record_groups.js";

/** Lines that are drawn at once; older ones follow when somebody scrolls down to them. */
const PAGE = 200;
const NEAR_PX = 400;

export class Log {
  /** `replay` shows what the sensors showed around an instant of the table; without it there is no such button. */
  constructor(replay = null) {
    this.replay = replay;
    this.last = null;
    this.items = new Map(); // group -> its line
    this.older = []; // groups that are not drawn yet, oldest first
    this.calls = new Map(); // what calls for an arbiter -> the line that said so last
    this.list = h("ol.log-list", { reversed: true, tabindex: "0", "aria-label": t("page.log"), onscroll: () => this.drawOlder() });
    this.empty = h("p.muted", {}, t("page.empty_log"));
    const all = h("input", { type: "checkbox", checked: recall("log") === "all" });
    all.addEventListener("change", () => {
      remember("log", all.checked ? "all" : "decisions");
      this.last = null;
      this.update(this.table);
    });
    const choice = h("label.check", {}, all, h("span", {}, t("page.log_all")));
    this.element = h("section.log", { "aria-label": t("page.log") }, h("div.log-head", {}, h("h3", {}, t("page.log")), replay?.button, choice), this.empty, this.list);
  }

  /** Add what is new; all of it when another game or journal began. */
  update(table) {
    this.table = table;
    const first = table.entries[0]?.n;
    if (this.last === null || this.first !== first || this.journal !== table.journal) {
      this.list.replaceChildren();
      this.items.clear();
      this.older = [];
      this.calls.clear();
      this.groups = new RecordGroups();
      this.last = 0;
      this.first = first;
      this.journal = table.journal;
    }
    this.take(table);
    const open = new Set([...cases(table).map(caseCall), ...alerts(table).map(alertKey)]);
    for (const [call, item] of this.calls) toggle(item, "needs", open.has(call));
    this.empty.hidden = this.list.childElementCount > 0;
  }

  take(table) {
    const all = recall("log") === "all";
    const changed = new Set();
    for (const entry of table.entries) {
      if (entry.n <= this.last) continue;
      this.last = entry.n;
      changed.add(this.groups.add(entry));
    }
    const wanted = [...changed].filter((group) => all || !isRoutine(group));
    if (!this.items.size) this.older = wanted.splice(0, Math.max(0, wanted.length - PAGE));
    const fresh = [];
    for (const group of wanted) {
      const before = this.items.get(group);
      const item = this.draw(group, before?.querySelector("details")?.open);
      if (before) before.replaceWith(item);
      else fresh.unshift(item);
    }
    this.list.prepend(...fresh);
  }

  draw(group, open) {
    const item = this.line(group, this.table.offset, open);
    this.items.set(group, item);
    for (const { what } of group.entries) this.call(callOf(what), item);
    return item;
  }

  /** Go on below, where somebody has scrolled to the end of what is drawn. */
  drawOlder() {
    const { scrollTop, clientHeight, scrollHeight } = this.list;
    if (!this.older.length || scrollTop + clientHeight < scrollHeight - NEAR_PX) return;
    const page = this.older.splice(Math.max(0, this.older.length - PAGE));
    const calls = new Map(this.calls); // of one matter the latest line stands out, and these are earlier ones
    this.list.append(...page.reverse().map((group) => this.draw(group, false)));
    for (const [call, item] of calls) this.call(call, item);
  }

  call(call, item) {
    if (!call) return;
    const before = this.calls.get(call);
    if (before) toggle(before, "needs", false);
    this.calls.set(call, item);
  }

  line(group, offset, open = false) {
    const head = headline(group);
    const { text, article } = lineOf(head);
    const at = head.at + offset;
    const said = [h("span", {}, text)];
    if (article) said.push(" ", articleChip(article));
    const by = whoDid(head.what.by);
    if (by && !text.includes(by)) said.push(" ", h("span.by", {}, by));
    if (head.what.announce === false) said.push(" ", h("span.unannounced-mark", {}, t("page.not_announced")));
    const many = group.entries.length > 1 || this.replay;
    const body = many ? this.folded(group, said, offset, open) : said;
    return h(
      `li${[...new Set(group.entries.map(({ what }) => what.type))].map((kind) => `.is-${kind}`).join("")}`,
      { "data-visibility": head.visibility, value: head.n },
      h("time", { datetime: new Date(at).toISOString(), title: `${t("page.entry_number", { n: head.n })} · ${new Date(at).toISOString().slice(0, 10)} ${timeOfDay(at)}` }, timeOfDay(at)),
      h("div.what", {}, ...(Array.isArray(body) ? body : [body])),
    );
  }

  /** The steps are written when somebody opens them: there may be thousands of lines. */
  folded(group, said, offset, open) {
    const steps = h("ol.steps");
    const details = h("details", { open }, h("summary", {}, ...said), steps);
    const write = () => {
      if (!details.open || steps.childElementCount) return;
      steps.append(...group.entries.map((entry) => step(entry, offset)));
      if (this.replay) steps.append(h("li", {}, h("button.quiet", { type: "button", onclick: () => this.replay.open(group.entries[0].at) }, t("page.replay_around"))));
    };
    details.addEventListener("toggle", write);
    write();
    return details;
  }
}

const caseCall = ({ id }) => `case ${id}`;

/** What a line calls an arbiter for; null for all that needs nobody. It stands out for as long as that is open. */
function callOf(what) {
  if (what.type === "case_opened") return caseCall(what.case);
  return what.type === "alert" && what.open !== false ? alertKey(what) : null;
}

/** One line of the record as it stands there. */
function step(entry, offset) {
  const { text, article } = lineOf(entry);
  const about = [t("page.entry_number", { n: entry.n }), timeOfDay(entry.at + offset), article && articleWords(article), whoDid(entry.what.by)].filter(Boolean).join(" · ");
  return h("li", { "data-entry": entry.n }, h("span", {}, text), " ", h("span.muted", {}, about));
}
