// The result and its correction; a game that does not count.

import { options } from "../lib/dialog.js";
import { t } from "../lib/words.js";
import { askAct } from "./confirmation.js";
import { articleFields, articleOf } from "./inputs.js";
import { plain } from "./play.js";

const RESULTS = ["white", "draw", "black", "both_lose"];

export const RESULT = [
  { act: "set_result", open: setResult, frequent: ({ status }) => status !== "waiting", keys: ["r"], words: "page.key_result" },
  { act: "void", open: voidGame },
  { act: "correct_colours", open: plain("correct_colours", "page.confirm_colours") },
];

function setResult(actions) {
  const { state } = actions.table;
  const bar = (result) => actions.powers.whyNotRole({ type: "set_result", result }, state);
  const choices = RESULTS.map((result) => [result, bar(result) ? t("page.with_article", { text: actions.sentence(result), article: bar(result) }) : actions.sentence(result)]);
  const results = options("result", t("page.choose_result"), choices);
  for (const input of results.querySelectorAll("input")) input.disabled = Boolean(bar(input.value));
  askAct(actions, {
    title: t(state.result ? "page.confirm_new_result" : "page.confirm_result"),
    fields: [results, ...articleFields(actions, { label: t("page.by_article_if_any"), required: false })],
    read: (data) => {
      const result = data.get("result");
      if (!result) return null;
      const act = { type: "set_result", result, ...articleOf(data) };
      return { acts: [act], sentence: actions.sentence(result), barred: actions.powers.whyNotRole(act, state) };
    },
  });
}

function voidGame(actions) {
  askAct(actions, {
    title: t("page.confirm_void"),
    fields: articleFields(actions, { label: t("page.by_article_if_any"), required: false }),
    read: (data) => ({ acts: [{ type: "void", ...articleOf(data) }], sentence: t("act_does.void") }),
  });
}
