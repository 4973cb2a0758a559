// From a clock's face to what a display shows. The same computation as the gateway's `ClockFace.shown_ms`.

import { t } from "../lib/words.js";

const TENTHS_BELOW_MS = 20_000;
const LOW_MS = 60_000;

/** A side's time at the table's instant `at`, in milliseconds. */
export function shownMs(face, side, at) {
  const gone = Math.max(0, at - face.since);
  let change = 0;
  if (face.way === "down") change = side === face.running ? -gone : 0;
  else if (face.way === "up") change = side === face.running ? gone : 0;
  else if (face.way === "hourglass") change = face.running === null ? 0 : side === face.running ? -gone : gone;
  else if (face.way === "shared") change = face.common_runs ? -gone : 0;
  return Math.max(0, face[`${side}_ms`] + change);
}

/** The sides of a game that is played that have less than `limit` left. A clock that counts up has no such thing. */
export function sidesBelow(table, now, limit) {
  const face = table.clock?.face;
  if (table.state?.status !== "playing" || !face || face.way === "up") return [];
  return ["white", "black"].filter((side) => shownMs(face, side, now - table.offset) < limit);
}

/**
 * What a side has to go in its stage: `{n, kind}`, moves to be made or periods that are left; null where neither counts. Which it is
 * stands in the notation of the control: `40/90m, 30m`, `10m, 5x30s`, `white 40/5m; black 40/4m`.
 */
export function toGo({ clock, state }, side) {
  const n = clock?.face.to_go?.[side];
  if (!n || !["playing", "paused"].includes(state?.status)) return null;
  const own = state.control.split(";").find((part) => part.includes(side)) ?? state.control;
  const stage = own.split(",")[clock.face.stage[side]] ?? "";
  return { n, kind: /\d\s*x/.test(stage) ? "periods" : "moves" };
}

/** `1:02:03`, `12:34`, `0:09.4`. Rounded up, as clocks do: zero is shown when the time is used up, not before. */
export function format(ms, tenths, up) {
  const round = up ? Math.floor : Math.ceil;
  const units = round(ms / (tenths ? 100 : 1000));
  const seconds = tenths ? Math.floor(units / 10) : units;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (n) => String(n).padStart(2, "0");
  const text = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return tenths ? `${text}.${units % 10}` : text;
}

/**
 * What to draw for one side: text, whether it runs, is low, has its flag down, and how far it can be believed:
 * "good", "estimate" (the hardware is silent, our own count goes on), "lost" (no contact: the last known time, standing)
 * or "none".
 *
 * @param {object} table as in the store
 * @param {number} now relay time
 * @param {number|null} contact relay time of the last contact, null while there is contact
 */
export function reading(table, side, now, contact) {
  const face = table.clock?.face;
  if (!face) return { text: "–:––", running: false, low: false, flag: false, trust: "none" };
  const ms = shownMs(face, side, (contact ?? now) - table.offset);
  const runs = face.way === "shared" ? face.common_runs : face.running === side;
  const flag = face.flags.some((fallen) => fallen.side === side);
  // Tenths of a clock that tells whole seconds would be made up.
  const tenths = ms < TENTHS_BELOW_MS && ms > 0 && face.uncertainty_ms <= 150 && face.way !== "up" && !face.stale;
  return {
    text: format(ms, tenths, face.way === "up"),
    running: runs && contact === null,
    low: ms < LOW_MS && face.way !== "up" && !flag,
    flag,
    trust: contact !== null && runs ? "lost" : face.stale ? "estimate" : "good",
  };
}

/** The same time in words, for those who listen to the page. */
export function spoken(ms) {
  const seconds = Math.ceil(ms / 1000);
  return t("page.spoken_time", { h: Math.floor(seconds / 3600), m: Math.floor(seconds / 60) % 60, s: seconds % 60 });
}
