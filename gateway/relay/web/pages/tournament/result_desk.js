// Results from slips, by keyboard: the board and 1, 0 or =, Enter, the next one. What contradicts what was told or stands is
// entered only when Enter is pressed again, with a reason where a result stands.

import { h, setText, toggle } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { nameOf } from "../parts/person_name.js";
import { readTyped, scoreOf, sourceWords } from "./scores.js";

const KEPT = 8; // lines of what was entered last

export class ResultDesk {
  /** `send(act)` does an act, and gives `{ok, why}`. */
  constructor(send) {
    this.send = send;
    this.done = [];
    this.doubt = null; // what was typed and contradicts something, until it is typed again
  }

  /** The form, made anew where the language has changed. */
  inLanguage(language) {
    if (this.language === language) return this.element;
    this.language = language;
    return this.build();
  }

  build() {
    this.field = h("input.typed", { name: "typed", autocomplete: "off", inputmode: "text", placeholder: "12 1", "aria-describedby": "typed-hint", oninput: () => this.look() });
    this.why = h("input", { name: "why", maxlength: 500, autocomplete: "off" });
    this.whyField = h("label.field", { hidden: true }, h("span", {}, t("page.why_required")), this.why);
    this.about = h("p.about-typed", { role: "status", "aria-live": "polite" });
    this.lines = h("ol.entered-lines");
    this.form = h("form.result-desk", { onsubmit: (event) => (event.preventDefault(), this.enter()) }, h("label.field", {}, h("span", {}, t("page.type_result")), this.field), this.whyField, h("button.primary", { type: "submit" }, t("page.enter_result")));
    this.element = h("div.result-entry", {}, this.form, h("small.muted", { id: "typed-hint" }, t("page.type_hint")), this.about, this.lines);
    this.draw();
    return this.element;
  }

  /** The round that is entered for: the last one that is published. */
  update(content) {
    this.content = content;
    this.round = (content.rounds ?? []).findLast(({ stage }) => stage !== "paired");
    this.names = new Map((content.players ?? []).map(({ number, person }) => [number, nameOf(person)]));
  }

  game(board) {
    return this.round?.games.find((game) => game.board === board);
  }

  words({ id, white, black }, score) {
    return `${id}  ${this.names.get(white)} – ${this.names.get(black)}  ${score}`;
  }

  /** What would be entered, while it is typed. */
  look() {
    this.doubt = null;
    this.whyField.hidden = true;
    toggle(this.about, "bad", false);
    const typed = readTyped(this.field.value);
    const game = typed && this.game(typed.board);
    setText(this.about, !typed ? "" : game ? this.words(game, typed.score) : t("page.no_such_board", { n: typed.board }));
  }

  /** Why this should be looked at again; empty: it fits. */
  against({ result, reports = {} }, score) {
    if (result && result !== score) return t("page.result_stands", { score: result });
    const other = Object.entries(reports).filter(([, told]) => told !== score);
    return other.length ? t("page.told_otherwise", { told: other.map(([source, told]) => t("page.told_by", { who: sourceWords(source), score: told })) }) : "";
  }

  async enter() {
    const typed = readTyped(this.field.value);
    const game = typed && this.game(typed.board);
    if (!typed || !game) return this.refuse(typed ? t("page.no_such_board", { n: typed.board }) : t("page.not_typed"));
    const against = this.against(game, typed.score);
    const key = `${game.id} ${typed.score}`;
    const stands = Boolean(game.result) && game.result !== typed.score;
    if (against && (this.doubt !== key || (stands && !this.why.value.trim()))) {
      this.doubt = key;
      this.whyField.hidden = !stands;
      if (stands) this.why.focus();
      return this.refuse(`${this.words(game, typed.score)} – ${against} ${t("page.enter_again")}`);
    }
    const { ok, why } = await this.send({ type: "accept_result", pairing: game.id, score: scoreOf(typed.score), ...(stands ? { why: this.why.value.trim() } : {}) });
    if (!ok) return this.refuse(why);
    this.done = [this.words(game, typed.score), ...this.done].slice(0, KEPT);
    this.field.value = this.why.value = "";
    this.look();
    this.draw();
    this.field.focus();
  }

  refuse(words) {
    toggle(this.about, "bad", true);
    setText(this.about, words);
  }

  draw() {
    this.lines.replaceChildren(...this.done.map((line) => h("li", { dir: "auto" }, line)));
  }
}
