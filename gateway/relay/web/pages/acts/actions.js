// What an arbiter may do at a table: the most frequent acts always in sight, the rest under headings that unfold. What this
// role or this moment does not allow is shown, and says why, before anybody clicks.

import { arrange, h, setAttribute, setText } from "../lib/dom.js";
import { message } from "../lib/messages.js";
import { registerKeys } from "../lib/keys.js";
import { request } from "../lib/requests.js";
import { say, t } from "../lib/words.js";
import { describe } from "../parts/entries.js";
import { orderWords } from "../parts/orders.js";
import { BOARD } from "./board.js";
import { askAct } from "./confirmation.js";
import { PENAL } from "./penalties.js";
import { PLAY } from "./play.js";
import { Powers } from "./powers.js";
import { Requests } from "./requests.js";
import { RESULT } from "./results.js";
import { TIMES } from "./times.js";
import { undoOf } from "./undo.js";

const GROUPS = [["play", PLAY], ["times", TIMES], ["board", BOARD], ["penalties", PENAL], ["result", RESULT]];
const SENTENCES = { white: "page.white_beats", black: "page.black_beats", draw: "page.draw_of", both_lose: "page.both_lose_of" };
let shown = null; // the panel that keys act upon
const CONTROLS = GROUPS.flatMap(([, controls]) => controls);
registerKeys(
  "page.actions",
  [...new Set(CONTROLS.flatMap(({ keys = [] }) => keys))].map((key) => {
    const controls = CONTROLS.filter(({ keys }) => keys?.includes(key));
    return { keys: [key], words: controls[0].words, run: () => (shown?.isShown ? shown.press(controls) : false) };
  }),
  () => Boolean(shown?.isShown),
);

export class Actions {
  /** `context` has `store` and `now()`, the relay's time. */
  constructor(name, { store, now }) {
    this.name = name;
    this.store = store;
    this.now = now;
    this.sent = null; // what was ordered last, until the table has done it
    this.suggestion = null;
    this.onpowers = () => {}; // whoever else shows what a role may do
    this.powers = new Powers(() => store.hello, () => {
      if (this.table) this.update(this.table);
      this.onpowers();
    });
    this.requests = new Requests(this);
    this.reply = h("p.reply", { role: "status" });
    this.undo = h("button.undo", { type: "button", hidden: true, onclick: () => this.askUndo() });
    this.noUndo = h("p.no-undo.muted", { hidden: true });
    this.next = h("button.next", { type: "button", hidden: true, onclick: () => this.suggestion?.run() });
    this.frequent = h("div.buttons.frequent");
    this.controls = GROUPS.flatMap(([group, controls]) => controls.map((control) => this.makeControl(group, control)));
    this.lists = new Map(GROUPS.map(([group]) => [group, h("div.act-list")]));
    const folds = GROUPS.map(([group]) => this.fold(group, this.lists.get(group)));
    folds.splice(3, 0, this.fold("requests", this.requests.element));
    this.element = h("section.actions", { "aria-label": t("page.actions") }, h("h3", {}, t("page.actions")), this.frequent, h("div.sent", {}, this.reply, this.noUndo, this.undo, this.next), h("div.folds", {}, ...folds));
    this.folds = folds;
  }

  /** A dialog about this table has opened, or closed. */
  asking() {}

  get isShown() {
    return this.element.isConnected && Boolean(this.table?.state);
  }

  fold(group, content) {
    return h("details.fold", { "data-group": group }, h("summary", {}, t(`act_group.${group}`)), content);
  }

  makeControl(group, control) {
    const name = control.name ?? control.act;
    const words = h("span", {}, t(`act_name.${name}`));
    const note = h("small", { id: `why-${name}` });
    const button = h("button", { type: "button", "data-act": control.name ? null : control.act, "data-control": name, "aria-keyshortcuts": control.keys?.join(" "), onclick: () => this.open(control) }, words, note);
    return { ...control, group, button, note };
  }

  update(table) {
    this.table = table;
    if (this.element.isConnected) shown = this;
    const { state } = table;
    this.powers.update(state);
    this.requests.update(table);
    for (const control of this.controls) {
      const bar = this.whyNot(control);
      setAttribute(control.button, "aria-disabled", bar ? "true" : null);
      setAttribute(control.button, "aria-describedby", bar ? control.note.id : null);
      setText(control.note, bar);
    }
    // Who sees what everybody sees, as a result clerk, is shown what he may do; arbiters are shown all, and why not.
    const all = this.store.hello?.sees === "arbiters";
    const there = this.controls.filter(({ act, only }) => (all || this.powers.knows(act)) && (!only || only(state)));
    const inSight = there.filter((control) => this.powers.knows(control.act) && control.frequent?.(state));
    arrange(this.frequent, inSight.map(({ button }) => button));
    for (const [group, list] of this.lists) arrange(list, there.filter((each) => each.group === group && !inSight.includes(each)).map(({ button }) => button));
    for (const fold of this.folds) fold.hidden = !fold.querySelector("button, p");
    this.drawSent();
  }

  /** The clock may show by now what was asked of it. */
  tick(table) {
    this.table = table;
    if (table.state && this.sent && !this.sent.done) this.drawSent();
  }

  /** A line of the record has come. */
  hear(table) {
    this.table = table;
    this.drawSent();
  }

  /** The record shows what became of acts that got no answer: the entries of all of them. */
  tellKnown(entries) {
    const refusal = this.table.entries.find(({ what }) => what.type === "refused" && entries.some((entry) => what.command === entry.what.command));
    if (refusal) this.say(t("page.refused", { why: say(refusal.what.text), article: refusal.what.article ?? "" }), "bad");
    else this.follow(entries.map(({ what }) => what.act), entries.map(({ n }) => n));
  }

  /** Why a control does nothing now, in words; empty if it does. */
  whyNot({ act, why }) {
    const { state } = this.table;
    return this.powers.whyNotRole({ type: act }, state) || this.powers.whyNotNow(act, state) || why?.(this) || "";
  }

  open(control) {
    const bar = this.whyNot(control);
    if (bar) this.say(t("page.not_possible", { act: t(`act_name.${control.name ?? control.act}`), why: bar }), "bad");
    else control.open(this);
  }

  /** A key does the first of its acts that can be done. */
  press(controls) {
    const mine = this.controls.filter((each) => controls.some(({ open }) => open === each.open));
    this.open(mine.find((control) => !this.whyNot(control)) ?? mine[0]);
  }

  get players() {
    return this.table.state.players;
  }

  get where() {
    return t("page.where", { table: this.name.toUpperCase(), white: this.players.white.name, black: this.players.black.name });
  }

  /** "Ann Able (White)". */
  player(side) {
    return t("page.player", { name: this.players[side].name || t(`side.${side}`), side });
  }

  sentence(result) {
    const [white, black] = [this.players.white.name, this.players.black.name];
    return t(SENTENCES[result], { result: message(`result.${result}`), white, black });
  }

  // Sending -------------------------------------------------------------------------------------------------------

  /** Have acts carried out, one after the other: `{known, done}`, or in `words` what is known without an answer. */
  async send(acts, ids) {
    this.say(t("page.sending"), "");
    const entries = [];
    for (const [i, act] of acts.entries()) {
      const { ok, status, content, why } = await request("POST", `/api/tables/${this.name}/commands`, { act, id: ids[i] });
      if (ok) {
        entries.push(content.entry);
        continue;
      }
      const unknown = status === 0 || status >= 500 || !content;
      const words = unknown ? t(status === 0 ? "page.no_word" : "page.no_word_because", { why }) : t("page.refused", { why, article: content.article });
      this.say(words, "bad");
      return { known: !unknown, done: false, words };
    }
    this.follow(acts, entries);
    return { known: true, done: true, words: "" };
  }

  /** From now on tell how far it is: asked, until the clock does what was ordered of it; then done. */
  follow(acts, numbers) {
    this.suggestion = null;
    this.sent = { acts, numbers, done: false, game: this.table.state.game };
    this.drawSent();
  }

  drawSent() {
    this.drawUndo();
    if (!this.sent || this.sent.done) return;
    const { acts, numbers } = this.sent;
    const entry = numbers.at(-1);
    const what = acts.map((act) => say(describe("act", { ...act, why: null }))).join(t("page.between"));
    const line = this.table.entries.find(({ n }) => n === numbers[0]);
    const face = this.table.clock?.face;
    const orders = line && face ? (face.orders ?? []).filter(({ since }) => since >= line.at) : [];
    const waits = face?.source === "hardware" && (!line || this.table.state.last < entry); // what is asked of it comes with the state
    this.sent.done = !orders.length && !waits;
    if (this.sent.done) this.say(t("page.act_done", { what, entry }), "good");
    else this.say(t("page.act_asked", { what, orders: orders.map((order) => orderWords(order, this.table, this.now())).join(" · ") }), "asked");
  }

  say(text, kind) {
    if (this.reply.textContent === text && this.reply.className === `reply ${kind}`) return;
    this.reply.textContent = text;
    this.reply.className = `reply ${kind}`;
    this.reply.scrollIntoView({ block: "nearest" }); // the act may have been ordered at the other end of the page
  }

  // The way back --------------------------------------------------------------------------------------------------

  /** What undoes our last act, or why nothing does. */
  wayBack() {
    const { sent, table } = this;
    const begun = sent?.game !== undefined && sent.game !== table.state?.game ? sent.acts.at(-1) : null;
    return table.state ? undoOf(table, this.store.hello?.name, begun) : null;
  }

  drawUndo() {
    const back = this.wayBack();
    this.noUndo.hidden = !back?.why;
    if (back?.why) setText(this.noUndo, t(back.why));
    const may = back?.acts?.every((act) => !this.powers.whyNotRole(act, this.table.state) && !this.powers.whyNotNow(act.type, this.table.state));
    this.undo.hidden = !may;
    if (may) setText(this.undo, t("page.undo", { act: back.of.type }));
    this.next.hidden = !this.suggestion;
    if (this.suggestion) setText(this.next, this.suggestion.words);
  }

  /** The key of undo; false where there is nothing to undo. */
  pressUndo() {
    if (this.undo.hidden) return false;
    this.askUndo();
    return true;
  }

  askUndo() {
    const back = this.wayBack();
    if (!back?.acts) return;
    const key = JSON.stringify(back.acts);
    askAct(this, {
      title: t("page.confirm_undo"),
      gone: () => (JSON.stringify(this.wayBack()?.acts) === key ? "" : t("page.undo_gone")),
      read: () => ({ acts: back.acts, sentence: t("page.will_undo", { of: describe("act", { ...back.of, why: null }), by: back.acts.map((act) => describe("act", act)) }) }),
    });
  }

  /** Offer what comes next as a rule. */
  suggest(suggestion) {
    this.suggestion = suggestion;
    this.drawUndo();
  }
}
