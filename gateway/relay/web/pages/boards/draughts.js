// Draughts of any size: discs on the dark squares; a king is two discs, one upon the other, with a crown.

import { s } from "../lib/dom.js";

export function squares(rows, cols) {
  let dark = "";
  for (let y = 0; y < rows; y++) for (let x = (y + 1) % 2; x < cols; x += 2) dark += `M${x} ${y}h1v1h-1z`;
  const group = s("g", { class: "squares" });
  group.append(s("rect", { class: "light", width: cols, height: rows }), s("path", { class: "dark", d: dark }));
  return group;
}

const CROWN = "M.3 .565 .255 .34l.135 .09L.5 .255l.11 .175 .135-.09-.045 .225z";
const circle = (kind, cy, r) => s("circle", { class: kind, cx: 0.5, cy, r });

export function piece(letter) {
  if (letter === "?") return unknown();
  const side = letter === letter.toUpperCase() ? "white" : "black";
  const disc = s("g", { class: `disc ${side}` });
  if (letter.toUpperCase() === "D") {
    disc.append(circle("edge", 0.595, 0.36), circle("body", 0.545, 0.36), circle("edge", 0.5, 0.36), circle("body", 0.44, 0.36));
    disc.append(circle("groove", 0.44, 0.305), s("path", { class: "crown", d: CROWN }));
  } else {
    disc.append(circle("edge", 0.56, 0.375), circle("body", 0.5, 0.375), circle("groove", 0.5, 0.29), circle("groove", 0.5, 0.2), circle("groove", 0.5, 0.11));
  }
  return disc;
}

/** Something stands there that the sensor cannot name. */
export function unknown() {
  const group = s("g", { class: "disc unknown" });
  group.append(s("circle", { class: "body", cx: 0.5, cy: 0.5, r: 0.36 }), s("text", { x: 0.5, y: 0.67 }, "?"));
  return group;
}

export function mark(x, y, kind) {
  if (kind === "taken") return s("path", { class: "taken", d: `M${x + 0.34} ${y + 0.34}l.32 .32m0-.32l-.32 .32` });
  return s("rect", { class: kind, x, y, width: 1, height: 1 });
}

/** Room for what stands at the edges. */
export const margins = (rows) => (rows === 8 ? { top: 0, right: 0, bottom: 0.5, left: 0.5 } : { top: 0.5, right: 0.55, bottom: 0.5, left: 0.55 });

/**
 * On 64 squares letters and figures at two edges, as in the books. On 100 no square is marked (FMJD 2.6): the numbers of the
 * outermost ones stand beside the board, as the federation's diagrams have them.
 */
export function labels(rows, cols, cellAt) {
  if (rows === 8) return edges(rows, cols, cellAt);
  const number = (x, y) => String(Math.floor(cellAt(x, y) / 2) + 1);
  const all = [];
  for (let y = 0; y < rows; y++) {
    for (let x = (y + 1) % 2; x < cols; x += 2) {
      if (y === 0) all.push({ text: number(x, y), x: x + 0.5, y: -0.15, kind: "edge middle" });
      else if (y === rows - 1) all.push({ text: number(x, y), x: x + 0.5, y: rows + 0.36, kind: "edge middle" });
      else if (x === 0) all.push({ text: number(x, y), x: -0.28, y: y + 0.61, kind: "edge middle" });
      else if (x === cols - 1) all.push({ text: number(x, y), x: cols + 0.28, y: y + 0.61, kind: "edge middle" });
    }
  }
  return all;
}

export function edges(rows, cols, cellAt) {
  const all = [];
  for (let x = 0; x < cols; x++) all.push({ text: "abcdefgh"[cellAt(x, rows - 1) % cols], x: x + 0.5, y: rows + 0.36, kind: "edge middle" });
  for (let y = 0; y < rows; y++) all.push({ text: String(rows - Math.floor(cellAt(0, y) / cols)), x: -0.25, y: y + 0.61, kind: "edge middle" });
  return all;
}

/** As players call it: `32` on a hundred squares, `e3` on 64; a light square of a hundred by row and column. */
export function squareName(cell, rows, cols) {
  const x = cell % cols;
  const y = Math.floor(cell / cols);
  if (rows === 8) return `${"abcdefgh"[x]}${rows - y}`;
  return (x + y) % 2 ? String(Math.floor(cell / 2) + 1) : `${y + 1}/${x + 1}`;
}

/** Squares that nothing ever stands on need not be told. */
export const inPlay = (cell, rows, cols) => ((cell % cols) + Math.floor(cell / cols)) % 2 === 1;
