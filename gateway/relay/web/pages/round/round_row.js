// One table at the start of a round: who plays what, who is there, what is missing, and whether it has been started.

import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { say, t } from "../lib/words.js";
import { devices } from "../live/store.js";
import { absenceWords } from "../parts/absence.js";
import { openOrder } from "../parts/orders.js";
import { isToStart, readiness } from "./readiness.js";

const SIDES = ["white", "black"];
const VERDICTS = { ready: "page.round_ready", started: "page.round_started", over: "status.over" };
const PROGRESS = { asked: "page.round_asked", done: "page.round_done" };

export class RoundRow {
  /** `arrive(name, side, there)` enters an arrival or takes it back; `choose()` is told that the choice has changed. */
  constructor(name, { arrive, choose, mayAct }) {
    this.name = name;
    this.mayAct = mayAct;
    this.progress = null;
    this.box = h("input", { type: "checkbox", onchange: choose });
    this.link = h("a.row-name", { href: `#${name}` }, name.toUpperCase());
    this.game = h("span.row-game.muted");
    this.players = Object.fromEntries(SIDES.map((side) => [side, this.makePlayer(side, arrive)]));
    this.lacks = h("ul.row-lacks");
    this.verdict = h("span.row-verdict");
    this.answer = h("p.row-answer", { role: "status", hidden: true });
    this.element = h(
      "li.round-row",
      {},
      h("label.row-choice", {}, this.box),
      h("div.row-what", {}, this.link, this.game),
      h("div.row-players", {}, ...SIDES.map((side) => this.players[side].element)),
      h("div.row-missing", {}, this.verdict, this.lacks, this.answer),
    );
  }

  makePlayer(side, arrive) {
    const name = h("span.name", { dir: "auto" });
    const here = h("span.here");
    const button = h("button.presence", { type: "button", onclick: () => arrive(this.name, side, button.getAttribute("aria-pressed") !== "true") });
    const element = h(`div.row-player.${side}`, {}, h(`span.side.${side}`, { "aria-hidden": "true" }), name, here, button);
    return { element, name, here, button };
  }

  get chosen() {
    return this.box.checked && !this.box.disabled;
  }

  update(table) {
    this.table = table;
    this.found = readiness(table);
    const { group, lacks } = this.found;
    const { state } = table;
    setAttribute(this.element, "data-group", group);
    this.box.disabled = !isToStart(this.found) || !this.mayAct();
    if (this.box.disabled) this.box.checked = false;
    setAttribute(this.box, "aria-label", t("page.round_choose", { table: this.name.toUpperCase() }));
    setText(this.game, state?.rules ? [state.control && t("control.notation", { control: state.control }), t(`game.${state.rules}`)].filter(Boolean).join(" · ") : "");
    for (const side of SIDES) this.drawPlayer(side, state);
    setText(this.verdict, this.verdictWords());
    const texts = group === "away" ? [] : lacks.map(({ text }) => say(text));
    if (group === "started") texts.push(openOrder(table)); // a clock that has to be started by hand
    if (group === "ready") texts.push(batteryWords(table));
    this.lacks.replaceChildren(...texts.filter(Boolean).map((text) => h("li", {}, text)));
    this.drawAnswer();
  }

  drawPlayer(side, state) {
    const { name, here, button } = this.players[side];
    const person = state?.players[side];
    setText(name, [person?.title, person?.name || t(`side.${side}`)].filter(Boolean).join(" "));
    const attendance = state?.attendance;
    const there = (attendance?.arrived?.[side] ?? null) !== null;
    const settled = !attendance || state.ply > 0 || this.found.group === "away";
    button.hidden = settled || !this.mayAct();
    setAttribute(button, "aria-pressed", String(there));
    setText(button, t(there ? "page.round_there" : "page.round_not_there"));
    setAttribute(button, "aria-label", t(there ? "page.round_take_back" : "page.round_enter_arrival", { name: name.textContent }));
    setText(here, button.hidden && attendance ? t(there ? "page.round_there" : "page.round_not_there") : "");
  }

  verdictWords() {
    const { table } = this;
    const { group } = this.found;
    if (group === "away") return table.online === false ? absenceWords(table) : t("page.not_heard");
    return t(VERDICTS[group] ?? "page.round_not_ready");
  }

  /** What became of the order to start; a later order takes its place. */
  tell(progress) {
    this.progress = progress;
    this.drawAnswer();
  }

  drawAnswer() {
    const { progress } = this;
    this.answer.hidden = !progress;
    if (!progress) return;
    const { state, why, article } = progress;
    setText(this.answer, state === "refused" ? t("page.refused", { why, article: article ?? "" }) : t(PROGRESS[state]));
    for (const each of ["asked", "done", "refused"]) toggle(this.answer, each, each === state);
  }

  get failed() {
    return this.progress?.state === "refused" && Boolean(this.found && isToStart(this.found));
  }
}

/** The devices that tell their battery, in short. */
function batteryWords(table) {
  const told = devices(table).filter(({ battery }) => battery != null);
  return told.map(({ name, battery }) => t("page.labelled", { label: t(`device.${name}`), value: t("page.battery", { percent: battery }) })).join(" · ");
}
