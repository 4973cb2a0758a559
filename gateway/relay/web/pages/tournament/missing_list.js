// What is missing before the next round can be paired: a line for each game, with what was told of it so far.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { nameOf } from "../parts/person_name.js";
import { sourceWords } from "./scores.js";

/** The games of published rounds that nobody can go on without, and those of which two results were told. */
function missingGames({ rounds = [] }) {
  return rounds.filter(({ stage }) => stage !== "paired").flatMap(({ games }) => games.filter(({ result, adjourned, disputed }) => disputed || (!result && !adjourned)));
}

/** Games of which everybody who told a result told the same, and which wait only to be confirmed. */
const agreedGames = (content) => missingGames(content).filter(({ disputed, reports = {} }) => !disputed && Object.keys(reports).length > 0);

function state({ disputed, reports = {} }) {
  const told = Object.entries(reports).map(([source, score]) => t("page.told_by", { who: sourceWords(source), score }));
  if (disputed) return [h("strong.trouble", {}, t("page.tournament_disputed")), h("span", {}, told.join(" · "))];
  return [h("span.muted", {}, told.length ? told.join(" · ") : t("page.nothing_told"))];
}

/** `decide(game)` opens a game's result; `confirm(games)` takes all that wait only for that. */
export function missingList(content, decide, confirm) {
  const missing = missingGames(content);
  if (!missing.length) return null;
  const names = new Map((content.players ?? []).map(({ number, person }) => [number, nameOf(person)]));
  const agreed = agreedGames(content);
  const items = missing.map((game) =>
    h(
      "li",
      { class: game.disputed && "disputed" },
      h("button.quiet", { type: "button", disabled: !decide, onclick: () => decide(game) }, game.id),
      h("div", {}, h("span", { dir: "auto" }, `${names.get(game.white)} – ${names.get(game.black)}`), ...state(game)),
    ),
  );
  const all = confirm && agreed.length ? h("button", { type: "button", onclick: () => confirm(agreed) }, t("page.confirm_agreed", { n: agreed.length })) : null;
  return h("section.missing-list", {}, h("div.people-head", {}, h("h3", {}, t("page.missing_before", { n: missing.length })), all), h("ul", {}, ...items));
}
