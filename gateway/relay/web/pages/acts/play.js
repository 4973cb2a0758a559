// Play: start, pause, resume; who has come; adjourning; the clock on the table.

import { field, options } from "../lib/dialog.js";
import { t } from "../lib/words.js";
import { absent } from "../table/attendance.js";
import { openEnvelope, resumptionWords } from "./adjournment.js";
import { askAct } from "./confirmation.js";
import { parseTime, sideOptions, SIDES, timeInput } from "./inputs.js";
import { replaceClock } from "./times.js";

/** An act without anything to choose. */
export const plain = (type, title, also = () => "") => (actions) =>
  askAct(actions, { title: t(title), read: () => ({ acts: [{ type }], sentence: also(actions) || t(`act_does.${type}`) }) });

/** The controls of this group; `frequent` tells when one is always in sight. */
export const PLAY = [
  { act: "start_round", open: startRound, frequent: ({ status, attendance }) => status === "ready" && !attendance?.begun },
  { act: "pause", open: plain("pause", "page.confirm_pause"), frequent: ({ status }) => status === "playing", keys: ["p"], words: "page.key_pause" },
  { act: "resume", open: plain("resume", "page.confirm_resume", resumptionWords), frequent: ({ status }) => status === "paused", keys: ["p"], words: "page.key_pause" },
  { act: "arrive", open: arrive, frequent: ({ attendance }) => absent(attendance).length > 0 },
  { act: "set_grace", open: setGrace, frequent: ({ attendance }) => absent(attendance).length > 0 },
  { act: "run_clock", open: runClock },
  { act: "put_clock", open: plain("put_clock", "page.confirm_put_clock") },
  { act: "replace_clock", open: replaceClock },
  { act: "adjourn", open: plain("adjourn", "page.confirm_adjourn") },
  { act: "seal", open: plain("seal", "page.confirm_seal"), frequent: ({ adjourned }) => Boolean(adjourned && !adjourned.sealed) },
  { act: "open_envelope", open: openEnvelope, frequent: ({ adjourned }) => Boolean(adjourned?.sealed) },
];

/** Who is absent at the start of the round. */
function startRound(actions) {
  const [white, black] = SIDES.map((side) => actions.player(side));
  const choices = [["", t("page.nobody_absent")], ["white", white], ["black", black], ["white black", t("page.both_absent", { white, black })]];
  const missing = options("absent", t("page.who_is_absent"), choices);
  missing.querySelector(`[value="${absent(actions.table.state.attendance).join(" ")}"]`).checked = true;
  askAct(actions, {
    title: t("page.confirm_start"),
    fields: [missing],
    read: (data) => {
      const gone = data.get("absent") ?? "";
      const who = choices.find(([value]) => value === gone)[1];
      return { acts: [{ type: "start_round", absent: gone.split(" ").filter(Boolean) }], sentence: t("page.labelled", { label: t("page.who_is_absent"), value: who }) };
    },
  });
}

/** Who has come, and how long ago. */
function arrive(actions) {
  const missing = absent(actions.table.state.attendance);
  const sides = missing.length ? missing : SIDES;
  const who = options("side", t("page.who_arrived"), sides.map((side) => [side, actions.player(side)]));
  if (sides.length === 1) who.querySelector("input").checked = true;
  askAct(actions, {
    title: t("page.confirm_arrival"),
    fields: [who, field(t("page.how_long_ago"), timeInput({ required: false }), t("page.time_hint"))],
    read: (data) => {
      const [side, ago] = [data.get("side"), parseTime(data.get("time") || "0")];
      if (!side || ago === null) return null;
      return { acts: [{ type: "arrive", side, ago_ms: ago }], sentence: t("page.will_arrive", { who: actions.player(side), ago_ms: ago }) };
    },
  });
}

/** How late the players of this game may come. */
function setGrace(actions) {
  askAct(actions, {
    title: t("page.confirm_grace"),
    fields: [field(t("page.time"), timeInput(), t("page.time_hint"))],
    read: (data) => {
      const ms = parseTime(data.get("time"));
      return ms === null ? null : { acts: [{ type: "set_grace", ms }], sentence: t("page.grace", { ms }) };
    },
  });
}

/** Whose time is to run. */
function runClock(actions) {
  const { face } = actions.table.clock ?? {};
  const who = sideOptions(actions, t("page.whose_clock"));
  const next = face?.running ? (face.running === "white" ? "black" : "white") : actions.table.state.turn;
  who.querySelector(`[value=${next}]`).checked = true;
  askAct(actions, {
    title: t("page.confirm_run_clock"),
    fields: [who],
    read: (data) => ({ acts: [{ type: "run_clock", side: data.get("side") }], sentence: t("page.will_run", { who: actions.player(data.get("side")) }) }),
  });
}

