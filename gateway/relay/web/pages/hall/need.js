// How much a table needs an arbiter, and what the filters of the hall look for.

import { attention } from "../live/attention.js";
import { sidesBelow } from "../live/clock.js";
import { devices, handlingOf, matters, sinceOf } from "../live/store.js";

const BATTERY_LOW = 20; // per cent

/** Devices whose battery is low, and which are there to be charged. */
export const lowBatteries = (table) => devices(table).filter(({ online, battery }) => online !== false && battery != null && battery < BATTERY_LOW);

/** The first thing that waits at a table, with its attention and since when; null if nothing does. */
export function foremost(table) {
  let found = null;
  for (const matter of matters(table)) {
    const each = { matter, about: attention(matter), since: sinceOf(table, matter), handling: handlingOf(table, matter) };
    if (!found || before(each, found)) found = each;
  }
  return found;
}

const before = (a, b) => b.about.urgent - a.about.urgent < 0 || (a.about.urgent === b.about.urgent && a.since < b.since);

/** Whether a side that plays has less than `limit` left. */
export const inTimeTrouble = (table, now, limit) => sidesBelow(table, now, limit).length > 0;

/** Whether something of the table's hardware wants a hand: away, a device lost, a battery low, a device's alert. */
export function deviceTrouble(table) {
  if (table.online === false || !table.fresh) return true;
  if (devices(table).some(({ online }) => online === false) || lowBatteries(table).length) return true;
  return matters(table).some((matter) => attention(matter).concern === "device");
}

/** Whether somebody has to decide or to answer something. */
export const hasClaim = (table) => matters(table).some((matter) => ["case", "call"].includes(attention(matter).concern));

/** The stop of play that somebody has to end; null where there is none, and where the envelope is closed until another day. */
export const stopOf = ({ state }) => (state?.adjourned?.sealed ? null : (state?.arbiters?.stopped ?? null));

/**
 * Where a table stands in the order of need, as [group, since]: what is urgent, the same in a colleague's hand, what else waits,
 * tables without contact, those where play is stopped, those in time trouble, the rest. Inside the last ones the order of the tables stays.
 */
export function standing(table, now, limit, me) {
  const first = foremost(table);
  if (first) {
    const others = first.handling?.holder && first.handling.holder !== me;
    return [first.about.urgent ? (others ? 1 : 0) : 2, first.since];
  }
  if (table.online === false || !table.fresh) return [3, 0];
  const stop = stopOf(table);
  if (stop) return [4, stop.since + table.offset];
  return [inTimeTrouble(table, now, limit) ? 5 : 6, 0];
}
