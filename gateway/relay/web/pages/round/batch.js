// The same act at many tables: so many at a time, each with an answer of its own, and none forgotten.
// One way for acts: each table is asked as by its own page, so that the record and the audit know no other kind.

import { request } from "../lib/requests.js";

const AT_ONCE = 6; // as many as a browser opens to one address

/** Send `act` to every table; `tell(name, progress)` hears `{state: "asked" | "done" | "refused", why, article}`. */
export async function actAtAll(names, act, tell) {
  const waiting = [...names];
  for (const name of waiting) tell(name, { state: "asked", why: "" });
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { ok, content, why } = await request("POST", `/api/tables/${name}/commands`, { act });
      tell(name, ok ? { state: "done", why: "" } : { state: "refused", why, article: content?.article ?? "" });
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, names.length) }, worker));
}
