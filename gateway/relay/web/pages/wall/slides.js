// Which pages a wall has, one after the other: tables, as many as fit, then the results. Pure.

const BY_NUMBER = new Intl.Collator("en", { numeric: true });
const SHAPES = { boards: 1.5, clocks: 3.4 }; // a card's width to its height
const UPRIGHT = { boards: 0.88, clocks: 3.4 }; // the same on a screen that is higher than wide
const AT_MOST = { boards: 6, clocks: 10 }; // on a wide screen: larger than that cannot be read from ten metres
const RESULTS = 10;

/** Columns and rows for so many cards of a shape on a screen of this size: the largest that they can be. */
export function grid(count, shape, width, height) {
  let best = { columns: 1, rows: count, size: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(width / columns, (height / rows) * shape);
    if (size > best.size) best = { columns, rows, size };
  }
  return best;
}

/** The tables that are shown, in their order; those that were asked for and are not there are left out. */
export function chosen(tables, wanted) {
  const all = [...tables].sort((a, b) => BY_NUMBER.compare(a.name, b.name));
  return wanted === null ? all : all.filter(({ name }) => wanted.includes(name));
}

/** [{kind: "boards" | "clocks" | "results", tables, columns, rows}]; a screen that stands upright takes fewer beside each other. */
export function slides(tables, { show, per }, width, height) {
  const kind = show.includes("boards") ? "boards" : show.includes("clocks") ? "clocks" : null;
  const made = [];
  if (kind) {
    const most = Math.min(per || AT_MOST[kind], Math.max(1, tables.length));
    const pages = parts(tables, most);
    const shape = (width < height ? UPRIGHT : SHAPES)[kind];
    // The same grid for all of them, so that a table's size does not change with the page.
    const cut = grid(pages[0]?.length ?? 1, shape, width, height);
    for (const part of pages) made.push({ kind, tables: part, ...cut });
  }
  const over = tables.filter(({ state }) => state?.result);
  if (show.includes("results") && over.length) {
    for (const part of parts(over, per ? Math.max(per, RESULTS) : RESULTS)) made.push({ kind: "results", tables: part, columns: 1, rows: RESULTS });
  }
  return made;
}

/** Parts of one size, but evenly filled: 7 of 6 are 4 and 3, so that no page stands nearly empty. */
function parts(tables, most) {
  const pages = Math.ceil(tables.length / most);
  const size = Math.ceil(tables.length / Math.max(1, pages));
  return Array.from({ length: pages }, (_, i) => tables.slice(i * size, (i + 1) * size));
}
