// A board that is held back from spectators: who did it, when and why, and the buttons for whoever may.

import { askUntil, buttons, field } from "../lib/dialog.js";
import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";

const WHY_MAX = 200;

const isWithheld = (table) => table?.absence === "withheld";

/** `Held back since 14:03 by Vera: a dispute`. */
export const heldWords = ({ since, by, why }) => t("page.withheld_by", { time: timeOfDay(since).slice(0, 5), name: by, why });

/** Ask why, and hold the table back. `done(why)` is told why not, or nothing. */
function holdBack(table, done = () => {}) {
  const why = h("input", { name: "why", required: true, maxlength: WHY_MAX, autocomplete: "off", dir: "auto" });
  const form = h("form", { method: "dialog" }, h("h2", {}, t("page.withhold_table", { table: table.toUpperCase() })), h("p", {}, t("page.withhold_then")), field(t("page.withheld_why"), why), buttons(t("page.withhold")));
  askUntil(form, async (data) => {
    const { ok, why: refused } = await request("POST", `/api/tables/${table}/withhold`, { why: data.get("why").trim() });
    if (ok) done();
    return ok ? "" : refused;
  });
}

/** Ask once more, and show the table again. */
export function release(table, done = () => {}) {
  const form = h("form", { method: "dialog" }, h("h2", {}, t("page.release_table", { table: table.toUpperCase() })), h("p", {}, t("page.release_then")), buttons(t("page.release")));
  askUntil(form, async () => {
    const { ok, why } = await request("POST", `/api/tables/${table}/release`);
    if (ok) done();
    return ok ? "" : why;
  });
}

/** On a table's page: the line that says so, and a button. An operator, who sees what the public sees, is told by that. */
export class Holding {
  constructor(name, may) {
    this.words = h("span");
    this.button = h("button", { type: "button", hidden: !may, onclick: () => (this.held ? release(name) : holdBack(name)) });
    this.element = h("p.holding", { role: "status" }, this.words, " ", this.button);
    this.may = may;
  }

  update(table) {
    this.held = Boolean(table.withheld) || isWithheld(table);
    this.element.hidden = !this.may && !this.held;
    setText(this.words, table.withheld ? heldWords(table.withheld) : this.held ? t("page.table_withheld") : "");
    setText(this.button, t(this.held ? "page.release" : "page.withhold"));
    this.element.classList.toggle("trouble", this.held);
  }
}
