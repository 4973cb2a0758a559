// An adjourned game: what is said about it, and how its envelope is opened.

import { ask, buttons, field } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { clock } from "../lib/messages.js";
import { timeOfDay } from "../lib/times.js";
import { t } from "../lib/words.js";
import { parseTime, timeInput } from "./forms.js";

/** Who is to seal, or has sealed since when; null for a game that is not adjourned. */
export function adjournmentLine({ adjourned }) {
  if (!adjourned) return null;
  const { sealer: side, since } = adjourned;
  return h("p.adjourned", {}, adjourned.sealed ? t("page.has_sealed", { side, time: timeOfDay(since) }) : t("page.is_to_seal", { side }));
}

/** What is resumed while the envelope stays closed: the clock of a side that has not come. */
export function resumptionWords(actions) {
  const { adjourned } = actions.table.state;
  return adjourned?.sealed ? t("page.clock_of_absent", { who: actions.player(adjourned.sealer === "white" ? "black" : "white") }) : "";
}

/** The sealed move as it is read, and the times if they have to be put right; then the question whether it is meant. */
export function openEnvelope(actions) {
  const left = actions.table.state.adjourned.left_ms;
  const times = ["white", "black"].map((side) => {
    const input = timeInput({ name: side, required: false, placeholder: left ? clock(left[side]) : "" });
    return field(actions.player(side), input, t("page.time_as_sealed"));
  });
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("act_name.open_envelope")),
    h("p", {}, actions.where),
    field(t("page.sealed_move"), h("input", { type: "text", name: "move", maxlength: 120, autocomplete: "off" }), t("page.sealed_move_hint")),
    ...times,
    buttons(t("page.go_on")),
  );
  ask(form, (data) => {
    const act = { type: "open_envelope", move: data.get("move").trim() };
    const given = Object.fromEntries(["white", "black"].map((side) => [side, data.get(side) ? parseTime(data.get(side)) : left?.[side]]));
    if ((data.get("white") || data.get("black")) && given.white !== undefined && given.black !== undefined) act.times = given;
    actions.confirm(act, t("page.confirm_open"), t("page.sealed_move_is", { move: act.move }));
  });
}
