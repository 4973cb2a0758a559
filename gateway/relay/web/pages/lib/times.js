// Instants as people read them.

import { clock } from "./messages.js";

/** How long something has lasted: `0:12`, `4:05`, `1:02:03`. Never less than nothing, whatever the clocks say. */
export const age = (since, now) => clock(Math.max(0, now - since));

const two = (n) => String(n).padStart(2, "0");

/** `14:03:22` on the reader's own clock. */
export function timeOfDay(at) {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
}

/** `2026-11-18 14:03:22` on the reader's own clock: no country reads another day or half of a day out of it. */
export function dateAndTime(at) {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${timeOfDay(at)}`;
}

/** `14:03:22.417`, for what is decided by less than a second. */
export const preciseTime = (at) => `${timeOfDay(at)}.${String(new Date(at).getMilliseconds()).padStart(3, "0")}`;

/** Milliseconds until a clock shows `14:30` for the next time; null: nothing like it was typed. */
export function untilClock(text) {
  const found = /^(\d\d):(\d\d)/.exec(text);
  if (!found) return null;
  const wished = new Date();
  wished.setHours(Number(found[1]), Number(found[2]), 0, 0);
  if (wished <= Date.now()) wished.setDate(wished.getDate() + 1);
  return wished - Date.now();
}
