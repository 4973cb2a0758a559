// What of the tournament, or of the bridge event, can be printed: a form, for which round, in which language, on what. It opens on a page of its own.

import { ask, buttons, field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { recall, remember } from "../lib/settings.js";
import { LANGUAGES, language, say, t } from "../lib/words.js";

const GROUPS = { round: "form_group.round", tables: "form_group.tables", players: "form_group.players", teams: "form_group.teams", boards: "form_group.boards" };

/** Ask what is to be printed, and open it; `rounds` are those that are paired, `of` is `tournament` or `bridge`. */
export async function printMenu(rounds, of = "tournament") {
  const { ok, content, why } = await request("GET", `/api/${of}/forms`);
  if (!ok) return why;
  const forms = new Map(content.forms.map((form) => [form.name, form]));
  const names = h("select", { name: "form" });
  for (const [group, key] of Object.entries(GROUPS)) {
    const inside = content.forms.filter((form) => (form.group ?? "round") === group);
    if (inside.length) names.append(h("optgroup", { label: t(key) }, ...inside.map((form) => h("option", { value: form.name }, say(form.title)))));
  }
  names.value = forms.has(recall(`printed.${of}`)) ? recall(`printed.${of}`) : content.forms[0].name;
  const round = select("round", [["", t("page.print_last_round")], ...rounds.map((number) => [String(number), t("page.tournament_round", { round: number })])]);
  const words = select("language", [["", t("page.print_this_language")], ...Object.entries(LANGUAGES), ["both", t("page.print_both")]]);
  const paper = select("paper", []);
  const perPage = select("per_page", []);
  const blank = h("input", { type: "checkbox", name: "blank", value: "true" });
  const rows = {
    round: field(t("page.print_round"), round),
    paper: field(t("page.print_paper"), paper),
    perPage: field(t("page.print_per_page"), perPage),
    blank: h("label.check", {}, blank, h("span", {}, t("page.print_blank"))),
  };
  const options = (element, values) => element.replaceChildren(...values.map(([value, text]) => h("option", { value }, text)));
  const adapt = () => {
    const form = forms.get(names.value);
    const { of_round: ofRound = false, blank: canBeBlank = false, per_page: counts = [], papers = [] } = form;
    rows.round.hidden = !ofRound || !rounds.length;
    rows.blank.hidden = !canBeBlank;
    rows.perPage.hidden = !counts.length;
    rows.paper.hidden = papers.length < 2;
    options(perPage, [["", t("page.print_usual")], ...counts.map((count) => [String(count), String(count)])]);
    options(paper, [["", t("page.print_usual")], ...papers.map((each) => [each, each.toUpperCase()])]);
    blank.checked = false;
  };
  names.addEventListener("change", adapt);
  adapt();
  const form = h("form", { method: "dialog" }, h("h2", {}, t("page.print")), field(t("page.print_form"), names), rows.round, field(t("page.print_language"), words), rows.paper, rows.perPage, rows.blank, buttons(t("page.print_open")));
  ask(form, (data) => {
    const chosen = forms.get(data.get("form"));
    const asked = new URLSearchParams();
    for (const name of ["round", "paper", "per_page", "blank"]) if (data.get(name)) asked.set(name, data.get(name));
    if (!chosen.of_round) asked.delete("round");
    asked.set("language", data.get("language") || language);
    remember(`printed.${of}`, chosen.name);
    window.open(`/print/${of}/${chosen.name}?${asked}`, "_blank", "noopener");
  });
  return "";
}
