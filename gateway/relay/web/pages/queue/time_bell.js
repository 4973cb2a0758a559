// A bell for clocks: tells once when a side falls below the time that this arbiter has chosen.

import { sidesBelow } from "../live/clock.js";

const EVERY_MS = 1000;

export class TimeBell {
  /** `limit()` is the time in milliseconds, 0 for no bell; `ring(table, side, limit)` is called for each side that falls below it. */
  constructor(store, now, limit, ring) {
    Object.assign(this, { store, now, limit, ring });
    this.low = new Map(); // table -> the sides that were below when it was looked at last
    this.asked = 0; // the limit that this was about
    setInterval(() => this.look(), EVERY_MS);
  }

  look() {
    const limit = this.limit();
    if (limit !== this.asked) this.low.clear(); // who is below a new limit already is no news
    this.asked = limit;
    if (!limit) return;
    for (const table of this.store.tables.values()) {
      const before = this.low.get(table.name);
      const low = sidesBelow(table, this.now(), limit);
      this.low.set(table.name, low);
      for (const side of before ? low : []) if (!before.includes(side)) this.ring(table, side, limit);
    }
  }
}
