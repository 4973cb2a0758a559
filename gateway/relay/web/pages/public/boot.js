// Starts one of the public's pages. The relay has written names, moves and result into the page already: if the scripts do
// not come, on a line that is cut, that stays readable, and they are asked for again.

const AGAIN_MS = 5000;
const ENTRIES = { event: "./event.js", tournament: "./tournament.js", game: "./game.js", embed: "./embed.js", overlay: "./overlay.js" };

async function loadAgain() {
  try {
    if ((await fetch(location.href, { cache: "no-store", credentials: "omit" })).ok) return location.reload();
  } catch (error) {
    console.info("The relay does not answer yet:", error.message);
  }
  setTimeout(loadAgain, AGAIN_MS);
}

import(ENTRIES[document.documentElement.dataset.page]).catch((error) => {
  console.warn("The page could not be loaded:", error.message);
  setTimeout(loadAgain, AGAIN_MS);
});
