// Contracts as people write them, and as they are shown: 4SX N +1 H10 is 4♠X N +1 ♥10.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

export const SUITS = ["C", "D", "H", "S"];
export const DENOMINATIONS = [...SUITS, "N"];
export const SEATS = ["N", "E", "S", "W"];
export const SIDES = ["NS", "EW"];
export const RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠", N: "NT" };

export const sign = (denomination) => SIGNS[denomination];
export const sideOf = (seat) => (seat === "N" || seat === "S" ? "NS" : "EW");
export const otherSide = (side) => (side === "NS" ? "EW" : "NS");

/** Every result that a contract can have, from all tricks lost to all won: -10 ... = ... +3. */
export function possible(level) {
  return Array.from({ length: 14 }, (_, tricks) => tricks - 6 - level).map((over) => (over === 0 ? "=" : over > 0 ? `+${over}` : String(over)));
}

/** What the relay takes; null as long as something is missing. */
export function written({ pass, level, denomination, doubling = "", declarer, made, lead }) {
  if (pass) return "pass";
  if (!level || !denomination || !declarer || !made) return null;
  return [`${level}${denomination}${doubling}`, declarer, made, lead].filter(Boolean).join(" ");
}

const PLAYED = /^(\d)([CDHSN])(X{0,2}) ([NESW]) (=|[+-]\d+)(?: ([CDHS])(\w+))?$/;

/** A result with the signs of the suits, which screen readers are told in words. */
export function shown(result) {
  if (result === "pass") return h("span.contract", {}, t("bridge_table.passed_out"));
  const found = PLAYED.exec(result);
  if (!found) return h("span.contract", {}, result);
  const [, level, denomination, doubling, declarer, made, suit, rank] = found;
  return h("span.contract", {}, level, suitMark(denomination), doubling, ` ${t(`bridge_table.seat_${declarer.toLowerCase()}`)} ${made.replace("-", "−")}`, ...(suit ? [" ", suitMark(suit), rank] : []));
}

/** The sign of a suit in its colour. */
export const suitMark = (denomination) => h(`span.suit.suit-${denomination.toLowerCase()}`, {}, sign(denomination));
