// Times: give, take, set, with what is given most often one click away; both after a position was restored; a new clock.

import { field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { format, shownMs } from "../live/clock.js";
import { askAct } from "./confirmation.js";
import { parseTime, sideOptions, SIDES, timeInput } from "./inputs.js";
import { restoreTimes } from "./restoring.js";

export const TIMES = [
  { act: "adjust_time", open: adjustTime, frequent: ({ status }) => status !== "over" && status !== "waiting", keys: ["t"], words: "page.key_time" },
  { act: "adjust_time", name: "restore_times", open: (actions) => restoreTimes(actions) },
];

/** What a control gives for each move; 0 for one that gives nothing. */
export function increment(control) {
  const match = /\+(\d+)s/.exec(control ?? "");
  return match ? Number(match[1]) * 1000 : 0;
}

/** [change, ms] that one click gives: a minute, two, the increment and the increment back. */
function presets(state) {
  const bonus = increment(state.control);
  return [["add", 60_000], ["add", 120_000], ["take", 60_000], ...(bonus ? [["add", bonus], ["take", bonus]] : [])];
}

/** Whose time, what to do with it, how much. */
function adjustTime(actions) {
  const { state, clock } = actions.table;
  const shared = clock?.face.way === "shared";
  const now = (side) => (clock ? format(shownMs(clock.face, side, actions.now() - actions.table.offset)) : "");
  const tiles = (side) =>
    presets(state).map(([change, ms]) =>
      h("label.tile", {}, h("input", { type: "radio", name: "preset", value: `${side} ${change} ${ms}` }), h("span", { "aria-hidden": "true" }, `${change === "add" ? "+" : "−"}${format(ms)}`), h("span.aside", {}, t("page.clock_change", { who: actions.player(side), change, ms }))),
    );
  const group = (side) => h("fieldset.presets", {}, h("legend", {}, shared ? t("page.both_times", { time: now(side) }) : t("page.time_of", { who: actions.player(side), time: now(side) })), h("div.tiles", {}, ...tiles(side)));
  const change = select("change", ["add", "take", "set"].map((each) => [each, t(`change.${each}`)]));
  const time = timeInput();
  const whose = sideOptions(actions, t("page.whose_clock"));
  if (shared) whose.querySelector("input").checked = true;
  const own = h("details.own", {}, h("summary", {}, t("page.another_amount")), shared ? null : whose, field(t("page.what_change"), change), field(t("page.time"), time, t("page.time_hint")));
  const tilesOf = (shared ? ["white"] : SIDES).map(group);
  const free = (form) => {
    const chosen = !own.open && form.querySelector("[name=preset]:checked");
    time.disabled = Boolean(chosen);
    for (const radio of whose.querySelectorAll("input")) radio.disabled = Boolean(chosen);
  };
  askAct(actions, {
    title: t("page.confirm_clock"),
    fields: [...tilesOf, own],
    live: (draw, form) => {
      form.addEventListener("change", ({ target }) => {
        if (target.name === "preset") own.open = false;
        free(form);
        draw();
      });
      own.addEventListener("toggle", () => {
        if (own.open) for (const radio of form.querySelectorAll("[name=preset]")) radio.checked = false;
        free(form);
        draw();
      });
    },
    read: (data) => {
      const [side, how, ms] = data.get("preset") ? data.get("preset").split(" ") : [data.get("side") ?? (shared ? "white" : null), data.get("change"), parseTime(data.get("time") ?? "")];
      if (!side || ms === null) return null;
      const act = { type: "adjust_time", side, change: how, ms: Number(ms) };
      return { acts: [act], sentence: t("page.clock_change", { who: shared ? t("page.both_sides") : actions.player(side), change: how, ms: act.ms }) };
    },
  });
}

/** What both sides have left on the new clock; at first what they have on the old one. */
export function replaceClock(actions) {
  const { clock, offset } = actions.table;
  const shown = (side) => (clock ? format(shownMs(clock.face, side, actions.now() - offset)) : "");
  askAct(actions, {
    title: t("page.confirm_replace_clock"),
    fields: SIDES.map((side) => field(actions.player(side), timeInput({ name: side, value: shown(side) }), t("page.time_hint"))),
    read: (data) => {
      const [white, black] = SIDES.map((side) => parseTime(data.get(side)));
      if (white === null || black === null) return null;
      return { acts: [{ type: "replace_clock", times: { white, black } }], sentence: t("page.new_times", { white_ms: white, black_ms: black }) };
    },
  });
}

