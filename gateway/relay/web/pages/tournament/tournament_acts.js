// What is done to the tournament from the desk: each act is asked for in a form, its effects are shown, then it is sent.

import { Acting } from "../lib/acting.js";
import { ask, askUntil, buttons, field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { language, say, t } from "../lib/words.js";
import { apartForm, byeForm, lineUpForm, listForm, playerForm, readLineUp, readList, readPlayer, readTeam, teamForm } from "./entry_forms.js";
import { input, textOf, whyOf } from "./form_fields.js";
import { regulationsForm } from "./regulations_form.js";
import { scoreOf, SCORES, sourceWords } from "./scores.js";
import { arrangeForm, byHandForm, drawForm, openingForm, playOffForm, publishForm, readArranged, readByHand, readDrawnOpening, readPlayOff, readStart, seedForm } from "./stage_forms.js";

const BRACKETS = ["knock_out", "double_elimination"];
const LEVEL = ["½-½", "0-0", "-/-", "d-d"];

/** The field of the dialog in which something was typed. */
const typed = (text) => [...document.querySelectorAll("dialog[open] :is(input, textarea)")].find(({ name, value }) => name !== "title" && value.includes(text))?.name;

const ofStage = (name) => ({ stage }) => `stage${stage - 1}_${name}`;

/** Beside which field a refusal is said. */
const FIELDS = {
  control_error: ({ text }) => typed(text),
  tie_break: ({ code }) => typed(code),
  start_table: "opening_table",
  "event.cannot_be_paired": "pairs",
  "event.entered_already": "federation_id",
  "event.group_count": "rows",
  "event.left_out": "pairs",
  "event.met_before": "why",
  "event.name_missing": "name",
  "event.no_such_opening": "opening",
  "event.not_a_bye": "score",
  "event.not_everybody": "rows",
  "event.other_group": "pairs",
  "event.paired_twice": "pairs",
  "event.places_shared": "seed",
  "event.places_unfit": "rows",
  "event.reason_missing": "why",
  "event.round_past": "round",
  "event.seed_missing": "seed",
  "play_off.not_faster": "control",
  "stage_plan.accelerated": ofStage("accelerated"),
  "stage_plan.bracket_only": ofStage("system"),
  "stage_plan.carry_over": ofStage("carry_over"),
  "stage_plan.double_contested": ofStage("contested"),
  "stage_plan.one_game": ofStage("games"),
  "stage_plan.one_group": ofStage("groups"),
  "stage_plan.qualifiers": ofStage("qualifiers"),
  "stage_plan.rounds": ofStage("rounds"),
  "stage_plan.seeds": ofStage("seeds"),
  "stage_plan.separate_mates": ofStage("separate_mates"),
  "stage_plan.uneven": ofStage("qualifiers"),
  "team_plan.colours": "colours",
  "team_plan.kind": "kind",
  "team_plan.no_teams": "with_teams",
  "team_plan.of_persons": "stage0_system",
};

export class TournamentActs extends Acting {
  /** `content()` is the tournament as it stands, `done(why)` is called after each act. */
  constructor(content, done) {
    super("/api/tournament", done, FIELDS);
    this.contentNow = content;
  }

  get content() {
    return this.contentNow();
  }

  get players() {
    return this.content.players ?? [];
  }

  get rounds() {
    return this.content.rounds ?? [];
  }

  get stage() {
    return this.content.stages.at(-1);
  }

  // Entries ----------------------------------------------------------------------------------------------------------

  open() {
    const { form, read } = regulationsForm();
    askUntil(form, (data) => this.send({ type: "open_event", regulations: read(data) }));
  }

  settings() {
    const { form, read } = regulationsForm(this.content.regulations);
    askUntil(form, (data) => this.propose({ type: "change_regulations", regulations: read(data) }, t("page.tournament_settings")));
  }

  enter() {
    const { teams } = this.content.regulations;
    if (teams) askUntil(teamForm(t("page.team_enter"), teams), (data) => this.send({ type: "enter_team", team: readTeam(data) }));
    else askUntil(playerForm(t("page.tournament_enter")), (data) => this.send({ type: "enter_player", person: readPlayer(data) }));
  }

  change(player) {
    const { teams } = this.content.regulations;
    const title = t("page.entry_change");
    if (teams) askUntil(teamForm(title, teams, player), (data) => this.propose({ type: "change_team", team: readTeam(data, player), ...whyOf(data) }, title));
    else askUntil(playerForm(title, player.person), (data) => this.propose({ type: "change_entry", person: readPlayer(data, player.person), ...whyOf(data) }, title));
  }

  strike({ person }) {
    return this.propose({ type: "strike_entry", player: person.id }, t("page.entry_strike"));
  }

  /** A list from a file: first who would be entered, then everybody or nobody. */
  enterList() {
    const form = listForm(this.content.regulations.teams);
    askUntil(form, async (data) => {
      const sent = readList(data);
      if (!sent) return t("page.list_nothing");
      const { ok, content, why } = await post("/api/tournament/entries?preview=true", sent);
      if (!ok) return why;
      const names = content.names.slice(0, 12).map((name) => h("li", { dir: "auto" }, name));
      const rest = content.names.length > names.length ? h("p.muted", {}, t("page.list_more", { n: content.names.length - names.length })) : null;
      const title = t("page.list_enter");
      const sure = h("form", { method: "dialog" }, h("h2", {}, title), h("p", {}, content.names.length === content.players ? t("page.list_found", { n: content.players }) : t("page.list_found_teams", { n: content.names.length, players: content.players })), h("ul", {}, ...names), rest, buttons(title));
      setTimeout(() => askUntil(sure, async () => this.answer(await post("/api/tournament/entries", sent))));
      return "";
    });
  }

  close() {
    const drawn = this.content.regulations.numbering === "lots";
    if (drawn) askUntil(seedForm(t("page.tournament_close"), t("page.seed_numbers_hint"), true), (data) => this.propose({ type: "close_entries", seed: textOf(data, "seed") }, t("page.tournament_close")));
    else this.propose({ type: "close_entries" }, t("page.tournament_close"));
  }

  withdraw({ person, withdrawn }) {
    const type = withdrawn ? "return_player" : "withdraw_player";
    const title = t(withdrawn ? "page.tournament_return" : "page.tournament_withdraw");
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.labelled", { label: title, value: person.name })), field(t("page.why"), input("why", { maxlength: 500 })), buttons(title));
    askUntil(form, (data) => this.propose({ type, player: person.id, ...whyOf(data) }, title));
  }

  bye(player) {
    const last = Math.max(this.content.rounds_planned ?? 0, this.content.regulations.rounds);
    askUntil(byeForm(player, this.rounds.length + 1, last), (data) => this.propose({ type: "grant_bye", player: player.person.id, round: Number(data.get("round")), score: data.get("score") || null, ...whyOf(data) }, t("page.bye")));
  }

  apart() {
    askUntil(apartForm(this.players, this.content.forbidden ?? []), (data) => this.propose({ type: "forbid_meeting", players: data.getAll("player"), forbidden: data.get("what") === "yes", ...whyOf(data) }, t("page.apart")));
  }

  /** A table at which somebody always sits: because of what he needs, or what is broadcast. */
  seat({ person, table = "", members = [] }) {
    const who = members.length ? field(t("page.seat_whom"), select("who", members.map((member) => [member.id, member.name]))) : null;
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.seat_of", { name: person.name })), who, field(t("page.fixed_table"), input("table", { value: table, maxlength: 64, placeholder: "t1" }), t("page.fixed_table_hint")), field(t("page.why"), input("why", { maxlength: 500 })), buttons(t("page.seat")));
    askUntil(form, (data) => this.send({ type: "seat_player", player: data.get("who") ?? person.id, table: textOf(data, "table").toLowerCase(), ...whyOf(data) }));
  }

  /** Who sits where for a team: in the round that is paired, or in the next. */
  lineUp(player) {
    const { boards } = this.content.regulations.teams;
    const last = this.rounds.at(-1);
    const round = last && last.stage !== "over" ? last.number : this.rounds.length + 1;
    const given = this.content.line_ups?.[player.person.id]?.[round];
    const now = given ?? player.members.slice(0, boards).map(({ id }) => id);
    askUntil(lineUpForm(player, round, boards, now), (data) => this.propose({ type: "set_line_up", team: player.person.id, round, ...readLineUp(data, boards) }, t("page.line_up")));
  }

  // Rounds and stages ------------------------------------------------------------------------------------------------

  publish(round) {
    askUntil(publishForm(round), (data) => this.propose({ type: "publish_round", ...readStart(data) }, t("page.tournament_publish", { round })));
  }

  pairByHand() {
    const title = t("page.pair_by_hand", { round: this.rounds.length + 1 });
    askUntil(byHandForm(this.rounds.length + 1), (data) => this.propose(readByHand(data), title));
  }

  draw() {
    askUntil(drawForm(), (data) => this.propose({ type: "draw_lots", names: textOf(data, "names"), numbers: textOf(data, "numbers") }, t("page.tournament_draw")));
  }

  arrange() {
    const bracket = BRACKETS.includes(this.stage.system);
    askUntil(arrangeForm(this.stage, bracket), (data) => this.propose({ type: "arrange_stage", ...readArranged(data, bracket) }, t("page.arrange")));
  }

  closeStage() {
    const title = t("page.tournament_close_stage");
    askUntil(seedForm(title, t("page.tournament_seed_hint")), (data) => this.propose({ type: "close_stage", seed: textOf(data, "seed") }, title));
  }

  rank() {
    const title = t("page.tournament_rank");
    if (!this.content.shared?.length) return this.propose({ type: "rank" }, title);
    return askUntil(seedForm(title, t("page.rank_seed_hint")), (data) => this.propose({ type: "rank", seed: textOf(data, "seed") }, title));
  }

  playOff() {
    const names = new Map(this.players.map(({ number, person }) => [number, person.name]));
    askUntil(playOffForm(this.content.shared, names), (data) => this.propose(readPlayOff(data), t("page.play_off")));
  }

  opening() {
    const { regulations, openings = {} } = this.content;
    askUntil(openingForm(regulations, this.rounds.length + 1, openings), (data) => this.propose(readDrawnOpening(data), t("page.opening")));
  }

  undo({ n }) {
    return this.propose({ type: "undo", n }, t("page.undo_act", { n }));
  }

  tick({ id, round = 0 }, done) {
    return this.send({ type: "tick_duty", duty: id, round, done });
  }

  // Results ----------------------------------------------------------------------------------------------------------

  /** Confirm every result on which all who told one agree. */
  async confirmAll(games) {
    let why = "";
    for (const { id } of games) {
      const answer = await request("POST", "/api/tournament/acts", { act: { type: "accept_result", pairing: id } });
      why ||= answer.why;
    }
    await this.done(why);
  }

  /** Confirm what was reported, or set another result; one that stands needs a reason. */
  decide(game) {
    const { result = "", reports = {} } = game;
    const told = Object.entries(reports).map(([who, score]) => h("li", {}, t("page.told_by", { who: sourceWords(who), score })));
    const scores = select("score", [...SCORES.map((score) => [score, score]), ...(result ? [] : [["adjourn", t("page.adjourn_game")]])]);
    scores.value = Object.values(reports)[0] ?? (result || "1-0");
    const form = h("form", { method: "dialog" }, h("h2", {}, t("page.tournament_result_of", { game: game.id })));
    if (told.length) form.append(h("p", {}, t("page.tournament_reported")), h("ul", {}, ...told));
    form.append(field(t("page.tournament_result"), scores));
    if (result) form.append(field(t("page.why_required"), input("why", { required: true, maxlength: 500 })));
    const goesOn = this.goesOn(game);
    if (goesOn) form.append(goesOn);
    form.append(buttons(t("page.tournament_accept")));
    askUntil(form, (data) => {
      if (data.get("goes_on")) return this.send({ type: "advance_player", pairing: game.id, number: Number(data.get("goes_on")), why: data.get("why") ?? "" });
      if (data.get("score") === "adjourn") return this.send({ type: "adjourn_game", pairing: game.id });
      const act = { type: "accept_result", pairing: game.id, score: scoreOf(data.get("score")), ...whyOf(data) };
      return result ? this.propose(act, t("page.tournament_correct")) : this.send(act); // a correction shows what it changes
    });
  }

  /** Who goes on from a game of a knock-out that nobody has won, or from several that are level, where no play-off says it. */
  goesOn({ id, result, white, black, board, match }) {
    const round = this.rounds.find(({ games: all }) => all.some((game) => game.id === id));
    const { system } = this.content.stages[(round.part_of ?? 1) - 1] ?? {};
    const isOneOfSeveral = round.games.some((game) => game.id !== id && (match ? game.match === match : game.board === board));
    const isLevel = LEVEL.includes(result) || isOneOfSeveral;
    if (!BRACKETS.includes(system) || !result || !isLevel) return null;
    const name = (number) => `${number} ${this.players.find((player) => player.number === number).person.name}`;
    return field(t("page.tournament_goes_on"), select("goes_on", [["", t("page.tournament_goes_on_open")], ...[white, black].map((number) => [String(number), name(number)])]));
  }

  /** Why somebody meets this opponent, in the engine's own words. */
  async explain(round, number) {
    const { ok, content, why } = await request("GET", `/api/tournament/rounds/${round}/players/${number}`);
    if (!ok) return this.done(why);
    const close = h("div.buttons", {}, h("button.cancel", { type: "button" }, t("page.close")));
    return ask(h("form", { method: "dialog" }, h("h2", {}, t("page.tournament_why")), h("ul", {}, ...content.story.map((sentence) => h("li", {}, say(sentence)))), close), () => {});
  }
}

/** A file as it is. */
async function post(path, body) {
  try {
    const answer = await fetch(path, { method: "POST", headers: { Accept: "application/json", "Accept-Language": language, "Content-Type": "text/csv" }, body });
    const content = await answer.json();
    return { ok: answer.ok, content, why: answer.ok ? "" : (content?.why ?? t("page.unreachable")) };
  } catch (error) {
    console.warn(`POST ${path}:`, error.message);
    return { ok: false, content: null, why: t("page.unreachable") };
  }
}
