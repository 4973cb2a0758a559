// A sound for a move and another for the end of a game, made here and only when the reader has asked for it.

import { recall, remember } from "../lib/settings.js";

const NOTES = { move: [[520, 0, 0.05]], end: [[523, 0, 0.14], [659, 0.15, 0.14], [784, 0.3, 0.3]] };
let audio = null;

export const soundOn = () => recall("sound") === "1";

/** Browsers let a page sound only after somebody has touched it: so this is called by the press of the button. */
export function setSound(on) {
  remember("sound", on ? "1" : "0");
  if (on) play("move");
}

export function play(what) {
  if (!soundOn()) return;
  audio ??= new AudioContext();
  audio.resume().catch((error) => console.info("No sound:", error.message));
  for (const [pitch, after, length] of NOTES[what]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = audio.currentTime + after;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
