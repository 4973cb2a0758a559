// One side of a game: disc, name with title, what else the event knows, points, the lead on the clock, and the clock.

import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { format, reading, shownMs, spoken } from "../live/clock.js";
import { detailsOf, nameOf, Star } from "./persons.js";

const TRUST = { estimate: "page.estimate", lost: "page.lost", none: "page.no_clock" };
const LEAD_MS = 1000; // less is nobody's lead
const other = (side) => (side === "white" ? "black" : "white");

export class PlayerRow {
  constructor(side, { star = true, title = true } = {}) {
    this.side = side;
    this.titled = title;
    this.name = h("span.name", { dir: "auto" });
    this.details = h("span.details");
    this.star = star ? new Star() : null;
    this.points = h("span.points");
    this.lead = h("span.lead");
    this.flag = h("span.flag", { "aria-hidden": "true" }, "⚑");
    this.time = h("span.time");
    this.note = h("span.note");
    this.clock = h("span.clock", { role: "timer", "aria-live": "off" }, this.flag, this.time, this.note);
    this.element = h(`div.player.${side}`, {}, h(`span.side.${side}`, { "aria-hidden": "true" }), h("span.who", {}, this.name, h("span.more", {}, this.details, this.lead)), this.star?.element, this.points, this.clock);
  }

  /** `about` is a game, or a table's state. */
  update(about, points = "") {
    const person = about.players[this.side];
    setText(this.name, nameOf(this.titled ? person : { name: person.name }, this.side));
    setText(this.details, detailsOf(person));
    this.star?.update(person);
    setText(this.points, points);
    toggle(this.element, "won", about.result?.result === this.side);
    this.second = null;
  }

  turn(on) {
    toggle(this.element, "turn", on);
  }

  /** The clock of a table as of now. */
  tick(table, now, contact) {
    const shown = reading(table, this.side, now, contact);
    const face = table.clock?.face;
    const at = (contact ?? now) - table.offset;
    this.draw(shown, table.state?.status === "playing");
    const gap = face && face.way === "down" && table.state?.status === "playing" ? shownMs(face, this.side, at) - shownMs(face, other(this.side), at) : 0;
    this.drawLead(gap);
    const second = Math.floor(now / 10_000); // a screen reader that asks hears it to within ten seconds
    if (second === this.second && shown.trust === this.trust) return;
    this.second = second;
    this.trust = shown.trust;
    const extra = TRUST[shown.trust] ? t(TRUST[shown.trust]) : null;
    const words = [t(`side.${this.side}`), face ? spoken(shownMs(face, this.side, at)) : "", shown.flag ? t("page.flag_is_down") : null, extra];
    setAttribute(this.clock, "aria-label", words.filter(Boolean).join(", "));
    setAttribute(this.clock, "title", extra);
  }

  /** What was left at an earlier move, or at the end; null where no clock told. */
  stand(left, theirs) {
    this.second = null;
    const text = left === null ? "–:––" : format(left, false, false);
    this.draw({ text, running: false, low: false, flag: false, trust: left === null ? "none" : "good" }, false);
    this.drawLead(left === null || theirs === null ? 0 : left - theirs);
    setAttribute(this.clock, "aria-label", [t(`side.${this.side}`), left === null ? t("page.no_clock") : spoken(left)].join(", "));
  }

  draw({ text, running, low, flag, trust }, playing) {
    setText(this.time, text);
    toggle(this.clock, "running", running);
    toggle(this.clock, "low", low && playing);
    toggle(this.clock, "fallen", flag);
    for (const each of ["estimate", "lost", "none"]) toggle(this.clock, each, trust === each);
    setText(this.note, { estimate: "≈", lost: "?" }[trust] ?? "");
  }

  /** How much more time this side has. */
  drawLead(ms) {
    const text = ms >= LEAD_MS ? `+${format(Math.floor(ms / 1000) * 1000, false, true)}` : "";
    if (this.lead.textContent === text) return;
    setText(this.lead, text);
    setAttribute(this.lead, "title", text ? t("public.lead") : null);
  }
}
