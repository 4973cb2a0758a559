// How far behind the hall somebody is shown it, in words.

import { t } from "../lib/words.js";

const MINUTE_MS = 60_000;

export const minutesOf = (ms) => Math.floor(ms / MINUTE_MS);

/** `12 minutes behind the hall`; where time stands, why. `text` writes a message, in the page's language without it. */
export function behindWords({ behind, still }, text = t) {
  if (still) return text("page.behind_still");
  return behind < MINUTE_MS ? text("public.behind_seconds", { n: Math.round(behind / 1000) }) : text("public.behind", { n: minutesOf(behind) });
}
