// A finger drawn sideways over an element steps through the moves; drawn up or down it scrolls the page, as anywhere.

const FAR_PX = 36; // a step for each so many pixels
const SLANT = 1.5;

/** `step(by)` is called while the finger goes on: drawn to the left, the next move comes in from the right, as pages do. */
export function onSwipe(element, step) {
  let from = null;
  let done = 0;
  element.addEventListener("pointerdown", ({ pointerType, isPrimary, clientX, clientY }) => {
    if (pointerType === "mouse" || !isPrimary) return;
    from = { x: clientX, y: clientY };
    done = 0;
  });
  element.addEventListener("pointermove", ({ clientX, clientY, isPrimary }) => {
    if (!from || !isPrimary) return;
    const [dx, dy] = [clientX - from.x, clientY - from.y];
    if (!done && Math.abs(dx) < Math.abs(dy) * SLANT) return;
    const steps = Math.trunc(dx / FAR_PX);
    if (steps === done) return;
    step(done - steps);
    done = steps;
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (from = null));
}
