// The tournament on the wall: the pairings of the round with results as they come, what is missing, and the standings.

import { h } from "../lib/dom.js";
import { nameOf } from "../parts/person_name.js";

const ROWS = 8; // more would not be read from ten metres

const parts = (rows) => Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) => rows.slice(at * ROWS, (at + 1) * ROWS));

/** [{kind, key, make}]: pages that are shown after the tables; none where there is no tournament. */
export function tournamentSlides({ content, standings }, show, words) {
  const names = new Map((content?.players ?? []).map(({ number, person }) => [number, nameOf(person)]));
  const round = content?.rounds?.at(-1);
  const made = [];
  if (round && show.includes("pairings")) {
    const missing = round.games.filter(({ result, adjourned }) => !result && !adjourned).length;
    for (const games of parts(round.games)) made.push({ key: JSON.stringify(["pairings", round.number, games, missing]), make: () => pairings(round.number, games, missing, names, words) });
  }
  if (round && standings && show.includes("standings")) {
    for (const rows of parts(standings.rows)) made.push({ key: JSON.stringify(["standings", rows]), make: () => places(rows, names, words) });
  }
  return made;
}

function pairings(number, games, missing, names, words) {
  const rows = games.map(({ board, table, white, black, result = "" }) =>
    h("tr", {}, h("th", { scope: "row" }, table ? table.toUpperCase() : String(board)), h("td.name", { dir: "auto" }, names.get(white)), h("td.result-score", {}, result || "–"), h("td.name", { dir: "auto" }, names.get(black))),
  );
  return h("section.result-list", {}, h("h2", {}, ...words.spans("page.wall_pairings", { round: number, n: missing })), h("table", {}, h("tbody", {}, ...rows)));
}

function places(rows, names, words) {
  const lines = rows.map(({ rank, number, points, tie_breaks: numbers }) =>
    h("tr", {}, h("th", { scope: "row" }, String(rank)), h("td.name", { dir: "auto" }, names.get(number)), h("td.result-score", {}, points), ...numbers.slice(0, 3).map((each) => h("td.wall-number", {}, String(each)))),
  );
  return h("section.result-list.wall-standings", {}, h("h2", {}, ...words.spans("page.tournament_standings")), h("table", {}, h("tbody", {}, ...lines)));
}
