// An overlay for a stream, such as a browser source of OBS: one table's names, clocks, last move and result on a
// transparent ground of a fixed size. Nobody stands beside it: a line that breaks is made again, a new game comes by itself.

import { Board } from "../boards/index.js";
import { h, setText, toggle } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { boardWords, drawing } from "../parts/drawing.js";
import { resultWords } from "../parts/entries.js";
import { HallLine } from "./hall_line.js";
import { overlayParameters } from "./overlay_parameters.js";
import { PlayerRow } from "./player_row.js";

const { table: name } = document.documentElement.dataset;
const other = (side) => (side === "white" ? "black" : "white");

class Overlay {
  constructor(asked) {
    this.asked = asked;
    this.line = new HallLine(() => ({ tables: [name] }));
    const shows = (part) => asked.show.includes(part);
    this.rows = { white: new PlayerRow("white", { star: false }), black: new PlayerRow("black", { star: false }) };
    for (const row of Object.values(this.rows)) {
      row.clock.hidden = !shows("clocks");
      row.lead.hidden = !shows("lead");
      toggle(row.element, "nameless", !shows("names"));
    }
    this.board = shows("board") ? new Board({ turned: asked.side === "black" }) : null;
    this.move = h("p.overlay-move");
    this.result = h("p.overlay-result");
    const middle = h("div.overlay-middle", {}, shows("move") ? this.move : null, shows("result") ? this.result : null);
    const near = this.rows[asked.side].element;
    const far = this.rows[other(asked.side)].element;
    const parts = this.board ? [far, h("div.board-frame", {}, this.board.svg), near, middle] : [near, middle, far];
    this.element = h(`div.overlay${this.board ? ".upright" : ""}`, {}, ...parts);
    this.element.style.width = `${asked.width}px`;
    this.element.style.height = `${asked.height}px`;
    this.element.style.fontSize = `${this.board ? asked.width / 20 : asked.height / 5}px`;
    this.line.store.addEventListener("table", ({ detail }) => detail.table.name === name && this.draw(detail.table));
    this.line.connection.addEventListener("state", () => toggle(this.element, "stale", this.line.stale));
    this.line.tick((now) => this.tick(now));
    document.getElementById("main").append(this.element);
  }

  draw(table) {
    this.table = table;
    const { state } = table;
    if (!state) return;
    for (const side of ["white", "black"]) {
      this.rows[side].update(state, state.score?.[side] ?? "");
      this.rows[side].turn(state.turn === side && state.status === "playing");
    }
    this.board?.update(drawing({ ...state, arbiters: undefined }), boardWords(state));
    const n = Math.ceil(state.ply / 2);
    setText(this.move, state.last_move && !state.result ? `${n}. ${state.ply % 2 ? "" : "… "}${state.last_move.text}` : "");
    setText(this.result, table.absence === "withheld" ? t("public.withheld") : state.result ? resultWords(state.result) : state.status === "playing" ? "" : t(`status.${state.status}`));
  }

  tick(now) {
    if (!this.table?.state) return;
    const contact = this.line.contact(this.table);
    for (const row of Object.values(this.rows)) row.tick(this.table, now, contact);
  }
}

const asked = overlayParameters(location.search, innerWidth);
document.documentElement.dataset.theme = asked.theme;
new Overlay(asked).line.open();
