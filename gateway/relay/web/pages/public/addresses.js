// Addresses of games and tables, as the relay spells them.

/** `t7.3`: the third game of a table; `t7.2.3` in its second journal. */
export const gameId = (table, journal, game) => (journal === 1 ? `${table}.${game}` : `${table}.${journal}.${game}`);

export const gamePath = (id) => `/games/${id}`;

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
