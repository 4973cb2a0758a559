// The WebSocket to the relay: keeps itself alive, and keeps the relay's time.

const SILENCE_MS = 12_000; // the relay speaks every 5 s
const PAUSES_MS = [300, 1000, 2000, 4000, 8000, 15_000];
const SAMPLES = 24;
const DRIFT_MS = 2; // clocks run apart: by so much from one sign of life to the next an estimate loses its worth
const PROTOCOL = 2; // a state is sent once, and then what changes
const NAMED = 500; // tables that the relay lets us name: whoever looks at more looks at all of them
const FINAL = { 4403: "replaced", 4429: "elsewhere" }; // of a player's page: another card, another page

export class Connection extends EventTarget {
  /**
   * `wants()` gives what is looked at: `{tables, follow, summaries}`. `tables` are wanted whole, null for all of them; of those in
   * `follow` the lines come as well; `summaries` are few words about every table. A list alone means `follow`, and all tables.
   * `have()` gives what is held of the followed ones as [table, n, journal]; `query` is added to the address, whose `path` may
   * be another.
   */
  constructor(wants, have, query = {}, path = "/ws") {
    super();
    this.query = query;
    this.path = path;
    this.wants = wants;
    this.have = have;
    this.state = "connecting";
    this.lostAt = null; // relay time of the last sign of life, while there is no connection
    this.failures = 0;
    this.samples = [];
    this.skew = 0;
    this.ahead = 0; // of the relay's own clock before ours
    this.behind = 0; // how far what is shown lies behind the relay's clock
    this.still = null; // the instant at which time stands, while it does
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retry());
  }

  /** The instant that is shown: the relay's wall clock, or as far behind it as we are, in milliseconds. */
  now() {
    return this.still ?? Date.now() + this.skew;
  }

  /** The relay's own clock, however far behind it all else is shown. */
  present() {
    return Date.now() + this.ahead;
  }

  open() {
    clearTimeout(this.timer);
    const { tables, follow, summaries } = this.ask();
    const query = new URLSearchParams({ ...this.query, v: PROTOCOL, follow: follow.join(",") });
    if (tables) query.set("tables", tables.join(","));
    if (summaries) query.set("summaries", "1");
    const have = this.have().map((item) => item.join(":")).join(",");
    if (have) query.set("have", have);
    const url = new URL(`${this.path}?${query}`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(url));
    socket.onmessage = (event) => this.take(socket, JSON.parse(event.data));
    socket.onclose = ({ code }) => socket === this.socket && (FINAL[code] ? this.end(FINAL[code]) : this.lost());
    this.listen();
  }

  /** What is wanted now; whoever keeps it is told. */
  ask() {
    const wanted = this.wants();
    const { tables = null, follow = [], summaries = false } = Array.isArray(wanted) ? { follow: wanted } : wanted;
    const asked = { tables: tables && tables.length <= NAMED ? tables : null, follow, summaries };
    this.asked = JSON.stringify(asked);
    this.dispatchEvent(new CustomEvent("asked", { detail: asked }));
    return asked;
  }

  /** Look at other things, if they are others; `again` names tables of which something was missed. */
  subscribe(again = []) {
    if (this.state !== "open") return;
    const before = this.asked;
    const asked = this.ask();
    if (before === this.asked && !again.length) return;
    const have = Object.fromEntries(this.have().map(([table, n, journal]) => [table, [n, journal]]));
    this.socket.send(JSON.stringify({ type: "subscribe", ...asked, have, again }));
  }

  retry() {
    if (this.state === "lost") this.open();
  }

  take(socket, message) {
    if (socket !== this.socket) return;
    this.heard = Date.now();
    if (message.now) {
      const { now, behind = 0, still = false } = message;
      this.setAhead(now + behind, message.type === "hello" || this.state !== "open");
      this.setTime(now, message.type === "hello" || this.state !== "open" || behind !== this.behind);
      this.behind = behind;
      this.still = still ? now : null;
    }
    if (message.type === "hello" || message.type === "player") {
      this.failures = 0;
      this.lostAt = null;
      this.become("open");
    }
    this.listen();
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
    // Another table may have been opened while we were connecting, or more may be seen than we knew.
    if (message.type === "hello") this.subscribe();
  }

  /** Delay only makes the relay's time look older, so the youngest of the last samples is the best. */
  setTime(now, afresh) {
    if (afresh) this.samples = [];
    this.samples.push(now - Date.now());
    if (this.samples.length > SAMPLES) this.samples.shift();
    this.skew = Math.max(...this.samples);
  }

  setAhead(now, afresh) {
    const ahead = now - Date.now();
    this.ahead = afresh ? ahead : Math.max(this.ahead - DRIFT_MS, ahead);
  }

  listen() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const socket = this.socket;
      this.lost();
      socket.close();
    }, SILENCE_MS);
  }

  /** The relay will not have this page any more, and asking again would not help. */
  end(state) {
    clearTimeout(this.timer);
    this.socket = null;
    this.become(state);
  }

  lost() {
    clearTimeout(this.timer);
    this.socket = null;
    if (this.lostAt === null && this.heard) this.lostAt = this.still ?? this.heard + this.skew;
    const pause = PAUSES_MS[Math.min(this.failures++, PAUSES_MS.length - 1)] * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.open(), pause);
    this.become("lost");
  }

  become(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
