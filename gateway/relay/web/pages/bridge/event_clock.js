// The round clock set by the regulations of the bridge event: what that is, when it would begin and end, and then it is done.

import { askUntil, buttons, field } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { untilClock } from "../lib/times.js";
import { t } from "../lib/words.js";
import { timetableParts } from "../round_clock/timetable_list.js";

const MINUTE = 60_000;

/** `plan` is what the regulations say; `present()` the relay's time; `runs` whether a clock is there already. */
export function setEventClock(plan, present, runs, done) {
  const title = t("bridge_desk.clock_set");
  const start = h("input", { type: "time", name: "start" });
  const finish = h("input", { type: "time", name: "finish" });
  const preview = h("div.clock-preview", { role: "status" });
  const asked = () => {
    const [begins, ends] = [untilClock(start.value), untilClock(finish.value)];
    return { type: "set", plan, ...(begins === null ? {} : { start: Math.round(present() + begins) }), ...(ends === null ? {} : { finish: Math.round(present() + ends) }) };
  };
  const look = async () => {
    const { ok, content, why } = await request("POST", "/api/round-clock/preview", { act: asked() });
    if (!ok) return preview.replaceChildren(h("p.bad", {}, why));
    return preview.replaceChildren(...timetableParts(content, present()));
  };
  for (const each of [start, finish]) each.addEventListener("input", look);
  const words = h("p", {}, t("bridge_desk.clock_plan", { rounds: plan.rounds, boards: plan.boards ?? 1, minutes: String((plan.board_ms ?? 8 * MINUTE) / MINUTE), extra: String((plan.first_extra_ms ?? 0) / MINUTE), move: String((plan.move_ms ?? 2 * MINUTE) / MINUTE) }));
  const form = h("form", { method: "dialog" }, h("h2", {}, title), words, runs ? h("p.banner", {}, t("bridge_desk.clock_replaced")) : null, h("div.columns", {}, field(t("round_clock.form_start"), start, t("bridge_desk.clock_start_hint")), field(t("round_clock.form_finish"), finish, t("round_clock.form_finish_hint"))), preview, buttons(t("bridge_desk.clock_do")));
  askUntil(form, async () => {
    const { ok, why } = await request("POST", "/api/round-clock/acts", { act: asked() });
    await done(ok ? "" : why);
    return ok ? "" : { why, field: finish.value ? "finish" : "start" };
  });
  look();
}
