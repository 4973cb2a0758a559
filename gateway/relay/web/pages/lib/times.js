// Instants as people read them.

/** `14:03:22` on the reader's own clock. */
export function timeOfDay(at) {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((n) => String(n).padStart(2, "0")).join(":");
}

/** `14:03:22.417`, for what is decided by less than a second. */
export const preciseTime = (at) => `${timeOfDay(at)}.${String(new Date(at).getMilliseconds()).padStart(3, "0")}`;
