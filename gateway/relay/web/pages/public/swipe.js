// A finger drawn sideways over an element steps through the moves; drawn up or down it scrolls the page, as anywhere.

import { keepGesture } from "../lib/touches.js";

const FAR_PX = 36; // a step for each so many pixels
const SLANT = 1.5;

/** `step(by)` is called while the finger goes on: drawn to the left, the next move comes in from the right, as pages do. */
export function onSwipe(element, step) {
  let from = null;
  let done = 0;
  const sideways = ({ clientX, clientY }) => from && Math.abs(clientX - from.x) >= Math.abs(clientY - from.y) * SLANT;
  keepGesture(element, ({ touches }) => touches.length === 1 && (done || sideways(touches[0])));
  element.addEventListener("pointerdown", ({ pointerType, isPrimary, clientX, clientY }) => {
    if (pointerType === "mouse" || !isPrimary) return;
    from = { x: clientX, y: clientY };
    done = 0;
  });
  element.addEventListener("pointermove", (event) => {
    if (!from || !event.isPrimary || !(done || sideways(event))) return;
    const steps = Math.trunc((event.clientX - from.x) / FAR_PX);
    if (steps === done) return;
    step(done - steps);
    done = steps;
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (from = null));
}
