// What may go wrong with things, on purpose: cables, sensors, noise on the line.

import { h, setAttribute, setText } from "/pages/lib/dom.js";
import { t } from "/pages/lib/words.js";
import { squareName } from "./words.js";

export class Trouble {
  /** `choose(then)` has a square chosen on the board, and calls `then(cell)`. */
  constructor(place, send, choose) {
    Object.assign(this, { place, send });
    const toggle = (kind, deed) => h(`button.${kind}`, { type: "button", "aria-pressed": "false", onclick: () => send(deed()) }, t(`virtual.${kind}`));
    this.board = toggle("board_out", () => ({ do: "cable", device: "board", out: !this.now.board_out }));
    this.clock = toggle("clock_out", () => ({ do: "cable", device: "clock", out: !this.now.clock_out }));
    this.noise = toggle("noise", () => ({ do: "noise", on: !this.now.noise }));
    this.sensor = h("button.sensor", { type: "button", onclick: () => choose((cell) => send({ do: "sensor", cell })) }, t("virtual.sensor"));
    this.mend = h("button.mend", { type: "button", onclick: () => send({ do: "mend" }) });
    place.append(h("h2", {}, t("virtual.trouble")), h("div.buttons", {}, this.board, this.clock, this.noise, this.sensor, this.mend));
  }

  begin(about) {
    this.about = about;
    this.clock.hidden = !about.clock_apart;
  }

  show(trouble) {
    this.now = trouble;
    for (const [button, on] of [[this.board, trouble.board_out], [this.clock, trouble.clock_out], [this.noise, trouble.noise]]) {
      setAttribute(button, "aria-pressed", String(on));
    }
    this.mend.hidden = trouble.dead.length === 0;
    setText(this.mend, t("virtual.mend", { squares: trouble.dead.map((cell) => squareName(cell, this.about)) }));
  }
}
