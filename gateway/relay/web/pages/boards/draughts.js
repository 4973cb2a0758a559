// Draughts of any size: discs on the dark squares, kings with a crown.

import { s } from "../lib/dom.js";

export function squares(rows, cols) {
  let dark = "";
  for (let y = 0; y < rows; y++) for (let x = (y + 1) % 2; x < cols; x += 2) dark += `M${x} ${y}h1v1h-1z`;
  const group = s("g", { class: "squares" });
  group.append(s("rect", { class: "light", width: cols, height: rows }), s("path", { class: "dark", d: dark }));
  return group;
}

const CROWN = "M.29 .6 .25 .38l.13 .1L.5 .31l.12 .17 .13-.1-.04 .22z";

export function piece(letter) {
  if (letter === "?") return unknown();
  const side = letter === letter.toUpperCase() ? "white" : "black";
  const disc = s("g", { class: `disc ${side}` });
  disc.append(s("circle", { class: "body", cx: 0.5, cy: 0.5, r: 0.395 }));
  if (letter.toUpperCase() === "D") disc.append(s("path", { class: "crown", d: CROWN }));
  else disc.append(s("circle", { class: "ring", cx: 0.5, cy: 0.5, r: 0.27 }));
  return disc;
}

/** Something stands there that the sensor cannot name. */
export function unknown() {
  const group = s("g", { class: "disc unknown" });
  group.append(s("circle", { class: "body", cx: 0.5, cy: 0.5, r: 0.36 }), s("text", { x: 0.5, y: 0.66 }, "?"));
  return group;
}

export function mark(x, y, kind) {
  if (kind === "taken") return s("path", { class: "taken", d: `M${x + 0.36} ${y + 0.36}l.28 .28m0-.28l-.28 .28` });
  return s("rect", { class: kind, x, y, width: 1, height: 1 });
}

/** On 100 squares each has its number; on 64 the edges carry letters and figures, as in the books. */
export function label(cell, rows, cols) {
  const x = cell % cols;
  const y = Math.floor(cell / cols);
  if (rows === 8) return edge(x, y, rows);
  return (x + y) % 2 ? { text: String(Math.floor(cell / 2) + 1), x: 0.04, y: 0.18 } : null;
}

export function edge(x, y, rows) {
  const kind = (x + y) % 2 ? "on-dark" : "on-light";
  if (y === rows - 1) return { text: "abcdefgh"[x], x: 0.86, y: 0.96, kind };
  if (x === 0) return { text: String(rows - y), x: 0.04, y: 0.18, kind };
  return null;
}
