// What an arbiter may do at a table. Every act is confirmed in a sentence that names the table and the players.

import { h } from "./dom.js";
import { w } from "./words.js";

export class Actions {
  constructor(name, store) {
    this.name = name;
    this.store = store;
    this.reply = h("p.reply", { role: "status" });
    this.pause = h("button", { type: "button", onclick: () => this.confirm({ type: "pause" }, w.confirmPause) }, w.pause);
    this.resume = h("button", { type: "button", onclick: () => this.confirm({ type: "resume" }, w.confirmResume) }, w.resume);
    this.result = h("button", { type: "button", onclick: () => this.chooseResult() }, w.setResult);
    this.element = h(
      "section.actions",
      { "aria-label": w.actions },
      h("h3", {}, w.actions),
      h("div.buttons", {}, this.pause, this.resume, this.result),
      this.reply,
    );
  }

  update(table) {
    this.table = table;
    const { status } = table.glance;
    this.pause.hidden = status === "paused";
    this.pause.disabled = status !== "playing";
    this.resume.hidden = status !== "paused";
  }

  get players() {
    return this.table.glance.players;
  }

  get where() {
    return `${w.table} ${this.name.toUpperCase()}: ${this.players.white} – ${this.players.black}`;
  }

  chooseResult() {
    const options = ["white", "draw", "black", "both_lose"].map((result, i) =>
      h("label.option", {}, h("input", { type: "radio", name: "result", value: result, required: i === 0 }), h("span", {}, this.sentence(result))),
    );
    const form = h("form", { method: "dialog" }, h("h2", {}, w.chooseResult), h("p", {}, this.where), ...options, buttons(w.goOn));
    ask(form, (data) => {
      const result = data.get("result");
      this.confirm({ type: "set_result", result }, w.isSure, this.sentence(result));
    });
  }

  sentence(result) {
    const { white, black } = this.players;
    const words = `${w.result[result]}: `;
    if (result === "white") return `${words}${white} ${w.beats} ${black}`;
    if (result === "black") return `${words}${black} ${w.beats} ${white}`;
    if (result === "draw") return `${words}${white} ${w.draws} ${black}`;
    return `${w.bothLoseOf} ${white}, ${black}`;
  }

  confirm(act, question, sentence = "") {
    const why = h("input", { type: "text", name: "why", maxlength: 500, autocomplete: "off" });
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", {}, question),
      h("p", {}, this.where),
      sentence ? h("p.sentence", {}, sentence) : null,
      h("label.field", {}, h("span", {}, w.why), why),
      buttons(w.confirm),
    );
    ask(form, (data) => this.send({ ...act, why: data.get("why").trim() }));
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
    else this.say([answer.why, answer.article && `(${answer.article})`].filter(Boolean).join(" "), "bad");
  }

  say(text, kind) {
    this.reply.textContent = text;
    this.reply.className = `reply ${kind}`;
  }
}

const buttons = (yes) =>
  h("div.buttons", {}, h("button", { type: "submit", value: "cancel", formnovalidate: true }, w.cancel), h("button.primary", { type: "submit", value: "yes" }, yes));

/** Show a dialog; `then` gets the form's data if it was not cancelled. */
function ask(form, then) {
  const dialog = h("dialog", {}, form);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "yes") then(new FormData(form));
  });
  document.body.append(dialog);
  dialog.showModal();
}
