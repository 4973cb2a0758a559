// One line of the record as a message. `gateway/texts/descriptions.py` makes the same messages for the command line.

import { message } from "../lib/messages.js";
import { knows, say, t } from "../lib/words.js";

/** What a part of an input is called in the catalogues. */
const PARTS = { fact: "clock_fact", act: "act" };

/** A value of the record as a message: its type is the key, its fields are the arguments. */
export function describe(kind, { type, ...fields }) {
  const args = { type };
  for (const [name, value] of Object.entries(fields)) put(args, name, value);
  return message(`${kind}.${type}`, args);
}

function put(args, name, value) {
  if (value === null) return;
  if (typeof value === "boolean") args[name] = value ? "yes" : "no";
  else if (Array.isArray(value)) args[name] = value.every((each) => typeof each === "string") ? value : value.length;
  else if (typeof value !== "object") args[name] = value;
  else if ("key" in value) args[name] = value;
  else if ("type" in value) args[name] = describe(PARTS[name] ?? name, value);
  else for (const [inner, each] of Object.entries(value)) put(args, `${name}_${inner}`, each);
}

/** {text, article, kind} of an entry. */
export function lineOf({ what }) {
  const article = what.article ?? what.act?.article ?? "";
  if (what.text && typeof what.text === "object") return { text: say(what.text), article, kind: what.type };
  const known = knows(`entry.${what.type}`); // a newer table may know more kinds
  return { text: known ? say(describe("entry", what)) : what.type.replaceAll("_", " "), article, kind: what.type };
}

/** "White wins · time is up": a result in short. */
export const resultWords = ({ result, reason }) => t("page.result", { result, reason });

/** A case or an alert in a sentence; an alert says when it must not be announced. */
export function spokenOf({ text, announce }) {
  return announce === false ? t("page.not_announced_text", { text }) : say(text);
}
