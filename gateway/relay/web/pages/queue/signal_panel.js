// The switches of sounds, notifications and shaking.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { CONCERNS } from "../live/attention.js";

const LOW_MINUTES = [0, 5, 2, 1];
const WHY_NOT = { refused: "page.notify_refused", impossible: "page.notify_impossible" };

export class SignalPanel {
  constructor(signals) {
    this.signals = signals;
    this.summary = h("summary.button");
    this.content = h("div.signals");
    this.element = h("details.signal-panel", {}, this.summary, this.content);
    signals.addEventListener("change", () => this.build());
    // It lies over the queue: whoever goes on working there has done with it.
    addEventListener("click", ({ target }) => target.isConnected && !this.element.contains(target) && this.close());
    this.element.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !this.element.open) return;
      this.close();
      this.summary.focus();
    });
  }

  close() {
    this.element.open = false;
  }

  build() {
    const { signals } = this;
    const held = this.content.contains(document.activeElement) ? document.activeElement.dataset.signal : null;
    this.summary.textContent = t("page.signals");
    const volume = h("input", { type: "range", min: 0, max: 1, step: 0.05, value: signals.volume, "data-signal": "volume", oninput: () => (signals.volume = Number(volume.value)) });
    const waits = signals.anySound && !signals.sounds.ready;
    this.content.replaceChildren(
      ...CONCERNS.map((concern) => h("div.signal", {}, this.box(`sound.${concern}`, t("page.sound_of", { concern: t(`concern.${concern}`) })), this.tryOut(concern, t(`concern.${concern}`)))),
      h("div.signal", {}, this.lowChoice(), this.tryOut("low", t("page.low_name"))),
      h("label.signal.volume", {}, h("span", {}, t("page.volume")), volume),
      waits ? h("p.muted", {}, t("page.sound_waits")) : "",
      this.box("notify", t("page.notify"), signals.notifying in WHY_NOT),
      signals.notifying in WHY_NOT ? h("p.muted", {}, t(WHY_NOT[signals.notifying])) : "",
      "vibrate" in navigator ? this.box("shake", t("page.shake")) : "",
    );
    if (held) this.content.querySelector(`[data-signal="${CSS.escape(held)}"]`)?.focus();
  }

  box(name, words, disabled = false) {
    const input = h("input", { type: "checkbox", checked: this.signals.on(name), disabled, "data-signal": name, onchange: () => this.signals.switch(name, input.checked) });
    return h("label.check", {}, input, h("span", {}, words));
  }

  /** Below which time a clock rings. */
  lowChoice() {
    const choice = h("select", { "data-signal": "low", onchange: () => (this.signals.lowMinutes = Number(choice.value)) }, ...LOW_MINUTES.map((n) => h("option", { value: n, selected: n === this.signals.lowMinutes }, n ? t("page.under_minutes", { n }) : t("page.low_never"))));
    return h("label.low", {}, h("span", {}, t("page.sound_of", { concern: t("page.low_name") })), choice);
  }

  tryOut(concern, name) {
    const play = async () => {
      await this.signals.sounds.wake();
      this.signals.sounds.play(concern, this.signals.volume);
    };
    return h("button.quiet", { type: "button", "data-signal": `try.${concern}`, "aria-label": t("page.try_sound", { concern: name }), onclick: play }, "▶");
  }
}
