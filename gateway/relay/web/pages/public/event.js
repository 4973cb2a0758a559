// The event's page: what is played now, the rounds with their pairings and results, the players and whom this reader
// follows. `#/round/2`, `#/players` and `#/player/...` are places on it; `#t3` leads to the game on that table.

import { h, setText } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { ask, gameId, seen, writtenHere } from "./addresses.js";
import { HallLine } from "./hall_line.js";
import { LiveTables } from "./live_tables.js";
import { drawTools } from "./page_tools.js";
import { comingLine, pairingLine, sorted } from "./pairings.js";
import { onFollowing } from "./persons.js";
import { PlayersView } from "./players_view.js";

const SPREAD_MS = 3000; // so that a crowd does not ask in one moment
const main = document.getElementById("main");
const TABS = { players: "page.tournament_players", rounds: "page.tournament_rounds", standings: "page.tournament_standings", crosstable: "page.tournament_crosstable", bracket: "page.tournament_bracket", bridge: "bridge_desk.section" };
const TABLE = /^#([a-z0-9_-]{1,64})$/;

/** `{view, rest}` of the address; a table's name leads away. */
export function place(hash = location.hash) {
  const [view = "", ...rest] = hash.replace(/^#\/?/, "").split("/");
  let text = rest.join("/");
  try {
    text = decodeURIComponent(text);
  } catch {
    text = ""; // no text that we have written
  }
  return { view, rest: text };
}

class EventPage {
  constructor() {
    this.event = writtenHere("event-data"); // {event, title, round, rounds: [{round, games, playing, over, coming}], games, coming}
    this.round = this.event.round;
    this.live = null;
    this.line = new HallLine(() => ({ tables: this.live?.names ?? [], summaries: true }));
    this.live = new LiveTables(this.line, () => this.line.look());
    this.players = new PlayersView();
    this.tell = this.line.tell(document.getElementById("banners"));
    this.line.store.addEventListener("table", ({ detail: { table, kind } }) => kind !== "clock" && kind !== "entry" && this.hear(table));
    this.line.store.addEventListener("hello", () => this.missed && this.poll()); // what was missed while the line was cut
    this.line.connection.addEventListener("state", () => (this.missed ||= this.line.connection.state === "lost"));
    this.line.tick((now) => this.view !== "players" && this.live.tick(now));
    this.line.store.addEventListener("announced", () => this.pollSoon(true));
    this.asked = new Set(); // games that we have heard of and asked for, whatever round they are of
    onFollowing(() => this.drawPairings());
    addEventListener("hashchange", () => this.route());
  }

  build() {
    drawTools(() => (this.tell(), this.build()));
    this.tabs = h("nav.tabs", { "aria-label": t("page.sections") });
    this.roundChoice = h("select", { "aria-label": t("public.round"), onchange: () => (location.hash = `#/round/${this.roundChoice.value}`) });
    this.pairings = h("ol.pairings");
    this.summary = h("p.about");
    this.noGames = h("p.muted", {}, t("public.no_games"));
    this.rounds = h("section.rounds", { id: "rounds" }, h("div.section-head", {}, h("h2", {}, t("public.pairings")), this.roundChoice), this.summary, this.noGames, this.pairings);
    this.live.build();
    this.players.build();
    this.home = h("div.event-home", {}, this.live.element, this.rounds);
    main.replaceChildren(h("h1.aside", {}, this.event.title), this.tabs, this.home, this.players.element);
    this.drawRounds();
    this.route();
  }

  route() {
    const table = TABLE.exec(location.hash)?.[1];
    if (table) {
      location.replace(seen(`/tables/${table}`)); // links to a table lead to the game on it
      return;
    }
    const { view, rest } = place();
    this.view = view === "players" || view === "player" ? "players" : "";
    this.home.hidden = this.view === "players";
    this.players.show(this.view === "players", view === "player" ? rest : "");
    const wanted = view === "round" ? Number(rest) : view === "" ? this.event.round : this.round;
    if (wanted !== this.round) {
      this.round = wanted;
      this.ask();
    }
    const tab = (href, key, on) => h("a", { href, "aria-current": on && "page" }, t(key));
    // Where a tournament is held, its own pages have the players.
    const others = this.event.tabs.length ? this.event.tabs.map(([name, address]) => tab(seen(address), TABS[name], false)) : [tab("#/players", "public.players", this.view === "players")];
    this.tabs.replaceChildren(tab("#/", "public.games", !this.view), ...others);
    this.drawRounds();
    document.title = [rest && view === "player" ? this.players.name : this.view ? t("public.players") : "", this.event.title].filter(Boolean).join(" · ");
  }

  drawRounds() {
    const { rounds } = this.event;
    const some = rounds.length > 1 || rounds[0]?.round > 0;
    this.roundChoice.hidden = !some;
    this.roundChoice.replaceChildren(...rounds.map(({ round }) => h("option", { value: round, selected: round === this.round }, round ? t("page.round", { n: round }) : t("public.without_round"))));
    const now = rounds.find(({ round }) => round === this.round);
    setText(this.summary, now ? [t("public.count_games", { n: now.games }), t("page.playing", { n: now.playing }), t("page.over", { n: now.over }), now.coming ? t("public.count_coming", { n: now.coming }) : ""].filter(Boolean).join(" · ") : "");
    this.drawPairings();
  }

  drawPairings() {
    if (!this.pairings) return;
    const { games, coming } = this.event;
    this.noGames.hidden = games.length + coming.length > 0;
    this.pairings.replaceChildren(...sorted(games).map((game) => pairingLine(game)), ...sorted(coming).map(comingLine));
  }

  /** How a table stands changes its line; a game that is new to us is asked for, by all who look not quite at once. */
  hear({ name, journal, state }) {
    if (!state?.game || !state.rules) return;
    const id = gameId(name, journal, state.game);
    const known = this.event.games.find((game) => game.id === id);
    if (!known) {
      if (!this.asked.has(id)) this.pollSoon();
      this.asked.add(id);
      return;
    }
    const status = state.status === "waiting" ? "ready" : state.status;
    const result = state.result ? { result: state.result.result, reason: state.result.reason } : null;
    if (known.status === status && JSON.stringify(known.result) === JSON.stringify(result)) return;
    Object.assign(known, { status, result, score: state.score ?? null, players: state.players });
    this.count();
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = null;
      this.drawRounds();
    });
  }

  /** The numbers of the round that is shown, by its games. */
  count() {
    const { games, rounds } = this.event;
    const now = rounds.find(({ round }) => round === this.round);
    if (!now) return;
    now.playing = games.filter(({ status }) => status === "playing" || status === "paused").length;
    now.over = games.filter(({ status }) => status === "over").length;
  }

  pollSoon(all = false) {
    this.stale ||= all;
    this.later ??= setTimeout(() => {
      this.later = null;
      this.poll();
    }, 500 + Math.random() * SPREAD_MS);
  }

  /** The few numbers that tell whether there is another round, or anything else in the one that is shown. */
  async poll() {
    const found = await read("/api/event");
    if (!found) return;
    const key = ({ rounds }) => JSON.stringify(rounds.find(({ round }) => round === this.round));
    const changed = key(found) !== key(this.event);
    const began = found.round !== this.event.round && this.round === this.event.round && !location.hash.startsWith("#/round/");
    Object.assign(this.event, { rounds: found.rounds, round: found.round });
    if (began) this.round = found.round; // a reader who watches the present round goes on to the next
    const stale = this.stale;
    this.stale = false;
    if (changed || began || stale) await this.ask();
    else this.drawRounds();
  }

  async ask() {
    const asked = this.round;
    const found = await read(`/api/rounds/${asked}`);
    if (!found || asked !== this.round) return;
    Object.assign(this.event, { games: found.games, coming: found.coming });
    this.drawRounds();
  }
}

async function read(path) {
  try {
    const answer = await ask(path);
    return answer.ok ? await answer.json() : null;
  } catch (error) {
    console.info(`${path}:`, error.message); // the next turn asks again
    return null;
  }
}

const page = new EventPage();
page.build();
page.line.open();
