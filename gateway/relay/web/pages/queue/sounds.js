// Sounds, made on the spot: each class has its own, told apart by rhythm as well as by pitch.

/** [pitch in Hz, when, how long] in seconds, and the shape of the wave. */
const PATTERNS = {
  case: ["triangle", [[784, 0, 0.16], [523, 0.18, 0.32]]],
  call: ["sine", [[1319, 0, 0.5], [1319, 0.28, 0.5], [1319, 0.56, 0.6]]],
  time: ["square", [[988, 0, 0.06], [988, 0.12, 0.06], [988, 0.24, 0.06], [988, 0.36, 0.06]]],
  device: ["sawtooth", [[196, 0, 0.22], [165, 0.26, 0.34]]],
  low: ["square", [[1568, 0, 0.05], [1568, 0.1, 0.05]]],
  information: ["sine", [[659, 0, 0.22]]],
};
const LOUDNESS = { sine: 1, triangle: 0.8, square: 0.25, sawtooth: 0.35 }; // waves of one height are not equally loud
const APART_MS = 1500; // a hall where much happens at once rings once for each class

export class Sounds {
  constructor() {
    this.context = null;
    this.played = new Map();
  }

  /** Browsers let nothing sound before somebody has touched the page: call this from a click or a key. */
  async wake() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") await this.context.resume();
  }

  /** Whether something would be heard now. */
  get ready() {
    return this.context?.state === "running";
  }

  /** Play the sound of a class; `volume` from 0 to 1. The same one is not played twice at once. */
  play(concern, volume, at = performance.now()) {
    if (!this.context || at - (this.played.get(concern) ?? -Infinity) < APART_MS) return;
    this.played.set(concern, at);
    const [shape, tones] = PATTERNS[concern] ?? PATTERNS.information;
    const start = this.context.currentTime + 0.02;
    for (const [pitch, when, length] of tones) {
      const tone = new OscillatorNode(this.context, { type: shape, frequency: pitch });
      const gain = new GainNode(this.context, { gain: 0 });
      gain.gain.setValueAtTime(0, start + when);
      gain.gain.linearRampToValueAtTime(volume * LOUDNESS[shape] * 0.5, start + when + 0.012);
      gain.gain.exponentialRampToValueAtTime(0.0005, start + when + length);
      tone.connect(gain).connect(this.context.destination);
      tone.start(start + when);
      tone.stop(start + when + length + 0.02);
    }
  }
}
