// Questions to the person at the page. The keyboard goes in and comes back to where it was.

import { h } from "./dom.js";
import { checkFields, clearErrors, tellField } from "./field_errors.js";
import { t } from "./words.js";

export const buttons = (yes) =>
  h("div.buttons", {}, h("button.cancel", { type: "button" }, t("page.cancel")), h("button.primary", { type: "submit", value: "yes" }, yes));

/** Of a dialog that only tells something. */
export const closing = (words) => h("div.buttons", {}, h("button.cancel.primary", { type: "button" }, words));

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

/**
 * Show a dialog that stays until what it asks for is done: `send` gets the form's data and gives why not, or nothing; `{why, field}`
 * is said beside that field. What was typed is so not lost when it is refused.
 */
export function askUntil(form, send) {
  const title = form.querySelector("h2");
  title.id = "dialog-title";
  const dialog = h("dialog", { "aria-labelledby": title.id }, form);
  const refusal = h("p.reply.bad", { role: "alert" });
  form.querySelector(".buttons:last-child").before(refusal);
  form.querySelector(".cancel").addEventListener("click", () => dialog.close("cancel"));
  dialog.addEventListener("close", () => dialog.remove());
  form.noValidate = true; // fields are looked at here, and told of in the reader's language
  form.addEventListener("input", ({ target }) => clearErrors(target.closest("label.field, fieldset") ?? form)); // it is being mended
  let busy = false; // a second Enter sends nothing
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    refusal.textContent = "";
    clearErrors(form);
    if (!checkFields(form)) return;
    busy = true;
    const told = await send(new FormData(form));
    busy = false;
    const { why, field: about } = typeof told === "object" ? (told ?? {}) : { why: told };
    if (!why) dialog.close("yes");
    else if (!about || !tellField(form, about, why)) {
      refusal.textContent = why;
      refusal.scrollIntoView({ block: "nearest" }); // a long form hides its end
    }
  });
  document.body.append(dialog);
  dialog.showModal();
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
