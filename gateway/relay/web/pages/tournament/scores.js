// Results as people write them and type them, and as the relay takes them.

import { t } from "../lib/words.js";

const LETTERS = { "½-½": "==", "0-0": "00" };
const TYPED = { 1: "1-0", 0: "0-1", "=": "½-½", "½": "½-½", 5: "½-½", "+": "+/-", "-": "-/+", "--": "-/-", "00": "0-0" };

export const SCORES = ["1-0", "½-½", "0-1", "+/-", "-/+", "-/-", "0-0"];

/** A result as people write it, as two scores. */
export function scoreOf(text) {
  const [white, black] = LETTERS[text] ?? text.split(/[-/](?=.$)/);
  return { white, black };
}

/** `12 1`, `12=`, `12 0`: a board and its result, `{board, score}`; null for anything else. */
export function readTyped(text) {
  const [, board, typed] = /^\s*(\d{1,4})(?:[\s.,:]+|(?=[=½+-]))([01=½5+-]|--|00)\s*$/.exec(text) ?? [];
  return board ? { board: Number(board), score: TYPED[typed] } : null;
}

const SOURCES = { "phone white": "page.source_phone_white", "phone black": "page.source_phone_black" };

/** Who told a result: a player's phone, a table, or whoever it was. */
export const sourceWords = (source) => (SOURCES[source] ? t(SOURCES[source]) : source.startsWith("table ") ? t("page.table", { table: source.slice(6).toUpperCase() }) : source);
