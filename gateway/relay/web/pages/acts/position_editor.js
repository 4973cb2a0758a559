// A board on which an arbiter puts a position together: pieces are dragged, put from a tray by a click or tap, or placed with
// the keyboard. Beside it stands what the sensors show.

import { Board, familyOf } from "../boards/index.js";
import { pieceName, squareName } from "../boards/names.js";
import { options } from "../lib/dialog.js";
import { h, s } from "../lib/dom.js";
import { registerKeys } from "../lib/keys.js";
import { keepGesture } from "../lib/touches.js";
import { t } from "../lib/words.js";
import { namedPieces } from "../parts/drawing.js";
import { SIDES } from "./inputs.js";

const FIGURES = [
  [/^draughts/, "MDmd"],
  [/^chess/, "KQRBNPkqrbnp"],
  [/./, "sS"],
];
const NOTHING = ".";
const FARTHEST_TAP = 6; // pixels that a finger slips when it only taps
// It listens for them by itself, on its board.
registerKeys("act_name.set_position", [
  { keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], words: "page.key_editor_square" },
  { keys: [" "], words: "page.key_editor_put" },
  { keys: ["Delete"], words: "page.key_editor_take" },
]);
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class PositionEditor {
  /** `shown`: begin with what the sensors show. */
  constructor(state, shown) {
    this.state = state;
    this.shape = { rules: state.rules, rows: state.rows, cols: state.cols };
    this.onchange = () => {};
    this.letters = [...(shown ? this.seen() : state.board)];
    this.cursor = this.letters.findIndex((_, cell) => this.isInPlay(cell));
    this.drawn = new Board({ labels: true });
    this.told = h("p.aside", { role: "status" });
    this.frame = h("div.editor-board", { tabindex: "0", role: "application", "aria-label": t("page.editor"), "aria-description": t("page.editor_keys") }, this.drawn.svg);
    this.tray = this.makeTray();
    this.turnField = options("turn", t("page.whose_move"), SIDES.map((side) => [side, t(`side.${side}`)]));
    this.turnField.classList.add("row");
    this.turnField.querySelector(`[value=${state.turn}]`).checked = true;
    this.turnField.addEventListener("change", () => this.onchange());
    this.element = h("div.position-editor", {}, h("div.editor-boards", {}, this.frame, this.makeSensors()), this.tray, this.makeStarts(), this.turnField, this.told);
    this.frame.addEventListener("pointerdown", (event) => this.take(event));
    keepGesture(this.frame);
    this.frame.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("focus", () => this.point());
    this.frame.addEventListener("blur", () => this.draw());
    this.draw();
  }

  get board() {
    return this.letters.join("");
  }

  get turn() {
    return this.turnField.querySelector(":checked").value;
  }

  /** On how many squares something else stands than the rules have there. */
  get changes() {
    return this.letters.filter((letter, cell) => letter !== this.state.board[cell]).length;
  }

  get chosen() {
    return this.tray.querySelector(":checked").value;
  }

  /** What the sensors show; where they cannot tell a piece, the one that the rules have there. */
  seen() {
    const { board, arbiters } = this.state;
    return namedPieces(arbiters?.shown || board, board);
  }

  makeTray() {
    const letters = [...FIGURES.find(([rules]) => rules.test(this.shape.rules))[1], NOTHING];
    const tiles = letters.map((letter, i) => {
      const input = h("input", { type: "radio", name: "tray", value: letter, checked: i === 0 });
      const drawing = letter === NOTHING ? h("span.rubber", { "aria-hidden": "true" }, "×") : this.figure(letter);
      const tile = h("label.tray-piece", { title: letter === NOTHING ? t("page.remove_piece") : pieceName(letter) }, input, drawing, h("span.aside", {}, letter === NOTHING ? t("page.remove_piece") : pieceName(letter)));
      tile.addEventListener("pointerdown", (event) => letter !== NOTHING && this.drag(event, letter, null));
      keepGesture(tile);
      return tile;
    });
    return h("fieldset.tray", {}, h("legend", {}, t("page.tray")), h("div.tiles", {}, ...tiles));
  }

  figure(letter) {
    const svg = s("svg", { class: "board piece-only", viewBox: "0 0 1 1", "aria-hidden": "true" });
    const board = new Board();
    board.update({ ...this.shape, rows: 1, cols: 1, board: letter }, "");
    svg.append(...board.pieces.childNodes);
    return svg;
  }

  makeSensors() {
    const { shown, differing = [] } = this.state.arbiters ?? {};
    if (!shown) return null;
    const board = new Board({ labels: true });
    const caption = t("page.sensors_show", { n: differing.length });
    board.update({ ...this.shape, board: namedPieces(shown, this.state.board, differing), differing }, caption);
    return h("figure.editor-sensors", {}, h("figcaption", {}, caption), board.svg);
  }

  makeStarts() {
    const start = (words, letters) => h("button", { type: "button", onclick: () => this.fill(letters()) }, t(words));
    return h(
      "div.buttons",
      { role: "group", "aria-label": t("page.begin_with") },
      start("page.begin_rules", () => this.state.board),
      this.state.arbiters?.shown ? start("page.begin_sensors", () => this.seen()) : null,
      start("page.begin_empty", () => NOTHING.repeat(this.state.board.length)),
    );
  }

  fill(letters) {
    this.letters = [...letters];
    this.changed();
  }

  /** Whether anything ever stands there. */
  isInPlay(cell) {
    return familyOf(this.shape.rules).inPlay(cell, this.shape.rows, this.shape.cols);
  }

  put(cell, letter) {
    if (this.letters[cell] === letter || (letter !== NOTHING && !this.isInPlay(cell))) return;
    this.letters[cell] = letter;
    this.changed();
  }

  changed() {
    this.draw();
    this.onchange();
  }

  draw(pointed = document.activeElement === this.frame) {
    const differing = [...this.letters.keys()].filter((cell) => this.letters[cell] !== this.state.board[cell]);
    this.drawn.update({ ...this.shape, board: this.board, differing: [], touched: pointed ? [this.cursor] : [], path: differing }, t("page.editor"));
  }

  // By hand -------------------------------------------------------------------------------------------------------

  take(event) {
    const cell = this.drawn.cellAt(event);
    if (cell === null || event.button) return;
    event.preventDefault();
    this.cursor = cell;
    this.drag(event, this.letters[cell], cell);
  }

  /** Carry a piece from a square, or from the tray (`from` null). Let go where it was taken, it was a tap. */
  drag(event, letter, from) {
    const start = event;
    const ghost = letter === NOTHING ? null : h("div.ghost", {}, this.figure(letter));
    let carried = false;
    const move = (now) => {
      carried ||= Math.hypot(now.clientX - start.clientX, now.clientY - start.clientY) > FARTHEST_TAP;
      if (!carried || !ghost) return;
      if (!ghost.isConnected) this.element.append(ghost);
      ghost.style.setProperty("--size", `${this.drawn.cellWidth}px`);
      ghost.style.setProperty("--x", `${now.clientX}px`);
      ghost.style.setProperty("--y", `${now.clientY}px`);
    };
    const end = (now) => {
      stop();
      if (now.type === "pointercancel") return;
      const to = this.drawn.cellAt(now);
      if (from === null) {
        if (carried && to !== null) this.put(to, letter);
      } else if (!carried) this.tap(from);
      else if (letter !== NOTHING && to !== from && (to === null || this.isInPlay(to))) {
        this.letters[from] = NOTHING;
        if (to !== null) this.letters[to] = letter;
        this.changed();
      }
    };
    const stop = () => {
      ghost?.remove();
      for (const [name, listener] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) removeEventListener(name, listener);
    };
    for (const [name, listener] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) addEventListener(name, listener);
  }

  /** What is chosen in the tray comes there; the same piece once more takes it off. */
  tap(cell) {
    this.frame.focus({ preventScroll: true });
    this.put(cell, this.letters[cell] === this.chosen ? NOTHING : this.chosen);
    this.tell();
  }

  // By keyboard ---------------------------------------------------------------------------------------------------

  key(event) {
    const { rows, cols } = this.shape;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in ARROWS) {
      const [x, y] = ARROWS[event.key];
      const column = Math.min(cols - 1, Math.max(0, (this.cursor % cols) + x));
      const row = Math.min(rows - 1, Math.max(0, Math.floor(this.cursor / cols) + y));
      this.cursor = row * cols + column;
      this.point();
    } else if (event.key === " ") this.tap(this.cursor);
    else if (event.key === "Delete" || event.key === "Backspace") {
      this.put(this.cursor, NOTHING);
      this.tell();
    } else return;
    event.preventDefault();
  }

  point() {
    this.draw(true);
    this.tell();
  }

  tell() {
    this.told.textContent = t("page.square_holds", { square: squareName(this.cursor, this.shape), piece: pieceName(this.letters[this.cursor]) });
  }
}
