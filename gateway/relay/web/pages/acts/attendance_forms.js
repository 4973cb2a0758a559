// Forms for the start of a round and who comes to it.

import { ask, buttons, field, options } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { absent } from "../table/attendance.js";
import { parseTime, timeInput } from "./forms.js";

/** Who is absent at the start of the round. */
export function chooseStart(actions) {
  const [white, black] = ["white", "black"].map((side) => actions.player(side));
  const choices = [["", t("page.nobody_absent")], ["white", white], ["black", black], ["white black", t("page.both_absent", { white, black })]];
  const missing = options("absent", t("page.who_is_absent"), choices);
  const known = absent(actions.table.state.attendance).join(" ");
  missing.querySelector(`[value="${known}"]`).checked = true;
  const form = h("form", { method: "dialog" }, h("h2", {}, t("act_name.start_round")), h("p", {}, actions.where), missing, buttons(t("page.go_on")));
  ask(form, (data) => {
    const gone = data.get("absent");
    const sentence = choices.find(([value]) => value === gone)[1];
    actions.confirm({ type: "start_round", absent: gone.split(" ").filter(Boolean) }, t("page.confirm_start"), `${t("page.who_is_absent")}: ${sentence}`);
  });
}

/** Who has come, and how long ago. */
export function chooseArrival(actions) {
  const ago = timeInput();
  ago.required = false;
  const missing = absent(actions.table.state.attendance).map((side) => [side, actions.player(side)]);
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("act_name.arrive")),
    h("p", {}, actions.where),
    options("side", t("page.who_arrived"), missing),
    field(t("page.how_long_ago"), ago, t("page.time_hint")),
    buttons(t("page.go_on")),
  );
  ask(form, (data) => {
    const side = data.get("side");
    actions.confirm({ type: "arrive", side, ago_ms: parseTime(data.get("time") || "0") }, t("page.confirm_arrival"), actions.player(side));
  });
}

/** How late the players of this game may come. */
export function chooseGrace(actions) {
  const form = h("form", { method: "dialog" }, h("h2", {}, t("act_name.set_grace")), h("p", {}, actions.where), field(t("page.time"), timeInput(), t("page.time_hint")), buttons(t("page.go_on")));
  ask(form, (data) => {
    const ms = parseTime(data.get("time"));
    actions.confirm({ type: "set_grace", ms }, t("page.confirm_grace"), t("page.grace", { ms }));
  });
}
