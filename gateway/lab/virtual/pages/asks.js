// What players say: for each side the requests that the referee admits now. Which there are, and what belongs to each, is
// the server's to tell; a request without words of its own here is shown by its name.

import { ask, buttons, field, select } from "/pages/lib/dialog.js";
import { h } from "/pages/lib/dom.js";
import { knows, t } from "/pages/lib/words.js";

const SIDES = ["white", "black"];
const GRAVE = new Set(["resign"]);

const words = (key, otherwise) => (knows(key) ? t(key) : otherwise);
const nameOf = (request) => words(`ask.${request}`, request);

export class Asks {
  constructor(place, send) {
    this.place = place;
    this.send = send;
    this.key = null;
    this.groups = Object.fromEntries(SIDES.map((side) => [side, h("div.buttons.asks", { role: "group", "aria-label": t(`side.${side}`) })]));
    this.told = h("ul.told", { "aria-live": "polite" });
    this.none = h("p.muted", {}, t("virtual.asks_none"));
    place.append(
      h("h2", {}, t("virtual.asks")),
      h("div.sides", {}, ...SIDES.map((side) => h("div", {}, h("h3", {}, h(`span.side.${side}`, { "aria-hidden": "true" }), t(`side.${side}`)), this.groups[side]))),
      this.none,
      h("h2", {}, t("virtual.told")),
      this.told,
    );
  }

  begin(about) {
    this.fields = about.fields;
    this.key = null;
  }

  show(hall, say) {
    this.place.hidden = hall === null;
    if (hall === null) return;
    const key = JSON.stringify([hall.requests, hall.told]);
    if (key === this.key) return;
    this.key = key;
    for (const side of SIDES) {
      const group = this.groups[side];
      const admitted = hall.requests[side];
      const same = group.children.length === admitted.length && admitted.every(({ request }, i) => group.children[i].dataset.request === request);
      // A button under somebody's finger stays the same one.
      if (!same) group.replaceChildren(...admitted.map((each) => this.button(side, each)));
      else admitted.forEach((each, i) => (group.children[i].onclick = () => this.press(side, each)));
    }
    this.none.hidden = SIDES.some((side) => hall.requests[side].length > 0);
    this.told.replaceChildren(...hall.told.map((message) => h("li", {}, say(message))));
    if (!hall.told.length) this.told.append(h("li.muted", {}, t("virtual.told_nothing")));
  }

  button(side, admitted) {
    const name = nameOf(admitted.request);
    const button = h(`button${GRAVE.has(admitted.request) ? ".grave" : ""}`, { type: "button", "aria-label": `${t(`side.${side}`)}: ${name}`, "data-request": admitted.request }, name);
    button.onclick = () => this.press(side, admitted);
    return button;
  }

  press(side, admitted) {
    const fields = this.fields[admitted.request] ?? [];
    const sent = (more) => this.send({ do: "ask", side, request: { type: admitted.request, ...more } });
    if (!fields.length && !GRAVE.has(admitted.request)) return sent({});
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", {}, `${t(`side.${side}`)}: ${nameOf(admitted.request)}`),
      ...fields.map((each) => this.input(each, admitted)),
      buttons(t("virtual.ask")),
    );
    ask(form, (data) => sent(values(fields, data)));
  }

  input(each, admitted) {
    const label = words(`ask_field.${each.name}`, each.name);
    if (each.name === "article" && admitted.articles?.length) return field(label, select(each.name, admitted.articles.map((article) => [article, article])));
    if (each.kind === "choice") {
      const possible = admitted.grounds?.length ? admitted.grounds : each.values;
      return field(label, select(each.name, possible.map((value) => [value, words(`ask_field.${each.name}.${value}`, value)])));
    }
    const numeric = each.kind === "number";
    const input = h("input", { name: each.name, required: each.required, maxlength: numeric ? null : 200, type: numeric ? "number" : "text", min: numeric ? 1 : null, max: numeric ? 12 : null, autocomplete: "off" });
    return field(label, input, each.kind === "list" ? t("virtual.points_apart") : null);
  }
}

function values(fields, data) {
  const found = {};
  for (const { name, kind } of fields) {
    const text = String(data.get(name) ?? "").trim();
    if (kind === "number") found[name] = Number(text);
    else if (kind === "list") found[name] = text.split(/[\s,，、]+/).filter(Boolean);
    else if (text) found[name] = text;
  }
  return found;
}
