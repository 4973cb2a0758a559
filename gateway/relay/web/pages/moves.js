// The list of moves; a move can be chosen to look at the position after it.

import { h, setText } from "./dom.js";
import { t } from "./words.js";

export class Moves {
  constructor(choose) {
    this.onchoose = choose;
    this.chosen = null;
    this.count = 0;
    this.buttons = [];
    this.seen = [];
    this.list = h("ol.moves-list");
    this.empty = h("p.muted", {}, t("page.no_moves"));
    this.element = h("section.moves", { "aria-label": t("page.moves") }, h("h3", {}, t("page.moves")), this.empty, this.list);
  }

  update(state, entries) {
    const seen = [];
    for (const entry of entries) {
      if (entry.what.type === "moved") {
        if (entry.what.stood) seen.push(null); // an irregular turn that stands; no line holds its position
        seen.push(entry);
      } else if (entry.what.type === "retracted") seen.pop();
    }
    // Lines may lag behind the state, or moves may have been corrected: then positions cannot be told from lines.
    this.seen = seen.length === state.moves.length ? seen : [];
    const atEnd = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 40;
    for (let i = 0; i < state.moves.length; i++) this.put(i, state.moves[i]);
    while (this.buttons.length > state.moves.length) this.drop();
    this.count = state.moves.length;
    this.empty.hidden = this.count > 0;
    if (this.chosen !== null && this.chosen > this.count) this.chosen = null;
    this.choose(this.chosen);
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  put(index, text) {
    if (!this.buttons[index]) {
      const button = h("button.ply", { type: "button", onclick: () => this.onchoose(index + 1 === this.count ? null : index + 1) });
      if (index % 2 === 0) this.list.append(h("li", {}, button));
      else this.list.lastElementChild.append(button);
      this.buttons.push(button);
    }
    setText(this.buttons[index], text);
  }

  drop() {
    const button = this.buttons.pop();
    const item = button.parentElement;
    button.remove();
    if (!item.childElementCount) item.remove();
  }

  /** The line of the record that holds the position after this many moves; undefined if it is not known. */
  entryAt(ply) {
    return this.seen[ply - 1] ?? undefined;
  }

  choose(ply) {
    this.chosen = ply;
    const current = (ply ?? this.count) - 1;
    this.buttons.forEach((button, index) => {
      if (index === current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }
}
