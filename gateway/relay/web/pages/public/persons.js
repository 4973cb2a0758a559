// The persons of an event, and whom this reader follows. Followed by id, or by name where there is none.

import { h, setAttribute, setText, toggle } from "../lib/dom.js";
import { recall, remember } from "../lib/settings.js";
import { t } from "../lib/words.js";

export { detailsOf, nameOf } from "../parts/person_name.js";

const listeners = new Set();

/** What tells a person from the others of the event; empty for nobody. */
export const personKey = (person) => (person?.id ? `#${person.id}` : (person?.name ?? ""));

export function followed() {
  try {
    const list = JSON.parse(recall("followed") ?? "[]");
    return new Set(Array.isArray(list) ? list : []);
  } catch {
    return new Set(); // somebody else wrote there
  }
}

export const follows = (person) => followed().has(personKey(person));

export function follow(person, on) {
  const all = followed();
  if (on) all.add(personKey(person));
  else all.delete(personKey(person));
  remember("followed", JSON.stringify([...all]));
  for (const each of listeners) each();
}

/** `then()` is called when somebody is followed or no longer, on this page or on another one of this browser. */
export function onFollowing(then) {
  listeners.add(then);
  addEventListener("storage", ({ key }) => key === "flagfall.followed" && then());
}

/** A star to press: this person is followed. */
export class Star {
  constructor() {
    this.element = h("button.star", { type: "button", "aria-pressed": "false", onclick: () => follow(this.person, !follows(this.person)) });
    stars.set(this.element, this);
  }

  update(person) {
    this.person = person;
    this.element.hidden = !personKey(person);
    this.draw();
  }

  draw() {
    if (!this.person) return;
    const on = follows(this.person);
    setText(this.element, on ? "★" : "☆");
    toggle(this.element, "on", on);
    setAttribute(this.element, "aria-pressed", String(on));
    setAttribute(this.element, "aria-label", t("public.follow", { name: this.person.name }));
    setAttribute(this.element, "title", t("public.follow", { name: this.person.name }));
  }
}

const stars = new WeakMap(); // those that are on the page are drawn anew, the others are forgotten
onFollowing(() => {
  for (const element of document.querySelectorAll(".star")) stars.get(element)?.draw();
});
