// What an arbiter does about something in the queue: take it in hand, hand it over, let go of it, say that it is seen to.

import { askUntil, buttons, field, options } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { message } from "../lib/messages.js";
import { request } from "../lib/requests.js";
import { say, t } from "../lib/words.js";
import { handlingOf } from "../live/store.js";

export class Hands {
  /** `tell(text, kind)` shows what came of it. */
  constructor(store, tell) {
    this.store = store;
    this.tell = tell;
  }

  get me() {
    return this.store.hello?.name ?? "";
  }

  get may() {
    return (this.store.hello?.rights ?? []).includes("queue");
  }

  /** The buttons that fit: [[name, words, what to do]]. */
  offered({ table, matter, handling, id }) {
    if (!this.may) return [];
    const holder = handling?.holder ?? "";
    const seen = { id, version: handling?.version ?? 0, table };
    const mine = holder === this.me;
    const others = this.store.colleagues.filter(({ name }) => name !== this.me);
    const found = [];
    if (!holder) found.push(["take", t("page.take"), () => this.send(seen, { type: "take" })]);
    else if (!mine) found.push(["take", t("page.take_over", { who: holder }), () => this.send(seen, { type: "take" })]);
    if (mine) found.push(["let_go", t("page.let_go"), () => this.send(seen, { type: "let_go" })]);
    if ((mine || !holder) && others.length) found.push(["hand_over", t("page.hand_over"), () => this.chooseColleague(seen, matter, others)]);
    if ((mine || !holder) && !matter.choices) found.push(["resolve", t("page.resolve"), () => this.writeNote(seen, matter)]);
    return found;
  }

  chooseColleague(seen, matter, others) {
    const choices = [...others].sort((a, b) => b.here - a.here).map(({ name, role, here }) => [name, t("page.colleague", { name, role: message(`role.${role}`), here: here ? "yes" : "no" })]);
    const colleagues = options("to", t("page.colleagues"), choices);
    if (choices.length === 1) colleagues.querySelector("input").checked = true;
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.hand_over_to")), this.what(seen, matter), colleagues, buttons(t("page.hand_over")));
    askUntil(form, (data) => this.insist(seen, matter, { type: "hand_over", to: data.get("to") }));
  }

  writeNote(seen, matter) {
    const note = h("input", { type: "text", name: "note", required: true, maxlength: 500, autocomplete: "off" });
    note.problem = () => (note.value.trim() ? "" : t("field_error.missing"));
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.resolve_title")), this.what(seen, matter), field(t("page.resolve_note"), note, t("page.resolve_hint")), buttons(t("page.resolve")));
    askUntil(form, (data) => this.insist(seen, matter, { type: "resolve", note: data.get("note").trim() }));
  }

  what({ table }, matter) {
    return h("p", {}, t("page.spoken", { table: table.name.toUpperCase(), text: say(matter.text) }));
  }

  /** Out of a dialog, which keeps what was typed: why not, or nothing. Who is told what a colleague did, and goes on, knows of it. */
  async insist(seen, matter, what) {
    const why = await this.send(seen, what);
    seen.version = handlingOf(seen.table, matter)?.version ?? 0;
    return why;
  }

  async send({ id, version, table }, what) {
    const { ok, why } = await request("POST", "/api/queue", { do: { ...what, matter: id, version } });
    this.tell(t("page.spoken", { table: table.name.toUpperCase(), text: ok ? t("page.handled", { what: what.type, to: what.to ?? "" }) : why }), ok ? "good" : "bad");
    return why;
  }
}
