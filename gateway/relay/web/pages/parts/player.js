// One side of a table: disc, name, points, clock. Used on cards and in the detail view.

import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { reading, shownMs, spoken, toGo } from "../live/clock.js";

const TRUST = { estimate: "page.estimate", lost: "page.lost", none: "page.no_clock" };

export class Player {
  /** `full`: there is room for what is to go at any time, not only where time runs short. */
  constructor(side, { full = false } = {}) {
    this.side = side;
    this.full = full;
    this.name = h("span.name", { dir: "auto" });
    this.points = h("span.points");
    this.flag = h("span.flag", { "aria-hidden": "true" }, "⚑");
    this.time = h("span.time");
    this.note = h("span.note");
    this.clock = h("span.clock", { role: "timer", "aria-live": "off" }, this.flag, this.time, this.note);
    this.toGo = h("span.to-go");
    this.element = h(`div.player.${side}`, {}, h(`span.side.${side}`, { "aria-hidden": "true" }), this.name, this.toGo, this.points, this.clock);
  }

  update({ state }) {
    this.counted = null; // what stands as still to go
    this.second = null; // the words of the clock are told anew, perhaps in another language
    const person = state?.players[this.side];
    setText(this.name, [person?.title, person?.name || t(`side.${this.side}`)].filter(Boolean).join(" "));
    setText(this.points, state?.score?.[this.side] ?? "");
    toggle(this.element, "won", state?.result?.result === this.side);
    toggle(this.element, "turn", state?.turn === this.side && (state.status === "playing" || state.status === "paused"));
  }

  /** Draw the clock as of now; cheap enough for ten times a second. */
  tick(table, now, contact) {
    const shown = reading(table, this.side, now, contact);
    setText(this.time, shown.text);
    toggle(this.clock, "running", shown.running);
    toggle(this.clock, "low", shown.low && table.state?.status === "playing");
    toggle(this.clock, "fallen", shown.flag);
    for (const trust of ["estimate", "lost", "none"]) toggle(this.clock, trust, shown.trust === trust);
    setText(this.note, { estimate: "≈", lost: "?" }[shown.trust] ?? "");
    this.drawToGo(this.full || shown.low ? toGo(table, this.side) : null);
    const second = Math.floor(now / 10_000); // a screen reader that asks hears it to within ten seconds
    if (second !== this.second || shown.trust !== this.trust) {
      this.second = second;
      this.trust = shown.trust;
      const extra = TRUST[shown.trust] ? t(TRUST[shown.trust]) : null;
      const flag = shown.flag ? t("page.flag_is_down") : null;
      const face = table.clock?.face;
      const words = face ? spoken(shownMs(face, this.side, (contact ?? now) - table.offset)) : "";
      setAttribute(this.clock, "aria-label", [t(`side.${this.side}`), words, flag, extra].filter(Boolean).join(", "));
      setAttribute(this.clock, "title", extra ?? flag);
    }
  }

  /** Moves to be made in this stage, or periods that are left. */
  drawToGo(count) {
    const key = count ? `${count.n} ${count.kind}` : "";
    if (key === this.counted) return;
    this.counted = key;
    setText(this.toGo, count ? t("page.to_go", count) : "");
  }
}
