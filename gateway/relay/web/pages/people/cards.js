// The players' cards of a table, for those who give them out: the sheet to print, and a new card for a lost one.

import { ask, buttons, closing } from "../lib/dialog.js";
import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { language, t } from "../lib/words.js";

/** A folded part of a table's page; null for whoever has no right to it. */
export function cardTools(table, rights) {
  if (!rights.includes("cards")) return null;
  const reply = h("p.reply", { role: "status" });
  const replace = (side) => {
    const name = t("page.card_of", { side });
    const form = h("form", { method: "dialog" }, h("h2", {}, name), h("p", {}, t("page.card_then")), buttons(t("page.card_replace")));
    ask(form, async () => {
      const { ok, content, why } = await request("POST", `/api/tables/${table}/cards/${side}`);
      reply.className = `reply ${ok ? "" : "bad"}`;
      setText(reply, why);
      if (ok) show(name, content);
    });
  };
  const show = (name, { svg, link }) => {
    const code = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const shown = h("div.qr", { role: "img", "aria-label": t("form.player_card_code") }, document.importNode(code, true));
    ask(h("form", { method: "dialog" }, h("h2", {}, name), shown, h("code.claim", {}, link), h("p", {}, t("page.card_made")), closing(t("page.claim_done"))), () => {});
  };
  return h(
    "details.card-tools",
    {},
    h("summary", {}, t("page.player_cards")),
    h(
      "div.buttons",
      {},
      h("a.button", { href: `/print/players?table=${table}&language=${language}`, target: "_blank", rel: "noopener" }, t("page.cards_print")),
      ...["white", "black"].map((side) => h("button", { type: "button", onclick: () => replace(side) }, t("page.card_replace_side", { side }))),
    ),
    reply,
  );
}
