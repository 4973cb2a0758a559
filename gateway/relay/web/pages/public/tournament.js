// A page of the tournament. The relay has written all of it; here somebody is looked for, explanations open over the page,
// a player is followed, and the page is fetched anew when something was done to the tournament.

import { h } from "../lib/dom.js";
import { language, t } from "../lib/words.js";
import { HallLine } from "./hall_line.js";
import { drawTools } from "./page_tools.js";
import { Star } from "./persons.js";

const SPREAD_MS = 3000; // so that a crowd does not ask in one moment
const main = document.getElementById("main");
const bare = !document.getElementById("tools"); // inside another site's page
const page = document.documentElement.dataset;

const line = new HallLine(() => ({ tables: [] }));
const tell = line.tell(document.getElementById("banners"));
line.store.addEventListener("acts", () => String(line.store.acts) !== page.acts && fetchSoon());

// Looking for somebody ---------------------------------------------------------------------------------------------------

/** Hide the rows without what is looked for; a number finds a table, a board or a pairing number as a whole. */
function find() {
  const field = main.querySelector(".find .search");
  if (!field) return;
  const wanted = field.value.trim().toLowerCase();
  const fits = /^\d+$/.test(wanted) ? (text) => text.split(" ").includes(wanted) : (text) => text.includes(wanted);
  let found = 0;
  for (const row of main.querySelectorAll("[data-find]")) {
    row.hidden = Boolean(wanted) && !fits(row.dataset.find);
    found += !row.hidden;
  }
  main.querySelector(".nobody").hidden = found > 0;
}

// Explanations -----------------------------------------------------------------------------------------------------------

/** Show the part of another page that explains something; where it cannot be had, go there. */
async function explain(link) {
  const part = (await read(link.href))?.getElementById(link.dataset.dialog);
  if (!part) return location.assign(link.href);
  for (const title of part.querySelectorAll("h1, h3")) title.replaceWith(h("h2", { id: "explained" }, ...title.childNodes));
  part.removeAttribute("id");
  const close = h("button", { type: "button", onclick: () => dialog.close() }, t("page.close"));
  const dialog = h("dialog.explained", { "aria-labelledby": "explained" }, part, h("div.buttons", {}, close));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

// The page anew ----------------------------------------------------------------------------------------------------------

async function read(address) {
  try {
    const answer = await fetch(address, { cache: "no-cache", headers: { Accept: "text/html" } });
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch (error) {
    console.info(`${address}:`, error.message); // the next sign of life asks again
    return null;
  }
}

let fetching = null;
function fetchSoon(wait = Math.random() * SPREAD_MS) {
  fetching ??= setTimeout(async () => {
    const found = await read(location.href);
    fetching = null;
    if (found?.getElementById("main")) take(found);
  }, wait);
}

/** Put the new page in the place of this one; who reads stays where he is. */
function take(found) {
  const looked = main.querySelector(".find .search")?.value ?? "";
  const held = main.contains(document.activeElement) ? document.activeElement : null;
  const places = [...main.querySelectorAll(".scroll")].map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const kept = held?.matches(".search") ? [held.selectionStart, held.selectionEnd] : null;
  const again = held?.getAttribute("href");
  main.replaceChildren(...found.getElementById("main").childNodes);
  Object.assign(page, { acts: found.documentElement.dataset.acts, written: found.documentElement.dataset.written });
  document.title = found.title;
  const field = main.querySelector(".find .search");
  if (field) field.value = looked;
  for (const [at, [left, top]] of places.entries()) main.querySelectorAll(".scroll")[at]?.scrollTo(left, top);
  if (kept && field) {
    field.focus({ preventScroll: true });
    field.setSelectionRange(...kept);
  } else if (again) main.querySelector(`a[href="${CSS.escape(again)}"]`)?.focus({ preventScroll: true });
  dress();
}

/** What the relay cannot write: the stars of those whom this reader follows. */
function dress() {
  for (const place of main.querySelectorAll("[data-star]")) {
    const star = new Star();
    star.update({ id: place.dataset.person, name: place.dataset.star });
    place.replaceChildren(star.element);
  }
  main.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  find();
}

function draw() {
  if (!bare) drawTools(() => (tell(), draw(), fetchSoon(0)));
  if (page.written !== language && language in JSON.parse(page.languages)) fetchSoon(0); // chosen before, and told only now
}

document.body.classList.add("scripted");
main.addEventListener("input", ({ target }) => target.matches(".find .search") && find());
main.addEventListener("submit", (event) => event.target.matches(".find") && (event.preventDefault(), find()));
main.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-dialog]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  explain(link);
});
draw();
dress();
line.open();
