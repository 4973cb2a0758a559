// The bridge event on the wall: where everybody sits while a round is begun, its matches with what both rooms have played, and
// the standings. What somebody has still to play is not in what it is made from.

import { h } from "../lib/dom.js";

const ROWS = 8; // more would not be read from ten metres

const parts = (rows) => Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) => rows.slice(at * ROWS, (at + 1) * ROWS));
const page = (key, rows, make) => parts(rows).map((some) => ({ key: JSON.stringify([key, some]), make: () => make(some) }));

/** [{key, make}]: pages that are shown after the tables; none where there is no bridge event. */
export function bridgeSlides(content, show, words) {
  const round = content?.rounds?.at(-1);
  if (!round) return [];
  const names = new Map((content.contestants ?? []).map(({ number, name }) => [number, name]));
  const begun = round.tables.some(({ results = [] }) => results.length);
  const matches = (round.matches ?? []).filter(({ tables }) => tables.length > 1);
  const made = [];
  if (show.includes("pairings")) {
    const title = (key) => h("h2", {}, ...words.spans(key, { round: round.number, n: missing(round) }));
    if (begun && matches.length) made.push(...page(["matches", round.number, missing(round)], matches, (some) => list(title("bridge_wall.matches"), some.map((match) => matchRow(match, content.regulations, names)))));
    else made.push(...page(["seats", round.number], matches.length ? matches : round.tables, (some) => list(title("bridge_wall.seats"), some.map((each) => seatRow(each, names)))));
  }
  if (show.includes("standings") && content.standings?.length) {
    made.push(...page("standings", content.standings, (some) => list(h("h2", {}, ...words.spans("bridge_desk.standings")), some.map(placeRow), ".wall-standings")));
  }
  return made;
}

const list = (title, rows, kind = "") => h(`section.result-list.bridge-list${kind}`, {}, title, h("table", {}, h("tbody", {}, ...rows)));

/** Boards of a round that the audience has not seen the end of. */
function missing({ tables }) {
  return tables.reduce((sum, { boards, results = [] }) => sum + boards.length - results.length, 0);
}

function matchRow({ number, home, away, boards, home_imps: ours, away_imps: theirs, complete, home_vp: vp, away_vp: other }, { form = "teams", boards: planned }, names) {
  const played = Math.floor(boards.length / (form === "eights" ? 4 : 1));
  const done = complete && vp != null ? `${vp} : ${other} VP` : `${played} / ${planned}`;
  return h("tr", {}, h("th", { scope: "row" }, String(number)), h("td.name", { dir: "auto" }, names.get(home)), h("td.result-score", {}, `${ours} : ${theirs}`), h("td.name", { dir: "auto" }, names.get(away)), h("td.wall-number.wide", {}, done));
}

/** A match and where its two rooms are, or a table and who comes to it. */
function seatRow({ number, home, away, tables, label, north_south: ns, east_west: ew, four = [] }, names) {
  const where = tables ? tables.map((id) => id.split(".")[1].toUpperCase()).join(" ") : "";
  const who = four.length ? four.map((each) => names.get(each)) : [names.get(home ?? ns), names.get(away ?? ew)];
  const cells = four.length ? [h("td.name", { dir: "auto", colspan: 2 }, who.join(" · "))] : who.map((name) => h("td.name", { dir: "auto" }, name));
  return h("tr", {}, h("th", { scope: "row" }, tables ? String(number) : label.toUpperCase()), ...cells, h("td.wall-number.seats", {}, where));
}

function placeRow({ group = "", place, number, name, points, percent, won, lost }) {
  const imps = won || lost ? `${won} : ${lost}` : "";
  return h("tr", {}, h("th", { scope: "row" }, `${group}${place}`), h("td.name", { dir: "auto" }, `${number} ${name}`), h("td.result-score", {}, percent ? `${percent} %` : points), h("td.wall-number.wide", {}, imps));
}
