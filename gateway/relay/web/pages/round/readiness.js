// Whether a table is ready for the round: what its own state says it lacks, and what only the relay can know.
// Pure: no element is touched here.

import { alerts, cases } from "../live/store.js";

/** Groups in the order in which an arbiter has to go there. */
export const GROUPS = ["away", "assignment", "device", "board", "clock", "player", "ready", "started", "over"];

/** {group, lacks}: `lacks` are the table's own; a table that is not in reach says nothing that could be believed. */
export function readiness(table) {
  const { state } = table;
  const part = state?.arbiters;
  if (!state || !table.fresh || table.online === false) return { group: "away", lacks: [] };
  if (!part?.unstarted) return { group: state.status === "over" ? "over" : "started", lacks: [] };
  const lacks = part.lacks ?? [];
  const grave = lacks.find((lack) => lack.blocks !== false);
  return { group: grave ? (GROUPS.includes(grave.kind) ? grave.kind : "device") : "ready", lacks };
}

/** Whether the round is still to start there, as far as is known. */
export const isToStart = ({ group }) => group !== "started" && group !== "over";

/** How many are ready, of those that are still to start. */
export function countReady(all) {
  const open = all.filter(isToStart);
  return { ready: open.filter(({ group }) => group === "ready").length, of: open.length };
}

/** Players who are late: [{table, side, limit, over}], who has least time left first. Instants are the relay's. */
export function latecomers(tables, now) {
  const late = [];
  for (const table of tables) {
    const attendance = table.state?.attendance;
    if (!attendance?.begun) continue;
    for (const side of ["white", "black"]) {
      if ((attendance.arrived?.[side] ?? null) !== null) continue;
      const start = attendance.start + table.offset;
      const limit = (attendance.limit ?? attendance.start) + table.offset;
      // A case where the rules say what follows, an alert where they leave it open.
      const charged =
        cases(table).some(({ kind, side: about = null }) => kind === "absence" && (about === null || about === side)) ||
        alerts(table).some(({ kind }) => kind === "absent");
      late.push({ table, side, start, limit, over: now > limit, charged });
    }
  }
  return late.sort((a, b) => a.limit - b.limit);
}

/** Announced starts that are still to come: [{at, count}], soonest first. */
export function announced(tables) {
  const starts = new Map();
  for (const { state, offset } of tables) {
    const { start = null, begun } = state?.attendance ?? {};
    if (start === null || begun) continue;
    const at = Math.round((start + offset) / 1000) * 1000; // clocks of tables differ by less than that
    starts.set(at, (starts.get(at) ?? 0) + 1);
  }
  return [...starts].map(([at, count]) => ({ at, count })).sort((a, b) => a.at - b.at);
}
