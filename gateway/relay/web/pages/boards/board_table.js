// A board as a table of words: what stands where, for a screen reader or for whoever would rather read it.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { familyOf } from "./index.js";
import { pieceName, squareName } from "./names.js";

export class BoardTable {
  constructor() {
    this.sides = h("dl.stands");
    this.body = h("tbody");
    this.caption = h("caption");
    this.element = h("section.board-table", { hidden: true }, this.sides, h("div.scroll", { tabindex: "0", role: "group" }, h("table", {}, this.caption, this.body)));
    this.key = "";
  }

  /** `drawing` as a board gets it; `words` name the position. */
  update(drawing, words, turned) {
    const key = `${drawing.rules}/${drawing.board}/${turned}/${words}`;
    if (this.element.hidden || key === this.key) return;
    this.key = key;
    this.caption.textContent = words;
    this.element.querySelector(".scroll").setAttribute("aria-label", words);
    this.sides.replaceChildren(...["white", "black"].flatMap((side) => [h("dt", {}, t(`side.${side}`)), h("dd", {}, standing(drawing, side) || t("piece.none"))]));
    this.body.replaceChildren(...rowsOf(drawing, turned));
  }
}

/** "king e1, rook a1, rook h1": the pieces of a side, the strongest first. */
function standing(drawing, side) {
  const found = new Map();
  [...drawing.board].forEach((letter, cell) => {
    if (letter === "." || letter === "?" || (letter === letter.toUpperCase()) !== (side === "white")) return;
    const kind = letter.toLowerCase();
    found.set(kind, [...(found.get(kind) ?? []), squareName(cell, drawing)]);
  });
  return [..."kqrbndmps"]
    .filter((kind) => found.has(kind))
    .map((kind) => t("page.stands", { piece: pieceName(side === "white" ? kind.toUpperCase() : kind), squares: found.get(kind) }))
    .join(t("page.between"));
}

function rowsOf({ rules, rows, cols, board }, turned) {
  const { inPlay } = familyOf(rules);
  const cells = [...Array(board.length).keys()];
  const order = turned ? cells.reverse() : cells;
  const lines = [];
  for (let y = 0; y < rows; y++) {
    const line = order.slice(y * cols, (y + 1) * cols).filter((cell) => inPlay(cell, rows, cols));
    lines.push(h("tr", {}, ...line.map((cell) => h("td", { class: board[cell] === "." ? "free" : null }, h("span.square", {}, squareName(cell, { rules, rows, cols })), " ", pieceName(board[cell])))));
  }
  return lines;
}
