// A board as SVG. What stands on a cell is a letter (upper case: white); how a letter looks is the family's business.
// A new game family is one module with `squares`, `piece`, `labels`, `margins` and `mark` (and `marksOnPieces`, if the
// last move is marked on what was moved), and one line in FAMILIES.

import { s } from "../lib/dom.js";
import * as chess from "./chess.js";
import * as draughts from "./draughts.js";
import * as stones from "./stones.js";

const FAMILIES = [
  [/^draughts/, draughts],
  [/^chess/, chess],
  [/^(gomoku|renju|wuziqi|go|stones)/, stones],
];
const BARE = { top: 0, right: 0, bottom: 0, left: 0 };

/** How a game is drawn, and what its squares are called: `squareName`. */
export const familyOf = (rules) => FAMILIES.find(([pattern]) => pattern.test(rules))?.[1] ?? draughts;

/** One drawn board. `update` changes only the cells that changed; `turned` puts Black at the bottom. */
export class Board {
  constructor({ labels = false, turned = false } = {}) {
    this.labels = labels;
    this.turned = turned;
    this.svg = s("svg", { class: "board" });
    this.key = "";
  }

  /**
   * `drawing`: {rules, rows, cols, board, path, taken, differing, check, numbers, touched}; `words` is read out instead of it.
   * `numbers` has the number of the move for each cell whose stone shall bear it.
   */
  update(drawing, words) {
    const key = `${drawing.rules} ${drawing.rows} ${drawing.cols} ${this.turned}`;
    if (key !== this.key) this.begin(drawing, key);
    if (this.words !== words) this.svg.setAttribute("aria-label", (this.words = words));
    this.drawMarks(drawing);
    for (let cell = 0; cell < drawing.board.length; cell++) this.put(cell, drawing.board[cell], drawing.numbers?.[cell]);
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
    const { top, right, bottom, left } = this.labels ? this.family.margins(this.rows, this.cols) : BARE;
    this.svg.setAttribute("role", "img"); // it has words from now on; a board that is off the screen has none
    this.svg.setAttribute("viewBox", `${-left} ${-top} ${this.cols + left + right} ${this.rows + top + bottom}`);
    const labels = this.labels ? [this.drawLabels()] : [];
    const below = this.family.marksOnPieces ? [...labels, this.pieces, this.marks] : [this.marks, ...labels, this.pieces];
    const layers = [this.family.squares(this.rows, this.cols), ...below, this.alarms];
    this.svg.replaceChildren(...layers);
  }

  put(cell, letter, number = null) {
    const known = number === null || letter === "." ? letter : `${letter}${number}`;
    if (this.letters[cell] === known) return;
    this.letters[cell] = known;
    this.cells[cell]?.remove();
    this.cells[cell] = null;
    if (letter === ".") return;
    const [x, y] = this.at(cell);
    const piece = this.family.piece(letter, number);
    piece.setAttribute("transform", `translate(${x} ${y})`);
    this.cells[cell] = piece;
    this.pieces.append(piece);
  }

  drawMarks({ board, path = [], taken = [], differing = [], touched = [], check = null, numbers = null }) {
    const key = `${path}/${taken}/${differing}/${touched}/${check}/${path.map((cell) => board[cell])}/${Boolean(numbers)}`;
    if (key === this.markKey) return;
    this.markKey = key;
    const mark = (cell, kind) => this.family.mark(...this.at(cell), kind, board[cell], Boolean(numbers));
    this.marks.replaceChildren(
      ...path.map((cell, i) => mark(cell, i === path.length - 1 ? "to" : "from")),
      // Where the capturing piece stands in the captured one's place, it says so itself.
      ...taken.filter((cell) => !path.includes(cell)).map((cell) => mark(cell, "taken")),
      ...(check === null ? [] : [mark(check, "check")]),
    );
    const frame = (kind) => (cell) => {
      const [x, y] = this.at(cell);
      const line = (name) => s("rect", { class: name, x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88, rx: 0.08 });
      return [line("halo"), line(kind)]; // so that it stands out from any square
    };
    this.alarms.replaceChildren(...touched.flatMap(frame("touched")), ...differing.flatMap(frame("differs")));
  }

  drawLabels() {
    const labels = s("g", { class: "labels" });
    for (const { text, x, y, kind = "" } of this.family.labels(this.rows, this.cols, (column, row) => this.cell(column, row))) {
      labels.append(s("text", { x, y, class: kind }, text));
    }
    return labels;
  }

  /** Where the upper left corner of a cell is drawn. */
  at(cell) {
    const x = cell % this.cols;
    const y = Math.floor(cell / this.cols);
    return this.turned ? [this.cols - 1 - x, this.rows - 1 - y] : [x, y];
  }

  /** The cell that is drawn in this column and row. */
  cell(column, row) {
    const cell = row * this.cols + column;
    return this.turned ? this.rows * this.cols - 1 - cell : cell;
  }

  /** The cell under a point of the window, as a pointer event tells it; null beside the board. */
  cellAt({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.family) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column >= 0 && row >= 0 && column < this.cols && row < this.rows ? this.cell(column, row) : null;
  }

  /** How wide a cell is on the screen, in pixels. */
  get cellWidth() {
    return this.svg.getScreenCTM()?.a ?? 0;
  }
}
