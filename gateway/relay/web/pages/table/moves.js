// The list of moves with their times, one stop for the keyboard; a move can be chosen to look at the position after it.

import { moveWords } from "../boards/names.js";
import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { format } from "../live/clock.js";
import { firstSide, other } from "../live/store.js";
import { moveTimes } from "./move_times.js";

const TENTHS_BELOW_MS = 60_000;

export class Moves {
  constructor(choose) {
    this.onchoose = choose;
    this.held = null; // the move that is looked at, with all that tells whether it still stands
    this.state = null;
    this.plies = [];
    this.seen = [];
    this.list = h("ol.moves-list");
    this.head = h("div.moves-head", { "aria-hidden": "true", hidden: true });
    this.empty = h("p.muted", {}, t("page.no_moves"));
    this.element = h("section.moves", { "aria-label": t("page.moves") }, h("h3", {}, t("page.moves")), this.empty, this.head, this.list);
  }

  get count() {
    return this.state?.moves.length ?? 0;
  }

  /** How many moves were made since the present position was left. */
  get fresh() {
    return this.held ? this.count - this.held.count : 0;
  }

  update(state, entries) {
    this.state = state;
    this.seen = positions(state, entries);
    const times = moveTimes(entries);
    const atEnd = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 40;
    for (let i = 0; i < this.count; i++) this.put(i, state.moves[i], this.seen[i], times.get(this.seen[i]?.n));
    while (this.plies.length > this.count) this.drop();
    this.empty.hidden = this.count > 0;
    this.drawHead(state);
    if (this.held && !this.stands(this.held)) this.held = null;
    if (this.held) this.held.count = Math.min(this.held.count, this.count);
    this.mark();
    if (atEnd && !this.held) this.list.scrollTop = this.list.scrollHeight;
  }

  /** Who has which column; in some games Black begins. */
  drawHead(state) {
    this.head.hidden = this.count === 0;
    const first = firstSide(state);
    if (this.first === first || this.head.hidden) return;
    this.first = first;
    const columns = [first, other(first)].flatMap((side) => [h("span", {}, t(`side.${side}`)), h("span", {}, t("page.time_used")), h("span", {}, t("page.time_left"))]);
    this.head.replaceChildren(h("span"), ...columns);
  }

  put(index, text, entry, times) {
    if (!this.plies[index]) {
      const button = h("button.ply", { type: "button", onclick: () => this.onchoose(index + 1 === this.count ? null : index + 1) });
      const ply = { button, used: h("span.used"), left: h("span.left") };
      const cells = [button, ply.used, ply.left];
      if (index % 2 === 0) this.list.append(h("li", {}, ...cells));
      else this.list.lastElementChild.append(...cells);
      this.plies.push(ply);
    }
    const { button, used, left } = this.plies[index];
    setText(button, text);
    setAttribute(button, "aria-label", entry && `${text}, ${moveWords(entry.what, this.state)}`);
    setText(used, times?.used == null ? "–" : duration(times.used, times.fine));
    setText(left, times ? duration(times.left, times.fine && times.left < TENTHS_BELOW_MS / 3) : "–");
    setAttribute(used, "title", t("page.time_used"));
    setAttribute(left, "title", t("page.time_left"));
  }

  drop() {
    const { button, used, left } = this.plies.pop();
    const item = button.parentElement;
    for (const cell of [button, used, left]) cell.remove();
    if (!item.childElementCount) item.remove();
  }

  /** Look at the position after this many moves, and stay there whatever is played; null: at the present one. */
  choose(ply) {
    const entry = this.seen[ply - 1];
    if (ply === null) this.held = null;
    else if (entry) this.held = { ply, entry, game: this.state.game, moves: this.state.moves.slice(0, ply), count: this.held?.count ?? this.count };
    this.mark();
  }

  /** The move this far from the one looked at, or the next beyond whose position is known; null: the present position. */
  beside(by) {
    const now = this.held?.ply ?? this.count;
    for (let ply = Math.max(1, now + by); ply >= 1 && ply < this.count; ply += Math.sign(by)) if (this.seen[ply - 1]) return ply;
    return by > 0 ? null : (this.held?.ply ?? null);
  }

  /** Whether the moves up to the one looked at are still those of the game. */
  stands({ game, moves }) {
    return game === this.state.game && moves.every((text, i) => text === this.state.moves[i]);
  }

  /** Take the keyboard to the move looked at. */
  focus() {
    this.plies[(this.held?.ply ?? this.count) - 1]?.button.focus();
  }

  mark() {
    const current = (this.held?.ply ?? this.count) - 1;
    this.plies.forEach(({ button }, index) => {
      setAttribute(button, "aria-current", index === current && "step");
      setAttribute(button, "tabindex", index === current ? 0 : -1); // one stop for Tab, arrows lead on
      toggle(button, "new", this.held && index >= this.held.count);
    });
  }
}

/** Tenths where they are told and matter: below a minute. */
const duration = (ms, fine) => format(ms, fine && ms < TENTHS_BELOW_MS, false);

/** For each move the line of the record that holds the position after it; null where none does. */
function positions(state, entries) {
  let seen = [];
  for (const entry of entries) {
    if (entry.what.type === "moved") {
      if (entry.what.stood) seen.push(null); // an irregular turn that stands; no line holds its position
      seen.push(entry);
    } else if (entry.what.type === "retracted") seen.pop();
    else if (entry.what.type === "position_set") seen = kept(seen, entry.what.moves ?? []);
  }
  // Lines may lag behind the state: those that came are good.
  const lag = seen.length < state.moves.length && seen.every((entry, i) => !entry || entry.what.text === state.moves[i]);
  return lag || seen.length === state.moves.length ? seen : [];
}

/** What an arbiter has left of the moves: those that he did not touch keep their lines, and so their times. */
function kept(seen, moves) {
  const same = moves.findIndex((text, i) => seen[i] === undefined || (seen[i] && seen[i].what.text !== text));
  return moves.map((_, i) => (same < 0 || i < same ? (seen[i] ?? null) : null));
}
