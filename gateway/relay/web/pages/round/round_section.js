// The start of a round: every table with what it lacks, who has come, and one button that starts all or a chosen some.

import { arrange, h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { t } from "../lib/words.js";
import { actAtAll } from "./batch.js";
import { LateList } from "./late_list.js";
import { countReady, GROUPS, isToStart } from "./readiness.js";
import { RoundRow } from "./round_row.js";
import { confirmStart } from "./start_dialog.js";

const BY_NUMBER = new Intl.Collator("en", { numeric: true });
const FILTERS = { all: "page.round_all", unready: "page.round_not_ready", ready: "page.round_ready", started: "page.round_started" };

export class RoundSection {
  constructor(root, { store }) {
    this.root = root;
    this.store = store;
    this.rows = new Map();
    this.filter = "all";
    this.query = "";
    this.late = new LateList(store);
    this.list = h("ul.round-rows");
    this.counted = h("strong.round-count", { role: "status" });
    this.empty = h("p.notice.small", { hidden: true });
    store.addEventListener("table", ({ detail: { table, kind } }) => this.update(table, kind));
    // A row must not slip away under the hand that is about to press it.
    for (const left of ["pointerleave", "focusout"]) this.list.addEventListener(left, () => this.later());
  }

  get mayAct() {
    return (this.store.hello?.acts ?? []).includes("start_round");
  }

  show(visible) {
    this.visible = visible;
    if (visible) this.refresh();
  }

  /** Tables that are not ready, while a round is still to start. */
  build() {
    const button = (kind, act) => h(kind, { type: "button", onclick: act });
    this.startButton = button("button.primary", () => this.ask(this.toStart()));
    this.readyButton = button("button", () => this.ask(this.toStart().filter(({ found }) => found.group === "ready")));
    this.retryButton = button("button", () => this.start(this.failed()));
    this.everyBox = h("input", { type: "checkbox", onchange: () => this.chooseShown(this.everyBox.checked) });
    const search = h("input.search", { type: "search", placeholder: t("page.search"), "aria-label": t("page.search"), value: this.query });
    search.addEventListener("input", () => {
      this.query = search.value.trim().toLowerCase();
      this.sort();
    });
    this.late.build();
    this.root.replaceChildren(
      h("h2.aside", {}, t("page.section_round")),
      h("div.round-head", {}, this.counted, this.late.starts, h("div.buttons", {}, this.retryButton, this.readyButton, this.startButton)),
      this.late.element,
      h("div.round-tools", {}, h("label.check", {}, this.everyBox, h("span", {}, t("page.round_choose_shown"))), this.makeFilter(), search),
      this.empty,
      this.list,
    );
    this.refresh();
  }

  makeFilter() {
    const group = h("div.choice", { role: "radiogroup", "aria-label": t("page.round_filter") });
    for (const [value, key] of Object.entries(FILTERS)) {
      const input = h("input", { type: "radio", name: "round-filter", value, checked: value === this.filter });
      input.addEventListener("change", () => {
        this.filter = value;
        this.sort();
      });
      group.append(h("label", {}, input, h("span", {}, t(key))));
    }
    return group;
  }

  update(table, kind) {
    if (kind === "entry" || kind === "clock") return;
    if (!this.rows.has(table.name)) {
      const handlers = { arrive: (...given) => this.arrive(...given), choose: () => this.drawButtons(), mayAct: () => this.mayAct };
      this.rows.set(table.name, new RoundRow(table.name, handlers));
    }
    if (!this.visible || !this.startButton) return;
    this.rows.get(table.name).update(table);
    this.later();
  }

  refresh() {
    if (!this.visible || !this.startButton) return;
    for (const [name, row] of this.rows) row.update(this.store.tables.get(name));
    this.sort();
  }

  /** Sort once for all the messages of one moment, and not under somebody's hand. */
  later() {
    this.sorting ??= requestAnimationFrame(() => {
      this.sorting = null;
      if (!this.visible) return;
      const held = this.list.matches(":hover, :focus-within") && this.order?.length === this.shown().length;
      if (held) this.drawButtons();
      else this.sort();
    });
  }

  shown() {
    return [...this.rows.values()].filter((row) => row.found && this.fits(row));
  }

  sort() {
    const rows = this.shown().sort(
      (a, b) => GROUPS.indexOf(a.found.group) - GROUPS.indexOf(b.found.group) || BY_NUMBER.compare(a.name, b.name),
    );
    this.order = rows;
    arrange(this.list, rows.map(({ element }) => element));
    this.empty.hidden = rows.length > 0;
    setText(this.empty, t(this.rows.size ? "page.no_match" : "page.no_tables"));
    this.drawButtons();
  }

  fits({ name, found, table }) {
    const { group } = found;
    if (this.filter === "ready" && group !== "ready") return false;
    if (this.filter === "unready" && (group === "ready" || !isToStart(found))) return false;
    if (this.filter === "started" && isToStart(found)) return false;
    const { players } = table.state ?? {};
    return `${name} ${players?.white.name ?? ""} ${players?.black.name ?? ""}`.toLowerCase().includes(this.query);
  }

  chooseShown(chosen) {
    for (const row of this.order ?? []) if (!row.box.disabled) row.box.checked = chosen;
    this.drawButtons();
  }

  /** The chosen tables; where none is chosen, all that are shown and still to start. */
  toStart() {
    const open = this.shown().filter((row) => isToStart(row.found));
    const chosen = open.filter((row) => row.chosen);
    return chosen.length ? chosen : open;
  }

  failed() {
    return [...this.rows.values()].filter((row) => row.failed);
  }

  drawButtons() {
    const { ready, of } = countReady([...this.rows.values()].filter((row) => row.found).map(({ found }) => found));
    setText(this.counted, of ? t("page.round_count", { ready, of }) : t("page.round_all_started"));
    const rows = this.toStart();
    const chosen = rows.some((row) => row.chosen);
    const able = rows.filter(({ found }) => found.group === "ready").length;
    setText(this.startButton, t(chosen ? "page.round_start_chosen" : "page.round_start_all", { n: rows.length }));
    setText(this.readyButton, t("page.round_start_ready", { n: able }));
    const failed = this.failed().length;
    setText(this.retryButton, t("page.round_retry", { n: failed }));
    this.startButton.hidden = !this.mayAct;
    this.startButton.disabled = !rows.length || Boolean(this.starting);
    this.readyButton.hidden = !this.mayAct || !able || able === rows.length;
    this.retryButton.hidden = !this.mayAct || !failed || Boolean(this.starting);
    this.everyBox.disabled = !this.mayAct || !rows.length;
    if (!chosen) this.everyBox.checked = false;
  }

  ask(rows) {
    confirmStart(rows, () => this.start(rows));
  }

  async start(rows) {
    this.starting = true;
    this.drawButtons();
    const byName = new Map(rows.map((row) => [row.name, row]));
    await actAtAll([...byName.keys()], { type: "start_round" }, (name, progress) => byName.get(name).tell(progress));
    this.starting = false;
    for (const row of rows) row.box.checked = false;
    this.drawButtons();
  }

  async arrive(name, side, there) {
    const row = this.rows.get(name);
    const { ok, content, why } = await request("POST", `/api/tables/${name}/commands`, { act: { type: "arrive", side, ...(there ? {} : { there }) } });
    row.tell(ok ? null : { state: "refused", why, article: content?.article });
  }

  tick(now) {
    this.late.tick(now);
  }
}
