// The moves of a game with their times; one stop for the keyboard. A move that is pressed is looked at.

import { moveWords } from "../boards/names.js";
import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { format } from "../live/clock.js";

const other = (side) => (side === "white" ? "black" : "white");

export class MoveList {
  /** `choose(ply)` looks at the position after so many moves. */
  constructor(choose) {
    this.choose = choose;
    this.plies = [];
    this.list = h("ol.moves-list");
    this.head = h("div.moves-head", { "aria-hidden": "true", hidden: true });
    this.empty = h("p.muted", {}, t("page.no_moves"));
    this.element = h("section.moves", { "aria-label": t("page.moves") }, h("h2", {}, t("page.moves")), this.empty, this.head, this.list);
  }

  /** Draw the moves of a game, those from number `from` on anew. */
  update(game, from = 0) {
    const { moves } = game;
    const atEnd = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 40;
    while (this.plies.length > moves.length) this.drop();
    for (let i = Math.max(0, Math.min(from, this.plies.length - 2)); i < moves.length; i++) this.put(i, moves[i], game);
    this.empty.hidden = moves.length > 0;
    this.head.hidden = moves.length === 0;
    if (this.first !== game.first) {
      this.first = game.first;
      const columns = [game.first, other(game.first)].flatMap((side) => [h("span", {}, t(`side.${side}`)), h("span", {}, t("page.time_used")), h("span", {}, t("page.time_left"))]);
      this.head.replaceChildren(h("span"), ...columns);
    }
    return atEnd;
  }

  put(index, move, game) {
    if (!this.plies[index]) {
      const button = h("button.ply", { type: "button", tabindex: "-1", onclick: () => this.choose(index + 1) });
      const ply = { button, used: h("span.used"), left: h("span.left") };
      if (index % 2 === 0) this.list.append(h("li", {}, button, ply.used, ply.left));
      else this.list.lastElementChild.append(button, ply.used, ply.left);
      this.plies.push(ply);
    }
    const { button, used, left } = this.plies[index];
    setText(button, move.text);
    setAttribute(button, "aria-label", `${move.text}, ${moveWords(move, game)}`);
    setText(used, move.used_ms == null ? "–" : format(move.used_ms, false, false));
    setText(left, move.left ? format(move.left[move.side], false, false) : "–");
  }

  drop() {
    const { button, used, left } = this.plies.pop();
    const item = button.parentElement;
    for (const cell of [button, used, left]) cell.remove();
    if (!item.childElementCount) item.remove();
  }

  /** Mark the move that is looked at, and those that came since. */
  mark(looking, follow) {
    const current = looking.ply - 1;
    this.plies.forEach(({ button }, index) => {
      setAttribute(button, "aria-current", index === current && "step");
      setAttribute(button, "tabindex", index === Math.max(0, current) ? 0 : -1);
      toggle(button, "new", looking.at !== null && index >= looking.left);
    });
    const item = this.plies[current]?.button.parentElement;
    if (!item || !follow) return;
    const { offsetTop, offsetHeight } = item;
    const top = offsetTop - this.list.offsetTop;
    if (top < this.list.scrollTop || top + offsetHeight > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = top - this.list.clientHeight / 2;
  }

  focus(ply) {
    this.plies[ply - 1]?.button.focus({ preventScroll: true });
  }
}
