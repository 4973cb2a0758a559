// Places of the page, as the address bar names them: `#t1` is a table, `#/queue` a section, nothing the hall.

/** `{section, rest}`; what is no text there is no table's name either. */
export function place(hash = location.hash) {
  let given = hash.slice(1);
  try {
    given = decodeURIComponent(given);
  } catch {
    return { section: "table", rest: given };
  }
  if (!given.startsWith("/")) return given ? { section: "table", rest: given } : { section: "hall", rest: "" };
  const [section, ...rest] = given.slice(1).split("/");
  return { section: section || "hall", rest: rest.join("/") };
}

/** The table that is open; null on every other place. */
export function openTable() {
  const { section, rest } = place();
  return section === "table" ? rest : null;
}
