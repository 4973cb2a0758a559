// The wall: a display for hall screens. It has no controls to see, shows what everybody may see, and looks after itself:
// pages turn by themselves, a connection that breaks is made again for ever, a new relay brings its new page.
//
// Keys, for whoever sets it up: Space holds the page and lets it go, the arrows turn it.

import { h, setText, toggle } from "../lib/dom.js";
import { timeOfDay } from "../lib/times.js";
import { LANGUAGES, language, setLanguage } from "../lib/words.js";
import { Connection } from "../live/connection.js";
import { Store } from "../live/store.js";
import { behindWords } from "../parts/delay.js";
import { bridgeSlides } from "./bridge_slides.js";
import { parameters } from "./parameters.js";
import { newResult, resultList } from "./results.js";
import { chosen, slides } from "./slides.js";
import { tournamentSlides } from "./tournament_slides.js";
import { ClockFace } from "../round_clock/clock_face.js";
import { ClockStrip } from "../round_clock/clock_strip.js";
import { shiftSlowly } from "./shifting.js";
import { WallCard } from "./wall_card.js";
import { WallWords } from "./wall_words.js";

const TICK_MS = 100;
const NEWS_MS = 9000; // a new result stays this long

class Wall {
  constructor(root, asked, words) {
    this.root = root;
    this.asked = asked;
    this.words = words;
    this.connection = new Connection(() => ({ tables: asked.tables }), () => [], { sees: asked.sees });
    this.store = new Store(() => this.connection.now());
    this.page = 0;
    this.held = false;
    this.news = []; // tables whose result has come and has not been shown large yet
    this.results = null; // what was over when we came is no news
    this.tournament = {}; // {content, standings}, once something was done to one
    this.bridge = null; // the bridge event, if there is one
    this.cards = new Map();
    this.event = h("strong.wall-event");
    this.round = h("span.wall-round");
    this.behind = h("span.wall-behind");
    this.time = h("span.wall-time");
    this.clock = new ClockStrip((key, args) => words.text(key, args), "");
    this.face = new ClockFace((key, args) => words.text(key, args), 5); // where there is nothing else to see
    this.banner = h("p.wall-banner", { role: "status", hidden: true });
    this.slide = h("div.wall-slide");
    this.where = h("p.wall-where");
    root.append(h("header.wall-top", {}, h("h1", {}, this.event, this.round), this.clock.element, this.behind, this.time), this.banner, this.slide, this.where);
    this.listen();
  }

  listen() {
    const { connection, store } = this;
    store.listenTo(connection);
    connection.addEventListener("state", () => this.drawBanner());
    store.addEventListener("broker", () => this.drawBanner());
    store.addEventListener("behind", () => this.drawBehind());
    store.addEventListener("hello", ({ detail: { upgraded } }) => {
      if (upgraded) location.reload(); // old scripts must not talk to a new relay
      this.drawBanner();
    });
    store.addEventListener("round_clock", () => this.draw());
    store.addEventListener("acts", () => this.hearTournament());
    store.addEventListener("table", ({ detail: { table, kind } }) => this.hear(table, kind));
    addEventListener("resize", () => this.draw());
    addEventListener("keydown", (event) => this.press(event));
  }

  open() {
    this.turnLater();
    setInterval(() => this.tick(), TICK_MS);
    shiftSlowly(this.root);
    this.draw();
    this.connection.open();
  }

  /** Something about a table: a page that is not shown is drawn when its turn comes. */
  hear(table, kind) {
    if (kind === "clock" || kind === "entry") return;
    const over = table.state?.result ? `${table.state.game} ${table.state.result.result}` : "";
    const before = this.results?.get(table.name);
    this.results ??= new Map();
    this.results.set(table.name, over);
    const wanted = this.asked.tables === null || this.asked.tables.includes(table.name);
    if (over && before !== undefined && before !== over && wanted && this.asked.show.includes("results")) this.announce(table);
    this.redraw ??= requestAnimationFrame(() => {
      this.redraw = null;
      this.draw();
    });
  }

  /** Something was done to the tournament: what everybody may see of it is asked for anew. */
  async hearTournament() {
    const read = async (path) => {
      try {
        const answer = await fetch(`/api/${path}?sees=${this.asked.sees}`);
        return answer.ok ? await answer.json() : null;
      } catch (error) {
        console.info(`${path}:`, error.message); // the next sign of life asks again
        this.store.acts = undefined;
        return null;
      }
    };
    const content = await read("tournament");
    if (content) this.tournament = { content, standings: content.closed ? await read("tournament/standings") : null };
    this.bridge = (await read("bridge")) ?? this.bridge;
    this.draw();
  }

  announce(table) {
    this.news = [...this.news.filter((each) => each !== table), table];
    if (this.shownNews) return; // its turn comes
    this.nextNews();
  }

  nextNews() {
    this.shownNews = this.news.shift() ?? null;
    clearTimeout(this.newsTimer);
    if (this.shownNews) this.newsTimer = setTimeout(() => this.nextNews(), NEWS_MS);
    this.turnLater(); // the page below has its full time afterwards
    this.draw();
  }

  turnLater() {
    clearTimeout(this.turning);
    this.turning = setTimeout(() => {
      if (!this.held && !this.shownNews) this.page++;
      this.turnLater();
      this.draw();
    }, this.asked.seconds * 1000);
  }

  press(event) {
    const turn = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (event.key !== " " && !turn) return;
    event.preventDefault();
    if (turn) {
      this.page += turn;
      this.shownNews = null;
      this.turnLater();
    } else this.held = !this.held;
    this.draw();
  }

  draw() {
    const tables = chosen(this.store.tables.values(), this.asked.tables);
    const { clientWidth: width, clientHeight: height } = this.slide;
    const all = [...slides(tables, this.asked, width, height), ...tournamentSlides(this.tournament, this.asked.show, this.words), ...bridgeSlides(this.bridge, this.asked.show, this.words)];
    this.page = all.length ? (this.page + all.length) % all.length : 0;
    const shown = this.shownNews ? null : all[this.page];
    setText(this.event, this.store.hello?.title || this.store.hello?.event || "");
    const round = Math.max(0, ...tables.map(({ state }) => state?.round ?? 0));
    setText(this.round, round ? this.words.text("page.wall_round", { n: round }) : "");
    const where = all.length > 1 || this.held ? `${this.page + 1} / ${all.length}` : "";
    setText(this.where, this.held ? `${where} · ${this.words.text("page.wall_held")}` : where);
    if (this.shownNews) this.put(`news ${this.shownNews.name}`, () => newResult(this.shownNews, this.words));
    else if (!shown && this.store.roundClock?.plan && !this.asked.tables) this.put("clock", () => this.face.element);
    else if (!shown) this.put("empty", () => h("p.wall-empty", {}, ...this.words.spans(this.asked.tables ? "page.wall_no_such" : "page.no_tables")));
    else if (shown.make) this.put(shown.key, shown.make);
    else if (shown.kind === "results") this.put(JSON.stringify(shown.tables.map(({ name, state }) => [name, state.score, state.players])), () => resultList(shown.tables, this.words));
    else this.putCards(shown);
    this.tick();
  }

  /** Put another page in the place of this one, unless it is the same. */
  put(key, make) {
    if (this.key === key) return;
    this.key = key;
    this.cards.clear();
    this.slide.replaceChildren(make());
  }

  putCards({ kind, tables, columns, rows }) {
    const key = `${kind} ${columns} ${rows} ${tables.map(({ name }) => name)}`;
    if (this.key === key) {
      for (const card of this.cards.values()) card.update();
      return;
    }
    this.key = key;
    this.cards = new Map(tables.map((table) => [table.name, new WallCard(table, this.words, kind === "boards")]));
    const list = h(`ul.wall-cards.${kind}`, {}, ...[...this.cards.values()].map(({ element }) => element));
    list.style.setProperty("--columns", columns);
    list.style.setProperty("--rows", rows);
    this.slide.replaceChildren(list);
  }

  drawBanner() {
    const { connection, store } = this;
    const since = connection.lostAt ?? store.brokerLostAt;
    const lost = connection.state === "lost" || !store.broker;
    const words = lost && since !== null ? this.words.spans("page.wall_lost", { time: timeOfDay(since) }) : this.words.spans("page.connecting");
    this.banner.hidden = !lost && connection.state === "open";
    this.banner.replaceChildren(...words);
    toggle(document.body, "cut-off", lost);
  }

  drawBehind() {
    const { store, words } = this;
    setText(this.behind, store.behind || store.still ? behindWords(store, (key, args) => words.text(key, args)) : "");
  }

  tick() {
    const now = this.connection.now();
    setText(this.time, timeOfDay(now + this.store.behind).slice(0, 5)); // what the clock on the wall says
    const whole = this.key === "clock";
    (whole ? this.face : this.clock).draw(this.store.roundClock, this.connection.present());
    if (whole) this.clock.element.hidden = true;
    for (const card of this.cards.values()) card.tick(now, this.contact(card.table));
  }

  contact(table) {
    const times = [this.connection.lostAt, this.store.brokerLostAt, table.offlineSince].filter((time) => time !== null);
    if (!times.length) return table.fresh ? null : (table.clock?.at ?? 0) + table.offset;
    return Math.min(...times);
  }
}

const asked = parameters(location.search, Object.keys(LANGUAGES), language);
document.documentElement.dataset.theme = asked.theme;
await setLanguage(asked.languages[0]);
new Wall(document.getElementById("wall"), asked, await WallWords.load(asked.languages)).open();
