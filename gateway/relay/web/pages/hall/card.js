// One table in the hall: a link that opens it. It is on the page only while it is on the screen, or has the keyboard.

import { Board } from "../boards/index.js";
import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { message } from "../lib/messages.js";
import { age } from "../lib/times.js";
import { say, t } from "../lib/words.js";
import { devices, matters } from "../live/store.js";
import { absenceWords } from "../parts/absence.js";
import { heldWords } from "../parts/holding.js";
import { boardWords, drawing } from "../parts/drawing.js";
import { resultWords, spokenOf } from "../parts/entries.js";
import { openOrder } from "../parts/orders.js";
import { Player } from "../parts/player.js";
import { foremost, lowBatteries, stopOf } from "./need.js";

export class Card {
  /** `withBoard`: the board is drawn; without it, names and clocks. */
  constructor(name, withBoard = true) {
    this.name = name;
    this.board = withBoard ? new Board() : null;
    this.players = { white: new Player("white"), black: new Player("black") };
    this.link = h("a.card-link", { href: `#${name}` }, name.toUpperCase());
    this.status = h("span.status");
    this.move = h("span.move");
    this.moves = h("p.last-moves");
    this.why = h("span.why");
    this.age = h("span.age");
    this.alert = h("p.alert", { hidden: true }, this.age, " ", this.why);
    this.trouble = h("p.trouble", { hidden: true });
    this.element = h(
      "li.card",
      { "data-table": name },
      h("div.head", {}, h("h2.table-name", {}, this.link), this.status, this.move),
      this.players.black.element,
      withBoard ? h("div.board-frame", {}, this.board.svg) : null,
      this.players.white.element,
      h("div.foot", {}, this.alert, this.trouble, this.moves),
    );
  }

  /** Something about the table changed. */
  update(table) {
    this.table = table;
    const { state } = table;
    this.waits = foremost(table);
    toggle(this.element, "needs", this.waits?.about.urgent);
    toggle(this.element, "waits", this.waits);
    setAttribute(this.element, "data-status", state?.status ?? "none");
    this.drawWhy(table);
    for (const player of Object.values(this.players)) player.update(table);
    this.second = null;
    if (!state) {
      setText(this.status, t("page.not_heard"));
      return;
    }
    setText(this.status, state.result ? resultWords(state.result) : t(`status.${state.status}`));
    setAttribute(this.status, "title", state.result ? say(state.result.text) : null);
    setText(this.move, state.ply ? t("page.move_number", { n: Math.ceil(state.ply / 2) }) : "");
    setText(this.moves, lastMoves(state));
    toggle(this.element, "no-board", !state.board); // it comes in a moment; what was drawn before may be old
    if (state.board) this.board?.update(drawing(state), boardWords(state));
  }

  /** The first of what waits, how much more there is, and whose hand is on it. */
  drawWhy(table) {
    const more = matters(table).length - 1;
    const holder = this.waits?.handling?.holder;
    this.alert.hidden = !this.waits;
    if (!this.waits) return;
    const text = spokenOf(this.waits.matter);
    const words = more > 0 ? t("page.and_more", { text, n: more }) : text;
    setText(this.why, holder ? `✋ ${holder} · ${words}` : words);
    setAttribute(this.alert, "title", words);
  }

  /** What is the matter with hardware or connection; ages go on by themselves. */
  drawTrouble(table, now, contact) {
    const missing = devices(table).filter((device) => device.online === false).map((device) => message(`device.${device.name}`));
    const lost = contact === null ? missing.length && t("page.device_lost", { devices: missing }) : this.noContact(table, now, contact);
    const low = () => lowBatteries(table).map(({ name, battery: percent }) => t("page.device_battery", { device: message(`device.${name}`), percent })).join(t("page.between"));
    const trouble = lost || openOrder(table) || this.stopped(table, now) || low() || (table.withheld ? heldWords(table.withheld) : "");
    setText(this.trouble, trouble);
    setAttribute(this.trouble, "title", trouble || null);
    this.trouble.hidden = !trouble;
    this.moves.hidden = Boolean(trouble || this.waits);
    toggle(this.element, "away", contact !== null);
  }

  /** For how long play is stopped, by whom and why: a pause that nobody ends drags on. */
  stopped(table, now) {
    const stop = stopOf(table);
    return stop ? [t("page.paused_for", { age: age(stop.since + table.offset, now) }), say(stop.text)].join(t("page.between")) : "";
  }

  noContact(table, now, contact) {
    const since = t("page.no_contact_for", { age: age(contact, now) });
    if (table.absence === "withheld") return absenceWords(table);
    return table.online === false ? `${since} · ${absenceWords(table)}` : table.state ? since : t("page.not_heard");
  }

  /** Draw the clocks as of now; ages once a second. */
  tick(now, contact) {
    for (const player of Object.values(this.players)) player.tick(this.table, now, contact);
    const second = `${Math.floor(now / 1000)} ${contact}`;
    if (second === this.second) return;
    this.second = second;
    if (this.waits) setText(this.age, age(this.waits.since, contact ?? now));
    this.drawTrouble(this.table, now, contact);
  }
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
