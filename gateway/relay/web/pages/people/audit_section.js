// The section of the audit: who did what through the relay, when, and what came of it. Newest first, a page at a time.

import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { dateAndTime } from "../lib/times.js";
import { say, t } from "../lib/words.js";
import { citation } from "../parts/articles.js";
import { describe } from "../parts/entries.js";

const PAGE = 100;

export class AuditSection {
  constructor(root) {
    this.root = root;
    this.lines = [];
    this.next = null;
    this.reply = h("p.reply.bad", { role: "status" });
  }

  show(visible) {
    this.visible = visible;
    if (visible) this.load();
    else this.root.replaceChildren();
  }

  async load(before = 0) {
    const { ok, content, why } = await request("GET", `/api/audit?limit=${PAGE}&before=${before}`);
    setText(this.reply, why);
    if (!ok) return;
    this.lines = before ? [...this.lines, ...content.lines] : content.lines;
    this.next = content.next;
    this.build();
  }

  build() {
    if (!this.visible) return;
    const head = ["page.time", "page.name", "page.audit_what", "page.audit_answer"].map((key) => h("th", { scope: "col" }, t(key)));
    const table = h("table.list", {}, h("caption.aside", {}, t("page.section_audit")), h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...this.lines.map((line) => this.row(line))));
    this.root.classList.add("people");
    this.root.replaceChildren(
      h("div.people-head", {}, h("h2", {}, t("page.section_audit")), h("div.buttons", {}, h("button", { type: "button", onclick: () => this.load() }, t("page.audit_newest")))),
      this.reply,
      h("p.muted", {}, t("page.audit_about")),
      h("div.scroll", { tabindex: "0", role: "region", "aria-label": t("page.section_audit") }, table),
      h("div.buttons", {}, this.next && h("button", { type: "button", onclick: () => this.load(this.next) }, t("page.audit_older"))),
    );
  }

  row(line) {
    const at = new Date(line.at);
    const from = [line.session && t("page.audit_session", { session: line.session }), line.address].filter(Boolean).join(" · ");
    const { ok = true } = line;
    const answer = ok ? (line.entry ? t("page.audit_entry", { entry: line.entry }) : t("page.audit_done")) : line.why ? say(line.why) : t("page.audit_refused");
    return h(
      "tr",
      { class: !ok && "refused" },
      h("td.when", {}, h("time", { datetime: at.toISOString() }, dateAndTime(at))),
      h("td", { dir: "auto" }, line.who || t("page.audit_nobody"), h("small.muted", {}, [line.role && t("page.role_name", { role: line.role }), from].filter(Boolean).join(" · "))),
      h("td", {}, this.words(line)),
      h("td", {}, answer, line.article ? h("small.muted", {}, citation(line.article)) : null),
    );
  }

  words({ kind, table = "", act, about = "", as_role: role = "", did = "", delay = 0 }) {
    const what = act ? describe("act", act) : "";
    return t(`audit.${kind}`, { table: table.toUpperCase(), what, about, role, did, delay });
  }
}
