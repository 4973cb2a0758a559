// The plan of a round clock as a form: minutes as people write them, and a timetable of what would follow before it is done.

import { h } from "../lib/dom.js";
import { untilClock } from "../lib/times.js";
import { t } from "../lib/words.js";

const MINUTE = 60_000;
const BOOK = [7.5, 8.5]; // minutes for a board

/** [name in the form, field of the plan, words, smallest, largest, step] of what is counted in minutes. */
const MINUTES = [
  ["board", "board_ms", "round_clock.form_board", 0.16, 360, "any"],
  ["extra", "first_extra_ms", "round_clock.form_extra", 0, 240, "any"],
  ["move", "move_ms", "round_clock.form_move", 0, 240, "any"],
  ["last", "last_board_ms", "round_clock.form_last", 0, 360, "any"],
  ["none", "no_new_board_ms", "round_clock.form_none", 0, 360, "any"],
  ["left", "time_left_ms", "round_clock.form_left", 0, 360, "any"],
];
const DEFAULTS = { rounds: 7, boards: 8, board_ms: 8 * MINUTE, first_extra_ms: 0, move_ms: 2 * MINUTE, breaks: {}, last_board_ms: null, no_new_board_ms: 4 * MINUTE, time_left_ms: null };

const inMinutes = (ms) => (ms === null || ms === undefined ? "" : String(Math.round((ms / MINUTE) * 1000) / 1000));

export class PlanForm {
  /** `changed()` is called whenever something was typed. */
  constructor(plan, changed) {
    const given = { ...DEFAULTS, ...(plan ? { boards: 1, ...plan } : {}) };
    const number = (name, value, least, most, step = 1) => h("input", { type: "number", name, value, min: least, max: most, step, inputmode: "decimal" });
    this.rounds = number("rounds", given.rounds, 1, 99);
    this.boards = number("boards", given.boards, 1, 64);
    this.minutes = new Map(MINUTES.map(([name, field, words, least, most, step]) => [field, { words, input: number(name, inMinutes(given[field]), least, most, step) }]));
    this.breaks = h("input", { type: "text", name: "breaks", value: breaksText(given.breaks), placeholder: "3: 20, 5: 60", autocomplete: "off" });
    this.finish = h("input", { type: "time", name: "finish" });
    this.hint = h("small.muted");
    const field = (words, input, hint = null) => h("label.field", {}, h("span", {}, t(words)), input, hint);
    this.element = h(
      "div.plan-form",
      {},
      field("round_clock.form_rounds", this.rounds),
      field("round_clock.form_boards", this.boards),
      ...[...this.minutes].map(([name, { words, input }]) => field(words, input, name === "board_ms" ? this.hint : null)),
      field("round_clock.form_breaks", this.breaks, h("small.muted", {}, t("round_clock.form_breaks_hint"))),
      field("round_clock.form_finish", this.finish, h("small.muted", {}, t("round_clock.form_finish_hint"))),
    );
    this.element.addEventListener("input", () => (this.drawHint(), changed()));
    this.drawHint();
  }

  /** What the book has, where something else was typed. */
  drawHint() {
    const board = Number(this.minutes.get("board_ms").input.value);
    const several = Number(this.boards.value) > 1;
    this.hint.textContent = several && (board < BOOK[0] || board > BOOK[1]) ? t("round_clock.form_book") : "";
  }

  /** The plan as typed; a field that holds nonsense is told by the browser, and null returned. */
  plan() {
    const inputs = [this.rounds, this.boards, ...[...this.minutes.values()].map(({ input }) => input)];
    const breaks = readBreaks(this.breaks.value);
    this.breaks.setCustomValidity(breaks ? "" : t("round_clock.form_breaks_wrong"));
    if (![...inputs, this.breaks].every((input) => input.checkValidity()) || !this.rounds.value || !this.boards.value) return null;
    const plan = { rounds: Number(this.rounds.value), boards: Number(this.boards.value), breaks };
    for (const [field, { input }] of this.minutes) {
      if (input.value !== "") plan[field] = Math.round(Number(input.value) * 60) * 1000; // whole seconds
      else if (field === "no_new_board_ms") plan[field] = null; // nothing is called
    }
    return plan;
  }

  /** Milliseconds from now to the wished finish, the next time that a clock shows it; null: none is wished. */
  wish() {
    return untilClock(this.finish.value);
  }
}

/** `3: 20, 5: 60`: minutes after rounds. */
const breaksText = (breaks) => Object.entries(breaks).map(([after, ms]) => `${after}: ${inMinutes(ms)}`).join(", ");

/** The same read again; null: it cannot be. */
function readBreaks(text) {
  const breaks = {};
  for (const part of text.split(/[,;，；]/).map((each) => each.trim()).filter(Boolean)) {
    const found = /^(\d{1,2})\s*[:：=]\s*(\d{1,4}(?:\.\d+)?)$/.exec(part);
    if (!found) return null;
    breaks[Number(found[1])] = Math.round(Number(found[2]) * MINUTE);
  }
  return breaks;
}
