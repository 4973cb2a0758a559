// Forms of entries: a player, a team with its members, a line-up, a whole list from a file, who is not to meet, a bye.

import { buttons, field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { nameOf } from "../parts/person_name.js";
import { input, number, textOf, whyOf } from "./form_fields.js";

const dialogForm = (title, ...parts) => h("form", { method: "dialog" }, h("h2", {}, title), ...parts.filter(Boolean), buttons(title));

const why = () => field(t("page.why"), input("why", { maxlength: 500 }));

/** A player, new or to be corrected. */
export function playerForm(title, person = null) {
  return dialogForm(
    title,
    field(t("page.name"), input("name", { required: true, maxlength: 100, value: person?.name })),
    h(
      "div.columns",
      {},
      field(t("page.tournament_rating"), number("rating", { min: 0, max: 9999, value: person?.rating })),
      field(t("page.tournament_player_title"), input("title", { maxlength: 20, value: person?.title })),
      field(t("page.tournament_club"), input("club", { maxlength: 100, value: person?.club })),
      field(t("page.federation"), input("federation", { maxlength: 100, value: person?.federation })),
      field(t("page.federation_id"), input("federation_id", { maxlength: 100, value: person?.federation_id })),
    ),
    person && why(),
  );
}

export function readPlayer(data, person = null) {
  const rating = Number(data.get("rating"));
  const found = { name: textOf(data, "name"), title: textOf(data, "title"), club: textOf(data, "club"), federation: textOf(data, "federation"), federation_id: textOf(data, "federation_id") };
  return { ...(person ? { id: person.id } : {}), ...found, ...(rating ? { rating } : {}) };
}

/** A list from a file, or pasted. */
export function listForm(teams) {
  return dialogForm(
    t("page.list_enter"),
    h("p", {}, t(teams ? "page.list_hint_teams" : "page.list_hint")),
    field(t("page.list_file"), h("input", { type: "file", name: "file", accept: ".csv,.txt,.tsv,.trf,text/csv,text/plain" })),
    field(t("page.list_pasted"), h("textarea", { name: "pasted", rows: 6, placeholder: t(teams ? "page.list_example_teams" : "page.list_example") })),
  );
}

/** What was chosen or pasted, as it is sent; null: nothing. */
export function readList(data) {
  const file = data.get("file");
  if (file?.size) return file;
  return textOf(data, "pasted") ? new Blob([data.get("pasted")]) : null;
}

/** A team with its players in the order of boards; `rules` are the event's of teams. */
export function teamForm(title, rules, player = null) {
  const members = player?.members ?? [];
  const boards = rules.boards;
  const rows = Math.max(boards + (rules.reserves ?? 2), members.length);
  const body = Array.from({ length: rows }, (_, at) => {
    const member = members[at];
    const label = at < boards ? t("page.team_board", { n: at + 1 }) : t("page.team_reserve", { n: at - boards + 1 });
    const cell = (name, more) => h("td", {}, input(`${name}${at}`, { "aria-label": t("page.labelled", { label, value: t(more.label) }), placeholder: t(more.label), ...more, label: null }));
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, label),
      cell("name", { maxlength: 100, value: member?.name, label: "page.name" }),
      cell("rating", { type: "number", min: 0, max: 9999, value: member?.rating, label: "page.tournament_rating" }),
      cell("title", { maxlength: 20, value: member?.title, label: "page.tournament_player_title" }),
    );
  });
  const heads = ["page.tournament_board", "page.name", "page.tournament_rating", "page.tournament_player_title"].map((key) => h("th", { scope: "col" }, t(key)));
  return h(
    "form.wide-form",
    { method: "dialog" },
    h("h2", {}, title),
    field(t("page.team_name"), input("team", { required: true, maxlength: 100, value: player?.person.name })),
    h("div.columns", {}, field(t("page.team_captain"), input("captain", { maxlength: 200, value: player?.captain })), field(t("page.federation"), input("team_federation", { maxlength: 100, value: player?.person.federation }))),
    h("div.scroll", {}, h("table.list.members", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...body))),
    player ? why() : null,
    buttons(title),
  );
}

/** The team of the form; members keep who they are by their place where their names are only corrected. */
export function readTeam(data, player = null) {
  const known = player?.members ?? [];
  const byName = new Map(known.map((member) => [member.name, member]));
  const members = [];
  for (let at = 0; data.has(`name${at}`); at += 1) {
    const name = textOf(data, `name${at}`);
    if (!name) continue;
    const was = byName.get(name) ?? known[at] ?? {};
    const rating = Number(data.get(`rating${at}`));
    const { rating: _, ...rest } = was;
    members.push({ ...rest, name, title: textOf(data, `title${at}`), ...(rating ? { rating } : {}) });
  }
  return { ...(player ? { id: player.person.id } : {}), name: textOf(data, "team"), captain: textOf(data, "captain"), federation: textOf(data, "team_federation"), members };
}

/** Who sits where for a team in a round; `now` are the ids as they stand. */
export function lineUpForm(player, round, boards, now) {
  const choices = [["", t("page.line_up_empty")], ...player.members.map((member) => [member.id, nameOf(member)])];
  const rows = Array.from({ length: boards }, (_, at) => {
    const element = select(`board${at}`, choices);
    element.value = now[at] ?? "";
    return field(t("page.team_board", { n: at + 1 }), element);
  });
  return dialogForm(t("page.line_up_of", { team: player.person.name, round }), ...rows, why());
}

export const readLineUp = (data, boards) => ({ players: Array.from({ length: boards }, (_, at) => data.get(`board${at}`) || null), ...whyOf(data) });

/** A round that somebody does not play. */
export function byeForm({ person, byes = {} }, next, last) {
  const rounds = Array.from({ length: Math.max(1, last - next + 1) }, (_, at) => [String(next + at), t("page.tournament_round", { round: next + at })]);
  const scores = [["Z", t("page.tournament_bye_none")], ["H", t("page.tournament_bye_half")], ["F", t("page.tournament_bye_full")], ["", t("page.bye_take_back")]];
  const granted = Object.keys(byes).length ? h("p.muted", {}, t("page.byes_granted", { rounds: Object.keys(byes) })) : null;
  return dialogForm(t("page.bye_of", { name: person.name }), granted, field(t("page.print_round"), select("round", rounds)), field(t("page.bye_score"), select("score", scores)), why());
}

/** Players who are not to be paired with one another: relatives, club-mates in the last round. */
export function apartForm(players, forbidden) {
  const names = new Map(players.map(({ person }) => [person.id, person.name]));
  const boxes = players.map(({ person, number: n }) => h("label.check", {}, h("input", { type: "checkbox", name: "player", value: person.id }), h("span", { dir: "auto" }, `${n ?? ""} ${nameOf(person)}`)));
  const now = forbidden.length ? h("ul", {}, ...forbidden.map(([one, other]) => h("li", { dir: "auto" }, `${names.get(one) ?? one} – ${names.get(other) ?? other}`))) : null;
  const what = select("what", [["yes", t("page.apart_keep")], ["no", t("page.apart_allow")]]);
  return dialogForm(t("page.apart"), now, field(t("page.apart_what"), what), h("fieldset.choices", {}, h("legend", {}, t("page.apart_who")), ...boxes), why());
}
