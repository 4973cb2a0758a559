// The round clock in one line, for pages that show something else: it opens the whole one. Hidden where there is none.

import { h, setText, toggle } from "../lib/dom.js";
import { clockAt } from "../live/round_clock.js";
import { boardWords, leftWords, phaseWords, stateWords } from "./clock_words.js";

export class ClockStrip {
  /** `href` empty: no link, as on a wall. */
  constructor(text, href = "/clock") {
    this.text = text;
    this.left = h("strong.clock-left");
    this.words = h("span");
    this.element = h(href ? "a.clock-strip" : "p.clock-strip", { href: href || null, hidden: true }, this.left, this.words);
  }

  draw(clock, now) {
    const at = clockAt(clock, now);
    this.element.hidden = at.state === "none";
    if (this.element.hidden) return;
    setText(this.left, at.state === "over" ? "" : leftWords(at.left));
    const words = [at.state === "over" ? "" : phaseWords(clock, at.phase, this.text), stateWords(at, this.text) || boardWords(clock, at, this.text)];
    setText(this.words, words.filter(Boolean).join(" · "));
    this.element.dataset.state = at.state;
    toggle(this.element, "low", at.state === "runs" && at.phase.kind === "play" && at.left <= 60_000);
  }
}
