// The language of this page. Every text is a message: the catalogues of `/api/texts` turn it into words.

import { h } from "./dom.js";
import { Catalogue } from "./messages.js";
import { recall, remember } from "./settings.js";

/** What this page needs of a catalogue: `public` for pages that few words do for; all of it where it does not say. */
const { texts: part = "", languages } = document.documentElement.dataset;
/** Codes and the languages' names for themselves; a page may bring them with it. */
export const LANGUAGES = languages ? JSON.parse(languages) : await ask("/api/texts").then((found) => Object.fromEntries(found.map(({ code, name }) => [code, name])));

let catalogue = null;
export let language = "";
await setLanguage(chosen());
if (recall("language")) tellServer(language);

/** Speak this language from now on; what is on the page is drawn again by whoever calls. */
export async function setLanguage(choice) {
  catalogue = new Catalogue(choice, await ask(address(choice, part)));
  language = choice;
  document.documentElement.lang = choice === "zh" ? "zh-Hans" : choice;
}

/** Learn another part of the catalogue, where the page has only a part. */
export async function learn(more) {
  if (!part) return;
  const learning = catalogue;
  Object.assign(learning.texts, await ask(address(learning.language, more)));
}

/** Keep the reader's choice, also that of a reader who goes on before its words have come. */
async function chooseLanguage(choice) {
  remember("language", choice);
  tellServer(choice);
  await setLanguage(choice);
}

/** A list of languages to choose from; `then` draws the page again. */
export function languageChoice(then) {
  const choice = h("select", { "aria-label": t("page.language"), onchange: async (event) => (await chooseLanguage(event.target.value), then()) });
  for (const [code, name] of Object.entries(LANGUAGES)) choice.append(h("option", { value: code, selected: code === language, lang: code }, name));
  return choice;
}

/** The words of a key about these arguments. */
export const t = (key, args = {}) => catalogue.text(key, args);

/** A message in words; nothing for none. */
export const say = (message) => (message ? catalogue.render(message) : "");

/** Whether there are words for a key: a newer table may know more kinds of things. */
export const knows = (key) => key in catalogue.texts;

/** What the address asks for, what the reader chose before, what the browser asks for, or English. */
function chosen() {
  const wishes = [document.documentElement.dataset.language, recall("language"), ...navigator.languages.flatMap((wish) => [wish.toLowerCase(), wish.toLowerCase().split("-")[0]])];
  return wishes.find((wish) => wish in LANGUAGES) ?? "en";
}

/** What the relay itself writes (forms to print, a page that says that there is none) comes in the reader's language as well. */
function tellServer(choice) {
  document.cookie = `flagfall-language=${choice}; path=/; max-age=31536000; samesite=lax`;
}

function address(code, some) {
  return `/api/texts/${code}.json${some ? `?part=${some}` : ""}`;
}

async function ask(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
