// The board with both players beside it: the present position or one that is looked at, turned as the reader likes it,
// in words on request; and where the sensors show something else, that beside it.

import { BoardTable } from "../boards/board_table.js";
import { Board } from "../boards/index.js";
import { pieceName, squareName } from "../boards/names.js";
import { arrange, h, setAttribute, toggle } from "../lib/dom.js";
import { recall, remember } from "../lib/settings.js";
import { t } from "../lib/words.js";
import { other } from "../live/store.js";
import { boardWords, checked, drawing, namedPieces } from "../parts/drawing.js";
import { Player } from "../parts/player.js";
import { Past } from "./past.js";

export class Stage {
  /** `leave()` goes back to the present position. */
  constructor(leave) {
    this.turned = recall("turned") === "1";
    this.board = new Board({ labels: true });
    this.shown = new Board({ labels: true });
    this.players = { white: new Player("white", { full: true }), black: new Player("black", { full: true }) };
    this.past = new Past(leave);
    this.table = new BoardTable();
    this.byRules = h("h3.which", { hidden: true }, t("page.by_rules"));
    this.sensors = h("div.sensors", {}, h("h3.which", {}, t("page.by_sensors")), h("div.board-frame", {}, this.shown.svg));
    this.position = h("div", {}, this.byRules, h("div.board-frame", {}, this.board.svg, this.past.element));
    this.boards = h("div.boards", {}, this.position);
    this.differences = h("ul.differences", { hidden: true, "aria-label": t("page.differences") });
    this.turn = h("button", { type: "button", "aria-keyshortcuts": "f", "aria-pressed": "false", onclick: () => this.flip() }, h("span", { "aria-hidden": "true" }, "⇅\u00a0"), t("page.turn_board"));
    this.words = h("button", { type: "button", "aria-keyshortcuts": "w", "aria-pressed": "false", onclick: () => this.tell() }, t("page.board_in_words"));
    this.numbers = h("button", { type: "button", "aria-pressed": "false", hidden: true, onclick: () => this.number() }, t("page.move_numbers"));
    this.tools = h("div.board-tools", {}, this.turn, this.numbers, this.words);
    this.element = h("div.stage");
    this.table.element.hidden = recall("board_words") !== "1";
    this.place();
  }

  /** Turn the board: Black's side comes to the bottom, with its player and clock; or White's again. */
  flip() {
    this.turned = !this.turned;
    remember("turned", this.turned ? "1" : "0");
    this.place();
    this.draw();
  }

  /** The board in words as well, or no longer. */
  tell() {
    this.table.element.hidden = !this.table.element.hidden;
    remember("board_words", this.table.element.hidden ? "0" : "1");
    this.place();
    this.draw();
  }

  /** Stones with the numbers of their moves, or without. */
  number() {
    remember("numbers", recall("numbers") === "1" ? "0" : "1");
    this.draw();
  }

  place() {
    const [above, below] = this.turned ? ["white", "black"] : ["black", "white"];
    arrange(this.element, [this.players[above].element, this.boards, this.players[below].element, this.differences, this.tools, this.table.element]);
    setAttribute(this.turn, "aria-pressed", String(this.turned));
    setAttribute(this.words, "aria-pressed", String(!this.table.element.hidden));
    this.board.turned = this.shown.turned = this.turned;
  }

  /** `moves` tells which position is looked at, and what was played before it. */
  update(state, moves) {
    this.state = state;
    this.moves = moves;
    this.draw();
  }

  draw() {
    if (!this.state) return;
    const { state, moves } = this;
    const { held, fresh } = moves;
    this.past.update(held, fresh);
    toggle(this.board.svg, "is-past", held);
    const now = { ...drawing(state), ...(held ? earlier(state, held.entry.what) : {}) };
    const stones = /[sS]/.test(now.board);
    this.numbers.hidden = !stones;
    setAttribute(this.numbers, "aria-pressed", String(recall("numbers") === "1"));
    if (stones && recall("numbers") === "1") now.numbers = numbersOf(moves.seen.slice(0, held?.ply ?? undefined), now.board);
    const words = boardWords(state, held);
    this.board.update(now, words);
    this.table.update(now, words, this.turned);
    this.compare(state, held);
  }

  /** What the sensors show beside what the rules say, square by square where they differ. */
  compare(state, held) {
    const { shown = "", differing = [] } = state.arbiters ?? {};
    const differs = !held && differing.length > 0 && shown.length === state.board.length;
    this.byRules.hidden = this.differences.hidden = !differs;
    arrange(this.boards, differs ? [this.position, this.sensors] : [this.position]);
    toggle(this.boards, "compared", differs);
    if (!differs) return;
    this.shown.update({ rules: state.rules, rows: state.rows, cols: state.cols, board: namedPieces(shown, state.board, differing), differing }, t("page.sensors_show", { n: differing.length }));
    const lines = differing.map((cell) => t("page.differs_at", { square: squareName(cell, state), rules: pieceName(state.board[cell]), shown: pieceName(shown[cell]) }));
    if (lines.join("\n") === this.lines) return;
    this.lines = lines.join("\n");
    this.differences.replaceChildren(...lines.map((line) => h("li", {}, line)));
  }
}

/** What is drawn otherwise of an earlier position. */
function earlier(state, { side, board, path, taken, text }) {
  return { board, path, taken, differing: [], check: checked(state, board, text, other(side)) };
}

/** The number of the move for each cell that still holds its stone. */
function numbersOf(seen, board) {
  const numbers = {};
  seen.forEach((entry, index) => {
    const cell = entry?.what.path.at(-1);
    if (cell !== undefined && board[cell] !== ".") numbers[cell] = index + 1;
  });
  return numbers;
}
