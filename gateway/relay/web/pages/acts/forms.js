// Forms for acts that need more than a click: a penalty, a change of the clock.

import { ask, buttons, field, options, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { say, t } from "../lib/words.js";
import { format } from "../live/clock.js";

const TIMED = new Set(["time_given", "time_taken"]);
const PENALTIES = [
  "warning", "violation", "time_given", "time_taken", "loss", "double_loss", "disqualification",
  "points_given", "points_taken", "fine", "exclusion",
];
const books = new Map(); // rulebook -> its articles, asked for once

/** Which penalty, for whom, by which article; then the question whether it is meant. */
export function choosePenalty(actions) {
  const { rulebook, arbiters } = actions.table.state;
  const kind = select("penalty", PENALTIES.map((each) => [each, t(`penalty.${each}`)]));
  const time = timeInput();
  const timeField = field(t("page.time"), time, t("page.time_hint"));
  const showTime = () => {
    timeField.hidden = !TIMED.has(kind.value);
    time.disabled = timeField.hidden;
  };
  kind.addEventListener("change", showTime);
  showTime();
  const list = h("datalist", { id: "articles" });
  const article = h("input", { type: "text", name: "article", list: "articles", required: true, maxlength: 60, autocomplete: "off", placeholder: arbiters?.cases?.[0]?.article ?? "" });
  const meaning = h("small.muted", { role: "status" });
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("act_name.penalise")),
    h("p", {}, actions.where),
    options("side", t("page.offender"), sides(actions)),
    field(t("page.penalty_kind"), kind),
    timeField,
    field(t("page.by_article"), article),
    meaning,
    list,
    buttons(t("page.go_on")),
  );
  articles(rulebook).then((found) => {
    list.append(...found.map((each) => h("option", { value: each.cite, label: say(each.title) })));
    const explain = () => {
      const known = found.find((each) => each.cite === article.value.trim());
      meaning.textContent = known ? say(known.title) : "";
    };
    article.addEventListener("input", explain);
    explain();
  });
  ask(form, (data) => {
    const [side, penalty] = [data.get("side"), data.get("penalty")];
    const ms = TIMED.has(penalty) ? parseTime(data.get("time")) : 0;
    const act = { type: "penalise", side, penalty, article: data.get("article").trim(), ms };
    actions.confirm(act, t("page.confirm_penalty"), penaltyWords(actions, act), act.article);
  });
}

/** "Ann Able (White): a warning". */
export function penaltyWords(actions, { side, penalty, ms }) {
  if (penalty === "double_loss") return t("page.imposed_on_both", { penalty, white: actions.player("white"), black: actions.player("black") });
  return t("page.imposed", { who: actions.player(side), penalty, ms: ms ?? 0 });
}

/** Whose time, what to do with it, how much. */
export function chooseClock(actions) {
  const changes = ["add", "take", "set"].map((each) => [each, t(`change.${each}`)]);
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("act_name.adjust_time")),
    h("p", {}, actions.where),
    options("side", t("page.whose_clock"), sides(actions)),
    field(t("page.what_change"), select("change", changes)),
    field(t("page.time"), timeInput(), t("page.time_hint")),
    buttons(t("page.go_on")),
  );
  ask(form, (data) => {
    const act = { type: "adjust_time", side: data.get("side"), change: data.get("change"), ms: parseTime(data.get("time")) };
    actions.confirm(act, t("page.confirm_clock"), t("page.clock_change", { who: actions.player(act.side), ...act }));
  });
}

/** What both sides have left on the new clock; at first what they have on the old one. */
export function chooseReplacement(actions) {
  const { face } = actions.table.clock ?? {};
  const time = (side) => timeInput({ name: side, value: face ? format(face[`${side}_ms`]) : "" });
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("act_name.replace_clock")),
    h("p", {}, actions.where),
    ...["white", "black"].map((side) => field(actions.player(side), time(side), t("page.time_hint"))),
    buttons(t("page.go_on")),
  );
  ask(form, (data) => {
    const [white, black] = ["white", "black"].map((side) => parseTime(data.get(side)));
    const act = { type: "replace_clock", times: { white, black } };
    actions.confirm(act, t("page.confirm_replace_clock"), t("page.new_times", { white_ms: white, black_ms: black }));
  });
}

/** Whose time is to run. */
export function chooseRunning(actions) {
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, t("act_name.run_clock")),
    h("p", {}, actions.where),
    options("side", t("page.whose_clock"), sides(actions)),
    buttons(t("page.go_on")),
  );
  ask(form, (data) => {
    const act = { type: "run_clock", side: data.get("side") };
    actions.confirm(act, t("page.confirm_run_clock"), actions.player(act.side));
  });
}

const sides = (actions) => ["white", "black"].map((side) => [side, actions.player(side)]);

export function timeInput(other = {}) {
  const input = h("input", { type: "text", name: "time", inputmode: "text", autocomplete: "off", placeholder: "2:00", required: true, ...other });
  input.addEventListener("input", () => {
    input.setCustomValidity(!input.value || parseTime(input.value) !== null ? "" : t("page.time_hint"));
  });
  return input;
}

/** `90`, `1:30` or `1:01:30` in milliseconds; null for anything else. */
export function parseTime(text) {
  const match = /^(?:(?:(\d{1,2})[:：])?(\d{1,3})[:：])?(\d{1,4})$/.exec(text.trim());
  if (!match) return null;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  if ((match[2] && seconds > 59) || (match[1] && minutes > 59)) return null;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** A rulebook's articles; none if they cannot be had: the referee knows them all the same. */
function articles(rulebook) {
  if (!books.has(rulebook)) {
    const asked = fetch(`/api/rulebooks/${encodeURIComponent(rulebook)}`).then((response) => (response.ok ? response.json() : { articles: [] }));
    books.set(rulebook, asked.then((found) => found.articles).catch(() => (books.delete(rulebook), [])));
  }
  return books.get(rulebook);
}
