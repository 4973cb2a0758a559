// A table as a drawn board: what to draw, and the same in words.

import { t } from "../lib/words.js";
import { resultWords } from "./entries.js";

/** What a board is drawn from. */
export function drawing(state) {
  return {
    rules: state.rules,
    rows: state.rows,
    cols: state.cols,
    board: state.board,
    path: state.last_move?.path,
    taken: state.last_move?.taken,
    differing: state.arbiters?.differing,
    check: checked(state, state.board, state.last_move?.text ?? "", state.turn),
  };
}

/** The square of the king that stands in check, as the notation of the last move tells; null for none. */
export function checked({ rules }, board, text, turn) {
  if (!/^chess/.test(rules) || !/[+#]$/.test(text)) return null;
  const cell = board.indexOf(turn === "white" ? "K" : "k");
  return cell < 0 ? null : cell;
}

/** The board in words: the game, and who is to move after what, or which earlier position is looked at. */
export function boardWords(state, held = null) {
  const game = state.rules ? t(`game.${state.rules}`) : "";
  if (held) return t("page.board", { game, what: positionWords(held), move: "" });
  const what = state.result ? resultWords(state.result) : t("page.to_move", { side: state.turn });
  return t("page.board", { game, what, move: state.last_move?.text ?? "" });
}

/** "Position after move 12: 32-28". */
export const positionWords = ({ ply, entry }) => t("page.at_move", { n: Math.ceil(ply / 2), text: entry.what.text });

/**
 * What the sensors show, where they tell only that something stands on a square (`?`): it is what the rules have there, if they have
 * anything and nobody doubts it.
 */
export const namedPieces = (shown, board, differing = []) =>
  [...shown].map((letter, cell) => (letter === "?" && (board[cell] ?? ".") !== "." && !differing.includes(cell) ? board[cell] : letter)).join("");
