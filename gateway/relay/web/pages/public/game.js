// The page of one game, at its own address for ever: `/games/t7.3`, a move of it `/games/t7.3#17`.

import { h, setText } from "../lib/dom.js";
import { registerKeys, showKeys } from "../lib/keys.js";
import { knows, learn, t } from "../lib/words.js";
import { articleWords } from "../parts/articles.js";
import { gameId, gamePath, plyOf, seen, writtenHere } from "./addresses.js";
import { GameLine } from "./game_line.js";
import { GameView } from "./game_view.js";
import { HallLine } from "./hall_line.js";
import { LiveList } from "./live_list.js";
import { MoveList } from "./moves.js";
import { drawTools, switchButton } from "./page_tools.js";
import { nameOf } from "./persons.js";
import { Sharing } from "./sharing.js";
import { play, setSound, soundOn } from "./sound.js";
import { TimeGraph } from "./time_graph.js";

const main = document.getElementById("main");
const { game: id } = document.documentElement.dataset;

class GamePage {
  constructor() {
    this.line = new HallLine(
      () => ({ tables: [this.data.table], follow: [this.data.table] }),
      () => this.data.have,
    );
    this.data = new GameLine(id, this.line, writtenHere("game"));
    this.view = this.makeView(plyOf(location.hash));
    this.tell = this.line.tell(document.getElementById("banners"));
    this.beside = new LiveList(id);
    addEventListener("hashchange", () => {
      const ply = plyOf(location.hash);
      if (ply === null) this.view.live();
      else this.view.go(ply);
    });
    this.registerKeys();
    this.line.tick((now) => this.view.tick(now));
  }

  makeView(at) {
    const view = new GameView(this.data, { at });
    view.addEventListener("change", ({ detail }) => this.change(detail));
    view.addEventListener("look", () => this.look());
    view.addEventListener("result", () => this.cite());
    return view;
  }

  registerKeys() {
    const run = (event) => this.key(event, this.view);
    registerKeys("public.game", [
      { keys: ["ArrowLeft", "ArrowRight"], words: "page.key_step", run },
      { keys: ["ArrowUp", "ArrowDown"], words: "page.key_list", run },
      { keys: ["Home"], words: "public.first", run },
      { keys: ["End"], words: "public.last", run },
      { keys: ["f"], words: "page.turn_board", run: () => this.view.flip() },
      { keys: ["c"], words: "public.copy_link", run: () => void this.sharing.copy() },
    ]);
  }

  /** False: the key is not ours here. */
  key(event, view) {
    const inList = this.moves.list.contains(event.target);
    if (event.key === "ArrowLeft") view.step(-1);
    else if (event.key === "ArrowRight") view.step(1);
    else if (event.key === "ArrowUp" && inList) view.step(-2);
    else if (event.key === "ArrowDown" && inList) view.step(2);
    else if (event.key === "Home") view.go(0);
    else if (event.key === "End") view.live();
    else return false;
    if (inList) this.moves.focus(view.looking.ply);
    return true;
  }

  /** Draw everything, in the language of now. */
  build() {
    drawTools(async () => (await learn("articles"), this.rebuild()));
    this.title = h("h1.game-title");
    this.about = h("p.about");
    this.waiting = h("p.notice.small", { role: "status", hidden: true });
    this.moves = new MoveList((ply) => this.view.go(ply));
    this.graph = new TimeGraph((ply) => this.view.go(ply));
    this.sharing = new Sharing(id, this.data.table, () => this.view.looking.at);
    this.next = h("p.next", { hidden: true });
    const help = h("button.quiet.help", { type: "button", title: t("page.keys"), "aria-label": t("page.keys"), onclick: showKeys }, "?");
    const tools = h("div.buttons", {}, switchButton("page.turn_board", () => this.view.turned, () => this.view.flip(), "f"), switchButton("public.sound", soundOn, () => setSound(!soundOn())), help);
    this.panel = h("div.panel", {}, this.moves.element, this.graph.element, this.sharing.element);
    main.replaceChildren(
      h("div.game-head", {}, this.title, this.about),
      this.waiting,
      h("div.game-grid", {}, h("div.stage-column", {}, this.view.element, tools, this.next), this.panel),
      this.beside.element,
    );
    this.beside.build();
    this.change({ kind: "moves", from: 0 });
    if (this.view.article) this.cite();
  }

  /** The same in another language; where the reader is stays. */
  rebuild() {
    const { at } = this.view.looking;
    this.view.leave();
    this.view = this.makeView(at);
    this.tell();
    this.build();
  }

  change({ kind, from = 0, before }) {
    const { game } = this.view;
    const missing = !game;
    main.classList.toggle("missing", missing);
    this.waiting.hidden = !missing;
    if (missing) {
      setText(this.title, t("public.game_at", { table: this.data.table.toUpperCase(), n: this.data.number }));
      setText(this.waiting, this.data.passed ? t("public.no_such_game") : this.data.missing ? t("public.coming") : t("page.connecting"));
      return;
    }
    this.drawHead(game);
    const end = kind === "moves" ? this.moves.update(game, from) : false;
    if (kind === "moves") this.graph.update(game);
    this.sharing.update(game);
    this.look(end || this.view.looking.at !== null);
    this.drawNext();
    if (before !== undefined && game.moves.length > before && before > 0) play("move");
    if (game.result && this.over === false) {
      play("end");
      this.beside.ask();
    }
    this.over = this.data.over;
  }

  drawHead(game) {
    const title = `${nameOf(game.players.white, "white")} – ${nameOf(game.players.black, "black")}`;
    setText(this.title, title);
    const round = game.round ? t("page.round", { n: game.round }) : "";
    const parts = [round, t("page.table", { table: game.table.toUpperCase() }), t(knows(`rulebook.${game.rulebook}`) ? `rulebook.${game.rulebook}` : `game.${game.rules}`), game.control && t("control.notation", { control: game.control }), game.result ? "" : knows(`status.${game.status}`) ? t(`status.${game.status}`) : ""];
    setText(this.about, parts.filter(Boolean).join(" · "));
    document.title = `${title} · ${round ? `${round} · ` : ""}${game.title}`;
  }

  /** The move that is looked at, everywhere; the address names it, so that it can be sent to somebody. */
  look(follow = true) {
    const { looking } = this.view;
    this.moves.mark(looking, follow);
    this.graph.mark(looking.ply);
    const hash = looking.at === null ? "" : `#${looking.at}`;
    if (location.hash !== hash) history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
  }

  /** What the table plays now, where that is another game. */
  drawNext() {
    const { data } = this;
    const table = this.line.store.tables.get(data.table);
    this.next.hidden = !data.passed;
    if (this.next.hidden) return;
    const path = table.journal === data.journal ? gamePath(gameId(data.table, data.journal, data.number + 1)) : seen(`/tables/${data.table}`);
    this.next.replaceChildren(h("a.button", { href: path }, t("public.next_game")));
  }

  /** The article's title comes from a part of the catalogue that few need. */
  async cite() {
    const { article, game } = this.view;
    if (!article) return;
    try {
      await learn("articles");
    } catch (error) {
      console.info("The articles have not come:", error.message);
    }
    setText(article, articleWords(game.result.article));
  }
}

const page = new GamePage();
page.build();
page.line.open();
