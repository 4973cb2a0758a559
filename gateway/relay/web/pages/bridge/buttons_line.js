// Whether the buttons of bridge tables are there, in a line.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** `buttons` as /api/bridge/times tells them. */
export function buttonsLine(buttons) {
  if (!buttons.length) return h("p.muted", {}, t("bridge_times.no_buttons"));
  const away = buttons.filter(({ online, buttons: there }) => !online || !there).map(({ table }) => table.toUpperCase());
  return h("p.muted", {}, t("bridge_times.connected", { there: buttons.length - away.length, of: buttons.length, away: away.join(", ") || "none" }));
}
