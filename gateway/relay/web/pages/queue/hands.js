// What an arbiter does about something in the queue: take it in hand, hand it over, let go of it, say that it is seen to.

import { ask, buttons, field, options } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { message } from "../lib/messages.js";
import { request } from "../lib/requests.js";
import { say, t } from "../lib/words.js";

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
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.hand_over_to")), this.what(seen, matter), options("to", t("page.colleagues"), choices), buttons(t("page.hand_over")));
    ask(form, (data) => this.send(seen, { type: "hand_over", to: data.get("to") }));
  }

  writeNote(seen, matter) {
    const note = h("input", { type: "text", name: "note", required: true, maxlength: 500, pattern: ".*\\S.*", autocomplete: "off" });
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.resolve_title")), this.what(seen, matter), field(t("page.resolve_note"), note, t("page.resolve_hint")), buttons(t("page.resolve")));
    ask(form, (data) => this.send(seen, { type: "resolve", note: data.get("note").trim() }));
  }

  what({ table }, matter) {
    return h("p", {}, t("page.spoken", { table: table.name.toUpperCase(), text: say(matter.text) }));
  }

  async send({ id, version, table }, what) {
    const { ok, why } = await request("POST", "/api/queue", { do: { ...what, matter: id, version } });
    this.tell(t("page.spoken", { table: table.name.toUpperCase(), text: ok ? t("page.handled", { what: what.type, to: what.to ?? "" }) : why }), ok ? "good" : "bad");
  }
}
