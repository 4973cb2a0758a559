// Deals of the bridge event at the desk: loaded from a PBN file. Nobody is shown one before its board is played out,
// not even a director, who may sit down at a table too.

import { askUntil, buttons, field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { language, t } from "../lib/words.js";

const PATH = "/api/bridge/deals";

/** Whether board 1 of a round is another one than that of the next. */
const numberedAnew = ({ form = "teams", system = "round_robin", board_numbers: numbers = "anew" }) => ["teams", "eights"].includes(form) && system !== "whist" && numbers === "anew";

/** Ask for a file, and load it; `done` is told when it is. */
export function loadDeals({ regulations, rounds = [], rounds_planned: planned = 0 }, done) {
  const anew = numberedAnew(regulations);
  const count = Math.max(planned, rounds.length, 1);
  const round = select("round", [["0", t("bridge_deals.round_in_file")], ...Array.from({ length: count }, (_, at) => [String(at + 1), t("page.round", { n: at + 1 })])]);
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("bridge_deals.load")),
    h("p", {}, t("bridge_deals.hint")),
    field(t("bridge_deals.file"), h("input", { type: "file", name: "file", accept: ".pbn,application/x-pbn,text/plain", required: true })),
    anew && field(t("bridge_deals.round"), round),
    field(t("page.why"), h("input", { name: "why", maxlength: 500 }), t("bridge_deals.why_hint")),
    buttons(t("bridge_deals.load")),
  );
  askUntil(form, async (data) => {
    const query = new URLSearchParams({ round: data.get("round") ?? "0", why: data.get("why").trim() });
    const why = await send(`${PATH}?${query}`, data.get("file"));
    if (!why) done();
    return why;
  });
}

async function send(path, file) {
  try {
    const answer = await fetch(path, { method: "POST", headers: { Accept: "application/json", "Accept-Language": language, "Content-Type": "text/plain" }, body: file });
    return answer.ok ? "" : ((await answer.json()).why ?? t("page.unreachable"));
  } catch (error) {
    console.warn(`POST ${path}:`, error.message);
    return t("page.unreachable");
  }
}
