// What this browser remembers of the reader's choices. Without storage (private windows) it lasts as long as the page.

const memory = new Map();

export function remember(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(`flagfall.${key}`, value);
  } catch (error) {
    console.info("Settings cannot be stored here:", error.message);
  }
}

export function recall(key) {
  try {
    return localStorage.getItem(`flagfall.${key}`) ?? memory.get(key);
  } catch {
    return memory.get(key); // said once by `remember`
  }
}
