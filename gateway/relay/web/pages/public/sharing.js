// What a reader takes away from a game: a link to a move, a page of another site with the game in it, files.

import { h, setAttribute, setText } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { seen } from "./addresses.js";

/** Where a game is, at a move or as it stands. */
const gameAddress = (id, ply = null) => `${location.origin}/games/${id}${ply === null ? "" : `#${ply}`}`;

const embedCode = (path) => `<iframe src="${location.origin}/embed/${path}" width="400" height="560" loading="lazy" style="border:0;max-width:100%"></iframe>`;

export class Sharing {
  /** `where()` gives the ply that is looked at, null for the present. */
  constructor(id, table, where) {
    this.id = id;
    this.where = where;
    const button = (key, act) => h("button", { type: "button", onclick: act }, t(key));
    this.reply = h("p.reply", { role: "status" });
    const share = navigator.share ? button("public.share", () => this.share()) : null;
    this.files = h("p.files");
    const code = (label, path) => {
      const field = h("textarea", { readonly: true, rows: "3", spellcheck: "false" });
      field.value = embedCode(path);
      field.addEventListener("focus", () => field.select());
      return h("label.field", {}, h("span", {}, label), field);
    };
    this.embed = h("details.embed-code", {}, h("summary", {}, t("public.embed")), code(t("public.embed_game"), `games/${id}`), code(t("public.embed_table", { table: table.toUpperCase() }), `tables/${table}`));
    this.element = h("section.sharing", { "aria-label": t("public.take_away") }, h("h2", {}, t("public.take_away")), h("div.buttons", {}, button("public.copy_link", () => this.copy()), share), this.reply, this.files, this.embed);
  }

  update(game) {
    this.title = [game.players.white.name, game.players.black.name].filter(Boolean).join(" – ");
    const links = (game.forms ?? []).flatMap((form) => [" ", h("a.button", { href: seen(`/api/games/${this.id}.${form}`), download: `${this.id}.${form}` }, `${form.toUpperCase()} ↓`)]);
    const key = (game.forms ?? []).join();
    if (this.key === key) return;
    this.key = key;
    this.files.replaceChildren(...(links.length ? [t("public.download"), ...links] : []));
  }

  async copy() {
    const address = gameAddress(this.id, this.where());
    try {
      await navigator.clipboard.writeText(address);
      setText(this.reply, t("public.copied", { address }));
    } catch (error) {
      console.info("The link cannot be copied here:", error.message); // plain HTTP, or a browser that asks first
      setText(this.reply, address);
    }
    setAttribute(this.reply, "data-address", address);
  }

  share() {
    navigator.share({ title: this.title, url: gameAddress(this.id, this.where()) }).catch((error) => {
      if (error.name !== "AbortError") setText(this.reply, gameAddress(this.id, this.where()));
    });
  }
}
