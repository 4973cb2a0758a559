// The filters of the hall, each with how many tables it finds: those that are pressed add up, "playing" and "my tables" narrow
// them down.

import { h, setAttribute, setText } from "../lib/dom.js";
import { recall, remember } from "../lib/settings.js";
import { t } from "../lib/words.js";
import { myTables } from "../live/sectors.js";
import { deviceTrouble, hasClaim, inTimeTrouble } from "./need.js";

const LIMITS_MIN = [5, 2, 1];
const NARROWS = new Set(["playing", "mine"]);

export class Filters {
  /** `changed()` is called when somebody has chosen otherwise. */
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    this.element = h("div.filters", { role: "group" });
    this.buttons = new Map();
    this.tests = {
      claims: (table) => hasClaim(table),
      trouble: (table, now) => inTimeTrouble(table, now, this.limit),
      devices: (table) => deviceTrouble(table),
      playing: (table) => table.state?.status === "playing",
      mine: ({ name }) => Boolean(myTables(this.store)?.has(name)),
    };
  }

  /** Below this time a side is in trouble. */
  get limit() {
    return (Number(recall("trouble")) || 2) * 60_000;
  }

  get names() {
    if (this.store.hello?.sees !== "arbiters") return ["trouble", "playing"];
    return ["claims", "trouble", "devices", "playing", ...(myTables(this.store) ? ["mine"] : [])];
  }

  on(name) {
    return this.names.includes(name) && recall(`filter.${name}`) === "1";
  }

  build() {
    this.element.setAttribute("aria-label", t("page.filters"));
    this.buttons = new Map(this.names.map((name) => [name, this.make(name)]));
    const limits = h("select.limit", { "aria-label": t("page.trouble_limit"), onchange: () => this.choose(limits.value) }, ...LIMITS_MIN.map((minutes) => h("option", { value: minutes, selected: minutes * 60_000 === this.limit }, t("page.under_minutes", { n: minutes }))));
    this.element.replaceChildren(...[...this.buttons].flatMap(([name, { button }]) => (name === "trouble" ? [h("span.filter-pair", {}, button, limits)] : [button])));
  }

  make(name) {
    const count = h("span.count");
    const button = h("button.filter", { type: "button", "data-filter": name, "aria-pressed": String(this.on(name)), onclick: () => this.press(name) }, `${t(`page.filter_${name}`)} `, count);
    return { button, count };
  }

  press(name) {
    remember(`filter.${name}`, this.on(name) ? "0" : "1");
    this.changed();
  }

  choose(minutes) {
    remember("trouble", minutes);
    this.changed();
  }

  /** The tables that the filters let through; counts are of all tables that the search finds. */
  apply(tables, now) {
    const found = Object.fromEntries(this.names.map((name) => [name, new Set(tables.filter((table) => this.tests[name](table, now)))]));
    for (const [name, { button, count }] of this.buttons) {
      setText(count, String(found[name]?.size ?? 0));
      setAttribute(button, "aria-pressed", String(this.on(name))); // it may have been chosen in another section
    }
    const wanted = this.names.filter((name) => !NARROWS.has(name) && this.on(name));
    const narrow = this.names.filter((name) => NARROWS.has(name) && this.on(name));
    return tables.filter((table) => narrow.every((name) => found[name].has(table)) && (!wanted.length || wanted.some((name) => found[name].has(table))));
  }
}
