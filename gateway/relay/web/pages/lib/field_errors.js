// What is wrong with a field, said beside it in the reader's language: a browser's own bubbles speak another one, and pass.

import { h } from "./dom.js";
import { t } from "./words.js";

/** What a field says of itself, in our words; nothing where it is right. `input.problem()` adds to what a browser can tell. */
function problemOf(input) {
  const { validity, min, max } = input;
  if (validity.badInput) return t("field_error.number");
  if (validity.valueMissing) return t("field_error.missing");
  if (validity.rangeUnderflow || validity.rangeOverflow) return min !== "" && max !== "" ? t("field_error.range", { least: min, most: max }) : min !== "" ? t("field_error.least", { least: min }) : t("field_error.most", { most: max });
  if (validity.stepMismatch) return t("field_error.step", { step: input.step || "1" });
  if (validity.patternMismatch) return t("field_error.pattern", { example: input.placeholder || "1" });
  return input.problem?.() ?? "";
}

/** Take back everything that was told. */
export function clearErrors(form) {
  for (const told of form.querySelectorAll(".field-error")) told.remove();
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

/** Say beside a field what is wrong, and lead there; whether the form has it. */
export function tellField(form, name, words) {
  const found = form.elements.namedItem(name);
  const input = found instanceof RadioNodeList ? found[0] : found;
  if (!input || input.closest("[hidden]")) return false;
  tell(input, words);
  lead(input);
  return true;
}

/** Look at all fields that can be seen; whether they are right. */
export function checkFields(form) {
  const wrong = [...form.elements].filter((input) => input.willValidate && !input.closest("[hidden]")).map((input) => [input, problemOf(input)]).filter(([, words]) => words);
  for (const [input, words] of wrong) tell(input, words);
  if (wrong.length) lead(wrong[0][0]);
  return !wrong.length;
}

function tell(input, words) {
  input.setAttribute("aria-invalid", "true");
  const place = input.closest("label.field, fieldset") ?? input.parentElement;
  if (!place.querySelector(":scope > .field-error")) place.append(h("small.field-error", { role: "alert" }, words));
}

function lead(input) {
  for (let fold = input.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  input.focus();
}
