// Sectors: which tables somebody watches, in words that people write, and whose a table is.

import { recall } from "../lib/settings.js";

const BY_NUMBER = new Intl.Collator("en", { numeric: true });
const NUMBERED = /^(.*?)(\d+)$/;

/** The tables of this reader; null while he watches none in particular. */
export const myTables = (store) => store.sectors.get(store.hello?.name) ?? null;

/** Who watches a table, by name. */
export const watchers = (store, name) => [...store.sectors].filter(([, tables]) => tables.has(name)).map(([who]) => who);

/** Whether this reader wants to be told only of his own tables. */
export const onlyMine = (store) => recall("filter.mine") === "1" && myTables(store) !== null;

/** Whether what happens at a table is for this reader: it is his, or nobody's. */
export const isMine = (store, name) => !myTables(store) || myTables(store).has(name) || !watchers(store, name).length;

/**
 * The tables that a text means, of those that there are: `1-20, 25, b3`. `{tables, unknown}`, the second with the parts that
 * mean none.
 */
export function tablesOf(text, names) {
  const tables = new Set();
  const unknown = [];
  for (const part of text.split(/[,;，；、\s]+/).filter(Boolean)) {
    const found = meant(part.toLowerCase(), names);
    if (!found.length) unknown.push(part);
    for (const name of found) tables.add(name);
  }
  return { tables: [...tables].sort(BY_NUMBER.compare), unknown };
}

function meant(part, names) {
  if (names.includes(part)) return [part];
  const [, from, to = from] = /^([^-–]+)(?:[-–]([^-–]+))?$/.exec(part) ?? [];
  const [first, last] = [from, to].map((end) => NUMBERED.exec(end ?? ""));
  if (!first || !last) return [];
  const prefix = first[1] || last[1];
  return names.filter((name) => {
    const [, letters, number] = NUMBERED.exec(name) ?? [];
    return number !== undefined && (letters === prefix || !prefix) && Number(number) >= Number(first[2]) && Number(number) <= Number(last[2]);
  });
}

/** The same in few words: `T1–T20, T25`. */
export function tableWords(tables) {
  const runs = [];
  for (const name of [...tables].sort(BY_NUMBER.compare)) {
    const [, letters, number] = NUMBERED.exec(name) ?? [null, name, null];
    const run = runs.at(-1);
    if (run && number !== null && run.letters === letters && run.last === Number(number) - 1) Object.assign(run, { last: Number(number), to: name });
    else runs.push({ letters, last: number === null ? NaN : Number(number), from: name, to: name });
  }
  return runs.map(({ from, to }) => (from === to ? from : `${from}–${to}`).toUpperCase()).join(", ");
}
