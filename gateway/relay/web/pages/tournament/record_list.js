// The record of the tournament: who did what, and what may be taken back.

import { h } from "../lib/dom.js";
import { dateAndTime } from "../lib/times.js";
import { t } from "../lib/words.js";

const SHOWN = 100;

const mark = (score) => ({ "=": "½" })[score] ?? score;

/** What an act was about, in a few words: a game and its score, a name, a round. */
function about({ act, outcome }, names) {
  const score = outcome?.score ?? act.score;
  const parts = [act.pairing, score ? `${mark(score.white)}-${mark(score.black)}` : "", act.person?.name ?? act.team?.name ?? names.get(act.player) ?? names.get(act.team) ?? "", act.round ? t("page.tournament_round", { round: act.round }) : "", act.duty ? t(`duty.${act.duty}`) : "", act.n ? `№ ${act.n}` : ""];
  return parts.filter(Boolean).join(" · ");
}

/** `undo(entry)` is offered with what may be undone, if it is given. */
export function recordList({ entries, undoable }, players, undo) {
  const names = new Map(players.map(({ person }) => [person.id, person.name]));
  const undone = new Set(entries.filter(({ act }) => act.type === "undo").map(({ act }) => act.n));
  const may = new Set(undoable);
  const rows = entries.slice(-SHOWN).reverse().map((entry) => {
    const { n, at, by, act } = entry;
    const when = new Date(at);
    return h(
      "tr",
      { class: undone.has(n) && "off" },
      h("th", { scope: "row" }, String(n)),
      h("td", {}, h("time", { datetime: when.toISOString() }, dateAndTime(at))),
      h("td", { dir: "auto" }, by, h("small.muted", {}, t(`event_act.${act.type}`))),
      h("td", { dir: "auto" }, about(entry, names), act.why ? h("small.muted", {}, act.why) : null),
      h("td", {}, undo && may.has(n) ? h("button.quiet", { type: "button", "aria-label": `${t("page.tournament_undo")}: № ${n}`, onclick: () => undo(entry) }, t("page.tournament_undo")) : undone.has(n) ? h("small.muted", {}, t("page.tournament_undone")) : null),
    );
  });
  const heads = ["№", t("page.record_when"), t("page.record_who"), t("page.record_about"), t("page.tournament_act")].map((words) => h("th", { scope: "col" }, words));
  return h("table.list.record", {}, h("caption.aside", {}, t("page.tournament_record")), h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows));
}
