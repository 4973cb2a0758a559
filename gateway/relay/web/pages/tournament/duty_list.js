// The duties of the officials as a checklist: what the system knows ticks itself, the rest is ticked by hand and kept in the record.

import { h } from "../lib/dom.js";
import { say, t } from "../lib/words.js";

/** `tick(duty, done)` is called by those who may. */
export function dutyList({ duties }, tick) {
  const groups = new Map();
  for (const duty of duties) {
    const key = `${duty.officer} ${duty.moment}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(duty);
  }
  const parts = [...groups.values()].map((some) => {
    const [{ officer, moment, article }] = some;
    const done = some.filter(isDone).length;
    const head = h("h3", {}, `${t(`officer.${officer}`)} · ${t(`duty_moment.${moment}`)} `, h("small.muted", {}, `${article} · ${done}/${some.length}`));
    return h("section.duties", {}, head, h("ul", {}, ...some.map((duty) => row(duty, tick))));
  });
  return h("div.duty-list", {}, ...parts);
}

const isDone = ({ known, ticked_by: by }) => Boolean(known || by);

function row(duty, tick) {
  const { known, ticked_by: by, fact, round } = duty;
  const box = h("input", { type: "checkbox", checked: isDone(duty), disabled: !tick || known, onchange: () => tick(duty, box.checked) });
  const notes = [round ? t("page.tournament_round", { round }) : "", known ? say(fact) : by ? t("page.ticked_by", { who: by }) : fact ? t("page.ticks_itself", { fact: say(fact) }) : ""];
  return h("li", {}, h("label.check", {}, box, h("span", {}, say(duty.text), h("small.muted", {}, notes.filter(Boolean).join(" · ")))));
}
