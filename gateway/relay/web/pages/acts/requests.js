// What a player asks for, entered by an arbiter who has heard it. Which requests there are, and which of them this moment
// admits for each side, the referee says: `requests` of the table's state.

import { field, options, select } from "../lib/dialog.js";
import { arrange, h, setText } from "../lib/dom.js";
import { say, t } from "../lib/words.js";
import { articleWords } from "../parts/articles.js";
import { describe } from "../parts/entries.js";
import { askAct } from "./confirmation.js";
import { SIDES } from "./inputs.js";

const text = (name, other = {}) => h("input", { type: "text", name, maxlength: 120, autocomplete: "off", ...other });

/** What belongs to a request besides its name: its fields, and how they are read. */
const DETAILS = {
  claim_draw: {
    fields: ({ grounds }) => {
      const ground = options("ground", t("page.ground"), grounds.map((each) => [each, t(`ground.${each}`)]));
      ground.querySelector("input").checked = true;
      return [ground, field(t("page.move_to_claim"), text("move"), t("page.move_to_claim_hint"))];
    },
    read: (data) => ({ ground: data.get("ground"), ...given(data, "move") }),
  },
  claim_five: { fields: () => [field(t("page.point"), text("point"), t("page.if_named"))], read: (data) => given(data, "point") },
  claim_forbidden: { fields: () => [field(t("page.point"), text("point"), t("page.if_named"))], read: (data) => given(data, "point") },
  complain: {
    fields: ({ articles }, state) => [field(t("page.by_article"), select("article", articles.map((each) => [each, articleWords(each)]))), field(t("page.move_complained"), text("move", { placeholder: state.moves.at(-1) ?? "" }), t("page.if_named"))],
    read: (data) => ({ article: data.get("article"), ...given(data, "move") }),
  },
  call_arbiter: { fields: () => [field(t("page.what_said"), text("said"), t("page.if_named"))], read: (data) => (data.get("said").trim() ? { why: data.get("said").trim() } : {}) },
  declare_fifths: { fields: () => [field(t("page.how_many_fifths"), h("input", { type: "number", name: "number", min: 1, max: 12, value: 2, required: true }))], read: (data) => ({ number: Number(data.get("number")) }) },
  offer_fifths: { fields: () => [field(t("page.points"), text("points", { required: true, placeholder: "g7 i9" }))], read: (data) => ({ points: data.get("points").split(/[\s,，、]+/).filter(Boolean) }) },
  choose_fifth: { fields: () => [field(t("page.point"), text("point", { required: true, placeholder: "g7" }))], read: (data) => given(data, "point") },
};

const given = (data, name) => (data.get(name)?.trim() ? { [name]: data.get(name).trim() } : {});

export class Requests {
  constructor(actions) {
    this.actions = actions;
    this.buttons = new Map();
    this.names = Object.fromEntries(SIDES.map((side) => [side, h("h4", { dir: "auto" })]));
    this.lists = Object.fromEntries(SIDES.map((side) => [side, h("div.buttons", { role: "group" })]));
    this.empty = h("p.muted", {}, t("page.nothing_to_ask"));
    this.element = h("div.requests", {}, ...SIDES.map((side) => h("div", {}, this.names[side], this.lists[side])), this.empty);
  }

  update({ state }) {
    let any = false;
    for (const side of SIDES) {
      setText(this.names[side], this.actions.player(side));
      this.lists[side].setAttribute("aria-label", this.actions.player(side));
      const admitted = state.arbiters?.requests?.[side] ?? [];
      any ||= admitted.length > 0;
      arrange(this.lists[side], admitted.map((each) => this.button(side, each)));
    }
    this.empty.hidden = any;
    for (const side of SIDES) this.names[side].hidden = !any;
  }

  button(side, admitted) {
    const key = `${side} ${admitted.request}`;
    if (!this.buttons.has(key)) {
      const button = h("button", { type: "button", "data-act": "enter_request", "data-request": admitted.request, "data-side": side }, t(`request_name.${admitted.request}`));
      button.addEventListener("click", () => this.open(side, button.admitted));
      this.buttons.set(key, button);
    }
    const button = this.buttons.get(key);
    button.admitted = admitted;
    return button;
  }

  open(side, admitted) {
    const { actions } = this;
    const detail = DETAILS[admitted.request] ?? { fields: () => [], read: () => ({}) };
    askAct(actions, {
      title: t(`request_name.${admitted.request}`),
      fields: detail.fields({ grounds: ["rules"], articles: [], ...admitted }, actions.table.state),
      read: (data) => {
        const request = { type: admitted.request, ...detail.read(data) };
        return { acts: [{ type: "enter_request", side, request }], sentence: t("page.on_behalf", { who: actions.player(side), request: say(describe("request", request)) }) };
      },
    });
  }
}
