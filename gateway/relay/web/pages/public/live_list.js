// The games that are being played now, beside the one that is open: links with names, those who are followed first.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { ask, gamePath, seen } from "./addresses.js";
import { follows, nameOf, onFollowing } from "./persons.js";

const SHOWN = 8;
const ASKED = 60;

export class LiveList {
  /** `id` is the game that is open, and is left out. */
  constructor(id) {
    this.id = id;
    this.games = [];
    this.list = h("ul.live-list");
    this.element = h("nav.beside", { hidden: true });
    onFollowing(() => this.draw());
    setTimeout(() => this.ask(), 1000); // the game itself comes first
  }

  build() {
    this.element.setAttribute("aria-label", t("public.live_now"));
    this.element.replaceChildren(h("h2", {}, t("public.live_now")), this.list, h("p", {}, h("a", { href: seen("/") }, t("public.all_games"))));
    this.draw();
  }

  async ask() {
    try {
      const answer = await ask(`/api/games?status=playing&limit=${ASKED}`);
      if (answer.ok) this.games = (await answer.json()).games;
    } catch (error) {
      console.info("Other games:", error.message); // they are only beside
    }
    this.draw();
  }

  draw() {
    const others = this.games.filter(({ id }) => id !== this.id);
    const weight = ({ players }) => (follows(players.white) || follows(players.black) ? 0 : 1);
    const shown = [...others].sort((a, b) => weight(a) - weight(b)).slice(0, SHOWN);
    this.element.hidden = !shown.length;
    this.list.replaceChildren(...shown.map((game) => h("li", {}, h("a", { href: gamePath(game.id) }, h("span.table-name", {}, game.table.toUpperCase()), " ", h("span.name", { dir: "auto" }, `${nameOf(game.players.white, "white")} – ${nameOf(game.players.black, "black")}`)))));
  }
}
