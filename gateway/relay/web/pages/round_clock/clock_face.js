// The face of the round clock: what the hall does, what is left of it, which board should be in play, and what is to come.

import { h, setText, toggle } from "../lib/dom.js";
import { clockAt, timetable } from "../live/round_clock.js";
import { boardWords, leftWords, phaseWords, stateWords } from "./clock_words.js";

const LOW_MS = 60_000;

/** `19:05` on the reader's own clock: what the relay's clock shows does not matter, only how far away it is. */
export function localTime(at, now) {
  return new Date(Date.now() + at - now).toTimeString().slice(0, 5);
}

export class ClockFace {
  /** `text(key, args)` gives the words; `lines` how much of the timetable is shown. */
  constructor(text, lines = 4) {
    this.text = text;
    this.lines = lines;
    this.phase = h("p.clock-phase");
    this.left = h("p.clock-left", { role: "timer", "aria-live": "off" });
    this.board = h("p.clock-board");
    this.state = h("p.clock-state", { role: "status" });
    this.table = h("ol.clock-table");
    this.finish = h("p.clock-finish");
    this.element = h("div.clock-face", {}, this.phase, this.left, this.board, this.state, this.table, this.finish);
  }

  /** Draw it as it is at an instant of the relay. */
  draw(clock, now) {
    const at = clockAt(clock, now);
    const { phase, left, state } = at;
    setText(this.state, stateWords(at, this.text));
    setText(this.phase, phase ? phaseWords(clock, phase, this.text) : "");
    setText(this.left, state === "none" ? "" : leftWords(left));
    setText(this.board, boardWords(clock ?? {}, at, this.text));
    this.element.dataset.state = state;
    this.element.dataset.phase = phase?.kind ?? "none";
    toggle(this.element, "low", state === "runs" && phase.kind === "play" && left <= LOW_MS);
    this.drawTable(clock, now, state);
  }

  drawTable(clock, now, state) {
    const lines = state === "over" ? [] : timetable(clock, now);
    const coming = lines.slice(1, 1 + this.lines);
    const starts = state === "waits" ? [lines[0]] : [];
    const shown = [...starts, ...coming].map(({ phase, start }) => [localTime(start, now), phaseWords(clock, phase, this.text)]);
    const key = JSON.stringify(shown);
    if (this.shown !== key) {
      this.shown = key;
      this.table.replaceChildren(...shown.map(([time, words]) => h("li", {}, h("time", {}, time), h("span", {}, words))));
    }
    setText(this.finish, lines.length ? this.text("round_clock.finish", { time: localTime(lines.at(-1).end, now) }) : "");
  }
}
