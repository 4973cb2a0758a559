// Stones on the crossings of a grid: gomoku, renju.

import { s } from "../lib/dom.js";
import { unknown } from "./draughts.js";

export const margin = 0.6; // for the labels: stones cover the edge
export const marksOnPieces = true;

export function squares(rows, cols) {
  let lines = "";
  for (let y = 0; y < rows; y++) lines += `M.5 ${y + 0.5}H${cols - 0.5}`;
  for (let x = 0; x < cols; x++) lines += `M${x + 0.5} .5V${rows - 0.5}`;
  const group = s("g", { class: "grid" });
  group.append(s("rect", { class: "wood", x: -1, width: cols + 1, height: rows + 1 }), s("path", { class: "lines", d: lines }));
  for (const [x, y] of stars(rows, cols)) group.append(s("circle", { class: "star", cx: x + 0.5, cy: y + 0.5, r: 0.11 }));
  return group;
}

function stars(rows, cols) {
  const lines = (n) => (n < 9 ? [] : n < 13 ? [2, n - 3] : [3, n - 4]);
  const crossings = lines(cols).flatMap((x) => lines(rows).map((y) => [x, y]));
  return rows % 2 && cols % 2 ? [...crossings, [(cols - 1) / 2, (rows - 1) / 2]] : crossings;
}

export function piece(letter) {
  if (letter === "?") return unknown();
  const side = letter === letter.toUpperCase() ? "white" : "black";
  const stone = s("g", { class: `stone ${side}` });
  stone.append(s("circle", { class: "body", cx: 0.5, cy: 0.5, r: 0.44 }));
  return stone;
}

/** The last stone bears a ring that stands out from its colour. */
export function mark(x, y, kind, letter) {
  const on = letter === "s" ? "on-black" : letter === "S" ? "on-white" : "on-wood";
  return s("circle", { class: `ring ${on}`, cx: x + 0.5, cy: y + 0.5, r: 0.22 });
}

/** Letters below and figures at the left, as in renju records: A1 is the lower left crossing. */
export function label(cell, rows, cols) {
  const x = cell % cols;
  const y = Math.floor(cell / cols);
  const letter = { text: "ABCDEFGHIJKLMNOPQRS"[x], x: 0.5, y: 1.32, kind: "middle" };
  const figure = { text: String(rows - y), x: -0.16, y: 0.59, kind: "end" };
  return [...(y === rows - 1 ? [letter] : []), ...(x === 0 ? [figure] : [])];
}
