// How long each board took at each table of a round: slow play as a fact, in minutes, with what the clock allowed.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

const MINUTE = 60_000;
const SLOW = 1.25; // of a board's time: marked, for the eye only

/** 7:30 */
const clock = (ms) => `${Math.floor(ms / MINUTE)}:${String(Math.floor((ms % MINUTE) / 1000)).padStart(2, "0")}`;

/** The table of a round; `tables` are all that the clock has begun, `plan` says how long a board may take. */
export function timesTable(tables, round, boardMs) {
  const own = tables.filter((each) => each.round === round);
  if (!own.length) return h("p.notice", {}, t("bridge_desk.no_times"));
  const most = Math.max(...own.map(({ boards, missing = [] }) => boards.length + missing.length));
  const cell = (time) => {
    if (!time) return h("td.number");
    const slow = time.took_ms > SLOW * boardMs;
    return h(`td.number${slow ? ".slow" : ""}`, {}, h("small.muted", {}, t("bridge_desk.times_board", { board: time.board })), clock(time.took_ms), slow ? h("span.aside", {}, ` ${t("bridge_desk.times_slow")}`) : null);
  };
  const row = ({ table, boards, used_ms: used, allowed_ms: allowed, proposed = "0", unit = "vp" }) => {
    const over = used - allowed;
    return h("tr", {}, h("th", { scope: "row" }, table.split(".")[1].toUpperCase()), h("td.number", {}, clock(used)), h("td.number", {}, clock(allowed)), h(`td.number${over > 0 ? ".slow" : ""}`, {}, over > 0 ? h("strong", {}, `+${clock(over)}`) : "–", Number(proposed) ? h("small.muted", {}, t("bridge_desk.times_proposed", { points: String(proposed), unit: unit.toUpperCase() })) : null), ...Array.from({ length: most }, (_, at) => cell(boards[at])));
  };
  const heads = ["bridge_desk.column_table", "bridge_desk.times_used", "bridge_desk.times_allowed", "bridge_desk.times_over"].map((key) => h("th", { scope: "col" }, t(key)));
  const places = Array.from({ length: most }, (_, at) => h("th", { scope: "col" }, t("bridge_desk.times_place", { n: at + 1 })));
  return h("table.list.bridge-times", {}, h("thead", {}, h("tr", {}, ...heads, ...places)), h("tbody", {}, ...own.map(row)));
}
