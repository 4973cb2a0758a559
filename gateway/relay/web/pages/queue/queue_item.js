// One case or alert in the queue: where, who, what, since when, by which article, whose hand is on it, and what to do.

import { Actions } from "../acts/actions.js";
import { h, setText, toggle } from "../lib/dom.js";
import { age, timeOfDay } from "../lib/times.js";
import { language, say, t } from "../lib/words.js";
import { watchers } from "../live/sectors.js";
import { articleWords } from "../parts/articles.js";
import { Cases } from "../table/cases.js";

/** An act's dialogs as on the table's page; what came of it is told above the queue, since the item may be gone. */
class QueueActions extends Actions {
  constructor(name, section) {
    super(name, section);
    this.tell = section.tell;
    this.section = section;
  }

  asking(open) {
    this.section.ask(open ? this.name : null);
  }

  follow(acts, numbers) {
    this.section.told(this);
    super.follow(acts, numbers);
  }

  /** Whether what was sent is not done yet, or the state after it and all lines up to that have not come. */
  get waits() {
    const { sent, table } = this;
    const last = table.state?.last ?? 0;
    return Boolean(sent) && (!sent.done || last < sent.numbers.at(-1) || (table.entries.at(-1)?.n ?? 0) < last);
  }

  say(text, kind) {
    if (kind === "asked" && this.saidOf === this.sent && !this.section.shows(this.said)) return; // something else was told since
    this.said = t("page.spoken", { table: this.name.toUpperCase(), text });
    this.saidOf = this.sent;
    if (!this.section.shows(this.said)) this.tell(this.said, kind);
  }
}

export class QueueItem {
  constructor(entry, section) {
    this.section = section;
    this.name = entry.table.name;
    this.actions = new QueueActions(this.name, section);
    this.since = h("span.age", { role: "timer", "aria-live": "off" });
    this.link = h("a.where", { href: `#${this.name}` }, this.name.toUpperCase());
    this.players = h("span.name", { dir: "auto" });
    this.hand = h("p.hand");
    this.body = h("div.body");
    this.tools = h("div.buttons.tools-row");
    this.concern = h("span.concern");
    this.watched = h("span.watched.muted");
    this.element = h("li.matter", {}, h("div.matter-head", {}, h("h3", {}, this.link), this.players, this.watched, this.concern, this.since), this.hand, this.body, this.tools);
    this.update(entry);
  }

  update(entry) {
    this.entry = entry;
    const { table, matter, about, handling } = entry;
    const { white, black } = table.state.players;
    this.actions.update(table);
    toggle(this.element, "urgent", about.urgent);
    this.element.dataset.concern = about.concern;
    setText(this.concern, t(`concern.${about.concern}`));
    setText(this.players, t("page.versus", { white: white.name || t("side.white"), black: black.name || t("side.black") }));
    const names = watchers(this.section.store, this.name);
    setText(this.watched, names.length ? t("page.watched_by", { names }) : "");
    const mine = handling?.holder && handling.holder === this.section.hands.me;
    setText(this.hand, !handling?.holder ? "" : mine ? t("page.in_your_hand") : t("page.in_hand", { who: handling.holder, time: timeOfDay(handling.at) }));
    toggle(this.element, "mine", mine);
    toggle(this.element, "others", Boolean(handling?.holder) && !mine);
    const acts = matter.choices ? [] : this.offeredActs(about);
    const news = JSON.stringify([matter, language, table.state.players, acts]); // nothing else: no button is taken from under a finger
    if (news !== this.news) {
      this.news = news;
      this.deadline = null;
      this.body.replaceChildren(...(matter.choices ? this.caseBody(entry) : this.alertBody(entry, acts)));
    }
    this.cases?.drawPowers();
    this.drawTools(entry);
  }

  /** The case as the table's page has it. */
  caseBody({ table, matter }) {
    this.cases = new Cases(this.actions, () => {});
    this.cases.table = table;
    const made = this.cases.makeCase(matter);
    this.cases.items = new Map([["", made]]);
    this.cases.drawPowers();
    return [h("ul.cases", {}, made.element)];
  }

  /** The acts that may answer an alert, as far as this role and this moment allow them. */
  offeredActs({ acts }) {
    const allowed = this.section.store.hello?.acts ?? [];
    const source = (act) => this.actions.element.querySelector(`[data-act="${act}"]`);
    return acts.filter((act) => allowed.includes(act) && (act === "enter_request" || (source(act) && !source(act).getAttribute("aria-disabled"))));
  }

  alertBody({ matter }, offered) {
    this.cases = null;
    const acts = offered.map((act) => this.actButton(act));
    const id = `matter-${CSS.escape(this.entry.id)}`;
    return [
      h("p.what", { id }, say(matter.text)),
      matter.announce === false ? h("p.unannounced-mark", {}, t("page.not_announced")) : null,
      h("p.article", {}, [articleWords(matter.article), t(`advice.${matter.kind}`)].filter(Boolean).join(" · ")),
      acts.length ? h("div.buttons", { role: "group", "aria-labelledby": id }, ...acts) : null,
    ].filter(Boolean);
  }

  /** A button that opens the act's form; what players may ask for now is a list of its own, on the table's page. */
  actButton(act) {
    if (act === "enter_request") return h("a.button", { href: `#${this.entry.table.name}`, "data-act": act }, t("act_name.enter_request"));
    const source = this.actions.element.querySelector(`[data-act="${act}"]`);
    return h("button", { type: "button", "data-act": act, onclick: () => source.click() }, source.firstElementChild.textContent);
  }

  drawTools(entry) {
    const offered = this.section.hands.offered(entry);
    const news = JSON.stringify([offered.map(([name, words]) => [name, words]), entry.handling, this.section.store.colleagues]);
    if (news === this.offered) return;
    this.offered = news;
    const held = this.tools.contains(document.activeElement) ? document.activeElement.dataset.hand : null;
    this.tools.replaceChildren(...offered.map(([name, words, act]) => h("button.quiet", { type: "button", "data-hand": name, onclick: act }, words)));
    if (held) (this.tools.querySelector(`[data-hand="${held}"]`) ?? this.tools.querySelector("button") ?? this.link).focus();
  }

  /** Press the first of these buttons that is offered; false if none is. */
  press(...names) {
    const button = names.map((name) => this.tools.querySelector(`[data-hand="${name}"]`)).find(Boolean);
    button?.click();
    return Boolean(button);
  }

  tick(now) {
    setText(this.since, age(this.entry.since, now));
    this.cases?.tick(now);
  }
}
