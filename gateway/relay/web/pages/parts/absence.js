// A table whose computer is not there.

import { t } from "../lib/words.js";

/** Why a table's computer is not there: it was stopped, it hangs, or its connection broke. */
export function absenceWords(table) {
  if (table.absence === "stopped") return t("page.table_stopped");
  return t(table.absence === "silent" ? "page.table_silent" : "page.table_offline");
}
