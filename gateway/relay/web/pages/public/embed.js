// A game inside a page of another site: `/embed/games/t7.3`, or whatever is on a table, `/embed/tables/t7`. It asks for no
// cookie and has nothing to press but what steps through the game.

import { h, setText } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { gameId, gamePath, plyOf, writtenHere } from "./addresses.js";
import { GameLine } from "./game_line.js";
import { GameView } from "./game_view.js";
import { HallLine } from "./hall_line.js";

const main = document.getElementById("main");
const { game: asked, table } = document.documentElement.dataset;

class Embed {
  constructor() {
    this.line = new HallLine(
      () => ({ tables: [table ?? this.data.table], follow: [table ?? this.data.table] }),
      () => this.data?.have ?? [],
    );
    this.line.tell(document.getElementById("banners"));
    this.title = h("a", { target: "_blank", rel: "noopener" });
    this.head = h("h1.embed-title", {}, this.title);
    this.waiting = h("p.muted", { role: "status" }, t("page.connecting"));
    this.line.tick((now) => this.view?.tick(now));
    if (asked) this.show(asked, writtenHere("game"));
    else {
      main.replaceChildren(h("div.embedded", {}, this.waiting));
      const written = writtenHere("game");
      if (written) this.show(written.id, written);
      this.line.store.addEventListener("table", ({ detail }) => detail.table.name === table && this.hear(detail.table));
    }
  }

  /** The table has another game on it. */
  hear({ journal, state, entries }) {
    if (!state?.game) return setText(this.waiting, t("public.coming"));
    if (!entries.length) return; // its lines follow
    const id = gameId(table, journal, state.game);
    if (this.data?.id !== id) this.show(id);
  }

  show(id, written = null) {
    this.view?.leave();
    this.data?.leave();
    this.data = new GameLine(id, this.line, written);
    this.view = new GameView(this.data, { at: plyOf(location.hash), star: false });
    this.view.addEventListener("change", () => this.draw());
    this.title.href = gamePath(id);
    main.replaceChildren(h("div.embedded", {}, this.head, this.waiting, this.view.element));
    this.draw();
  }

  draw() {
    const { game } = this.view;
    this.view.element.hidden = !game;
    this.waiting.hidden = Boolean(game);
    if (!game) return setText(this.waiting, t(this.data.missing ? "public.coming" : "page.connecting"));
    const round = game.round ? t("page.round", { n: game.round }) : "";
    setText(this.title, [game.title, round, game.table.toUpperCase()].filter(Boolean).join(" · "));
  }
}

const page = new Embed();
page.line.open();
