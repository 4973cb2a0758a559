// The question before a round is started: how many tables, and which of them are not ready.

import { ask, buttons } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

const NAMED = 12; // more than that nobody reads

/** Ask, then call `then()`. `rows` are the tables that would be started. */
export function confirmStart(rows, then) {
  const unready = rows.filter(({ found }) => found.group !== "ready");
  const form = h("form.start-question", { method: "dialog" }, h("h2", {}, t("page.round_confirm", { n: rows.length })));
  if (unready.length) {
    form.append(
      h("p.trouble", {}, t("page.round_confirm_unready", { n: unready.length })),
      h("ul.unready", {}, ...unready.slice(0, NAMED).map((row) => h("li", {}, h("strong", {}, row.name.toUpperCase()), ` ${whyNot(row)}`))),
    );
    if (unready.length > NAMED) form.append(h("p.muted", {}, t("page.round_more", { n: unready.length - NAMED })));
  } else form.append(h("p", {}, t("page.round_all_ready")));
  form.append(h("p.muted", {}, t("page.round_confirm_absent")), buttons(t("page.round_start_now", { n: rows.length })));
  ask(form, then);
}

/** "board, clock": what a table lacks, in a word each. */
function whyNot(row) {
  const kinds = [...new Set(row.found.lacks.filter(({ blocks }) => blocks !== false).map(({ kind }) => t(`lack_kind.${kind}`)))];
  return kinds.length ? kinds.join(", ") : row.verdictWords();
}
