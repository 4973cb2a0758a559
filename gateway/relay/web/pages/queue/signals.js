// What calls an arbiter who does not look: a sound for each class, a notification of the browser, a telephone that shakes.
// All are off until the arbiter switches them on, and kept in this browser.

import { recall, remember } from "../lib/settings.js";
import { say, t } from "../lib/words.js";
import { attention, CONCERNS } from "../live/attention.js";
import { isMine, onlyMine } from "../live/sectors.js";
import { matterId, matters } from "../live/store.js";
import { Sounds } from "./sounds.js";
import { TimeBell } from "./time_bell.js";

const SHAKES = { case: [200, 80, 200], call: [120, 60, 120, 60, 120], time: [60, 40, 60, 40, 60, 40, 60], device: [400], information: [80], low: [40, 40, 40] };

export class Signals extends EventTarget {
  constructor(store, now) {
    super();
    this.store = store;
    this.sounds = new Sounds();
    this.known = new Map(); // table -> ids of what waits there
    this.bell = new TimeBell(store, now, () => this.lowMinutes * 60_000, (table, side, limit) => this.tellLow(table, side, limit));
    this.blocked = false; // a notification could not be shown though it is allowed
    store.addEventListener("table", ({ detail: { table, kind } }) => kind !== "clock" && kind !== "entry" && this.look(table));
    store.addEventListener("handlings", ({ detail: { before } }) => this.lookAtHands(before));
    const wake = () => this.anySound && this.sounds.wake().then(() => this.dispatchEvent(new Event("change")));
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { once: true, capture: true });
  }

  on(name) {
    return recall(`signal.${name}`) === "1";
  }

  get anySound() {
    return Boolean(this.lowMinutes) || CONCERNS.some((concern) => this.on(`sound.${concern}`));
  }

  /** Below how many minutes a clock rings; 0: none does. */
  get lowMinutes() {
    return Number(recall("signal.low") ?? 0);
  }

  set lowMinutes(minutes) {
    remember("signal.low", String(minutes));
    this.bell.look();
    this.sounds.wake().then(() => this.dispatchEvent(new Event("change")));
  }

  get volume() {
    return Number(recall("signal.volume") ?? 0.6);
  }

  set volume(value) {
    remember("signal.volume", String(value));
  }

  /** Switch something on or off; what needs somebody's leave asks for it. */
  async switch(name, on) {
    if (name.startsWith("sound.") && on) await this.sounds.wake();
    if (name === "notify" && on && this.notifying === "ask") await Notification.requestPermission();
    remember(`signal.${name}`, on && (name !== "notify" || this.notifying === "allowed") ? "1" : "0");
    this.dispatchEvent(new Event("change"));
  }

  /** Whether the browser shows notifications: "allowed", "ask", "refused" or "impossible". */
  get notifying() {
    if (!("Notification" in window) || !isSecureContext || this.blocked) return "impossible";
    return { granted: "allowed", denied: "refused" }[Notification.permission] ?? "ask";
  }

  /** What has opened since a table was looked at last; what a page finds when it is opened is no news. */
  look(table) {
    const before = this.known.get(table.name);
    const found = matters(table);
    this.known.set(table.name, new Set(found.map((matter) => matterId(table, matter))));
    if (!before) return;
    if (onlyMine(this.store) && !isMine(this.store, table.name)) return; // another's bell
    for (const matter of found) if (!before.has(matterId(table, matter))) this.call(table, matter);
  }

  /** What a colleague has handed over to us. */
  lookAtHands(before) {
    const me = this.store.hello?.name;
    for (const [name, handlings] of this.store.handlings) {
      const table = this.store.tables.get(name);
      for (const handling of handlings.values()) {
        const known = before.get(name)?.get(handling.matter);
        if (!table || handling.did !== "handed_over" || handling.holder !== me || known?.version === handling.version) continue;
        const matter = matters(table).find((each) => matterId(table, each) === handling.matter);
        if (matter) this.call(table, matter, t("page.handed_to_you", { by: handling.by }));
      }
    }
  }

  call(table, matter, lead = "") {
    const { concern } = attention(matter);
    if (this.on(`sound.${concern}`)) this.sounds.play(concern, this.volume);
    if (this.on("shake")) navigator.vibrate?.(SHAKES[concern]);
    this.notify(table, [lead, say(matter.text)].filter(Boolean).join(" "), matterId(table, matter));
  }

  /** A clock has fallen below the time that was chosen. */
  tellLow(table, side, limit) {
    if (onlyMine(this.store) && !isMine(this.store, table.name)) return;
    this.sounds.play("low", this.volume);
    if (this.on("shake")) navigator.vibrate?.(SHAKES.low);
    const who = t("page.player", { name: table.state.players[side].name || t(`side.${side}`), side });
    this.notify(table, t("page.low_time", { who, n: limit / 60_000 }), `${table.name}/low/${table.state.game}/${side}`, `#${table.name}`);
  }

  /** By the browser, to whoever does not look at this page. */
  notify(table, body, tag, where = "#/queue") {
    if (!this.on("notify") || this.notifying !== "allowed" || (!document.hidden && document.hasFocus())) return;
    const { white, black } = table.state.players;
    const title = t("page.where", { table: table.name.toUpperCase(), white: white.name, black: black.name });
    try {
      const shown = new Notification(title, { body, tag });
      shown.onclick = () => {
        focus();
        location.hash = where;
        shown.close();
      };
    } catch (error) {
      console.warn("No notification:", error.message); // some telephones leave them to installed applications
      this.blocked = true;
      this.dispatchEvent(new Event("change"));
    }
  }
}
