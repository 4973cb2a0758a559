// Fingers that are drawn over an element.

/**
 * Keep what `ours(event)` says is a gesture of the page's own from being taken for a throw as well. Otherwise Chromium swallows the
 * next tap, wherever it is, as one that stops the throw: also where `touch-action` lets nothing be thrown.
 */
export function keepGesture(element, ours = () => true) {
  element.addEventListener("touchmove", (event) => event.cancelable && ours(event) && event.preventDefault(), { passive: false });
}
