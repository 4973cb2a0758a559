// Questions to the person at the page. The keyboard goes in and comes back to where it was.

import { h } from "./dom.js";
import { t } from "./words.js";

export const buttons = (yes) =>
  h("div.buttons", {}, h("button.cancel", { type: "button" }, t("page.cancel")), h("button.primary", { type: "submit", value: "yes" }, yes));

export const field = (label, input, hint = null) => h("label.field", {}, h("span", {}, label), input, hint && h("small.muted", {}, hint));

/** Radio buttons as large rows: [[value, words], ...]. */
export function options(name, label, choices) {
  const rows = choices.map(([value, words]) =>
    h("label.option", {}, h("input", { type: "radio", name, value, required: true }), h("span", { dir: "auto" }, words)),
  );
  return h("fieldset", {}, h("legend", {}, label), ...rows);
}

export function select(name, choices) {
  return h("select", { name }, ...choices.map(([value, words]) => h("option", { value }, words)));
}

/** Show a dialog; `then` gets the form's data if it was not cancelled. */
export function ask(form, then) {
  const title = form.querySelector("h2");
  title.id = "dialog-title";
  const dialog = h("dialog", { "aria-labelledby": title.id }, form);
  // Not a submit button: Enter in a field presses the first of those, and must not cancel.
  form.querySelector(".cancel").addEventListener("click", () => dialog.close("cancel"));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "yes") then(new FormData(form));
  });
  document.body.append(dialog);
  dialog.showModal();
}
