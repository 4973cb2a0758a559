// Instants as people read them.

/** `14:03:22` on the reader's own clock. */
export function timeOfDay(at) {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((n) => String(n).padStart(2, "0")).join(":");
}
