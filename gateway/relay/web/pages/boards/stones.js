// Stones on the crossings of a wooden grid: gomoku, renju. A stone may bear the number of its move.

import { s } from "../lib/dom.js";
import { unknown } from "./draughts.js";

export const marksOnPieces = true;

export function squares(rows, cols) {
  let lines = "";
  for (let y = 1; y < rows - 1; y++) lines += `M.5 ${y + 0.5}H${cols - 0.5}`;
  for (let x = 1; x < cols - 1; x++) lines += `M${x + 0.5} .5V${rows - 0.5}`;
  let grain = ""; // a few lines of wood, the same on every board
  for (let y = -0.7, i = 0; y < rows + 1; y += 0.55 + ((i * 7) % 5) * 0.12, i++) {
    const bend = (((i * 13) % 7) - 3) * 0.09;
    grain += `M-1 ${y.toFixed(2)}c${(cols * 0.3).toFixed(2)} ${bend.toFixed(2)} ${(cols * 0.7).toFixed(2)} ${(-bend).toFixed(2)} ${cols + 2} ${(bend / 2).toFixed(2)}`;
  }
  const group = s("g", { class: "grid" });
  group.append(
    s("rect", { class: "wood", x: -1, y: -1, width: cols + 2, height: rows + 2 }),
    s("path", { class: "grain", d: grain }),
    s("path", { class: "lines", d: lines }),
    s("rect", { class: "rim", x: 0.5, y: 0.5, width: cols - 1, height: rows - 1 }),
  );
  for (const [x, y] of stars(rows, cols)) group.append(s("circle", { class: "star", cx: x + 0.5, cy: y + 0.5, r: 0.11 }));
  return group;
}

function stars(rows, cols) {
  const lines = (n) => (n < 9 ? [] : n < 13 ? [2, n - 3] : [3, n - 4]);
  const crossings = lines(cols).flatMap((x) => lines(rows).map((y) => [x, y]));
  return rows % 2 && cols % 2 ? [...crossings, [(cols - 1) / 2, (rows - 1) / 2]] : crossings;
}

export function piece(letter, number = null) {
  if (letter === "?") return unknown();
  const side = letter === letter.toUpperCase() ? "white" : "black";
  const stone = s("g", { class: `stone ${side}` });
  stone.append(s("circle", { class: "shade", cx: 0.515, cy: 0.54, r: 0.44 }), s("circle", { class: "body", cx: 0.5, cy: 0.5, r: 0.44 }));
  if (number === null) stone.append(s("path", { class: "gleam", d: "M.21 .43A.3 .3 0 0 1 .44 .2" }));
  else stone.append(s("text", { class: number > 99 ? "long" : "", x: 0.5, y: 0.64 }, String(number)));
  return stone;
}

/** The last stone bears a ring that stands out from its colour; around it, where it bears a number. */
export function mark(x, y, kind, letter, numbered = false) {
  const on = letter === "s" ? "on-black" : letter === "S" ? "on-white" : "on-wood";
  return s("circle", { class: `ring ${on}`, cx: x + 0.5, cy: y + 0.5, r: numbered ? 0.38 : 0.21 });
}

export const margins = () => ({ top: 0, right: 0, bottom: 0.7, left: 0.7 });

/** Letters below and figures at the left, as in renju records: A1 is the lower left crossing. */
export function labels(rows, cols, cellAt) {
  const all = [];
  for (let x = 0; x < cols; x++) all.push({ text: LETTERS[cellAt(x, rows - 1) % cols], x: x + 0.5, y: rows + 0.4, kind: "edge middle" });
  for (let y = 0; y < rows; y++) all.push({ text: String(rows - Math.floor(cellAt(0, y) / cols)), x: -0.26, y: y + 0.64, kind: "edge middle" });
  return all;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRS";

export const squareName = (cell, rows, cols) => `${LETTERS[cell % cols]}${rows - Math.floor(cell / cols)}`;
export const inPlay = () => true;
