// What each kind of case and alert asks for, as the referee says it: its class, whether it is urgent, what may be done.

import { request } from "../lib/requests.js";

const NONE = { concern: "information", acts: [] };
const { content } = await request("GET", "/api/attention");

/** The attention that a case or an alert asks for; what a newer table knows is information. */
export function attention(matter) {
  const found = (matter.choices ? content?.cases : content?.alerts)?.[matter.kind] ?? NONE;
  return { ...NONE, ...found, urgent: Boolean(found.urgent) && matter.announce !== false };
}

/** The classes, in the order of their weight. */
export const CONCERNS = ["case", "call", "time", "device", "information"];
