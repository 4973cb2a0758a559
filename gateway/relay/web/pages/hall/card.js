// One table in the hall: a link that opens it, drawn only while it is on the screen.

import { Board } from "../boards/index.js";
import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { message } from "../lib/messages.js";
import { timeOfDay } from "../lib/times.js";
import { say, t } from "../lib/words.js";
import { devices, matters } from "../live/store.js";
import { absenceWords } from "../parts/absence.js";
import { boardWords, drawing } from "../parts/drawing.js";
import { resultWords, spokenOf } from "../parts/entries.js";
import { openOrder } from "../parts/orders.js";
import { Player } from "../parts/player.js";

export class Card {
  constructor(name) {
    this.name = name;
    this.visible = false;
    this.due = true;
    this.board = new Board();
    this.players = { white: new Player("white"), black: new Player("black") };
    this.link = h("a.card-link", { href: `#${name}` }, name.toUpperCase());
    this.status = h("span.status");
    this.move = h("span.move");
    this.moves = h("p.last-moves");
    this.alert = h("p.alert", { hidden: true });
    this.trouble = h("p.trouble", { hidden: true });
    this.element = h(
      "li.card",
      {},
      h("div.head", {}, h("h2.table-name", {}, this.link), this.status, this.move),
      this.players.black.element,
      h("div.board-frame", {}, this.board.svg),
      this.players.white.element,
      h("div.foot", {}, this.alert, this.trouble, this.moves),
    );
  }

  /** Something about the table changed. Off the screen only the order and the alert are kept up. */
  update(table) {
    this.table = table;
    this.due = true;
    const list = matters(table);
    toggle(this.element, "needs", list.length > 0);
    if (this.visible) this.draw();
  }

  show(visible) {
    this.visible = visible;
    if (visible && this.due) this.draw();
  }

  draw() {
    const { table } = this;
    const { state } = table;
    this.due = false;
    toggle(this.element, "away", table.online === false || !table.fresh);
    setAttribute(this.element, "data-status", state?.status ?? "none");
    this.drawTrouble(table);
    for (const player of Object.values(this.players)) player.update(table);
    if (!state) {
      setText(this.status, t("page.not_heard"));
      return;
    }
    setText(this.status, state.result ? resultWords(state.result) : t(`status.${state.status}`));
    setAttribute(this.status, "title", state.result ? say(state.result.text) : null);
    setText(this.move, state.ply ? t("page.move_number", { n: Math.ceil(state.ply / 2) }) : "");
    setText(this.moves, lastMoves(state));
    this.board.update(drawing(state), boardWords(state));
  }

  drawTrouble(table) {
    const list = matters(table);
    setText(this.alert, alertWords(list));
    this.alert.hidden = !list.length;
    const missing = devices(table).filter((device) => device.online === false).map((device) => message(`device.${device.name}`));
    const away = `${absenceWords(table)} · ${t("page.since", { time: timeOfDay(table.offlineSince ?? 0) })}`;
    const lost = table.fresh ? missing.length && t("page.device_lost", { devices: missing }) : t("page.not_heard");
    const trouble = table.online === false ? away : lost || openOrder(table);
    setText(this.trouble, trouble || "");
    this.trouble.hidden = !trouble;
    this.moves.hidden = Boolean(trouble || list.length);
  }

  tick(now, contact) {
    if (!this.visible || !this.table) return;
    for (const player of Object.values(this.players)) player.tick(this.table, now, contact);
  }
}

/** The first of what waits for an arbiter, and how much more there is. */
function alertWords(list) {
  if (!list.length) return "";
  const text = spokenOf(list[0]);
  return list.length > 1 ? t("page.and_more", { text, n: list.length - 1 }) : text;
}

/** The last three or four moves with their numbers. */
function lastMoves(state) {
  const { moves } = state;
  const from = Math.max(0, moves.length - 4);
  return moves
    .slice(from)
    .map((move, i) => {
      const ply = from + i;
      return ply % 2 === 0 ? `${ply / 2 + 1}. ${move}` : i === 0 ? `${(ply - 1) / 2 + 1}. … ${move}` : move;
    })
    .join("  ");
}
