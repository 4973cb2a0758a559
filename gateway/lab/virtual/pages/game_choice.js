// Which game is played here, and with which time control.

import { field, select } from "/pages/lib/dialog.js";
import { h } from "/pages/lib/dom.js";
import { t } from "/pages/lib/words.js";

export class GameChoice {
  constructor(place, send) {
    this.place = place;
    this.send = send;
  }

  begin(about) {
    const games = select("game", about.games.map((game) => [game, t(`game.${game}`)]));
    games.value = about.rules;
    const control = h("input", { name: "control", value: about.control, required: true, maxlength: 80, autocomplete: "off", spellcheck: "false" });
    const submit = (event) => {
      event.preventDefault();
      this.send({ do: "game", game: games.value, control: control.value });
    };
    const form = h("form", { class: "choose", onsubmit: submit }, field(t("virtual.game"), games), field(t("virtual.control"), control), h("button", { type: "submit" }, t("virtual.lay")));
    this.place.replaceChildren(h("summary", {}, t("virtual.other_game")), form);
    this.place.open = false;
  }
}
