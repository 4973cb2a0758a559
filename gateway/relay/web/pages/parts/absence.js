// A table whose computer is not there.

import { t } from "../lib/words.js";

/** Why nothing comes of a table: it is held back, or its computer was stopped, hangs, or lost its connection. */
export function absenceWords(table) {
  if (table.absence === "withheld") return t("page.table_withheld");
  if (table.absence === "stopped") return t("page.table_stopped");
  return t(table.absence === "silent" ? "page.table_silent" : "page.table_offline");
}
