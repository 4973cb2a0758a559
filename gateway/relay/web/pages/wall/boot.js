// Starts the wall, also where the relay goes away while the page is loading: nobody stands beside a hall's screen.

const AGAIN_MS = 5000;

/** Load anew once the relay answers: a page that is loaded too early would stay an error for ever. */
async function loadAgain() {
  try {
    if ((await fetch("/wall", { cache: "no-store" })).ok) return location.reload();
  } catch (error) {
    console.info("The relay does not answer yet:", error.message);
  }
  setTimeout(loadAgain, AGAIN_MS);
}

import("./wall.js").catch((error) => {
  console.warn("The wall could not be loaded:", error.message);
  setTimeout(loadAgain, AGAIN_MS);
});
