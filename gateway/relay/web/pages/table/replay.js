// The last seconds of raw readings, to look at a dispute: the board as the sensors showed it, on a time line with what was
// touched and pressed. Asked of the table when somebody wants it; for arbiters only.

import { Board } from "../boards/index.js";
import { pieceName, squareName } from "../boards/names.js";
import { h, s, setAttribute, setText } from "../lib/dom.js";
import { registerKeys } from "../lib/keys.js";
import { request } from "../lib/requests.js";
import { preciseTime } from "../lib/times.js";
import { t } from "../lib/words.js";
import { namedPieces } from "../parts/drawing.js";
import { momentAt, steps } from "./replay_moments.js";

const SPEEDS = [1, 0.5, 0.25];
const AROUND_MS = 15_000;
const LENGTHS_MS = [30_000, 60_000];
const WIDE = 1000;
// It listens for them by itself, in its dialog.
registerKeys("page.replay_last", [
  { keys: ["ArrowLeft", "ArrowRight"], words: "page.key_replay_step" },
  { keys: [" "], words: "page.key_replay_play" },
]);

export class Replay {
  /** `table()` is the table as the store has it; `turned()` whether its board is turned. */
  constructor(name, table, turned) {
    this.name = name;
    this.table = table;
    this.turned = turned;
    this.button = h("button.quiet", { type: "button", onclick: () => this.open(null) }, t("page.replay_last"));
  }

  /** Show what the sensors showed around an instant of the table; null: until now. */
  open(around) {
    this.around = around;
    this.board = new Board({ labels: true, turned: this.turned() });
    this.line = h("input", { type: "range", "aria-label": t("page.replay_time"), oninput: () => this.go(Number(this.line.value), true) });
    this.marks = s("svg", { class: "replay-marks", viewBox: `0 0 ${WIDE} 30`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.playing = h("button.primary", { type: "button", onclick: () => this.toggle() }, t("page.replay_play"));
    this.speed = choice(t("page.replay_speed"), SPEEDS.map((speed) => [speed, `${speed}×`]));
    this.length = choice(t("page.replay_length"), LENGTHS_MS.map((ms) => [ms, t("page.replay_seconds", { n: ms / 1000 })]), () => this.load());
    this.now = h("p.replay-now");
    this.clocks = h("p.replay-clocks");
    this.what = h("p.replay-what", { role: "status" });
    this.status = h("p", { role: "status" }, t("page.sending"));
    const back = h("button", { type: "button", onclick: () => this.step(-1) }, t("page.replay_back"));
    const on = h("button", { type: "button", onclick: () => this.step(1) }, t("page.replay_on"));
    this.player = h(
      "div.replay-player",
      { hidden: true },
      h("div.board-frame", {}, this.board.svg),
      h("div.replay-side", {}, this.now, this.clocks, this.what, h("div.replay-line", {}, this.marks, this.line), h("div.buttons", {}, back, this.playing, on), h("div.replay-choices", {}, this.speed, this.length)),
    );
    const close = h("button", { type: "button", onclick: () => this.dialog.close() }, t("page.close"));
    this.dialog = h("dialog.replay", { "aria-labelledby": "replay-title" }, h("h2", { id: "replay-title" }, t("page.replay_title", { table: this.name.toUpperCase() })), this.status, this.player, h("div.buttons", {}, close));
    this.dialog.addEventListener("close", () => {
      this.pause();
      this.dialog.remove();
      this.replay = null;
    });
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.load();
  }

  async load() {
    const { dialog } = this;
    this.pause();
    setText(this.status, t("page.sending"));
    const length = Number(this.length.querySelector("select").value);
    const [before, after] = this.around === null ? [length, 0] : [length - AROUND_MS, AROUND_MS];
    const query = new URLSearchParams({ before, after, ...(this.around === null ? {} : { at: this.around }) });
    const { ok, content, why } = await request("GET", `/api/tables/${this.name}/readings?${query}`);
    if (dialog !== this.dialog || !dialog.isConnected) return; // closed meanwhile
    this.player.hidden = !ok;
    if (!ok) {
      setText(this.status, why);
      return;
    }
    this.replay = content;
    this.steps = steps(content);
    const none = this.steps.length === 0 ? t("page.replay_nothing") : "";
    setText(this.status, content.complete === false ? t("page.replay_cut") : none);
    this.drawMarks();
    Object.assign(this.line, { min: content.since, max: content.upto, step: 10 });
    this.go(this.around ?? this.steps[0]?.at ?? content.since, true);
    this.playing.focus();
  }

  drawMarks() {
    const { since, upto, readings } = this.replay;
    const place = (at) => Math.round(((at - since) / Math.max(1, upto - since)) * WIDE);
    const drawn = readings.flatMap(({ at, reading }) => {
      const x = place(at);
      if (reading.type === "square" || reading.type === "snapshot") return [s("path", { class: "touch", d: `M${x} 14v16` })];
      if (reading.type === "link_down" || reading.type === "link_up") return [s("path", { class: reading.type === "link_down" ? "gone" : "back", d: `M${x} 0v30` })];
      return [];
    });
    const presses = this.steps.filter(({ reading }) => reading.type === "clock" || reading.type === "lever");
    this.marks.replaceChildren(...drawn, ...presses.map(({ at }) => s("path", { class: "press", d: `M${place(at) - 11} 0h22l-11 13z` })), (this.cursor = s("path", { class: "cursor" })));
  }

  /** Show an instant; `tell` says in words what came then. */
  go(at, tell = false) {
    const { since, upto } = this.replay;
    this.at = Math.min(upto, Math.max(since, at));
    this.line.value = this.at;
    const { offset, state } = this.table();
    const moment = momentAt(this.replay, this.at);
    const shape = { rules: state.rules, rows: this.replay.rows, cols: this.replay.cols };
    const blank = ".".repeat(shape.rows * shape.cols);
    const when = preciseTime(this.at + offset);
    this.board.update({ ...shape, board: (moment.shown && namedPieces(moment.shown, state.board)) ?? blank, touched: moment.touched }, t("page.replay_board", { time: when }));
    this.cursor.setAttribute("d", `M${((this.at - since) / Math.max(1, upto - since)) * WIDE} 0v30`);
    setAttribute(this.line, "aria-valuetext", when);
    setText(this.now, moment.shown ? when : `${when} · ${t(moment.lost ? "page.replay_lost" : "page.replay_unknown")}`);
    setText(this.clocks, this.clockWords(moment));
    if (tell) setText(this.what, this.words(shape));
  }

  clockWords({ clock, pressed }) {
    const side = (seat) => ((seat === this.replay.white) ? "white" : "black");
    const left = clock && t("page.new_times", { white_ms: clock[`${this.replay.white}_ms`], black_ms: clock[`${this.replay.white === "left" ? "right" : "left"}_ms`] });
    return [left, pressed && t("page.replay_pressed", { side: side(pressed) })].filter(Boolean).join(" · ");
  }

  /** What was read at this very instant. */
  words(shape) {
    const at = this.steps.filter((each) => each.at === this.at);
    const told = at.flatMap(({ reading }) => {
      if (reading.type === "square") return [t("page.labelled", { label: squareName(reading.cell, shape), value: pieceName(reading.piece) })];
      if (reading.type === "snapshot") return [t("page.replay_whole")];
      if (reading.type === "link_down") return [t("page.replay_lost")];
      if (reading.type === "link_up") return [t("page.online")];
      return [];
    });
    return told.join(" · ");
  }

  step(by) {
    this.pause();
    const next = by > 0 ? this.steps.find(({ at }) => at > this.at) : this.steps.findLast(({ at }) => at < this.at);
    this.go(next?.at ?? (by > 0 ? this.replay.upto : this.replay.since), true);
  }

  toggle() {
    if (this.frame) return this.pause();
    if (this.at >= this.replay.upto) this.go(this.replay.since);
    let last = performance.now();
    const run = (time) => {
      const speed = Number(this.speed.querySelector("select").value);
      this.go(this.at + Math.max(0, time - last) * speed);
      last = time;
      if (this.at >= this.replay.upto) this.pause();
      else this.frame = requestAnimationFrame(run);
    };
    setText(this.playing, t("page.replay_pause"));
    setText(this.what, "");
    this.frame = requestAnimationFrame(run);
  }

  pause() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    setText(this.playing, t("page.replay_play"));
  }

  key(event) {
    if (!this.replay || event.target.closest("select") || event.altKey || event.ctrlKey || event.metaKey) return;
    const slides = event.target === this.line;
    if (event.key === " " && !event.target.closest("button")) this.toggle();
    else if (!slides && event.key === "ArrowLeft") this.step(-1);
    else if (!slides && event.key === "ArrowRight") this.step(1);
    else return;
    event.preventDefault();
  }
}

function choice(label, values, onchange = () => {}) {
  const select = h("select", { onchange }, ...values.map(([value, words]) => h("option", { value }, words)));
  return h("label.field", {}, h("span", {}, label), select);
}
