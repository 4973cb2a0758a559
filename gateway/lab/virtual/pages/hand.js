// One hand over the board: lifts a piece, carries it, puts it down. By mouse, by touch, or with the arrow keys.

import { Board } from "/pages/boards/index.js";
import { s, setAttribute } from "/pages/lib/dom.js";
import { t } from "/pages/lib/words.js";
import { pieceName, squareName } from "./words.js";

const MOVED_PX = 6;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Hand {
  /** `held(piece)` is called whenever something else is in the hand, null for nothing; `stone()` is what is laid next. */
  constructor(place, send, say, press, held, stone) {
    Object.assign(this, { place, send, say, press, held, stone });
    this.choosing = null; // called with the next square that is pointed at, instead of touching it
    this.board = new Board({ labels: true });
    this.piece = null;
    this.from = null; // the cell it was lifted from, null for the reserve
    this.start = null; // where a pointer went down, while it is down
    this.cursor = null;
    this.ghost = s("svg", { class: "ghost board", viewBox: "0 0 1 1", "aria-hidden": "true" });
    this.ring = s("rect", { class: "cursor", width: 0.94, height: 0.94, rx: 0.06 });
    place.append(this.board.svg);
    document.body.append(this.ghost);
    place.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", (event) => this.start?.id === event.pointerId && this.back());
    place.addEventListener("keydown", (event) => this.key(event));
    place.addEventListener("focus", () => this.showCursor());
    place.addEventListener("blur", () => this.ring.remove());
    place.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  begin(about) {
    this.about = about;
    this.lays = about.reserve.toLowerCase() === "ss";
    this.dead = [];
    this.cursor = Math.floor(about.rows / 2) * about.cols + Math.floor(about.cols / 2);
  }

  show(board) {
    this.cells = board;
    this.board.update({ ...this.about, board, path: this.from === null ? [] : [this.from], differing: this.dead }, t("virtual.board"));
  }

  // By pointer --------------------------------------------------------------------------------------------------

  down(event) {
    if (!event.isPrimary || event.button !== 0 || !this.cells) return;
    event.preventDefault(); // no text is selected, nothing scrolls; the keyboard's focus follows by hand
    this.place.focus({ preventScroll: true });
    this.ring.remove();
    const cell = this.board.cellAt(event);
    if (cell !== null && this.choose(cell)) return;
    const fresh = this.piece === null;
    if (cell === null || (fresh && !this.lift(cell) && !this.takeStone())) return;
    this.carry(event, fresh && !this.laying);
  }

  /** The pointer that went down here leads the hand until it comes up. */
  carry(event, fresh) {
    this.start = { id: event.pointerId, x: event.clientX, y: event.clientY, fresh };
    this.drawGhost(event);
  }

  move(event) {
    if (this.piece !== null && (this.start?.id === event.pointerId || event.pointerType === "mouse")) this.drawGhost(event);
  }

  up(event) {
    const start = this.start;
    if (start?.id !== event.pointerId || this.piece === null) return;
    this.start = null;
    const moved = Math.hypot(event.clientX - start.x, event.clientY - start.y) > MOVED_PX;
    if (start.fresh && !moved) return; // a tap: the piece stays in the hand until the next one
    const cell = this.board.cellAt(event);
    if (cell === null) this.drop();
    else this.put(cell);
  }

  /** The square is only pointed out, for what was asked before. */
  choose(cell) {
    const choosing = this.choosing;
    this.choosing = null;
    choosing?.(cell);
    return choosing !== null;
  }

  /** On a free point the next stone is laid at once. */
  takeStone() {
    if (!this.lays) return false;
    this.from = null;
    this.hold(this.stone());
    this.laying = true;
    return true;
  }

  drawGhost(event) {
    const size = this.board.cellWidth;
    const big = event.pointerType === "touch" ? 1.5 : 1.1; // a finger hides what is under it
    this.ghost.style.width = this.ghost.style.height = `${size * big}px`;
    this.ghost.style.transform = `translate(${event.clientX - (size * big) / 2}px, ${event.clientY - (size * big) / 2}px)`;
    this.ghost.classList.add("shown");
  }

  // What a hand does --------------------------------------------------------------------------------------------

  lift(cell) {
    const piece = this.cells[cell];
    if (piece === ".") return false;
    this.send({ do: "lift", cell });
    this.from = cell;
    this.change(cell, ".");
    this.hold(piece);
    return true;
  }

  put(cell) {
    this.send({ do: "put", cell, piece: this.piece });
    this.from = null;
    this.change(cell, this.piece);
    this.say(`${pieceName(this.piece)} ${squareName(cell, this.about)}`);
    this.hold(null);
  }

  /** Off the board with it. */
  drop() {
    this.from = null;
    if (this.piece !== null) this.say(t("virtual.aside"));
    this.hold(null);
    if (this.cells) this.show(this.cells);
  }

  /** Where it came from. */
  back() {
    if (this.from === null) this.drop();
    else this.put(this.from);
  }

  hold(piece) {
    this.piece = piece;
    this.laying = false;
    this.ghost.classList.remove("shown");
    this.ghost.replaceChildren(...(piece ? [this.board.family.piece(piece)] : []));
    this.place.classList.toggle("holding", piece !== null);
    if (piece) this.say(t("virtual.in_hand", { piece: pieceName(piece) }));
    else this.start = null;
    this.held(piece);
  }

  /** Draw it at once; the server's word follows. */
  change(cell, piece) {
    this.show(this.cells.slice(0, cell) + piece + this.cells.slice(cell + 1));
  }

  // By keyboard -------------------------------------------------------------------------------------------------

  key(event) {
    if (!this.cells || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) this.step(...ARROWS[event.key]);
    else if (event.key === "Enter") this.enter();
    else if (event.key === "Escape" && this.choosing) this.choose(null);
    else if (event.key === "Escape" && this.piece !== null) this.back();
    else if (event.key === "Delete" || event.key === "Backspace") {
      if (this.piece !== null || this.lift(this.cursor)) this.drop();
    } else if (event.key === " ") this.press();
    else return;
    event.preventDefault();
    this.showCursor();
  }

  enter() {
    if (this.choose(this.cursor)) return;
    if (this.piece === null && !this.lift(this.cursor)) {
      if (!this.takeStone()) return this.tellCell();
      this.put(this.cursor);
    } else if (this.piece !== null && this.from !== this.cursor) this.put(this.cursor);
  }

  step(right, down) {
    const { rows, cols } = this.about;
    const x = Math.min(cols - 1, Math.max(0, (this.cursor % cols) + right));
    const y = Math.min(rows - 1, Math.max(0, Math.floor(this.cursor / cols) + down));
    this.cursor = y * cols + x;
    this.tellCell();
  }

  tellCell() {
    this.say(`${squareName(this.cursor, this.about)}: ${pieceName(this.cells[this.cursor])}`);
  }

  showCursor() {
    if (this.cursor === null || !this.place.matches(":focus-visible")) return;
    const [x, y] = this.board.at(this.cursor);
    setAttribute(this.ring, "x", x + 0.03);
    setAttribute(this.ring, "y", y + 0.03);
    this.board.svg.append(this.ring);
  }
}
