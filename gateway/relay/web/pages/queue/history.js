// What was seen to, with its note: the last hundred, asked for when somebody looks.

import { h } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { timeOfDay } from "../lib/times.js";
import { say, t } from "../lib/words.js";

export class History {
  constructor(store, hands) {
    this.store = store;
    this.hands = hands;
    this.list = h("ul.history");
    this.summary = h("summary");
    this.element = h("details.past-matters", { ontoggle: () => this.load() }, this.summary, this.list);
    store.addEventListener("handlings", () => this.load());
  }

  build() {
    this.summary.textContent = t("page.seen_to");
    this.load();
  }

  async load() {
    if (!this.element.open || !this.store.arbiter) return;
    const { ok, content, why } = await request("GET", "/api/queue/history");
    const lines = ok ? content.resolved.map((each) => this.line(each)) : [h("li", {}, why)];
    this.list.replaceChildren(...(lines.length ? lines : [h("li.muted", {}, t("page.nothing_seen_to"))]));
  }

  line({ what, by, at, note }) {
    const again = this.store.handlings.get(what.table)?.get(what.id);
    const table = this.store.tables.get(what.table);
    const back = again?.resolved && table && this.hands.may;
    return h(
      "li",
      {},
      h("time", {}, timeOfDay(at)),
      h("div", {}, h("p", {}, h("a", { href: `#${what.table}` }, what.table.toUpperCase()), ` ${say(what.text)}`), h("p.article", {}, t("page.noted", { by, note }))),
      back ? h("button.quiet", { type: "button", onclick: () => this.hands.send({ id: what.id, version: again.version, table }, { type: "reopen" }) }, t("page.reopen")) : null,
    );
  }
}
