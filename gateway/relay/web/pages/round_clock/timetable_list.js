// What a change of the round clock would lead to: when all is over, the time for a board, and the timetable.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { localTime } from "./clock_face.js";
import { phaseWords } from "./clock_words.js";

const MINUTE = 60_000;

/** The parts that say it, from the relay's answer to a preview. */
export function timetableParts({ clock, timetable }, now) {
  const rows = timetable.map(({ phase, start, end }) => h("li", {}, h("time", {}, `${localTime(start, now)}–${localTime(end, now)}`), h("span", {}, phaseWords(clock, phase, t))));
  const board = Math.round(((clock.plan.board_ms ?? 8 * MINUTE) / MINUTE) * 100) / 100;
  const says = h("p", {}, h("strong", {}, timetable.length ? t("round_clock.finish", { time: localTime(timetable.at(-1).end, now) }) : t("round_clock.phase_over")), ` · ${t("round_clock.preview_board", { minutes: String(board) })}`);
  return [says, h("ol.clock-timetable", { tabindex: "0", "aria-label": t("round_clock.preview") }, ...rows)];
}
