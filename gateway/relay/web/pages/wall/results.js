// Results on the wall: one that has just come, large; and all of them as a list.

import { h } from "../lib/dom.js";

const resultLine = ({ state }) => ({
  white: state.players.white.name,
  black: state.players.black.name,
  score: [state.score?.white ?? "", state.score?.black ?? ""],
  won: state.result.result,
});

/** A page for one result. */
export function newResult(table, words) {
  const { white, black, score, won } = resultLine(table);
  const player = (name, points, side) => h(`div.result-player${won === side ? ".won" : ""}`, {}, h("span.name", { dir: "auto" }, name), h("strong.result-points", {}, points));
  const { result, reason } = table.state.result;
  return h(
    "section.new-result",
    {},
    h("p.wall-table", {}, h("strong", {}, table.name.toUpperCase())),
    player(white, score[0], "white"),
    player(black, score[1], "black"),
    h("p.result-reason", {}, ...words.spans("page.result", { result, reason })),
  );
}

/** A page of results, a line each. */
export function resultList(tables, words) {
  const rows = tables.map((table) => {
    const { white, black, score, won } = resultLine(table);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, table.name.toUpperCase()),
      h(`td.name${won === "white" ? ".won" : ""}`, { dir: "auto" }, white),
      h("td.result-score", {}, `${score[0]} – ${score[1]}`),
      h(`td.name${won === "black" ? ".won" : ""}`, { dir: "auto" }, black),
    );
  });
  return h("section.result-list", {}, h("h2", {}, ...words.spans("page.wall_results")), h("table", {}, h("tbody", {}, ...rows)));
}
