// Tables of the tournament: a round, the standings, the players.

import { h } from "../lib/dom.js";
import { say, t } from "../lib/words.js";
import { nameOf } from "../parts/person_name.js";

const BYES = { U: "page.tournament_bye", F: "page.tournament_bye_full", H: "page.tournament_bye_half", Z: "page.tournament_bye_none" };

const head = (...keys) => h("thead", {}, h("tr", {}, ...keys.map((key) => h("th", { scope: "col" }, key.includes(".") ? t(key) : key))));

const byNumber = ({ players = [] }) => new Map(players.map((player) => [player.number, player]));

/** The games of a round; `decide(game)` is offered with each, if it is given, and `explain(number)` why somebody meets this opponent. */
export function roundTable(content, round, decide, explain) {
  const players = byNumber(content);
  // Of teams: who sits there, and for which team.
  const seat = (game, side) => (game.seated ? h("td", { dir: "auto" }, game.seated[side] ? nameOf(game.seated[side]) : "–", h("small.muted", {}, `${nameOf(players.get(game[side]).person)} · ${game.seat}`)) : cell(game[side]));
  const cell = (number) => h("td", { dir: "auto" }, nameOf(players.get(number).person), h("small.muted", {}, `${number} · ${players.get(number).points ?? "0"}`));
  const mixed = new Set(round.games.map((game) => game.opening ?? "")).size > 1; // one for all stands above the table
  const rows = round.games.map((game) =>
    h(
      "tr",
      { class: game.disputed && "disputed" },
      h("th", { scope: "row" }, game.game > 1 ? `${game.board}.${game.game}` : String(game.board), game.group ? h("small.muted", {}, ` ${game.group}`) : null, game.control ? h("small.muted", {}, ` ${t("control.notation", { control: game.control })}`) : null, game.opening && mixed ? h("small.muted", {}, ` ${game.opening}`) : null, game.table ? h("small.muted", {}, ` ${game.table.toUpperCase()}`) : null),
      seat(game, "white"),
      h("td.result", {}, ...resultOf(game), decide && h("button", { type: "button", "aria-label": t("page.tournament_result_of", { game: game.id }), onclick: () => decide(game) }, t(game.result ? "page.tournament_correct" : "page.tournament_enter_result"))),
      seat(game, "black"),
      h("td", {}, h("button.quiet", { type: "button", "aria-label": t("page.tournament_why_of", { game: game.id }), onclick: () => explain(game.white) }, t("page.tournament_why"))),
    ),
  );
  for (const [number, bye] of Object.entries(round.byes ?? {})) {
    rows.push(h("tr", {}, h("th", { scope: "row" }, "–"), cell(Number(number)), h("td.result", {}, t(BYES[bye])), h("td", {}), h("td", {})));
  }
  return h("table.list", {}, h("caption.aside", {}, t("page.tournament_round", { round: round.number })), head("page.tournament_board", "side.white", "page.tournament_result", "side.black", "page.tournament_pairing"), h("tbody", {}, ...rows));
}

function resultOf({ result, reports = {}, adjourned, disputed }) {
  if (result) return [h("strong", {}, result), disputed ? h("small", {}, t("page.tournament_disputed")) : null];
  if (adjourned) return [h("span", {}, t("page.tournament_adjourned"))];
  const told = [...new Set(Object.values(reports))];
  if (told.length > 1) return [h("span.trouble", {}, t("page.tournament_disputed"))];
  return told.length ? [h("span.muted", {}, t("page.tournament_told", { score: told[0] }))] : [];
}

export function standingsTable(content, { tie_breaks: codes = [], rows = [], remarks = [] }) {
  const players = byNumber(content);
  const body = rows.map((row) =>
    h("tr", {}, h("th", { scope: "row" }, String(row.rank)), h("td", { dir: "auto" }, nameOf(players.get(row.number).person), h("small.muted", {}, String(row.number))), h("td", {}, h("strong", {}, row.points)), ...row.tie_breaks.map((value) => h("td", {}, value))),
  );
  const table = h("table.list.standings", {}, h("caption.aside", {}, t("page.tournament_standings")), head("page.tournament_place", "page.name", "page.tournament_points", ...codes), h("tbody", {}, ...body));
  return remarks.length ? h("div", {}, table, ...remarks.map((remark) => h("p.muted", {}, say(remark)))) : table;
}

/** The ties of a bracket, round after round as the book counts them. */
export function bracketTable(content, ties) {
  const players = byNumber(content);
  const name = (number) => `${number} ${nameOf(players.get(number).person)}`;
  const side = ({ number, waits_for: waits }, winner) => {
    if (number === undefined) return h("td.muted", {}, waits ? t("page.tournament_from_tie", { tie: waits }) : "–");
    return h("td", { dir: "auto" }, number === winner ? h("strong", {}, name(number)) : name(number));
  };
  const rows = ties.map((tie) => h("tr", {}, h("th", { scope: "row" }, tie.id), h("td", {}, String(tie.round)), side(tie.first, tie.winner), side(tie.second, tie.winner), h("td", {}, (tie.games ?? []).join(", "), tie.end && !tie.games ? h("small.muted", {}, t(`tie_end.${tie.end}`)) : null)));
  return h("table.list.bracket", {}, h("caption.aside", {}, t("page.tournament_bracket")), head("page.tournament_tie", "page.tournament_rounds", "page.tournament_side_one", "page.tournament_side_other", "page.tournament_games"), h("tbody", {}, ...rows));
}

/** The players or teams; what can be done with each is offered, if `offered` has the acts. */
export function playersTable({ players = [], closed, regulations, ranking = [] }, offered) {
  const rows = players.map((player) => {
    const { person, number, withdrawn } = player;
    const about = [person.rating, person.federation, person.club].filter(Boolean).join(" · ");
    const button = (key, act) => h("button.quiet", { type: "button", "aria-label": t("page.labelled", { label: t(key), value: person.name }), onclick: () => act(player) }, t(key));
    const may = offered && !ranking.length;
    const doing = (key, name) => button(key, (who) => offered[name](who));
    const acts = may ? [doing("page.entry_change", "change"), regulations.teams && closed && doing("page.line_up", "lineUp"), closed ? doing(withdrawn ? "page.tournament_return" : "page.tournament_withdraw", "withdraw") : doing("page.entry_strike", "strike"), closed && !withdrawn && doing("page.bye", "bye"), doing("page.seat", "seat")] : [];
    const members = (player.members ?? []).map((member, at) => `${at + 1} ${nameOf(member)}`).join(" · ");
    const byes = Object.keys(player.byes ?? {}).length ? h("small.muted", {}, t("page.byes_granted", { rounds: Object.keys(player.byes) })) : null;
    const fixed = player.table ? h("small.muted", {}, t("page.sits_at", { table: player.table.toUpperCase() })) : null;
    const act = h("div.buttons", {}, ...acts.filter(Boolean));
    return h("tr", { class: withdrawn && "off" }, h("th", { scope: "row" }, number ? String(number) : "–"), h("td", { dir: "auto" }, nameOf(person), h("small.muted", {}, about), members ? h("small.muted", {}, members) : null, fixed, byes), h("td", {}, player.points ?? "0"), h("td", {}, act));
  });
  return h("table.list", {}, h("caption.aside", {}, t("page.tournament_players")), head("page.tournament_number", "page.name", "page.tournament_points", "page.tournament_act"), h("tbody", {}, ...rows));
}
