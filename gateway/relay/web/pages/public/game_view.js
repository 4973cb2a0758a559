// A game as the public sees it: board and clocks, stepping through the moves, result and why. It is drawn the same on its
// own page and inside a page of another site.

import { Board } from "../boards/index.js";
import { arrange, h, setText, toggle } from "../lib/dom.js";
import { recall, remember } from "../lib/settings.js";
import { timeOfDay } from "../lib/times.js";
import { say, t } from "../lib/words.js";
import { citation } from "../parts/articles.js";
import { checked } from "../parts/drawing.js";
import { resultWords } from "../parts/entries.js";
import { Looking } from "./looking.js";
import { PlayerRow } from "./player_row.js";
import { positionAt, timesAt } from "./plies.js";
import { onSwipe } from "./swipe.js";

const SIDES = ["white", "black"];

export class GameView extends EventTarget {
  /** `data` is the game as it goes on; `at` the ply to begin with, null for the present. */
  constructor(data, { at = null, star = true } = {}) {
    super();
    this.data = data;
    this.line = data.line;
    this.looking = new Looking();
    this.wanted = at;
    this.turned = recall("turned") === "1";
    this.board = new Board({ labels: true });
    this.rows = Object.fromEntries(SIDES.map((side) => [side, new PlayerRow(side, { star })]));
    this.news = h("button.news", { type: "button", hidden: true, onclick: () => this.live() });
    this.said = h("p.aside", { role: "status" });
    this.withheld = h("p.trouble", { role: "status", hidden: true });
    this.frame = h("div.board-frame", {}, this.board.svg);
    this.result = h("div.outcome", { role: "status", hidden: true });
    this.steps = this.makeSteps();
    this.element = h("div.stage");
    onSwipe(this.frame, (by) => this.step(by));
    this.listener = ({ detail }) => this.change(detail);
    data.addEventListener("change", this.listener);
    if (this.game) this.change({ kind: "moves", from: 0 });
    this.place();
  }

  get game() {
    return this.data.game;
  }

  /** Another view takes the place of this one. */
  leave() {
    this.data.removeEventListener("change", this.listener);
  }

  makeSteps() {
    const button = (sign, key, act) => h("button.step", { type: "button", "aria-label": t(key), title: t(key), onclick: act }, h("span", { "aria-hidden": "true" }, sign));
    this.where = h("span.where");
    this.buttons = [button("«", "public.first", () => this.go(0)), button("‹", "public.back", () => this.step(-1)), button("›", "public.on", () => this.step(1)), button("»", "public.last", () => this.live())];
    const [first, back, on, last] = this.buttons;
    return h("div.steps", { role: "group", "aria-label": t("public.stepping") }, first, back, this.where, on, last);
  }

  /** Black's side below, or White's again. */
  flip() {
    this.turned = !this.turned;
    remember("turned", this.turned ? "1" : "0");
    this.place();
    this.draw();
  }

  place() {
    const [above, below] = this.turned ? ["white", "black"] : ["black", "white"];
    this.board.turned = this.turned;
    arrange(this.element, [this.rows[above].element, this.frame, this.rows[below].element, this.withheld, this.result, this.news, this.steps, this.said]);
  }

  go(ply) {
    this.looking.go(ply);
    this.draw();
    this.dispatchEvent(new Event("look"));
  }

  step(by) {
    this.go(this.looking.ply + by);
  }

  /** Back to the present position. */
  live() {
    this.looking.live();
    this.draw();
    this.dispatchEvent(new Event("look"));
  }

  change({ kind, from }) {
    if (!this.game) {
      this.dispatchEvent(new CustomEvent("change", { detail: { kind, from } }));
      return;
    }
    const before = this.looking.count;
    this.looking.update(this.game.moves.length, from);
    if (this.wanted !== null && this.wanted <= this.looking.count) {
      this.looking.go(this.wanted, this.wanted < this.looking.count);
      this.wanted = null;
    }
    this.draw();
    this.dispatchEvent(new CustomEvent("change", { detail: { kind, from, before } }));
  }

  draw() {
    const { game, looking } = this;
    if (!game) return;
    const { ply } = looking;
    const position = positionAt(game, ply);
    const past = looking.at !== null;
    const drawing = { rules: game.rules, rows: game.rows, cols: game.cols, ...position, check: checked(game, position.board, position.text, position.turn) };
    const what = past ? t("page.at_move", { n: Math.ceil(ply / 2), text: position.text }) : game.result ? resultWords(game.result) : t("page.to_move", { side: position.turn });
    this.board.update(drawing, t("page.board", { game: t(`game.${game.rules}`), what, move: past ? "" : position.text }));
    toggle(this.board.svg, "is-past", past);
    for (const side of SIDES) {
      this.rows[side].update(game, this.pointsOf(side));
      this.rows[side].turn(position.turn === side && !this.data.over);
    }
    setText(this.where, `${ply} / ${looking.count}`);
    const [first, back, on, last] = this.buttons;
    first.disabled = back.disabled = ply === 0;
    on.disabled = last.disabled = !past;
    this.drawNews();
    this.drawResult();
    this.tick(this.line.now());
  }

  drawNews() {
    const { fresh, at } = this.looking;
    const live = !this.data.over;
    this.news.hidden = at === null || (!live && !fresh);
    setText(this.news, fresh ? t("public.new_moves", { n: fresh }) : t("public.to_live"));
    setText(this.said, fresh ? t("page.new_moves", { n: fresh }) : "");
    toggle(this.news, "fresh", fresh > 0);
  }

  /** That the board is held back, and since when it stands. */
  drawWithheld(table) {
    const held = table?.absence === "withheld" && table.absentSince;
    this.withheld.hidden = !held;
    setText(this.withheld, held ? t("public.withheld_since", { time: timeOfDay(table.absentSince).slice(0, 5) }) : "");
  }

  pointsOf(side) {
    return this.game.result ? (this.game.score?.[side] ?? this.data.live?.state.score?.[side] ?? "") : "";
  }

  /** The result, and why: the ruling's own sentence and its article. */
  drawResult() {
    const { game } = this;
    const ending = { void: "public.void", broken_off: "public.broken_off" }[game.status];
    this.result.hidden = !game.result && !ending;
    const key = JSON.stringify([game.result, game.status]);
    if (this.result.hidden || key === this.resultKey) return;
    this.resultKey = key;
    const short = ending ? t(ending) : resultWords(game.result);
    const full = ending ? "" : say(game.result.text);
    const lines = [h("p.result", {}, h("strong", {}, short)), letters(full) === letters(short) ? null : h("p", {}, full)].filter(Boolean);
    this.article = game.result?.article ? h("p.article", {}, citation(game.result.article)) : null;
    this.result.replaceChildren(...lines, ...(this.article ? [this.article] : []));
    this.dispatchEvent(new Event("result"));
  }

  /** Clocks as of now; at an earlier move, and after the game, as they stood. */
  tick(now) {
    if (!this.game) return;
    const table = this.data.live;
    this.drawWithheld(table);
    if (table?.clock && this.looking.at === null) {
      const contact = this.line.contact(table);
      for (const side of SIDES) this.rows[side].tick(table, now, contact);
      return;
    }
    const left = timesAt(this.game, this.looking.ply);
    this.rows.white.stand(left.white, left.black);
    this.rows.black.stand(left.black, left.white);
  }
}

/** A sentence without what is between its words: a ruling that says no more than the result need not be read twice. */
const letters = (text) => text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
