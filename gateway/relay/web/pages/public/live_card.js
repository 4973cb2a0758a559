// A game that is on a table now, small: names, clocks and board. The whole card leads to the game.

import { Board } from "../boards/index.js";
import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { boardWords, drawing } from "../parts/drawing.js";
import { resultWords } from "../parts/entries.js";
import { gameId, gamePath } from "./addresses.js";
import { follows } from "./persons.js";
import { PlayerRow } from "./player_row.js";

const SIDES = ["black", "white"]; // as on the board: black above

export class LiveCard {
  constructor(name) {
    this.board = new Board();
    this.rows = Object.fromEntries(SIDES.map((side) => [side, new PlayerRow(side, { star: false, title: false })]));
    this.link = h("a.card-link", {}, name.toUpperCase());
    this.status = h("span.status");
    this.element = h("li.live-card", { "data-table": name }, h("div.head", {}, h("h3.table-name", {}, this.link), this.status), this.rows.black.element, h("div.board-frame", {}, this.board.svg), this.rows.white.element);
  }

  update(table) {
    this.table = table;
    const { state } = table;
    setAttribute(this.link, "href", gamePath(gameId(table.name, table.journal, state.game)));
    setText(this.status, table.absence === "withheld" ? t("public.withheld") : state.result ? resultWords(state.result) : state.ply ? t("page.move_number", { n: Math.ceil(state.ply / 2) }) : t(`status.${state.status}`));
    toggle(this.element, "over", state.result);
    toggle(this.element, "followed", SIDES.some((side) => follows(state.players[side])));
    for (const side of SIDES) {
      this.rows[side].update(state, state.score?.[side] ?? "");
      this.rows[side].turn(state.turn === side && state.status === "playing");
    }
    if (state.board) this.board.update(drawing({ ...state, arbiters: undefined }), boardWords(state));
  }

  tick(now, contact) {
    toggle(this.element, "away", contact !== null);
    for (const side of SIDES) this.rows[side].tick(this.table, now, contact);
  }
}
