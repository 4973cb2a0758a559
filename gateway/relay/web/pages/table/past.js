// The strip below the board while an earlier position is looked at: which one, what was played since, the way back.

import { h, setText } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { positionWords } from "../parts/drawing.js";

export class Past {
  constructor(leave) {
    this.where = h("span");
    this.fresh = h("strong.fresh", { role: "status" });
    this.element = h("div.past", { hidden: true }, this.where, this.fresh, h("button", { type: "button", "aria-keyshortcuts": "End", onclick: leave }, t("page.live")));
  }

  /** `held`: the move looked at, null for none; `fresh`: how many moves were made since the present one was left. */
  update(held, fresh) {
    this.element.hidden = !held;
    setText(this.where, held ? positionWords(held) : "");
    setText(this.fresh, fresh ? t("page.new_moves", { n: fresh }) : "");
  }
}
