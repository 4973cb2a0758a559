// The keys of the page: every section registers its own with words, so that the help overlay (`?`) has them all.
//
//     registerKeys("page.section_hall", [{ keys: ["h"], words: "page.key_hall", run: () => ... }], () => this.shown);
//
// A key is never taken from a field that somebody types in, from a dialog, or from a combination with Ctrl, Alt or the
// system's key. What listens by itself (arrows in a list of its own) registers its keys without `run`.

import { h } from "./dom.js";
import { recall, remember } from "./settings.js";
import { t } from "./words.js";

const TYPED_IN = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, dialog, [contenteditable]";
const OWN_KEYS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", " ", "Enter"]);
/** How a key is written on it, where that is not its name. */
const CAPS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc", " ": "␣" };

const always = () => true;
const groups = [];

/**
 * Add keys: `title` is the key of the section's name in the catalogues, `active()` tells whether they count now. Of each,
 * `keys` are the names as in `KeyboardEvent.key` (`caps`: what the overlay shows of many), `words` the catalogue key of what they do,
 * and `run(event)` does it; it returns false to leave the key to others.
 */
export function registerKeys(title, keys, active = always) {
  groups.push({ title, keys, active });
}

/** Everything that is registered, for the overlay: [{title, keys: [{keys, words}]}], what counts here first; groups with one title are one. */
function allKeys() {
  const found = new Map();
  for (const { title, keys, active } of groups) {
    const group = found.get(title) ?? { title, keys: [], here: false };
    found.set(title, { title, keys: [...group.keys, ...keys], here: group.here || (active !== always && active()) });
  }
  return [...found.values()].sort((a, b) => b.here - a.here);
}

/** Whether letters do anything here: who dictates to a computer may switch them off. */
const switchedOn = () => recall("keys") !== "off";
/** The hints on buttons go with them. */
const hint = () => document.documentElement.toggleAttribute("data-no-keys", !switchedOn());
hint();

function press(event) {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(event.target instanceof Element) || event.target.closest(TYPED_IN)) return;
  if (event.target.matches("input") && OWN_KEYS.has(event.key)) return;
  if (!switchedOn() && event.key.length === 1 && event.key !== "?") return;
  for (const { keys, active } of groups) {
    if (!active()) continue;
    for (const { keys: names, run } of keys) {
      if (!run || !names.includes(event.key) || run(event) === false) continue;
      event.preventDefault();
      return;
    }
  }
}

/** The overlay with all keys of every section. */
export function showKeys() {
  if (document.querySelector("dialog.keys")) return;
  const on = h("input", { type: "checkbox", checked: switchedOn(), onchange: () => (remember("keys", on.checked ? "on" : "off"), hint()) });
  const caps = (names) => names.flatMap((name, i) => [i ? " " : null, name === "…" ? name : h("kbd", {}, CAPS[name] ?? name)]);
  const lists = allKeys().map(({ title, keys }) =>
    h("section", {}, h("h3", {}, t(title)), h("dl", {}, ...keys.map(({ keys: names, caps: shown = names, words }) => h("div", {}, h("dt", {}, ...caps(shown)), h("dd", {}, t(words)))))),
  );
  const close = h("button.primary", { type: "button", onclick: () => dialog.close() }, t("page.close"));
  const dialog = h(
    "dialog.keys",
    { "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, t("page.keys")),
    h("div.key-lists", { tabindex: "0", role: "group", "aria-labelledby": "keys-title" }, ...lists),
    h("label.check", {}, on, h("span", {}, t("page.keys_on"))),
    h("div.buttons", {}, close),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

registerKeys("page.keys_everywhere", [{ keys: ["?"], words: "page.key_help", run: showKeys }]);
document.addEventListener("keydown", press);
