// An adjourned game: what is said about it, and how its envelope is opened.

import { field } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { clock } from "../lib/messages.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";
import { askAct } from "./confirmation.js";
import { parseTime, SIDES, timeInput } from "./inputs.js";

/** Who is to seal, or has sealed since when; null for a game that is not adjourned. */
export function adjournmentLine({ adjourned }) {
  if (!adjourned) return null;
  const { sealer: side, since } = adjourned;
  return h("p.adjourned", {}, adjourned.sealed ? t("page.has_sealed", { side, time: timeOfDay(since) }) : t("page.is_to_seal", { side }));
}

/** What is resumed while the envelope stays closed: the clock of a side that has not come. */
export function resumptionWords(actions) {
  const { adjourned } = actions.table.state;
  if (adjourned && !adjourned.sealed) return t("page.will_call_off");
  return adjourned?.sealed ? t("page.clock_of_absent", { who: actions.player(adjourned.sealer === "white" ? "black" : "white") }) : "";
}

/** The sealed move as it is read, and the times if they have to be put right. */
export function openEnvelope(actions) {
  const left = actions.table.state.adjourned?.left_ms;
  const times = SIDES.map((side) => field(actions.player(side), timeInput({ name: side, required: false, placeholder: left ? clock(left[side]) : "" }), t("page.time_as_sealed")));
  askAct(actions, {
    title: t("page.confirm_open"),
    fields: [field(t("page.sealed_move"), h("input", { type: "text", name: "move", maxlength: 120, autocomplete: "off" }), t("page.sealed_move_hint")), ...times],
    read: (data) => {
      const act = { type: "open_envelope", move: data.get("move").trim() };
      const given = Object.fromEntries(SIDES.map((side) => [side, data.get(side) ? parseTime(data.get(side)) : left?.[side]]));
      if ((data.get("white") || data.get("black")) && Number.isInteger(given.white) && Number.isInteger(given.black)) act.times = given;
      return { acts: [act], sentence: t("page.sealed_move_is", { move: act.move }) };
    },
  });
}
