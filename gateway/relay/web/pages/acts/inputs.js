// Fields that several acts ask for: a side, a time, an article.

import { field, options } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { say, t } from "../lib/words.js";
import { rulebook } from "./powers.js";

export const SIDES = ["white", "black"];

/** Which of the two: "Ann Able (White)". */
export const sideOptions = (actions, label, name = "side") => options(name, label, SIDES.map((side) => [side, actions.player(side)]));

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

/** The article that was written, if one was. */
export const articleOf = (data) => (data.get("article")?.trim() ? { article: data.get("article").trim() } : {});

/** An article of the rulebook, with what it says: [field, its meaning, the list]. */
export function articleFields(actions, { label, required = true, placeholder = "" }) {
  const list = h("datalist", { id: "articles" });
  const article = h("input", { type: "text", name: "article", list: "articles", required, maxlength: 60, autocomplete: "off", placeholder });
  const meaning = h("small.muted", { role: "status" });
  rulebook(actions.table.state.rulebook).then(({ articles }) => {
    list.append(...articles.map((each) => h("option", { value: each.cite, label: say(each.title) })));
    const explain = () => {
      const known = articles.find((each) => each.cite === article.value.trim());
      meaning.textContent = known ? say(known.title) : "";
    };
    article.addEventListener("input", explain);
    explain();
  });
  return [field(label, article), meaning, list];
}
