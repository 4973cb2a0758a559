// The clock as it stands on the table: two times or a text, a lever to press on either side, the button in the middle.

import { format, spoken } from "/pages/live/clock.js";
import { h, setAttribute, setText, toggle } from "/pages/lib/dom.js";
import { t } from "/pages/lib/words.js";
import { SIDES } from "./words.js";

const SEATS = ["left", "right"];

export class SetClock {
  constructor(place, send) {
    this.face = null;
    this.at = 0;
    this.times = {};
    this.levers = {};
    for (const seat of SEATS) {
      this.times[seat] = h(`span.time.${seat}`, { role: "timer" });
      this.levers[seat] = h(
        `button.lever.${seat}`,
        { type: "button", onclick: () => send({ do: "press", seat }) },
        h("span.side", { "aria-hidden": "true" }),
        h("span.holder"),
      );
    }
    this.text = h("span.text", { role: "status" });
    this.display = h("div.display", {}, this.times.left, this.times.right, this.text);
    this.middle = h("button.run-stop", { type: "button", onclick: () => send({ do: "run_stop" }) });
    place.append(this.display, h("div.levers", {}, this.levers.left, this.middle, this.levers.right));
    const frame = () => (this.draw(), requestAnimationFrame(frame));
    frame();
  }

  get up() {
    return this.face?.up ?? "left";
  }

  show(face) {
    this.face = face;
    this.at = performance.now();
    this.middle.hidden = face.middle === null;
    if (face.middle) setText(this.middle, t(`virtual.${face.middle}`));
    toggle(this.middle, "primary", face.middle === "start");
    setText(this.text, face.text ?? "");
    toggle(this.display, "says", face.text !== null);
    for (const seat of SEATS) {
      const up = face.up === seat;
      const runs = face.runs === seat || face.runs === "both";
      setText(this.levers[seat].lastChild, t(`side.${SIDES[seat]}`));
      this.levers[seat].firstChild.className = `side ${SIDES[seat]}`;
      toggle(this.levers[seat], "up", up);
      toggle(this.levers[seat], "runs", runs);
      toggle(this.times[seat], "runs", runs);
      toggle(this.times[seat], "flag", face.flag === seat);
      setAttribute(this.levers[seat], "aria-label", t("virtual.press", { side: SIDES[seat], up: up ? "yes" : "no" }));
    }
    this.draw();
  }

  /** Nobody tells us any more: the last known times stand. */
  stand() {
    if (this.face) this.face = { ...this.face, left_ms: this.left("left"), right_ms: this.left("right"), runs: null };
  }

  left(seat) {
    const shown = this.face[`${seat}_ms`];
    if (shown === null) return null;
    const gone = this.face.runs === seat || this.face.runs === "both" ? performance.now() - this.at : 0;
    return Math.max(0, shown - gone);
  }

  draw() {
    if (!this.face) return;
    for (const seat of SEATS) {
      const ms = this.left(seat);
      setText(this.times[seat], ms === null ? "–" : format(ms, false, false));
      setAttribute(this.times[seat], "aria-label", `${t(`side.${SIDES[seat]}`)} ${ms === null ? "–" : spoken(ms)}`);
    }
  }
}
