// Games of which two different results were reported: they wait in the queue with both, until somebody decides.

import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { age } from "../lib/times.js";
import { say, t } from "../lib/words.js";
import { bridgeItem, isBridge } from "./bridge_alerts.js";
import { scoreOf, sourceWords } from "../tournament/scores.js";

const LOOK_MS = 5000;

export class ResultAlerts {
  /** `tell(text, kind)` says what came of an act, `counted()` that there are more or fewer. */
  constructor(store, tell, counted) {
    this.store = store;
    this.tell = tell;
    this.counted = counted;
    this.matters = [];
    this.element = h("ol.matters.result-alerts");
    this.looked = 0;
    for (const kind of ["acts", "hello"]) store.addEventListener(kind, () => this.look());
  }

  get count() {
    return this.matters.length;
  }

  async look() {
    if (this.store.hello?.sees !== "arbiters") return;
    this.looked = Date.now();
    const { ok, content } = await request("GET", "/api/queue");
    if (!ok) return;
    const found = content.matters.filter((matter) => matter.kind === "two_results" || isBridge(matter));
    if (JSON.stringify(found) === JSON.stringify(this.matters)) return;
    this.matters = found;
    this.build();
    this.counted();
  }

  build() {
    this.ages = this.matters.map(({ since }) => [since, h("span.age", { role: "timer", "aria-live": "off" })]);
    this.element.replaceChildren(...this.matters.map((matter, at) => this.item(matter, this.ages[at][1])));
  }

  item(matter, since) {
    if (isBridge(matter)) return bridgeItem(matter, since, async (words, kind) => (this.tell(words, kind), await this.look()));
    return this.gameItem(matter, since);
  }

  gameItem({ pairing, players, text, told = {} }, since) {
    const id = `two-results-${pairing}`;
    // What a table's own record says is the likeliest: it has the game.
    const suggested = Object.entries(told).find(([source]) => source.startsWith("table "))?.[1];
    const buttons = [...new Set(Object.values(told))].map((score) => {
      const who = Object.entries(told).filter(([, each]) => each === score).map(([source]) => (source ? sourceWords(source) : t("page.stands_now")));
      return h(`button${score === suggested ? ".primary" : ""}`, { type: "button", onclick: () => this.accept(pairing, score, told[""]) }, t("page.accept_as_told", { score, who }), score === suggested ? h("small.suggested", {}, t("page.suggested")) : null);
    });
    return h(
      "li.matter.urgent",
      { "data-concern": "case" },
      h("div.matter-head", {}, h("h3", {}, h("a.where", { href: "#/tournament" }, pairing)), h("span.name", { dir: "auto" }, t("page.versus", players)), h("span.concern", {}, t("concern.case")), since),
      h("div.body", {}, h("p.what", { id }, say(text)), h("p.article", {}, t("advice.two_results")), h("div.buttons", { role: "group", "aria-labelledby": id }, ...buttons)),
    );
  }

  async accept(pairing, score, stands) {
    const act = { type: "accept_result", pairing, score: scoreOf(score), ...(stands && stands !== score ? { why: t("page.decided_in_queue") } : {}) };
    const { ok, why } = await request("POST", "/api/tournament/acts", { act });
    this.tell(ok ? t("page.result_taken", { game: pairing, score }) : why, ok ? "good" : "bad");
    await this.look();
  }

  tick(now) {
    if (Date.now() - this.looked > LOOK_MS) this.look();
    for (const [since, element] of this.ages ?? []) setText(element, age(since, now));
  }
}
