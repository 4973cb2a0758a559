// Who has not come to the round yet: for how long it has run, and until when they may come.

import { h, setText } from "../lib/dom.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";

/** The sides that have not come, where attendance is kept. */
export const absent = (attendance) => (attendance ? ["white", "black"].filter((side) => (attendance.arrived?.[side] ?? null) === null) : []);

export class Attendance {
  constructor() {
    this.lines = { white: h("li"), black: h("li") };
    this.element = h("ul.attendance", { hidden: true }, ...Object.values(this.lines));
  }

  /** `now` is relay time. */
  tick(table, now) {
    const attendance = table.state?.attendance;
    const missing = absent(attendance);
    this.element.hidden = missing.length === 0;
    for (const [side, line] of Object.entries(this.lines)) {
      line.hidden = !missing.includes(side);
      if (!line.hidden) setText(line, words(attendance, side, table.offset, now));
    }
  }
}

/** "White absent, 4:12 of 15:00". */
function words({ start = null, limit = null, begun }, side, offset, now) {
  if (!begun) return t("page.expected", { side, time: start === null ? "" : timeOfDay(start + offset) });
  const late = Math.max(0, Math.floor((now - offset - start) / 1000) * 1000);
  return t("page.absent", { side, late_ms: late, grace_ms: limit - start });
}
