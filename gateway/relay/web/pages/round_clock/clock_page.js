// The hall's clock: full screen on a wall, and the same on a telephone. `/clock?language=both&theme=dark`.
// It has few controls, and looks after itself: a connection that breaks is made again for ever, and meanwhile it runs on.

import { h, setText, toggle } from "../lib/dom.js";
import { timeOfDay } from "../lib/times.js";
import { LANGUAGES, language, setLanguage } from "../lib/words.js";
import { Connection } from "../live/connection.js";
import { Store } from "../live/store.js";
import { parameters } from "../wall/parameters.js";
import { shiftSlowly } from "../wall/shifting.js";
import { WallWords } from "../wall/wall_words.js";
import { ClockFace } from "./clock_face.js";
import { callWords } from "./clock_words.js";
import { HallCaller } from "./hall_caller.js";

const TICK_MS = 100;
const CALL_MS = 20_000; // what was called stays to be read so long

class ClockPage {
  constructor(root, words) {
    this.words = words;
    const text = (key, args) => words.text(key, args);
    this.connection = new Connection(() => ({ tables: [] }), () => []);
    this.store = new Store(() => this.connection.now());
    this.face = new ClockFace(text, 5);
    this.caller = new HallCaller((call) => words.catalogues.map((each) => ({ language: each.language, text: callWords(call, (key, args) => each.text(key, args)) })));
    this.title = h("h1.clock-event");
    this.time = h("span.clock-now");
    this.call = h("p.clock-call", { role: "alert" });
    this.banner = h("p.clock-banner", { role: "status", hidden: true });
    root.append(h("header.clock-top", {}, this.title, this.time), this.banner, this.call, this.face.element, this.tools(text));
    this.listen(text);
  }

  tools(text) {
    const box = (name, key, on, able = true) => {
      const input = h("input", { type: "checkbox", checked: on, disabled: !able });
      input.addEventListener("change", () => this.caller.switch(name, input.checked));
      return h("label.check", {}, input, h("span", {}, text(key)));
    };
    const { caller } = this;
    const full = h("button.quiet", { type: "button", onclick: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()) }, text("round_clock.full_screen"));
    full.hidden = !document.fullscreenEnabled;
    const other = Object.entries(LANGUAGES).filter(([code]) => code !== words.catalogues[0].language);
    const links = other.map(([code, name]) => h("a.button.quiet", { href: `?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), language: code })}`, lang: code }, name));
    return h("footer.clock-tools", {}, box("sound", "round_clock.sound", caller.sound), box("voice", "round_clock.voice", caller.voice, caller.canSpeak), full, ...links);
  }

  listen(text) {
    const { connection, store } = this;
    store.listenTo(connection);
    connection.addEventListener("state", () => this.drawBanner());
    store.addEventListener("hello", ({ detail: { upgraded } }) => {
      if (upgraded) location.reload(); // old scripts must not talk to a new relay
      setText(this.title, store.hello.title || store.hello.event);
      document.title = `${text("round_clock.title")} · ${store.hello.title || store.hello.event}`;
      this.drawBanner();
    });
    this.caller.addEventListener("call", ({ detail }) => {
      setText(this.call, callWords(detail, text));
      this.callUntil = Date.now() + CALL_MS;
    });
  }

  open() {
    this.connection.open();
    setInterval(() => this.tick(), TICK_MS);
    shiftSlowly(document.getElementById("clock"));
    this.tick();
  }

  tick() {
    const now = this.connection.present();
    const clock = this.store.roundClock;
    this.caller.look(clock, now);
    this.face.draw(clock, now);
    if (this.callUntil && Date.now() > this.callUntil) {
      setText(this.call, "");
      this.callUntil = 0;
    }
    setText(this.time, new Date().toTimeString().slice(0, 5));
  }

  drawBanner() {
    const { connection } = this;
    const lost = connection.state === "lost";
    this.banner.hidden = connection.state === "open";
    const since = connection.lostAt;
    this.banner.replaceChildren(...(lost && since !== null ? this.words.spans("round_clock.lost", { time: timeOfDay(since) }) : this.words.spans("page.connecting")));
    toggle(document.body, "cut-off", lost);
  }
}

const asked = parameters(location.search, Object.keys(LANGUAGES), language);
const theme = new URLSearchParams(location.search).get("theme");
if (["dark", "light"].includes(theme)) document.documentElement.dataset.theme = theme;
await setLanguage(asked.languages[0]);
const words = await WallWords.load(asked.languages);
new ClockPage(document.getElementById("clock"), words).open();
