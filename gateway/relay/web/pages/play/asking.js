// What a player asks for: each with words on its button, a question before it is sent, and fields where it needs some.

import { ask, buttons, field, options, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { articleWords } from "../parts/articles.js";

/** Words of each button. What is not here is not offered: a newer table may know more. */
export const LABELS = {
  arrived: "play.arrived",
  call_arbiter: "play.call_arbiter",
  offer_draw: "play.offer_draw",
  accept_draw: "play.accept_draw",
  decline_draw: "play.decline_draw",
  claim_draw: "play.claim_draw",
  ask_increment: "play.ask_increment",
  claim_five: "play.claim_five",
  claim_forbidden: "play.claim_forbidden",
  claim_flag: "play.claim_flag",
  claim_illegal: "play.claim_illegal",
  claim_win: "play.claim_win",
  complain: "play.complain",
  demand_correction: "play.demand_correction",
  accept_irregularity: "play.accept_irregularity",
  pass: "play.pass",
  swap: "play.swap",
  keep: "play.keep",
  two_more: "play.two_more",
  declare_fifths: "play.declare_fifths",
  offer_fifths: "play.offer_fifths",
  choose_fifth: "play.choose_fifth",
  resign: "play.resign",
};
/** What is said before it is sent, where the button does not say all. */
const MEANINGS = {
  call_arbiter: "play.call_arbiter_then",
  offer_draw: "play.offer_draw_then",
  accept_draw: "play.accept_draw_then",
  claim_draw: "play.claim_then",
  claim_five: "play.claim_then",
  claim_forbidden: "play.claim_then",
  claim_flag: "play.claim_then",
  claim_illegal: "play.claim_then",
  claim_win: "play.claim_then",
  complain: "play.claim_then",
  swap: "play.swap_then",
  resign: "play.resign_then",
};
const GROUNDS = { rules: "play.ground_rules", material: "play.ground_material", normal_means: "play.ground_normal_means", time_trouble: "play.ground_time_trouble" };

const text = (name, attributes = {}) => h("input", { name, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200, ...attributes });
const words = (data, name) => (data.get(name) ?? "").trim();

/** Fields of a kind of request, and how they make it whole. */
const FIELDS = {
  call_arbiter: () => [[field(t("play.why"), text("why"), t("play.why_hint"))], (data) => ({ why: words(data, "why") })],
  claim_draw: ({ grounds = [] }) => [
    [grounds.length > 1 ? options("ground", t("play.ground"), grounds.map((ground) => [ground, t(GROUNDS[ground])])) : null, field(t("play.claim_move"), text("move"), t("play.claim_move_hint"))],
    (data) => ({ ground: data.get("ground") ?? grounds[0], move: words(data, "move") }),
  ],
  claim_five: () => [[field(t("play.point"), text("point"), t("play.point_hint"))], (data) => ({ point: words(data, "point") })],
  claim_forbidden: () => [[field(t("play.point"), text("point"), t("play.point_hint"))], (data) => ({ point: words(data, "point") })],
  complain: ({ articles = [] }) => [
    [field(t("play.article"), select("article", articles.map((cite) => [cite, articleWords(cite)]))), field(t("play.about_move"), text("move"), t("play.about_move_hint"))],
    (data) => ({ article: data.get("article"), move: words(data, "move") }),
  ],
  declare_fifths: () => [[field(t("play.number"), h("input", { name: "number", type: "number", inputmode: "numeric", min: 1, max: 50, required: true }))], (data) => ({ number: Number(data.get("number")) })],
  offer_fifths: () => [[field(t("play.points"), text("points", { required: true }), t("play.points_hint"))], (data) => ({ points: words(data, "points").split(/[\s,，、]+/).filter(Boolean) })],
  choose_fifth: () => [[field(t("play.point"), text("point", { required: true }), t("play.point_needed"))], (data) => ({ point: words(data, "point") })],
};

/** Ask the player once more, then send it. */
export function askFor(admitted, state, send) {
  const kind = admitted.request;
  const [fields, read] = (FIELDS[kind] ?? (() => [[], () => ({})]))(admitted, state);
  const form = h(
    "form",
    { method: "dialog", class: kind },
    h("h2", {}, t(LABELS[kind])),
    MEANINGS[kind] ? h("p", {}, t(MEANINGS[kind])) : null,
    ...fields,
    buttons(t(kind === "resign" ? "play.resign_yes" : LABELS[kind])),
  );
  ask(form, (data) => {
    const given = Object.fromEntries(Object.entries(read(data)).filter(([, value]) => value !== ""));
    send({ type: kind, ...given });
  });
}
