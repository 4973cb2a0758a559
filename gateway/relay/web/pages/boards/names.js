// Squares, pieces and moves in words, for those who listen to a board, and where a square is spoken of.

import { t } from "../lib/words.js";
import { familyOf } from "./index.js";

const SIGNS = { "+": "check", "#": "mate" };

/** As players call it: `32` on a hundred squares, `e4` in chess, `H8` in renju. */
export const squareName = (cell, { rules, rows, cols }) => familyOf(rules).squareName(cell, rows, cols);

export function pieceName(letter) {
  if (letter === ".") return t("piece.none");
  if (letter === "?") return t("piece.unknown");
  return t(`piece.${letter.toLowerCase()}`, { side: sideOf(letter) });
}

const sideOf = (letter) => (letter === letter.toUpperCase() ? "white" : "black");

/** A move of the record in words: "white knight from g1 to f3, check". */
export function moveWords({ side, text, path, taken, board }, shape) {
  const to = path.at(-1);
  if (to === undefined) return text; // a pass
  const letter = board[to];
  const became = /=/.test(text);
  const chess = /^chess/.test(shape.rules);
  return t("page.move_words", {
    way: way(text, path, taken, chess),
    side,
    piece: pieceName(became ? (side === "white" ? "P" : "p") : letter === "." ? "?" : letter),
    from: squareName(path[0], shape),
    to: squareName(to, shape),
    n: taken.length,
    becomes: became ? pieceName(letter) : "",
    sign: (chess && SIGNS[text.at(-1)]) || "",
  });
}

function way(text, path, taken, chess) {
  if (chess && /^[O0]-[O0]/.test(text)) return /^[O0]-[O0]-[O0]/.test(text) ? "long" : "short";
  if (path.length === 1) return "put";
  if (!taken.length) return "to";
  return chess ? "takes" : "jumps";
}
