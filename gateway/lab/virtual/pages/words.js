// Names of pieces, sides and squares at the virtual table; all other words come straight from the catalogues.

import { t } from "/pages/lib/words.js";

export const SIDES = { left: "white", right: "black" };

export function pieceName(letter) {
  if (letter === ".") return t("virtual.empty");
  return t(`piece.${letter.toLowerCase()}`, { side: letter === letter.toUpperCase() ? "white" : "black" });
}

/** As players call it: `32` on a hundred squares (light ones by row and column), `e4` in chess. */
export function squareName(cell, { rows, cols, rules }) {
  const x = cell % cols;
  const y = Math.floor(cell / cols);
  if (rules === "chess") return `${"abcdefgh"[x]}${rows - y}`;
  return (x + y) % 2 ? String(Math.floor(cell / 2) + 1) : `${y + 1}/${x + 1}`;
}
