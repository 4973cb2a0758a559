// Calls what the round clock has to say: a gong for each kind and, where the browser can, a voice. Off until somebody switches
// them on, and kept in this browser. What was due before a page was opened, or long before it woke up, is not called.

import { recall, remember } from "../lib/settings.js";
import { callsBetween, clockAt } from "../live/round_clock.js";

/** [pitch in Hz, when, how long] in seconds: each call is told by its rhythm as well as by its pitch. */
const GONGS = {
  last_board: [[660, 0, 0.5], [660, 0.6, 0.5]],
  no_new_board: [[880, 0, 0.25], [880, 0.35, 0.25], [880, 0.7, 0.5]],
  time_left: [[740, 0, 0.5], [740, 0.6, 0.5]],
  move: [[523, 0, 0.6], [392, 0.55, 0.9]],
  break: [[523, 0, 0.6], [392, 0.55, 0.9]],
  over: [[523, 0, 0.6], [392, 0.55, 0.6], [330, 1.1, 1.2]],
  play: [[392, 0, 0.4], [523, 0.4, 0.4], [659, 0.8, 0.8]],
};
const STALE_MS = 5000; // a call that could not be made in time is not made any more

export class HallCaller extends EventTarget {
  /** `say(call)` gives the sentences of a call: [{language, text}]. */
  constructor(say) {
    super();
    this.say = say;
    this.until = null; // everything up to this instant is called, or was before our time
    this.made = new Set(); // what was called, so that it is called once
    this.context = null;
    const wake = () => this.sound && this.wake();
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { once: true, capture: true });
  }

  get sound() {
    return recall("clock.sound") === "1";
  }

  get voice() {
    return recall("clock.voice") === "1" && this.canSpeak;
  }

  get canSpeak() {
    return "speechSynthesis" in window;
  }

  /** Browsers let nothing sound before somebody has touched the page. */
  async wake() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") await this.context.resume();
  }

  async switch(name, on) {
    remember(`clock.${name}`, on ? "1" : "0");
    if (name === "sound" && on) {
      await this.wake();
      this.gong("last_board");
    }
    if (name === "voice" && !on) window.speechSynthesis?.cancel();
  }

  /** Call what has become due since the last look. */
  look(clock, now) {
    this.opened ??= now;
    const from = this.until ?? now;
    this.until = Math.max(from, now);
    // What an act made due at once only the relay can know, and tells it with the clock.
    const told = (clock?.calls ?? []).filter(({ at }) => at > this.opened).map((call) => ({ length: clockAt(clock, call.at).left, ...call }));
    for (const call of [...told, ...callsBetween(clock, from, now)]) {
      const key = `${call.at} ${call.call}`;
      if (now - call.at > STALE_MS || this.made.has(key)) continue;
      this.made.add(key);
      this.dispatchEvent(new CustomEvent("call", { detail: call }));
      if (this.sound) this.gong(call.call);
      if (this.voice) this.speak(this.say(call));
    }
  }

  gong(call) {
    if (this.context?.state !== "running") return;
    const start = this.context.currentTime + 0.02;
    for (const [pitch, when, length] of GONGS[call] ?? GONGS.last_board) {
      // Two partials that die away together sound like a bell, and carry through a full hall.
      for (const [partial, loud] of [[1, 0.4], [2.76, 0.12]]) {
        const tone = new OscillatorNode(this.context, { type: "sine", frequency: pitch * partial });
        const gain = new GainNode(this.context, { gain: 0 });
        gain.gain.setValueAtTime(0, start + when);
        gain.gain.linearRampToValueAtTime(loud, start + when + 0.01);
        gain.gain.exponentialRampToValueAtTime(0.0005, start + when + length + 0.4);
        tone.connect(gain).connect(this.context.destination);
        tone.start(start + when);
        tone.stop(start + when + length + 0.5);
      }
    }
  }

  speak(sentences) {
    for (const { language, text } of sentences) {
      const words = new SpeechSynthesisUtterance(text);
      words.lang = language === "zh" ? "zh-CN" : language;
      speechSynthesis.speak(words);
    }
  }
}
