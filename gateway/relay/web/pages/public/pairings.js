// The pairings of a round: one line a game, with its result as soon as there is one. Whoever is followed comes first.

import { h, setAttribute } from "../lib/dom.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";
import { resultWords } from "../parts/entries.js";
import { gamePath } from "./addresses.js";
import { detailsOf, follows, nameOf, Star } from "./persons.js";

/** "1 – 0", or how the game stands. */
function outcomeOf({ status, result, score }) {
  if (score) return `${score.white} – ${score.black}`;
  if (result) return { white: "1 – 0", black: "0 – 1", draw: "½ – ½", both_lose: "0 – 0" }[result.result] ?? "";
  return t(`game_status.${status}`);
}

function playerCell(person, side) {
  const star = new Star();
  star.update(person);
  const details = detailsOf(person);
  return h(`span.paired.${side}`, {}, h(`span.side.${side}`, { "aria-hidden": "true" }), h("span.who", {}, h("span.name", { dir: "auto" }, nameOf(person, side)), details ? h("span.details", {}, details) : null), star.element);
}

export function pairingLine(game, { withRound = false } = {}) {
  const words = outcomeOf(game);
  const place = withRound && game.round ? t("public.place", { n: game.round, table: game.table.toUpperCase() }) : game.table.toUpperCase();
  const names = ["white", "black"].map((side) => nameOf(game.players[side], side)).join(" – ");
  const link = h("a.pairing-link", { href: gamePath(game.id), "aria-label": t("page.labelled", { label: place, value: `${names}, ${words}` }) }, h("span.table-name", {}, place), h("span.outcome-short", {}, words));
  const item = h("li.pairing", { "data-game": game.id, "data-status": game.status }, link, playerCell(game.players.white, "white"), playerCell(game.players.black, "black"));
  setAttribute(item, "title", game.result ? resultWords(game.result) : null);
  return item;
}

/** A pairing that is announced and not on its table yet; there is nothing to lead to. */
export function comingLine({ table, players, start }) {
  const words = start === null ? t("public.still_to_come") : t("public.begins_at", { time: timeOfDay(start) });
  const place = h("span.pairing-link", {}, h("span.table-name", {}, table.toUpperCase()), h("span.outcome-short", {}, words));
  return h("li.pairing.coming", { "data-table": table }, place, playerCell(players.white, "white"), playerCell(players.black, "black"));
}

/** Those whom the reader follows first, else in the order of the tables. */
export function sorted(games) {
  const weight = ({ players }) => (follows(players.white) || follows(players.black) ? 0 : 1);
  return [...games].sort((a, b) => weight(a) - weight(b));
}
