// What calls an arbiter who does not look: a sound for each class, a notification of the browser, a telephone that shakes.
// All are off until the arbiter switches them on, and kept in this browser.

import { recall, remember } from "../lib/settings.js";
import { say, t } from "../lib/words.js";
import { attention, CONCERNS } from "../live/attention.js";
import { isMine, onlyMine } from "../live/sectors.js";
import { matterId, matters } from "../live/store.js";
import { Sounds } from "./sounds.js";

const SHAKES = { case: [200, 80, 200], call: [120, 60, 120, 60, 120], time: [60, 40, 60, 40, 60, 40, 60], device: [400], information: [80] };

export class Signals extends EventTarget {
  constructor(store) {
    super();
    this.store = store;
    this.sounds = new Sounds();
    this.known = new Map(); // table -> ids of what waits there
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
    return CONCERNS.some((concern) => this.on(`sound.${concern}`));
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
    if (this.on("notify") && this.notifying === "allowed" && (document.hidden || !document.hasFocus())) this.notify(table, matter, lead);
  }

  notify(table, matter, lead) {
    const { white, black } = table.state.players;
    const title = t("page.where", { table: table.name.toUpperCase(), white: white.name, black: black.name });
    try {
      const shown = new Notification(title, { body: [lead, say(matter.text)].filter(Boolean).join(" "), tag: matterId(table, matter) });
      shown.onclick = () => {
        focus();
        location.hash = "#/queue";
        shown.close();
      };
    } catch (error) {
      console.warn("No notification:", error.message); // some telephones leave them to installed applications
      this.blocked = true;
      this.dispatchEvent(new Event("change"));
    }
  }
}
