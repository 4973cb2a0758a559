// What an arbiter may do at a table. Every act is confirmed in a sentence that names the table and the players.

import { ask, buttons, field, options } from "./dialog.js";
import { h } from "./dom.js";
import { chooseClock, choosePenalty } from "./forms.js";
import { w } from "./words.js";

export class Actions {
  constructor(name) {
    this.name = name;
    this.reply = h("p.reply", { role: "status" });
    this.pause = button(w.pause, () => this.confirm({ type: "pause" }, w.confirmPause));
    this.resume = button(w.resume, () => this.confirm({ type: "resume" }, w.confirmResume));
    this.result = button(w.setResult, () => this.chooseResult());
    this.penalty = button(w.imposePenalty, () => choosePenalty(this));
    this.clock = button(w.changeClock, () => chooseClock(this));
    this.pause.dataset.act = "pause";
    this.resume.dataset.act = "resume";
    this.result.dataset.act = "set_result";
    this.penalty.dataset.act = "penalise";
    this.clock.dataset.act = "adjust_time";
    this.element = h(
      "section.actions",
      { "aria-label": w.actions },
      h("h3", {}, w.actions),
      h("div.buttons", {}, this.pause, this.resume, this.result, this.penalty, this.clock),
      this.reply,
    );
  }

  update(table) {
    this.table = table;
    const { status } = table.state;
    this.pause.hidden = status === "paused";
    this.pause.disabled = status !== "playing";
    this.resume.hidden = status !== "paused";
    this.clock.disabled = status === "over" || status === "waiting";
  }

  get players() {
    return this.table.state.players;
  }

  get where() {
    return `${w.table} ${this.name.toUpperCase()}: ${this.players.white.name} – ${this.players.black.name}`;
  }

  /** "Ann Able (White)". */
  player(side) {
    return `${this.players[side].name || w[side]} (${w[side]})`;
  }

  chooseResult() {
    const results = ["white", "draw", "black", "both_lose"].map((result) => [result, this.sentence(result)]);
    const form = h("form", { method: "dialog" }, h("h2", {}, w.setResult), h("p", {}, this.where), options("result", w.chooseResult, results), buttons(w.goOn));
    ask(form, (data) => {
      const result = data.get("result");
      this.confirm({ type: "set_result", result }, w.isSure, this.sentence(result));
    });
  }

  sentence(result) {
    const [white, black] = [this.players.white.name, this.players.black.name];
    const words = `${w.result[result]}: `;
    if (result === "white") return `${words}${white} ${w.beats} ${black}`;
    if (result === "black") return `${words}${black} ${w.beats} ${white}`;
    if (result === "draw") return `${words}${white} ${w.draws} ${black}`;
    return `${w.bothLoseOf} ${white}, ${black}`;
  }

  /** Ask once more, then send. The act is for the game that is on the table now, and no other one. */
  confirm(act, question, sentence = "", article = "") {
    const { game } = this.table.state;
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", {}, question),
      h("p", {}, this.where),
      sentence ? h("p.sentence", {}, sentence) : null,
      article ? h("p.article", {}, article) : null,
      field(w.why, h("input", { type: "text", name: "why", maxlength: 500, autocomplete: "off" })),
      buttons(w.confirm),
    );
    ask(form, (data) => {
      if (this.table.state.game !== game) this.say(w.otherGame, "bad");
      else this.send({ ...act, why: data.get("why").trim() });
    });
  }

  async send(act) {
    this.say(w.sending, "");
    let answer;
    try {
      const response = await fetch(`/api/tables/${this.name}/commands`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ act }),
      });
      answer = await response.json();
    } catch (error) {
      console.warn(error);
      this.say(w.unreachable, "bad");
      return;
    }
    if (answer.ok) this.say(`${w.done} ${answer.entry}`, "good");
    else this.say(refusal(answer), "bad");
  }

  say(text, kind) {
    this.reply.textContent = text;
    this.reply.className = `reply ${kind}`;
    this.reply.scrollIntoView({ block: "nearest" }); // the act may have been ordered at the other end of the page
  }
}

/** Why not, and by which article, said once. */
function refusal({ why, article }) {
  return `${w.refused}: ${why}${article && !why.includes(article) ? ` (${article})` : ""}`;
}

const button = (words, onclick) => h("button", { type: "button", onclick }, words);
