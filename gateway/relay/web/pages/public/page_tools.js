// What stands at the top and at the foot of every page of the public's: the language, and the door for officials.

import { h, setText } from "../lib/dom.js";
import { languageChoice, t } from "../lib/words.js";

/** `then()` draws the page in another language. */
export function drawTools(then) {
  document.getElementById("tools").replaceChildren(languageChoice(then));
  setText(document.getElementById("skip"), t("page.skip"));
  setText(document.getElementById("sign-in"), t("page.sign_in"));
  setText(document.getElementById("home"), t("public.all_games"));
}

/** A button that stays pressed. */
export function switchButton(key, pressed, press, shortcut = null) {
  const button = h("button", { type: "button", "aria-pressed": String(pressed()), "aria-keyshortcuts": shortcut, onclick: () => (press(), button.setAttribute("aria-pressed", String(pressed()))) }, t(key));
  return button;
}
