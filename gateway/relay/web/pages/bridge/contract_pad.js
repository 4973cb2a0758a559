// The pad on which a contract is entered: level, suit, doubled, by whom, tricks, lead. Large buttons, no keyboard.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { DENOMINATIONS, possible, RANKS, SEATS, shown, sign, SUITS, suitMark, written } from "./contracts.js";

const LEVELS = [1, 2, 3, 4, 5, 6, 7];

export class ContractPad {
  /** `done(result)` gets what the relay takes. */
  constructor(done) {
    this.done = done;
    this.element = h("div.contract-pad");
    this.clear();
  }

  clear() {
    this.contract = {};
  }

  set(change) {
    this.contract = { ...this.contract, pass: false, ...change };
    // A result that the new level cannot have is asked for again.
    if (this.contract.made && !possible(this.contract.level ?? 1).includes(this.contract.made)) this.contract.made = null;
    const held = document.activeElement?.dataset?.key;
    this.draw();
    this.element.querySelector(`[data-key="${CSS.escape(held ?? "")}"]`)?.focus();
  }

  /** Buttons of which one is pressed. */
  row(kind, label, choices, value, change) {
    const made = choices.map(([each, content, words]) =>
      h("button", { type: "button", "aria-pressed": String(each === value), "aria-label": words, "data-key": `${kind}-${each}`, onclick: () => this.set(change(each)) }, content),
    );
    return h(`div.pad-row.${kind}`, { role: "group", "aria-label": label }, ...made);
  }

  draw() {
    const { level, denomination, doubling = "", declarer, made, lead = "", pass } = this.contract;
    const suits = DENOMINATIONS.map((each) => [each, suitMark(each), t(`bridge_table.suit_${each.toLowerCase()}`)]);
    const rows = [
      this.row("level", t("bridge_table.level"), [...LEVELS.map((each) => [each, String(each)]), ["pass", t("bridge_table.pass"), t("bridge_table.passed_out")]], pass ? "pass" : level, (each) => (each === "pass" ? { pass: true, level: null } : { level: each })),
    ];
    if (!pass) {
      rows.push(
        this.row("denomination", t("bridge_table.denomination"), suits, denomination, (each) => ({ denomination: each })),
        this.row("doubling", t("bridge_table.doubling"), [["", "–", t("bridge_table.undoubled")], ["X", "X", t("bridge_table.doubled")], ["XX", "XX", t("bridge_table.redoubled")]], doubling, (each) => ({ doubling: each })),
        this.row("declarer", t("bridge_table.declarer"), SEATS.map((each) => [each, t(`bridge_table.seat_${each.toLowerCase()}`)]), declarer, (each) => ({ declarer: each })),
      );
      if (level) rows.push(this.row("made", t("bridge_table.tricks"), possible(level).toReversed().map((each) => [each, each.replace("-", "−"), t("bridge_table.made_as", { made: each })]), made, (each) => ({ made: each })));
      rows.push(this.leadRow(lead));
    }
    const result = written(this.contract);
    const send = h("button.big.primary.send", { type: "button", disabled: !result, "data-key": "send", onclick: () => this.done(result) }, t("bridge_table.send"), result ? h("strong", {}, shown(result)) : null);
    this.element.replaceChildren(...rows.map((row) => labelled(row)), send);
    return this.element;
  }

  leadRow(lead) {
    const choice = h("select", { "aria-label": t("bridge_table.lead"), "data-key": "lead" }, h("option", { value: "" }, t("bridge_table.no_lead")), ...SUITS.toReversed().map((suit) => h("optgroup", { label: t(`bridge_table.suit_${suit.toLowerCase()}`) }, ...RANKS.map((rank) => h("option", { value: suit + rank }, sign(suit) + rank)))));
    choice.value = lead;
    choice.addEventListener("change", () => this.set({ lead: choice.value }));
    return h("div.pad-row.lead", { "data-label": t("bridge_table.lead") }, choice);
  }
}

const labelled = (row) => h("div.pad-part", {}, h("span.muted", { "aria-hidden": "true" }, row.getAttribute("aria-label") ?? row.dataset.label), row);
