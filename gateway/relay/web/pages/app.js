// Puts the parts together: connection -> store -> views; the address bar says which table is open.

import { Connection } from "./connection.js";
import { Detail } from "./detail.js";
import { h, setText } from "./dom.js";
import { Door } from "./door.js";
import { resultWords, spokenOf } from "./entries.js";
import { Hall } from "./hall.js";
import { alerts, matters, cases, Store } from "./store.js";
import { chooseLanguage, LANGUAGES, language, t } from "./words.js";

const TICK_MS = 100;
const find = (id) => document.getElementById(id);

/** The name of the table in the address; what is no text there is no table's name either. */
function opened() {
  const given = location.hash.slice(1);
  try {
    return decodeURIComponent(given) || null;
  } catch {
    return given;
  }
}

const connection = new Connection(
  () => (opened() ? [opened()] : []),
  () => {
    const table = store.tables.get(opened());
    return table?.entries.length ? [[table.name, table.entries.at(-1).n, table.journal]] : [];
  },
);
const store = new Store(() => connection.now());
const hall = new Hall(find("hall"), store, contact);
const door = new Door(find("door"), store, () => connection.now());
const detail = new Detail(find("detail"), store, contact);
const counts = h("span.counts");
const needs = h("strong.needs");
find("summary").append(counts, needs);
let role; // undefined until the first hello
let scroll = 0;

/** Since when there is no contact with a table, in relay time; null while there is. */
function contact(table) {
  const times = [connection.lostAt, store.brokerLostAt, table.offlineSince].filter((time) => time !== null);
  if (!times.length) return table.fresh ? null : (table.clock?.at ?? 0) + table.offset;
  return Math.min(...times);
}

function route() {
  const name = opened();
  const before = detail.name;
  if (before === null && name !== null) scroll = scrollY;
  find("hall").hidden = name !== null;
  door.show(name === null);
  detail.open(name);
  if (name === null) {
    hall.fit();
    scrollTo(0, scroll);
    if (before !== null) document.querySelector(`a.card-link[href="#${CSS.escape(before)}"]`)?.focus({ preventScroll: true });
  } else if (name !== before) {
    scrollTo(0, 0);
    connection.subscribe();
  }
  drawSummary();
}

function drawBanners() {
  const banners = [];
  if (connection.state === "lost") banners.push(h("p.banner.bad", {}, t("page.relay_lost")));
  else if (connection.state === "connecting") banners.push(h("p.banner", {}, t("page.connecting")));
  else if (!store.broker) banners.push(h("p.banner.bad", {}, t("page.broker_lost")));
  if (store.storeFails) banners.push(h("p.banner.bad", {}, t("page.store_fails")));
  if (store.arbiter && store.knocking.length) banners.push(h("p.banner", {}, t("page.knocking", { names: store.knocking })));
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
  setText(counts, parts.filter(([, n], i) => n > 0 || i === 0).map(([key, n]) => t(key, { n })).join(" · "));
  setText(needs, need ? t("page.need_arbiter", { n: need }) : "");
  const event = store.hello?.event ?? "Flagfall";
  setText(find("event"), event);
  const place = opened() ? `${opened().toUpperCase()} · ` : "";
  const title = `${need ? `(${need}) ` : ""}${place}${event}`;
  if (document.title !== title) document.title = title;
}

function drawTools() {
  const select = h("select", { "aria-label": t("page.language"), onchange: (event) => speak(event.target.value) });
  for (const [code, name] of Object.entries(LANGUAGES)) {
    select.append(h("option", { value: code, selected: code === language, lang: code }, name));
  }
  const tools = [select];
  if (store.arbiter) {
    const who = t("page.who", store.hello);
    tools.unshift(
      h("span.who", { title: t("page.signed_in", { who }) }, who),
      h("form", { method: "post", action: "/sign-out" }, h("button.quiet", { type: "submit" }, t("page.sign_out"))),
    );
  }
  find("tools").replaceChildren(...tools);
  setText(find("skip"), t("page.skip"));
}

async function speak(choice) {
  await chooseLanguage(choice);
  rebuild();
}

function rebuild() {
  drawTools();
  drawBanners();
  drawSummary();
  door.build();
  hall.build();
  detail.build();
  tick();
}

function tick() {
  const now = connection.now();
  door.tick(now);
  hall.tick(now);
  detail.tick(now);
}

/** Say aloud what matters: a result, and for arbiters a new case or alert. */
const said = new Map();
function announce(table) {
  const { state } = table;
  if (!state) return;
  const latest = cases(table).at(-1) ?? alerts(table).at(-1);
  const news = state.result ? resultWords(state.result) : latest ? spokenOf(latest) : "";
  const before = said.get(table.name);
  said.set(table.name, news);
  if (news && before !== undefined && before !== news) find("news").textContent = t("page.spoken", { table: table.name.toUpperCase(), text: news });
}

connection.addEventListener("message", ({ detail: message }) => store.apply(message));
connection.addEventListener("state", drawBanners);
store.addEventListener("broker", drawBanners);
store.addEventListener("door", drawBanners);
store.addEventListener("hello", ({ detail: { upgraded } }) => {
  if (upgraded) location.reload(); // old scripts must not talk to a new relay
  drawBanners();
  if (role !== store.hello.role) {
    role = store.hello.role;
    rebuild();
  }
});
let summing = null;
store.addEventListener("table", ({ detail: { table, kind } }) => {
  if (kind === "clock" || kind === "entry") return;
  announce(table);
  summing ??= requestAnimationFrame(() => {
    summing = null;
    drawSummary();
  });
});
addEventListener("hashchange", route);
find("skip").addEventListener("click", (event) => {
  event.preventDefault();
  find("main").focus();
});
setInterval(() => {
  if (!document.hidden) tick();
}, TICK_MS);

rebuild();
route();
connection.open();
