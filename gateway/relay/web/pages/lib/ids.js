// Ids of what is sent, so that the same sent again is known.

/** An id that no other command has. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
