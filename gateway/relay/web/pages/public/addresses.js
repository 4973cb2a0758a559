// Addresses of games and tables, as the relay spells them.

/** `t7.3`: the third game of a table; `t7.2.3` in its second journal. */
export const gameId = (table, journal, game) => (journal === 1 ? `${table}.${game}` : `${table}.${journal}.${game}`);

/** Whose hall this page shows: the public's, or for those who may see it as early as they do, the screens'. */
export const seenAs = document.documentElement.dataset.sees ?? "public";

/** An address that shows the same hall. */
export const seen = (path) => (seenAs === "public" ? path : `${path}${path.includes("?") ? "&" : "?"}sees=${seenAs}`);

/** Ask the relay for something of that hall; nobody is known by a cookie where everybody sees the same. */
export const ask = (path) => fetch(seen(path), { credentials: seenAs === "public" ? "omit" : "same-origin" });

export const gamePath = (id) => seen(`/games/${id}`);

/** `t2` before `t10`. */
export const byNumber = new Intl.Collator("en", { numeric: true });

/** The ply that an address asks for: `#17`; null for none. */
export function plyOf(hash) {
  const match = /^#(\d{1,6})$/.exec(hash);
  return match ? Number(match[1]) : null;
}

/** The data that the relay has written into this page; null where there is none. */
export function writtenHere(id) {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : null;
}
