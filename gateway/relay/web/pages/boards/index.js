// A board as SVG. What stands on a cell is a letter (upper case: white); how a letter looks is the family's business.
// A new game family is one module with `squares`, `piece`, `label` and `mark` (and `margin`, if labels stand beside the
// board, and `marksOnPieces`, if the last move is marked on what was moved), and one line in FAMILIES.

import { s } from "../lib/dom.js";
import * as chess from "./chess.js";
import * as draughts from "./draughts.js";
import * as stones from "./stones.js";

const FAMILIES = [
  [/^draughts/, draughts],
  [/^chess/, chess],
  [/^(gomoku|renju|wuziqi|go|stones)/, stones],
];

const familyOf = (rules) => FAMILIES.find(([pattern]) => pattern.test(rules))?.[1] ?? draughts;

/** One drawn board. `update` changes only the cells that changed. */
export class Board {
  constructor({ labels = false } = {}) {
    this.labels = labels;
    this.svg = s("svg", { class: "board" });
    this.key = "";
  }

  /** `drawing`: {rules, rows, cols, board, path, taken, differing, shown}; `words` is read out instead of the drawing. */
  update(drawing, words) {
    const key = `${drawing.rules} ${drawing.rows} ${drawing.cols}`;
    if (key !== this.key) this.begin(drawing, key);
    if (this.words !== words) this.svg.setAttribute("aria-label", (this.words = words));
    this.drawMarks(drawing);
    for (let cell = 0; cell < drawing.board.length; cell++) this.put(cell, drawing.board[cell]);
  }

  begin(drawing, key) {
    this.key = key;
    this.family = familyOf(drawing.rules);
    this.rows = drawing.rows;
    this.cols = drawing.cols;
    this.cells = [];
    this.letters = [];
    this.marks = s("g", { class: "marks" });
    this.pieces = s("g", { class: "pieces" });
    this.alarms = s("g", { class: "alarms" });
    this.markKey = null;
    const margin = this.labels ? (this.family.margin ?? 0) : 0;
    this.svg.setAttribute("role", "img"); // it has words from now on; a board that is off the screen has none
    this.svg.setAttribute("viewBox", `${-margin} 0 ${this.cols + margin} ${this.rows + margin}`);
    const labels = this.labels ? [this.drawLabels()] : [];
    const below = this.family.marksOnPieces ? [...labels, this.pieces, this.marks] : [this.marks, ...labels, this.pieces];
    const layers = [this.family.squares(this.rows, this.cols), ...below, this.alarms];
    this.svg.replaceChildren(...layers);
  }

  put(cell, letter) {
    if (this.letters[cell] === letter) return;
    this.letters[cell] = letter;
    this.cells[cell]?.remove();
    this.cells[cell] = null;
    if (letter === ".") return;
    const [x, y] = this.at(cell);
    const piece = this.family.piece(letter);
    piece.setAttribute("transform", `translate(${x} ${y})`);
    this.cells[cell] = piece;
    this.pieces.append(piece);
  }

  drawMarks({ board, path = [], taken = [], differing = [] }) {
    const key = `${path}/${taken}/${differing}/${path.map((cell) => board[cell])}`;
    if (key === this.markKey) return;
    this.markKey = key;
    this.marks.replaceChildren(
      ...path.map((cell, i) => this.family.mark(...this.at(cell), i === path.length - 1 ? "to" : "from", board[cell])),
      // Where the capturing piece stands in the captured one's place, it says so itself.
      ...taken.filter((cell) => !path.includes(cell)).map((cell) => this.family.mark(...this.at(cell), "taken")),
    );
    this.alarms.replaceChildren(
      ...differing.map((cell) => {
        const [x, y] = this.at(cell);
        return s("rect", { class: "differs", x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.08 });
      }),
    );
  }

  drawLabels() {
    const labels = s("g", { class: "labels" });
    for (let cell = 0; cell < this.rows * this.cols; cell++) {
      const [x, y] = this.at(cell);
      for (const label of [this.family.label(cell, this.rows, this.cols) ?? []].flat()) {
        labels.append(s("text", { x: x + label.x, y: y + label.y, class: label.kind ?? "" }, label.text));
      }
    }
    return labels;
  }

  at(cell) {
    return [cell % this.cols, Math.floor(cell / this.cols)];
  }
}
