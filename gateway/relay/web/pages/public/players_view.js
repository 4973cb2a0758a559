// The players of the event, and one player's games in all rounds. Those who are followed come first.

import { h, setText } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { ask } from "./addresses.js";
import { pairingLine } from "./pairings.js";
import { detailsOf, follows, nameOf, onFollowing, personKey, Star } from "./persons.js";

export class PlayersView {
  persons = null; // [{person, games}], once they are asked for
  games = [];
  key = ""; // of the player who is shown; empty: all of them

  constructor() {
    this.element = h("section.players", { hidden: true });
    onFollowing(() => this.drawList());
  }

  /** The name of the player who is shown. */
  get name() {
    return this.found?.person.name ?? "";
  }

  get found() {
    return this.persons?.find(({ person }) => personKey(person) === this.key);
  }

  build() {
    this.search = h("input.search", { type: "search", placeholder: t("public.find_player"), "aria-label": t("public.find_player"), oninput: () => this.drawList() });
    this.list = h("ul.player-list");
    this.head = h("div.section-head");
    this.own = h("ol.pairings");
    this.state = h("p.muted", { role: "status" });
    this.draw();
  }

  show(visible, key) {
    this.element.hidden = !visible;
    if (!visible) return;
    this.key = key;
    this.draw();
    this.ask();
  }

  async ask() {
    const asked = this.key;
    try {
      const list = await ask("/api/players");
      if (list.ok) this.persons = (await list.json()).players;
      if (asked && this.found) {
        const { id, name } = this.found.person;
        const games = await ask(`/api/games?limit=500&player=${encodeURIComponent(id || name)}`);
        const mine = ({ players }) => personKey(players.white) === asked || personKey(players.black) === asked;
        if (games.ok && asked === this.key) this.games = (await games.json()).games.filter(mine);
      }
      setText(this.state, "");
    } catch (error) {
      console.info("Players:", error.message);
      setText(this.state, t("public.no_line"));
    }
    this.draw();
  }

  draw() {
    if (!this.list) return;
    const { found } = this;
    if (!this.key) {
      this.element.replaceChildren(this.search, this.state, this.list);
      this.drawList();
      return;
    }
    const star = new Star();
    if (found) star.update(found.person);
    const name = found ? [h("h2", {}, h("span.name", { dir: "auto" }, nameOf(found.person, "white"))), star.element, h("p.about", {}, detailsOf(found.person))] : [h("h2", {}, this.persons ? t("public.no_such_player") : t("page.connecting"))];
    this.head.replaceChildren(...name);
    this.own.replaceChildren(...this.games.map((game) => pairingLine(game, { withRound: true })));
    this.element.replaceChildren(h("p", {}, h("a.back", { href: "#/players" }, `‹ ${t("public.players")}`)), this.head, this.state, this.own);
  }

  drawList() {
    if (!this.list || this.key || !this.persons) return;
    const wanted = this.search.value.trim().toLowerCase();
    const fits = ({ person }) => !wanted || `${person.name} ${person.federation ?? ""} ${person.club ?? ""}`.toLowerCase().includes(wanted);
    const weight = ({ person }) => (follows(person) ? 0 : 1);
    const shown = this.persons.filter(fits).sort((a, b) => weight(a) - weight(b) || a.person.name.localeCompare(b.person.name));
    this.list.replaceChildren(...shown.map(({ person, games }) => this.line(person, games)));
    setText(this.state, shown.length ? "" : t("public.nobody_found"));
  }

  line(person, games) {
    const star = new Star();
    star.update(person);
    return h("li.player-line", {}, star.element, h("a", { href: `#/player/${encodeURIComponent(personKey(person))}` }, h("span.name", { dir: "auto" }, nameOf(person, "white")), h("span.details", {}, detailsOf(person))), h("span.muted", {}, t("public.count_games", { n: games })));
  }
}
