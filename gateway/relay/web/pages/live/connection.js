// The WebSocket to the relay: keeps itself alive, and keeps the relay's time.

const SILENCE_MS = 12_000; // the relay speaks every 5 s
const PAUSES_MS = [300, 1000, 2000, 4000, 8000, 15_000];
const SAMPLES = 24;
const FINAL = { 4403: "replaced", 4429: "elsewhere" }; // of a player's page: another card, another page

export class Connection extends EventTarget {
  /**
   * `follow()` gives the tables whose lines are wanted, `have()` what is held of them as [table, n, journal]; `query` is
   * added to the address, whose `path` may be another.
   */
  constructor(follow, have, query = {}, path = "/ws") {
    super();
    this.query = query;
    this.path = path;
    this.follow = follow;
    this.have = have;
    this.state = "connecting";
    this.lostAt = null; // relay time of the last sign of life, while there is no connection
    this.failures = 0;
    this.samples = [];
    this.skew = 0;
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retry());
  }

  /** The relay's wall clock, in milliseconds. */
  now() {
    return Date.now() + this.skew;
  }

  open() {
    clearTimeout(this.timer);
    this.asked = this.follow().join(",");
    const query = new URLSearchParams({ ...this.query, follow: this.asked });
    const have = this.have().map((item) => item.join(":")).join(",");
    if (have) query.set("have", have);
    const url = new URL(`${this.path}?${query}`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(url));
    socket.onmessage = (event) => this.take(socket, JSON.parse(event.data));
    socket.onclose = ({ code }) => socket === this.socket && (FINAL[code] ? this.end(FINAL[code]) : this.lost());
    this.listen();
  }

  /** Ask for the lines of other tables. */
  subscribe() {
    if (this.state !== "open") return;
    this.asked = this.follow().join(",");
    const have = Object.fromEntries(this.have().map(([table, n, journal]) => [table, [n, journal]]));
    this.socket.send(JSON.stringify({ type: "subscribe", follow: this.follow(), have }));
  }

  retry() {
    if (this.state === "lost") this.open();
  }

  take(socket, message) {
    if (socket !== this.socket) return;
    this.heard = Date.now();
    if (message.now) this.setTime(message.now, message.type === "hello" || this.state !== "open");
    if (message.type === "hello" || message.type === "player") {
      this.failures = 0;
      this.lostAt = null;
      this.become("open");
    }
    this.listen();
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
    // Another table may have been opened while we were connecting.
    if (message.type === "hello" && this.asked !== this.follow().join(",")) this.subscribe();
  }

  /** Delay only makes the relay's time look older, so the youngest of the last samples is the best. */
  setTime(now, afresh) {
    if (afresh) this.samples = [];
    this.samples.push(now - Date.now());
    if (this.samples.length > SAMPLES) this.samples.shift();
    this.skew = Math.max(...this.samples);
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
    if (this.lostAt === null && this.heard) this.lostAt = this.heard + this.skew;
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
