// Starts a display that nobody stands beside: a page that is loaded too early would stay an error for ever.

const AGAIN_MS = 5000;

/** Load a page's script; where that fails, load the page at this address anew once the relay answers. */
export function startPage(load, address) {
  async function loadAgain() {
    try {
      if ((await fetch(address, { cache: "no-store" })).ok) return location.reload();
    } catch (error) {
      console.info("The relay does not answer yet:", error.message);
    }
    setTimeout(loadAgain, AGAIN_MS);
  }

  load().catch((error) => {
    console.warn("The page could not be loaded:", error.message);
    setTimeout(loadAgain, AGAIN_MS);
  });
}
