// What an arbiter may do at a table. Every act is confirmed in a sentence that names the table and the players.

import { ask, buttons, field, options } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { message } from "../lib/messages.js";
import { request } from "../lib/requests.js";
import { t } from "../lib/words.js";
import { absent } from "../table/attendance.js";
import { openEnvelope, resumptionWords } from "./adjournment.js";
import { chooseArrival, chooseGrace, chooseStart } from "./attendance_forms.js";
import { chooseClock, choosePenalty, chooseReplacement, chooseRunning } from "./forms.js";

const SENTENCES = { white: "page.white_beats", black: "page.black_beats", draw: "page.draw_of", both_lose: "page.both_lose_of" };

/** Acts upon what stands: the record must say why. */
const EXPLAINED = new Set(["overturn", "set_position", "void"]);

/** Whether an act is not sent without a reason; a result needs one where it takes the place of another. */
const needsReason = ({ type }, state) => EXPLAINED.has(type) || (type === "set_result" && Boolean(state.result));

export class Actions {
  constructor(name) {
    this.name = name;
    this.reply = h("p.reply", { role: "status" });
    this.start = button("start_round", () => chooseStart(this));
    this.arrive = button("arrive", () => chooseArrival(this));
    this.grace = button("set_grace", () => chooseGrace(this));
    this.pause = button("pause", () => this.confirm({ type: "pause" }, t("page.confirm_pause")));
    this.resume = button("resume", () => this.confirm({ type: "resume" }, t("page.confirm_resume"), resumptionWords(this)));
    this.adjourn = button("adjourn", () => this.confirm({ type: "adjourn" }, t("page.confirm_adjourn")));
    this.seal = button("seal", () => this.confirm({ type: "seal" }, t("page.confirm_seal")));
    this.open = button("open_envelope", () => openEnvelope(this));
    this.result = button("set_result", () => this.chooseResult());
    this.penalty = button("penalise", () => choosePenalty(this));
    this.clock = button("adjust_time", () => chooseClock(this));
    this.put = button("put_clock", () => this.confirm({ type: "put_clock" }, t("page.confirm_put_clock")));
    this.replace = button("replace_clock", () => chooseReplacement(this));
    this.run = button("run_clock", () => chooseRunning(this));
    this.element = h(
      "section.actions",
      { "aria-label": t("page.actions") },
      h("h3", {}, t("page.actions")),
      h(
        "div.buttons",
        {},
        ...[this.start, this.arrive, this.grace, this.pause, this.resume, this.adjourn, this.seal, this.open],
        ...[this.result, this.penalty, this.clock, this.put, this.replace, this.run],
      ),
      this.reply,
    );
  }

  update(table) {
    this.table = table;
    const { status, adjourned, attendance } = table.state;
    const underWay = status === "playing" || status === "paused";
    this.start.hidden = status !== "ready" || Boolean(attendance?.begun);
    this.arrive.hidden = this.grace.hidden = absent(attendance).length === 0;
    this.adjourn.hidden = !underWay || Boolean(adjourned);
    this.seal.hidden = !adjourned || adjourned.sealed;
    this.open.hidden = !adjourned?.sealed;
    this.pause.hidden = status === "paused";
    this.pause.disabled = status !== "playing";
    this.resume.hidden = status !== "paused";
    this.clock.disabled = this.replace.disabled = status === "over" || status === "waiting";
    const shared = table.clock?.face.way === "shared";
    this.put.hidden = !shared;
    this.put.disabled = this.clock.disabled;
    this.run.hidden = shared;
    this.run.disabled = status !== "playing" && status !== "ready";
  }

  get players() {
    return this.table.state.players;
  }

  get where() {
    return t("page.where", { table: this.name.toUpperCase(), white: this.players.white.name, black: this.players.black.name });
  }

  /** "Ann Able (White)". */
  player(side) {
    return t("page.player", { name: this.players[side].name || t(`side.${side}`), side });
  }

  chooseResult() {
    const results = ["white", "draw", "black", "both_lose"].map((result) => [result, this.sentence(result)]);
    const form = h("form", { method: "dialog" }, h("h2", {}, t("act_name.set_result")), h("p", {}, this.where), options("result", t("page.choose_result"), results), buttons(t("page.go_on")));
    ask(form, (data) => {
      const result = data.get("result");
      this.confirm({ type: "set_result", result }, t("page.confirm_result"), this.sentence(result));
    });
  }

  sentence(result) {
    const [white, black] = [this.players.white.name, this.players.black.name];
    return t(SENTENCES[result], { result: message(`result.${result}`), white, black });
  }

  /** Ask once more, then send. The act is for the game that is on the table now, and no other one. */
  confirm(act, question, sentence = "", article = "") {
    const { game } = this.table.state;
    const required = needsReason(act, this.table.state);
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", {}, question),
      h("p", {}, this.where),
      sentence ? h("p.sentence", {}, sentence) : null,
      article ? h("p.article", {}, article) : null,
      // Spaces are no reason.
      field(t(required ? "page.why_required" : "page.why"), h("input", { type: "text", name: "why", maxlength: 500, autocomplete: "off", required, pattern: required && ".*\\S.*" })),
      buttons(t("page.confirm")),
    );
    ask(form, (data) => {
      if (this.table.state.game !== game) this.say(t("page.other_game"), "bad");
      else this.send({ ...act, why: data.get("why").trim() });
    });
  }

  async send(act) {
    this.say(t("page.sending"), "");
    const { ok, content, why } = await request("POST", `/api/tables/${this.name}/commands`, { act });
    if (ok) this.say(t("page.done", { entry: content.entry }), "good");
    else if (content) this.say(t("page.refused", { why, article: content.article }), "bad");
    else this.say(why, "bad");
  }

  say(text, kind) {
    this.reply.textContent = text;
    this.reply.className = `reply ${kind}`;
    this.reply.scrollIntoView({ block: "nearest" }); // the act may have been ordered at the other end of the page
  }
}

/** A button with the name that the act has in the record. */
const button = (act, onclick) => h("button", { type: "button", "data-act": act, onclick }, t(`act_name.${act}`));
