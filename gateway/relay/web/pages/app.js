// Puts the parts together: connection -> store -> sections; the address bar says which section, or which table, is open.

import { h, setText } from "./lib/dom.js";
import { registerKeys, showKeys } from "./lib/keys.js";
import { languageChoice, t } from "./lib/words.js";
import { Connection } from "./live/connection.js";
import { matterId, matters, Store } from "./live/store.js";
import { resultWords, spokenOf } from "./parts/entries.js";
import { behindWords, minutesOf } from "./parts/delay.js";
import { openTable, place } from "./place.js";
import { nextTable } from "./queue/waiting.js";
import { SECTIONS } from "./sections.js";
import { TablePage } from "./table/table_page.js";

const TICK_MS = 100;
const find = (id) => document.getElementById(id);

const connection = new Connection(
  () => wants(),
  () => {
    const table = store.tables.get(openTable());
    return table?.entries.length ? [[table.name, table.entries.at(-1).n, table.journal]] : [];
  },
);
const store = new Store(() => connection.now());
const context = { store, contact, now: () => connection.now(), present: () => connection.present(), subscribe: () => connection.subscribe(), counted: () => drawBadges() };
const sections = new Map(
  [...SECTIONS, { name: "table", id: "detail", make: TablePage, allowed: () => true }].map(({ name, title, id, make, allowed }) => {
    const root = h("section", { id: id ?? `section-${name}`, hidden: true });
    find("main").append(root);
    return [name, { name, title, root, allowed, content: new make(root, context), link: null }];
  }),
);
const counts = h("span.counts");
const needs = h("strong.needs");
const late = h("a.late", { href: "#/people" }); // how far the others are behind, for those who see the present
find("summary").append(counts, needs, late);
let role; // undefined until the first hello
let shown = null; // the section that is shown
let shownTable = null;

/** What is on the screen; whoever sees what waits is told of every table wherever he is. */
function wants() {
  const open = openTable();
  if (open) return { tables: [], follow: [open], summaries: store.hello?.sees === "arbiters" };
  return { tables: shown?.content.watched?.() ?? [], follow: shown?.content.followed?.() ?? [], summaries: true };
}

/** Since when there is no contact with a table, in relay time; null while there is. */
function contact(table) {
  const times = [connection.lostAt, store.brokerLostAt, table.offlineSince].filter((time) => time !== null);
  if (!times.length) return table.fresh ? null : (table.clock?.at ?? 0) + table.offset;
  return Math.min(...times);
}

/** Show what the address names; whoever may not see it is shown the hall. */
function route() {
  const { section: wanted, rest } = place();
  const section = sections.get(wanted);
  const next = section?.allowed(store) ? section : sections.get("hall");
  if (shown && shown !== next) {
    shown.content.leave?.();
    shown.root.hidden = true;
    shown.content.show(false, "", null);
  }
  const from = shownTable;
  shownTable = openTable();
  next.root.hidden = false;
  if (shown !== next || next.name === "table") next.content.show(true, rest, from);
  shown = next;
  connection.subscribe();
  drawSections();
  drawSummary();
}

/** Links to the sections that this reader may open; none where there is only one. */
function drawSections() {
  const open = [...sections.values()].filter(({ name, allowed }) => name !== "table" && allowed(store));
  for (const section of open) {
    section.badge = h("span.badge", { hidden: true });
    section.link = h("a", { href: section.name === "hall" ? "#" : `#/${section.name}`, "aria-current": section === shown && "page" }, t(section.title), section.badge);
  }
  find("sections").replaceChildren(...(open.length > 1 ? open.map(({ link }) => link) : []));
  find("sections").setAttribute("aria-label", t("page.sections"));
  find("sections").hidden = open.length < 2;
  drawBadges();
  showLink(shown?.link);
}

/** On a telephone the links are drawn aside by a finger: where we are is in the middle. */
function showLink(link) {
  const bar = find("sections");
  if (link?.isConnected) bar.scrollLeft = link.offsetLeft - bar.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2;
}

function drawBadges() {
  let moved = false;
  for (const { badge, content } of sections.values()) {
    if (!badge) continue;
    const count = content.count?.() ?? 0;
    if (badge.hidden !== !count) moved = true;
    badge.hidden = !count;
    setText(badge, count ? String(count) : "");
  }
  if (moved) showLink(shown?.link);
}

function drawBanners() {
  const banners = [];
  if (connection.state === "lost") banners.push(h("p.banner.bad", {}, t("page.relay_lost")));
  else if (connection.state === "connecting") banners.push(h("p.banner", {}, t("page.connecting")));
  else if (!store.broker) banners.push(h("p.banner.bad", {}, t("page.broker_lost")));
  if (store.storeFails) banners.push(h("p.banner.bad", {}, t("page.store_fails")));
  if (store.arbiter && store.knocking.length) banners.push(h("p.banner", {}, t("page.knocking", { names: store.knocking })));
  if (store.flooding.length) banners.push(h("p.banner.bad", {}, t("page.flooding", { names: store.flooding.map((name) => name.toUpperCase()) })));
  if (store.behind || store.still) banners.push(h("p.banner.behind", {}, behindWords(store)));
  find("banners").replaceChildren(...banners);
  document.body.classList.toggle("cut-off", connection.state !== "open" || !store.broker);
}

function drawSummary() {
  const tables = [...store.tables.values()];
  const count = (test) => tables.filter(test).length;
  const need = count((table) => matters(table).length > 0);
  const parts = [
    ["page.tables", tables.length],
    ["page.playing", count((table) => table.state?.status === "playing")],
    ["page.over", count((table) => table.state?.status === "over")],
  ];
  setText(counts, !store.overview ? "" : parts.filter(([, n], i) => n > 0 || i === 0).map(([key, n]) => t(key, { n })).join(" · "));
  setText(needs, need ? t("page.need_arbiter", { n: need }) : "");
  const behind = store.hello?.sees === "arbiters" ? (store.delays?.public?.delay ?? 0) : 0;
  late.hidden = !behind;
  setText(late, behind ? t("page.public_behind", { minutes: Math.max(1, minutesOf(behind)) }) : "");
  const event = store.hello?.title || store.hello?.event || "Flagfall";
  setText(find("event"), event);
  const open = openTable();
  const where = open ? `${open.toUpperCase()} · ` : shown?.title && shown.name !== "hall" ? `${t(shown.title)} · ` : "";
  const title = `${need ? `(${need}) ` : ""}${where}${event}`;
  if (document.title !== title) document.title = title;
  drawBadges();
}

function drawTools() {
  const select = languageChoice(rebuild);
  const keys = h("button.quiet.help", { type: "button", title: t("page.keys"), "aria-label": t("page.keys"), onclick: showKeys }, "?");
  const tools = [keys, select];
  if (store.signedIn) {
    const who = t("page.who", store.hello);
    tools.unshift(
      h("span.who", { title: t("page.signed_in", { who }) }, who),
      h("form", { method: "post", action: "/sign-out" }, h("button.quiet", { type: "submit" }, t("page.sign_out"))),
    );
  } else if (store.hello) tools.unshift(h("a.button.quiet", { href: "/sign-in" }, t("page.sign_in")));
  find("tools").replaceChildren(...tools);
  setText(find("skip"), t("page.skip"));
}

function rebuild() {
  drawTools();
  drawBanners();
  for (const { content } of sections.values()) content.build();
  route(); // another role may open other sections
  tick();
}

function tick() {
  shown.content.tick?.(connection.now());
}

/** Say aloud what matters: a result, and for arbiters each new case and alert. What is there when a table is first told of is no news. */
const known = new Map(); // table -> what was open there
const unsaid = [];
function announce(table) {
  const { state } = table;
  if (!state) return;
  const open = new Map(matters(table).map((matter) => [matterId(table, matter), spokenOf(matter)]));
  if (state.result) open.set(`${state.game} ${state.result.result} ${state.result.reason}`, resultWords(state.result));
  const before = known.get(table.name);
  known.set(table.name, open);
  if (!before) return;
  for (const [id, text] of open) if (!before.has(id)) unsaid.push(t("page.spoken", { table: table.name.toUpperCase(), text }));
}

/** All news of one moment together: one would take the place of another before it is read. */
function sayAloud() {
  if (unsaid.length) find("news").textContent = unsaid.splice(0).join(" ");
}

store.listenTo(connection);
connection.addEventListener("state", drawBanners);
store.addEventListener("broker", drawBanners);
store.addEventListener("behind", drawBanners);
store.addEventListener("door", drawBanners);
store.addEventListener("delays", drawSummary);
store.addEventListener("hello", ({ detail: { upgraded } }) => {
  if (upgraded) reload(); // old scripts must not talk to a new relay
  drawBanners();
  if (role !== store.hello.role) {
    role = store.hello.role;
    rebuild();
  }
});
/** Load the page anew, once nobody is in the middle of an act: what was typed must not be lost. */
function reload() {
  const open = document.querySelector("dialog[open]");
  if (open) open.addEventListener("close", () => setTimeout(reload), { once: true });
  else location.reload();
}

/** To the next table where somebody waits; false if there is none. */
function goOn() {
  const next = nextTable(store.tables.values(), openTable(), store.hello?.name);
  if (next) location.hash = next;
  return Boolean(next);
}

let summing = null;
store.addEventListener("table", ({ detail: { table, kind } }) => {
  if (kind === "clock" || kind === "entry") return;
  announce(table);
  summing ??= requestAnimationFrame(() => {
    summing = null;
    sayAloud();
    drawSummary();
  });
});
addEventListener("hashchange", route);
registerKeys("page.keys_everywhere", [
  { keys: ["h"], words: "page.key_hall", run: () => void (location.hash = "") },
  { keys: ["g"], words: "page.key_next_table", run: goOn },
]);
find("skip").addEventListener("click", (event) => {
  event.preventDefault();
  find("main").focus();
});
setInterval(() => {
  if (!document.hidden) tick();
}, TICK_MS);

rebuild();
connection.open();
