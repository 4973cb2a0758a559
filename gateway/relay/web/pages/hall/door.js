// The door of the hall: tables that ask to be let in, and claims for those that come later. For arbiters.

import { ask, buttons, closing, field } from "../lib/dialog.js";
import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { t } from "../lib/words.js";

const MINUTES = 5;

export class Door {
  /** `now()` is the relay's time. */
  constructor(root, store, now) {
    this.root = root;
    this.store = store;
    this.now = now;
    this.reply = h("p.reply", { role: "status" });
    this.left = h("span", {});
    store.addEventListener("door", () => this.build());
  }

  build() {
    const { joining, arbiter } = this.store;
    this.root.hidden = !arbiter || !joining;
    if (this.root.hidden) return;
    this.open = joining.until > this.now();
    const button = (key, act, kind = "button.quiet") => h(kind, { type: "button", onclick: act }, t(key));
    const line = this.open
      ? [this.left, button("page.joining_close", () => this.send("PUT", "/api/joining", { minutes: 0 }))]
      : [button("page.joining_open", () => this.send("PUT", "/api/joining", { minutes: MINUTES }))];
    const waiting = this.open ? joining.waiting.map((each) => this.applicant(each, button)) : [];
    this.root.replaceChildren(
      h("div.door", {}, ...line, button("page.claim", () => this.claim())),
      ...(waiting.length ? [h("ul.applicants", {}, ...waiting)] : []),
      this.reply,
    );
    this.tick(this.now());
  }

  applicant({ ticket, name, word, replaces }, button) {
    const decide = (admit) => () => this.send("POST", `/api/joining/${ticket}`, { admit });
    return h(
      "li",
      {},
      h("strong", {}, name),
      h("span", {}, t(replaces ? "page.joining_replaces" : "page.joining_word", { word })),
      button("page.joining_admit", decide(true), "button.primary"),
      button("page.joining_refuse", decide(false)),
    );
  }

  tick(now) {
    if (this.root.hidden || !this.open) return;
    const left = this.store.joining.until - now;
    if (left <= 0) this.build();
    else setText(this.left, t("page.joining_left", { ms: left }));
  }

  claim() {
    const input = h("input", { name: "name", required: true, pattern: "[a-z0-9_\\-]{1,64}", autocomplete: "off" });
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.claim")), field(t("page.claim_for"), input), buttons(t("page.go_on")));
    ask(form, async (data) => {
      const made = await this.send("POST", "/api/claims", { name: data.get("name") });
      if (!made) return;
      const code = new DOMParser().parseFromString(made.svg, "image/svg+xml").documentElement;
      const shown = h("div.qr", { role: "img", "aria-label": t("page.claim_code") }, document.importNode(code, true));
      const page = h("form", { method: "dialog" }, h("h2", {}, t("page.claim_made", { name: data.get("name") })), shown);
      page.append(h("p", {}, t("page.claim_then")), h("code.claim", {}, `flagfall enrol ${made.claim}`), closing(t("page.claim_done")));
      ask(page, () => {});
    });
  }

  async send(method, path, body) {
    const { ok, content, why } = await request(method, path, body);
    setText(this.reply, why);
    return ok ? content : null;
  }
}
