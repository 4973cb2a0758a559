// The section of what is sent to others: each lichess round and webhook, how it gets on, and a button to try again now.

import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";
import { heldWords, release } from "../parts/holding.js";

const EVERY_MS = 3000;

export class PushesSection {
  constructor(root, { now }) {
    this.root = root;
    this.now = now;
    this.pushes = null; // once they are asked for
    this.reply = h("p.reply.bad", { role: "status" });
  }

  show(visible) {
    this.visible = visible;
    clearInterval(this.timer);
    if (!visible) {
      this.root.replaceChildren();
      return;
    }
    this.timer = setInterval(() => !document.hidden && this.load(), EVERY_MS);
    this.build();
    this.load();
  }

  async load() {
    const [{ ok, content, why }, held] = await Promise.all([request("GET", "/api/pushes"), request("GET", "/api/withheld")]);
    setText(this.reply, why || held.why);
    if (held.ok) this.drawWithheld(held.content.tables);
    if (!ok) return;
    const same = JSON.stringify(content.pushes) === JSON.stringify(this.pushes);
    this.pushes = content.pushes;
    if (!same) this.draw(); // a button must not be taken from under a finger
  }

  async retry(push) {
    const { ok, why } = await request("POST", `/api/pushes/${push.id}/retry`);
    setText(this.reply, ok ? "" : why);
    this.load();
  }

  build() {
    if (!this.visible) return;
    this.list = h("div.push-list");
    this.held = h("section.withheld", { hidden: true });
    this.heldKey = "";
    this.root.classList.add("people");
    this.root.replaceChildren(h("div.people-head", {}, h("h2", {}, t("page.section_pushes"))), this.held, h("p.muted", {}, t("page.pushes_about")), this.reply, this.list);
    this.draw();
  }

  /** The boards that are held back, each with a button to release it. */
  drawWithheld(tables) {
    const key = JSON.stringify(tables);
    if (key === this.heldKey) return;
    this.heldKey = key;
    this.held.hidden = false;
    const rows = tables.map((each) =>
      h(
        "li",
        {},
        h("span", {}, h("a", { href: `#${each.table}` }, each.table.toUpperCase()), " ", h("small.muted", {}, heldWords(each))),
        h("button", { type: "button", "aria-label": t("page.release_table", { table: each.table.toUpperCase() }), onclick: () => release(each.table, () => this.load()) }, t("page.release")),
      ),
    );
    this.held.replaceChildren(h("h3", {}, t("page.withheld_tables")), rows.length ? h("ul", {}, ...rows) : h("p.muted", {}, t("page.withheld_none")));
  }

  draw() {
    if (!this.visible || !this.pushes) return;
    const focused = document.activeElement?.dataset.push;
    this.list.replaceChildren(...(this.pushes.length ? this.pushes.map((push) => this.card(push)) : [h("p", {}, t("page.pushes_none"))]));
    if (focused) this.list.querySelector(`[data-push="${focused}"]`)?.focus();
  }

  card(push) {
    const state = push.parked ? "parked" : push.ok ? "ok" : push.trouble ? "trouble" : "waiting";
    const facts = [
      push.kind === "lichess" ? t("public.count_games", { n: push.games }) : "",
      push.waiting ? t("page.push_waiting", { n: push.waiting }) : "",
      push.last_ok === null ? t("page.push_never") : t("page.push_last", { time: timeOfDay(push.last_ok) }),
    ].filter(Boolean);
    const errors = Object.entries(push.errors);
    return h(
      "section.push-card",
      { "data-state": state },
      h("h3", {}, t("page.push_kind", { kind: push.kind }), " ", h("span.target", { dir: "ltr" }, push.target)),
      h("p.push-state", {}, t("page.push_state", { state })),
      h("p.muted", {}, facts.join(" · ")),
      push.trouble ? h("p.push-trouble", { lang: "en", dir: "ltr" }, push.trouble) : null,
      errors.length ? h("ul.push-errors", {}, ...errors.map(([game, why]) => h("li", { lang: "en", dir: "ltr" }, h("b", {}, game), ` ${why}`))) : null,
      push.ok ? null : h("div.buttons", {}, h("button", { type: "button", "data-push": push.id, onclick: () => this.retry(push) }, t(push.parked ? "page.push_resume" : "page.push_retry"))),
    );
  }
}
