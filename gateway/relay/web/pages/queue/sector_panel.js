// Who watches which tables: one's own, those of colleagues for whoever may say so, and a whole sector handed over.

import { askUntil, buttons, field, options, select } from "../lib/dialog.js";
import { h, setText } from "../lib/dom.js";
import { message } from "../lib/messages.js";
import { request } from "../lib/requests.js";
import { remember } from "../lib/settings.js";
import { t } from "../lib/words.js";
import { myTables, onlyMine, tablesOf, tableWords } from "../live/sectors.js";

export class SectorPanel {
  /** `tell(text, kind)` says what came of it, `changed()` is called when somebody wants to see other tables. */
  constructor(store, tell, changed) {
    this.store = store;
    this.tell = tell;
    this.changed = changed;
    this.button = h("button", { type: "button", onclick: () => this.ask() });
    this.only = h("input", { type: "checkbox", onchange: () => (remember("filter.mine", this.only.checked ? "1" : "0"), this.changed()) });
    this.onlyField = h("label.check", {}, this.only, h("span"));
    this.element = h("div.sector-tools", {}, this.onlyField, this.button);
    store.addEventListener("sectors", () => this.build());
  }

  get me() {
    return this.store.hello?.name ?? "";
  }

  build() {
    const mine = myTables(this.store);
    setText(this.button, mine ? t("page.sector_of", { who: t("page.my_tables"), tables: tableWords(mine) }) : t("page.my_tables"));
    setText(this.onlyField.lastElementChild, t("page.only_mine"));
    this.onlyField.hidden = !mine;
    this.only.checked = onlyMine(this.store);
    this.element.hidden = !this.store.hello?.rights?.includes("queue");
    this.changed();
  }

  /** Whose tables this reader may change: his own, and as a deputy or chief those of everybody who is about. */
  get people() {
    const others = this.store.hello?.rights?.includes("assign") ? [...this.store.colleagues.map(({ name }) => name), ...this.store.sectors.keys()] : [];
    return [...new Set([this.me, ...others])];
  }

  ask() {
    const names = [...this.store.tables.keys()];
    const who = select("who", this.people.map((name) => [name, name]));
    const text = h("input", { type: "text", name: "tables", maxlength: 2000, autocomplete: "off", placeholder: "1-20, 25" });
    const found = h("p.muted", { role: "status" });
    const draw = () => {
      const { tables, unknown } = tablesOf(text.value, names);
      text.problem = () => (unknown.length ? t("page.sector_unknown", { text: unknown.join(", ") }) : "");
      setText(found, unknown.length ? t("page.sector_unknown", { text: unknown.join(", ") }) : t("page.sector_saved", { who: who.value, n: tables.length }));
    };
    const fill = () => {
      text.value = tableWords(this.store.sectors.get(who.value) ?? []);
      draw();
    };
    who.addEventListener("change", fill);
    text.addEventListener("input", draw);
    const others = [...this.store.sectors].map(([name, tables]) => h("li", { dir: "auto" }, t("page.sector_of", { who: name, tables: tableWords(tables) })));
    const hand = h("button", { type: "button", onclick: () => (form.closest("dialog").close(), this.askTo(who.value)) }, t("page.sector_hand"));
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", {}, t("page.sector_title")),
      others.length ? h("ul.sectors", {}, ...others) : h("p.muted", {}, t("page.sector_none")),
      this.people.length > 1 ? field(t("page.sector_who"), who) : h("div", { hidden: true }, who),
      field(t("page.sector_tables"), text, t("page.sector_hint")),
      found,
      buttons(t("page.sector_save")),
    );
    if (this.store.sectors.has(this.me) && this.others(this.me).length) form.querySelector(".buttons").prepend(hand);
    fill();
    askUntil(form, () => {
      const { tables } = tablesOf(text.value, names);
      return this.send({ type: "watch", who: who.value, tables }, () => t("page.sector_saved", { who: who.value, n: tables.length }));
    });
    text.focus();
  }

  others(who) {
    return this.store.colleagues.filter(({ name }) => name !== who);
  }

  /** To whom all tables go, with what is in hand there. */
  askTo(who) {
    const choices = this.others(who).map(({ name, role, here }) => [name, t("page.colleague", { name, role: message(`role.${role}`), here: here ? "yes" : "no" })]);
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.sector_of", { who: t("page.sector_hand"), tables: tableWords(this.store.sectors.get(who) ?? []) })), options("to", t("page.sector_to"), choices), buttons(t("page.sector_hand")));
    askUntil(form, (data) => this.send({ type: "hand_sector", who, to: data.get("to") }, () => t("page.sector_handed", { who, to: data.get("to") })));
  }

  /** Why not, or nothing. */
  async send(what, words) {
    const { ok, why } = await request("POST", "/api/sectors", { do: what });
    this.tell(ok ? words() : why, ok ? "good" : "bad");
    return why;
  }
}
