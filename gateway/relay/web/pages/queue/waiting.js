// All that waits at any table, in the order of the queue: what is urgent first, and of that the oldest.

import { attention } from "../live/attention.js";
import { handlingOf, matterId, matters, sinceOf } from "../live/store.js";

/** `[{id, table, matter, since, about, handling}]`. */
export function waiting(tables) {
  const found = [];
  for (const table of tables) {
    for (const matter of matters(table)) {
      found.push({ id: matterId(table, matter), table, matter, since: sinceOf(table, matter), about: attention(matter), handling: handlingOf(table, matter) });
    }
  }
  return found.sort(order);
}

/**
 * The table to go to after this one, by the order of the queue and round again; what a colleague has in hand is passed over. Null
 * if nobody else is waiting.
 */
export function nextTable(tables, from, me) {
  const open = waiting(tables).filter(({ handling }) => !handling?.holder || handling.holder === me);
  const names = [...new Set(open.map(({ table }) => table.name))];
  const next = names[(names.indexOf(from) + 1) % names.length]; // the first one, if nothing waits at this one
  return next === undefined || next === from ? null : next;
}

const order = (a, b) => b.about.urgent - a.about.urgent || a.since - b.since || (a.id < b.id ? -1 : 1);
