// Chess: the squares of 64-square draughts, the figures of the system's fonts.

import { s } from "../lib/dom.js";
import { edge, mark, squares, unknown } from "./draughts.js";

export { mark, squares };

const FIGURES = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };

export function piece(letter) {
  const figure = FIGURES[letter.toUpperCase()];
  if (!figure) return unknown();
  const side = letter === letter.toUpperCase() ? "white" : "black";
  // The selector after the figure keeps phones from drawing a pawn as an emoji.
  const group = s("g", { class: `figure ${side}` });
  group.append(s("text", { x: 0.5, y: 0.79 }, `${figure}\uFE0E`));
  return group;
}

export const label = (cell, rows, cols) => edge(cell % cols, Math.floor(cell / cols), rows);
