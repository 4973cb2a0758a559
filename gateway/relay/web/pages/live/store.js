// What the page knows of every table, as the relay told it. Views listen for "table", "hello", "behind" and "door".
//
// A table that is looked at is `whole`. Of the others there is the summary, in the same fields: without position and moves,
// or with those of the time when it was last looked at.

import { patched } from "./patches.js";

const UNKNOWN = { board: "", fen: "", moves: [], rows: 0, cols: 0 };
const KEPT = ["board", "fen", "moves", "rows", "cols", "last_move", "counters"];

export class Store extends EventTarget {
  tables = new Map();
  hello = null;
  behind = 0; // how far what is shown lies behind the hall, in milliseconds
  still = false; // time stands: a delay was set, and nothing goes on before the hall is as far ahead
  roundClock = null; // as the relay told it last
  delays = null; // how far each audience is behind; null for a spectator
  broker = true;
  brokerLostAt = null;
  storeFails = false; // the relay cannot write down what it hears; never for a spectator
  flooding = []; // tables that send more than any has to tell
  knocking = []; // who speaks on the bus and is no table of the event; empty for a spectator
  handlings = new Map(); // who sees to what: table -> id of the matter -> as the relay tells it; empty for a spectator
  colleagues = []; // who is about to see to what waits
  withheld = new Map(); // tables that are held back from spectators: name -> who did it, when and why; empty for a spectator
  sectors = new Map(); // who watches which tables: name -> set of tables; empty for a spectator
  summaries = new Map(); // by table, as the relay tells them
  overview = false; // every table is told of, if only in few words
  looksAt = () => true; // whether changes of a table of this name are told
  joining = null; // who asks to be enrolled; null for a spectator, and where the relay cannot enrol

  /** `now()` is the relay's time. */
  constructor(now) {
    super();
    this.now = now;
  }

  /** Somebody is signed in who sees more than the public, or may act. Screens and operators watch. */
  get arbiter() {
    return Boolean(this.hello?.role) && (this.hello.sees === "arbiters" || this.hello.acts.length > 0);
  }

  get signedIn() {
    return Boolean(this.hello?.role);
  }

  /** Take what a connection brings, and tell it what was missed. */
  listenTo(connection) {
    connection.addEventListener("message", ({ detail }) => this.apply(detail));
    connection.addEventListener("asked", ({ detail }) => this.watch(detail));
    this.addEventListener("missed", ({ detail }) => connection.subscribe([detail]));
  }

  /** From now on these tables are looked at; of the others no change is told. */
  watch({ tables, follow, summaries }) {
    this.overview = summaries || !tables;
    this.looksAt = (name) => !tables || tables.includes(name) || follow.includes(name);
    for (const table of this.tables.values()) {
      if (!table.whole || this.looksAt(table.name)) continue;
      table.whole = false;
      // The change that the summary tells of may have been on its way, and is not taken any more.
      if (this.summaries.get(table.name)?.state?.at > table.state?.at) this.summarise(table.name);
    }
  }

  apply(message) {
    const take = this[`on_${message.type}`];
    if (take) take.call(this, message); // a newer relay may say more than we know
  }

  on_hello(message) {
    const first = this.hello;
    this.hello = message;
    this.setBehind(message);
    this.setBroker(message.broker);
    this.storeFails = false;
    this.knocking = []; // told anew, if there is anybody
    this.flooding = [];
    this.withheld = new Map();
    this.joining = null;
    for (const table of this.tables.values()) table.fresh = false;
    this.dispatchEvent(new CustomEvent("hello", { detail: { upgraded: first && first.version !== message.version } }));
  }

  on_time(message) {
    this.setBehind(message);
    const { acts = 0 } = message;
    if (acts === this.acts) return;
    this.acts = acts; // of the tournament, as many as are shown
    this.dispatchEvent(new Event("acts"));
  }

  on_round_clock(message) {
    this.roundClock = message.clock;
    this.dispatchEvent(new Event("round_clock"));
  }

  on_delays(message) {
    this.delays = message.audiences;
    this.dispatchEvent(new Event("delays"));
  }

  on_broker(message) {
    this.setBroker(message.online);
    this.dispatchEvent(new Event("broker"));
  }

  on_store(message) {
    this.storeFails = message.failing;
    this.dispatchEvent(new Event("door"));
  }

  on_knocking(message) {
    this.knocking = message.tables;
    this.dispatchEvent(new Event("door"));
  }

  on_flooding(message) {
    this.flooding = message.tables;
    this.dispatchEvent(new Event("door"));
  }

  on_joining(message) {
    this.joining = message;
    this.dispatchEvent(new Event("door"));
  }

  on_handlings(message) {
    const found = new Map();
    for (const handling of message.handlings) {
      const table = handling.matter.split("/", 1)[0];
      if (!found.has(table)) found.set(table, new Map());
      found.get(table).set(handling.matter, handling);
    }
    const before = this.handlings;
    this.handlings = found;
    this.dispatchEvent(new CustomEvent("handlings", { detail: { before } }));
    for (const table of this.tables.values()) {
      if (!found.has(table.name) && !table.handlings) continue;
      table.handlings = found.get(table.name) ?? null;
      this.changed(table, "handlings");
    }
  }

  on_colleagues(message) {
    this.colleagues = message.people;
    this.dispatchEvent(new Event("colleagues"));
  }

  on_withheld(message) {
    this.withheld = new Map(message.tables.map((each) => [each.table, each]));
    for (const table of this.tables.values()) {
      const about = this.withheld.get(table.name) ?? null;
      if (JSON.stringify(about) === JSON.stringify(table.withheld ?? null)) continue;
      table.withheld = about;
      this.changed(table, "withheld");
    }
    this.dispatchEvent(new Event("withheld"));
  }

  on_sectors(message) {
    this.sectors = new Map(message.sectors.map(({ name, tables }) => [name, new Set(tables)]));
    this.dispatchEvent(new Event("sectors"));
  }

  on_table(message) {
    const known = this.tables.get(message.table);
    const table = known ?? this.begin(message.table);
    const goesOn = known && known.journal === message.journal && known.entries.at(-1)?.n >= message.after;
    const first = message.state?.first ?? 0;
    const before = goesOn ? known.entries.filter(({ n }) => n <= message.after && n >= first) : [];
    table.entries = [...before, ...message.entries];
    Object.assign(table, {
      journal: message.journal,
      offset: message.offset,
      state: message.state,
      clock: message.clock,
      n: message.n,
      whole: this.looksAt(message.table), // not if it was on its way when we looked elsewhere: no change of it will come
      handlings: this.handlings.get(message.table) ?? null,
      withheld: this.withheld.get(message.table) ?? null,
      fresh: true,
    });
    this.setOnline(table, message);
    this.tables.set(table.name, table);
    this.changed(table, known ? "all" : "new");
  }

  begin(name) {
    return { name, entries: [], offlineSince: null };
  }

  on_change(message) {
    const table = this.tables.get(message.table);
    if (!table?.whole) return; // no longer looked at
    if (message.n !== table.n + 1) {
      table.whole = false; // until it has come again
      this.dispatchEvent(new CustomEvent("missed", { detail: message.table }));
      return;
    }
    table.n = message.n;
    this.on_state({ ...message, state: patched(table.state, message.state) });
  }

  on_summaries(message) {
    if (message.whole) this.summaries.clear();
    else if (message.n !== this.summariesN + 1) {
      this.dispatchEvent(new CustomEvent("missed", { detail: "" }));
      return;
    }
    this.summariesN = message.n;
    let announced = false;
    for (const [name, patch] of Object.entries(message.tables)) {
      const before = this.summaries.get(name) ?? {};
      this.summaries.set(name, patched(before, patch));
      announced ||= !message.whole && this.summaries.get(name).announced !== before.announced;
      this.summarise(name);
    }
    if (announced) this.dispatchEvent(new Event("announced")); // a pairing that is still to come
  }

  /** Show what the summary says of a table, unless more is known. */
  summarise(name) {
    const known = this.tables.get(name);
    if (known?.whole && known.fresh) return;
    const { journal, offset, clock, state, ...rest } = this.summaries.get(name);
    const table = known ?? this.begin(name);
    const before = known?.state?.game === state?.game ? known?.state : null;
    const kept = before ? Object.fromEntries(KEPT.filter((field) => field in before).map((field) => [field, before[field]])) : UNKNOWN;
    Object.assign(table, { journal, offset, clock, state: state && { ...kept, ...state }, handlings: this.handlings.get(name) ?? null, withheld: this.withheld.get(name) ?? null, fresh: true });
    this.setOnline(table, rest);
    this.tables.set(name, table);
    this.changed(table, known ? "summary" : "new");
  }

  on_state(message) {
    this.change(message, "state", (table) => {
      table.offset = message.offset;
      table.state = message.state;
      const clock = message.state.clock;
      if (clock && message.state.at >= (table.clock?.at ?? 0)) table.clock = { at: message.state.at, face: clock };
    });
  }

  on_clock(message) {
    this.change(message, "clock", (table) => {
      table.offset = message.offset;
      table.clock = message.clock;
    });
  }

  on_availability(message) {
    this.change(message, "availability", (table) => this.setOnline(table, message));
  }

  on_entry(message) {
    this.change(message, "entry", (table) => {
      if (message.entry.n > (table.entries.at(-1)?.n ?? 0)) table.entries.push(message.entry);
    });
  }

  change(message, kind, how) {
    const table = this.tables.get(message.table);
    if (!table) return;
    how(table);
    this.changed(table, kind);
  }

  changed(table, kind) {
    this.dispatchEvent(new CustomEvent("table", { detail: { table, kind } }));
  }

  setOnline(table, message) {
    const was = table.online;
    table.online = message.online;
    table.absence = message.absence;
    table.devices = message.devices;
    if (message.online !== false) table.offlineSince = null;
    else if (message.absence === "withheld") table.offlineSince = message.absent_since; // its clocks stand at that instant
    else if (was !== false) table.offlineSince = was === undefined ? (table.state?.at ?? 0) + table.offset : this.now();
    table.absentSince = message.absent_since ?? null;
  }

  setBehind({ behind = 0, still = false }) {
    const changed = still !== this.still || Math.floor(behind / 60_000) !== Math.floor(this.behind / 60_000) || !behind !== !this.behind;
    Object.assign(this, { behind, still });
    if (changed) this.dispatchEvent(new Event("behind"));
  }

  setBroker(online) {
    this.broker = online;
    this.brokerLostAt = online ? null : (this.brokerLostAt ?? this.now());
  }
}

/** The alerts an arbiter must see to, oldest first; always empty for a spectator. */
export function alerts(table) {
  return [...(table.state?.arbiters?.alerts ?? [])].sort((a, b) => a.since - b.since);
}

/** What tells an alert from the others of its table: its kind and what it is about. */
export const alertKey = ({ kind, subject }) => (subject ? `${kind} ${subject}` : kind);

/** Cases that wait for an arbiter's decision; always empty for a spectator. */
export const cases = (table) => table.state?.arbiters?.cases ?? [];

/** That the table's computer is gone in the middle of a game, which no alert of its own can tell; always empty for a spectator. */
function gone(table) {
  const underWay = ["playing", "paused"].includes(table.state?.status);
  if (table.online !== false || !table.absentSince || !underWay || !table.state.arbiters) return [];
  return [{ kind: "agent_gone", since: table.absentSince - table.offset, text: { key: "alert.agent_gone" } }];
}

/** The id that the relay's queue has for a case or an alert of a table. */
export function matterId(table, matter) {
  if (matter.kind === "agent_gone") return `${table.name}/${table.journal}/gone/${table.absentSince}`;
  if (matter.choices) return `${table.name}/${table.journal}/case/${table.state.game}/${matter.id}`;
  return `${table.name}/${table.journal}/alert/${matter.since}/${matter.kind}/${matter.subject ?? ""}`;
}

/** Who sees to a case or an alert; undefined: nobody has touched it. */
export const handlingOf = (table, matter) => table.handlings?.get(matterId(table, matter));

/** Alerts but for what would call twice for one thing: what a case was opened for at the same time, and the clock on a board that is away. */
export const alertsBesides = (table) => alerts(table).filter((alert) => !follows(alert) && !(TOLD_BY_CASES.has(alert.kind) && cases(table).some(({ since }) => since === alert.since)));
const follows = ({ kind, text }) => kind === "device_lost" && text.args?.detail?.key === "device_detail.board_away";
const TOLD_BY_CASES = new Set(["illegal_move", "irregular"]);

/** All that an arbiter must see to: cases first, then alerts; what somebody has seen to is left out. */
export const matters = (table) => [...gone(table), ...cases(table), ...alertsBesides(table)].filter((matter) => !handlingOf(table, matter)?.resolved);

/** Since when a case or an alert is open, in relay time. */
export const sinceOf = (table, matter) => (matter.since || table.state.at) + table.offset;

/** Devices as the state tells them, with the availability's later word on who is there. */
export function devices(table) {
  return (table.state?.devices ?? []).map((device) => ({
    ...device,
    online: table.online === false ? null : (table.devices?.[device.name] ?? device.online),
  }));
}

export const firstSide = (state) => (state.ply % 2 === 0 ? state.turn : other(state.turn));
export const other = (side) => (side === "white" ? "black" : "white");
