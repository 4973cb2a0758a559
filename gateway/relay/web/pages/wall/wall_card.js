// One table on the wall: names, clocks and result, with or without its board.

import { Board } from "../boards/index.js";
import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { reading } from "../live/clock.js";
import { boardWords, drawing } from "../parts/drawing.js";

const SIDES = ["black", "white"]; // as on the board: black above
const ONE_LINE = 18; // letters of a name that one line beside a clock holds
const TRUST = { lost: "? ", estimate: "≈ " };

export class WallCard {
  constructor(table, words, withBoard) {
    this.table = table;
    this.words = words;
    this.board = withBoard ? new Board() : null;
    this.status = h("p.wall-status");
    this.players = Object.fromEntries(SIDES.map((side) => [side, makePlayer(side)]));
    this.element = h(
      "li.wall-card",
      {},
      h("p.wall-table", {}, h("strong", {}, table.name.toUpperCase()), this.status),
      this.board ? h("div.wall-board", {}, this.board.svg) : null,
      ...SIDES.map((side) => this.players[side].element),
    );
    this.update();
  }

  update() {
    const { state } = this.table;
    setAttribute(this.element, "data-status", state?.status ?? "none");
    for (const side of SIDES) {
      const player = this.players[side];
      const person = state?.players[side];
      const name = person?.name || this.words.text(`side.${side}`);
      setText(player.name, name);
      toggle(player.name, "long", room(name) > ONE_LINE);
      setText(player.points, state?.score?.[side] ?? "");
      toggle(player.element, "won", state?.result?.result === side);
      toggle(player.element, "turn", state?.turn === side && state.status === "playing");
    }
    if (state && this.board) this.board.update(drawing({ ...state, arbiters: undefined }), boardWords(state));
    this.drawStatus(state);
  }

  drawStatus(state) {
    const away = this.table.absence === "withheld" ? "public.withheld" : "page.wall_away";
    const key = !state || !this.table.fresh ? "page.not_heard" : this.table.online === false ? away : null;
    const words = key
      ? this.words.spans(key)
      : state.result
        ? this.words.spans("page.result", { result: state.result.result, reason: state.result.reason })
        : state.status === "playing"
          ? []
          : this.words.spans(`status.${state.status}`);
    this.status.replaceChildren(...words);
  }

  /** The clocks as of now; what cannot be known any more says so. */
  tick(now, contact) {
    toggle(this.element, "stale", contact !== null);
    for (const side of SIDES) {
      const shown = reading(this.table, side, now, contact);
      const { clock, element } = this.players[side];
      setText(clock, `${shown.flag ? "⚑ " : ""}${TRUST[shown.trust] ?? ""}${shown.text}`);
      toggle(element, "runs", shown.running);
      toggle(element, "low", shown.low && this.table.state?.status === "playing");
    }
  }
}

/** The room that a name takes, in letters; a Chinese one takes that of two. */
const room = (name) => [...name].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0);

function makePlayer(side) {
  const name = h("span.name", { dir: "auto" });
  const points = h("span.wall-points");
  const clock = h("span.wall-clock", { role: "timer", "aria-live": "off" });
  const element = h(`div.wall-player.${side}`, {}, h(`span.side.${side}`, { "aria-hidden": "true" }), name, points, clock);
  return { name, points, clock, element };
}
