// Lists of the desk's bridge section: tables with the boards they are on, matches, standings, contestants, calls, the record.

import { h } from "../lib/dom.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";
import { SEATS, shown } from "./contracts.js";

const head = (...keys) => h("thead", {}, h("tr", {}, ...keys.map((key) => (key ? h("th", { scope: "col" }, t(key)) : h("td")))));
const list = (kind, heads, rows) => h(`table.list.${kind}`, {}, head(...heads), h("tbody", {}, ...rows));
const nameOf = ({ contestants = [] }, number) => contestants.find((each) => each.number === number)?.name ?? "–";

/** How many results are missing in the rounds that are published. */
export function missingWords(rounds) {
  const tables = rounds.filter(({ published }) => published).flatMap(({ tables: all }) => all);
  if (!tables.length) return "";
  const missing = tables.reduce((sum, { boards, results = [] }) => sum + boards.length - results.filter(({ result }) => result).length, 0);
  return t("bridge_desk.missing", { n: missing });
}

export function callList(calls, answer) {
  const row = (call) =>
    h("li.bridge-call", {}, h("strong", {}, t("bridge_desk.call", { table: call.table.split(".")[1].toUpperCase(), board: call.board ?? 0 })), h("span", { dir: "auto" }, call.text ?? ""), h("time.muted", {}, timeOfDay(call.at)), h("button.primary", { type: "button", "data-key": `call-${call.n}`, onclick: () => answer(call) }, t("bridge_desk.answered")));
  return h("ul.bridge-calls", { "aria-label": t("bridge_desk.calls") }, ...calls.map(row));
}

/** One row a table; each board is a button that opens its result. */
export function tablesTable(content, round, decide) {
  const row = (table) => {
    const held = new Map((table.results ?? []).map((each) => [each.board, each]));
    const chip = (board) => {
      const about = held.get(board) ?? {};
      const state = about.disputed ? "disputed" : about.result ? "done" : Object.keys(about.told ?? {}).length ? "told" : "open";
      const label = `${t("bridge_table.board_state", { board, state })}${about.result ? `: ${about.result}` : ""}`;
      const words = about.result ? h("span", {}, `${board} `, shown(about.result)) : String(board);
      return decide ? h(`button.board-chip.${state}`, { type: "button", title: label, "aria-label": label, "data-key": `${table.id}/${board}`, onclick: () => decide(table, board) }, words) : h(`span.board-chip.${state}`, { title: label }, words);
    };
    const done = [...held.values()].filter(({ result }) => result).length;
    const seats = SEATS.map((seat) => (table.seats?.[seat] ? `${t(`bridge_table.seat_${seat.toLowerCase()}`)} ${table.seats[seat]}` : "")).filter(Boolean).join(" · ");
    const sides = table.four?.length ? "" : `${nameOf(content, table.north_south)} – ${nameOf(content, table.east_west)}`;
    return h("tr", {}, h("th", { scope: "row" }, table.label.toUpperCase()), h("td", { dir: "auto" }, sides, h("small.muted", {}, seats)), h("td.when", {}, table.current ? t("bridge_desk.on_board", { board: table.current }) : t("bridge_desk.all_said"), h("small.muted", {}, `${done} / ${table.boards.length}`)), h("td", {}, h("div.board-chips", {}, ...table.boards.map(chip))));
  };
  return list("bridge-tables", ["bridge_desk.column_table", "bridge_desk.column_who", "bridge_desk.column_state", "bridge_table.boards"], round.tables.map(row));
}

/** The matches of a round; `acts` has what may be done to them: home and away before they begin, who goes on from a level one. */
export function matchesTable(content, { matches = [], group = {}, undecided = [], tables }, acts = null) {
  const begun = ({ tables: own }) => tables.some(({ id, results = [] }) => own.includes(id) && results.length);
  const button = (key, match, act) => h("button.quiet", { type: "button", "data-key": `${key}-${match.number}`, "aria-label": t("page.labelled", { label: t(key), value: `${t("bridge_desk.column_match")} ${match.number}` }), onclick: () => act(match) }, t(key));
  const row = (match) => {
    const points = match.home_vp == null ? "" : `${match.home_vp} : ${match.away_vp}`;
    const level = match.complete && match.goes_on === undefined && isBracket(content);
    const state = level ? t("bridge_desk.level_or", { winner: 0 }) : match.goes_on ? t("bridge_desk.level_or", { winner: match.goes_on }) : "";
    const seats = match.seats === undefined ? (undecided.includes(match.number) ? t("bridge_desk.seats_open") : "") : match.seats ? t("bridge_desk.seats_by_lot", { seed: match.seats }) : t("bridge_desk.seats_by_choice");
    const offered = acts ? [match.tables.length > 1 && !begun(match) && acts.seats && button("bridge_desk.seats", match, acts.seats), level && button("bridge_desk.goes_on", match, acts.advance)].filter(Boolean) : [];
    return h("tr", {}, h("th", { scope: "row" }, [group[match.number], match.number].filter(Boolean).join(" ")), h("td", { dir: "auto" }, `${match.home} ${nameOf(content, match.home)}`, seats ? h("small.muted", {}, seats) : null), h("td", { dir: "auto" }, `${match.away} ${nameOf(content, match.away)}`), h("td.number", {}, `${match.home_imps} : ${match.away_imps}`), h("td.number", {}, h("strong", {}, points), state ? h("small.muted", {}, state) : null), acts ? h("td", {}, h("div.buttons", {}, ...offered)) : null);
  };
  return list("bridge-matches", ["bridge_desk.column_match", "bridge_desk.home", "bridge_desk.away", "bridge_desk.imps", "bridge_desk.vp", ...(acts ? [""] : [])], matches.map(row));
}

const isBracket = ({ regulations }) => ["knock_out", "double_knock_out"].includes(regulations.system);

export function standingsTable({ standings = [], regulations }) {
  const teams = ["teams", "eights"].includes(regulations.form ?? "teams");
  const row = (each) => {
    const cells = teams ? [each.points, each.matches, each.won || each.lost ? `${each.won} : ${each.lost}` : "", each.penalty ?? ""] : [each.points, each.percent ? `${each.percent} %` : "", each.matches];
    return h("tr", {}, h("th", { scope: "row" }, `${each.group ?? ""}${each.place}`), h("td", { dir: "auto" }, `${each.number} ${each.name}`), ...cells.map((cell) => h("td.number", {}, String(cell ?? ""))));
  };
  const heads = teams ? ["bridge_desk.points", "bridge_desk.column_matches", "bridge_desk.imps", "bridge_desk.column_penalty"] : ["bridge_desk.points", "bridge_desk.percent", "bridge_table.boards"];
  return list("bridge-standings", ["bridge_desk.place", "bridge_desk.column_who", ...heads], standings.map(row));
}

export function contestantsTable({ contestants = [], regulations, closed, penalties = [] }, acts) {
  const teams = ["teams", "eights"].includes(regulations.form ?? "teams");
  const row = (each) => {
    const button = (key, act) => h("button.quiet", { type: "button", "data-key": `${key}-${each.id}`, onclick: () => act(each) }, t(key));
    const offered = acts ? [button("bridge_desk.edit", acts.edit), !closed && button("page.entry_strike", acts.strike), teams && closed && button("bridge_desk.line_up", acts.lineUp), closed && button("bridge_desk.penalize", acts.penalize), closed && button(each.withdrawn ? "page.tournament_return" : "page.tournament_withdraw", acts.withdraw)].filter(Boolean) : [];
    const told = penalties.filter(({ contestant }) => contestant === each.id).map(({ points, unit, round, why }) => h("small.muted", {}, t("bridge_desk.penalty_told", { points, unit: t(`penalty_unit.${unit}`), round, why })));
    return h(`tr${each.withdrawn ? ".off" : ""}`, {}, h("th", { scope: "row" }, each.number ? `${each.number} ${each.name}` : each.name), h("td", { dir: "auto" }, each.members.map(({ name }) => name).join(", "), ...told), h("td", {}, h("div.buttons", {}, ...offered)));
  };
  return list("bridge-contestants", ["bridge_desk.column_who", "bridge_desk.members", ""], contestants.map(row));
}

/** Who did it: somebody by name, or a table and the side that told its phone. */
function byWords(by) {
  const [, table, side = ""] = /^table (\w+)(?: (NS|EW))?$/.exec(by) ?? [];
  return table ? t("bridge_desk.by_table", { table: table.toUpperCase(), side }) : by;
}

/** The record, the last act first. What may be undone has a button; so has what is too old to have been looked at. */
export function recordTable({ entries, undoable, looked_from: looked }, contestants, undo) {
  const names = new Map(contestants.map(({ id, name }) => [id, name]));
  const undone = new Set(entries.filter(({ act }) => act.type === "undo").map(({ act }) => act.n));
  const may = ({ n, act }) => undo && !undone.has(n) && (undoable.includes(n) || (n < looked && !["undo", "open_event"].includes(act.type)));
  const row = (entry) => {
    const { n, at, by, act } = entry;
    const { type, why = "" } = act;
    const last = may(entry) ? h("button.quiet", { type: "button", "data-key": `undo-${n}`, onclick: () => undo(n) }, t("bridge_desk.undo", { n })) : undone.has(n) ? h("small.muted", {}, t("page.tournament_undone")) : null;
    return h("tr", {}, h("th", { scope: "row" }, String(n)), h("td.when", {}, timeOfDay(at)), h("td", { dir: "auto" }, byWords(by)), h("td", { dir: "auto" }, `${t(`bridge_act.${type}`)} ${aboutWords(act, names)}`, why ? h("small.muted", {}, why) : null), h("td", {}, last));
  };
  return list("bridge-record", ["bridge_desk.column_n", "bridge_desk.column_time", "bridge_desk.column_by", "bridge_desk.column_act", ""], entries.toReversed().slice(0, 200).map(row));
}

/** What an act was about, in a few words. */
function aboutWords({ table, board, outcome, contestant, points, unit, round, match, seed, n }, names) {
  const weights = outcome?.parts?.map(({ result, percent }) => `${percent}% ${result}`).join(", ");
  const found = [table?.toUpperCase(), match && `${t("bridge_desk.column_match")} ${match}`, board && t("bridge_table.board", { board }), outcome?.result ?? weights, contestant?.name ?? names.get(contestant) ?? contestant, points && `${points} ${(unit ?? "vp").toUpperCase()}`, round && t("page.round", { n: round }), seed && `“${seed}”`, n && `№ ${n}`];
  return found.filter(Boolean).join(" · ");
}
