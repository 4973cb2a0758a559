// Moves all of a display by a little every minute, so that nothing burns in.

const SHIFT_MS = 60_000;
const SHIFTS = [[0, 0], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/** From now on; the style says how far a step is. */
export function shiftSlowly(root) {
  let step = 0;
  setInterval(() => {
    const [x, y] = SHIFTS[++step % SHIFTS.length];
    root.style.setProperty("--shift-x", x);
    root.style.setProperty("--shift-y", y);
  }, SHIFT_MS);
}
