// A bridge table on a phone: who sits there, the boards, a result entered by one side and confirmed by the other, and a call for
// the director. Opened by the code of the table's card; both sides may use one phone.

import { h, setText } from "../lib/dom.js";
import { ask, buttons, field } from "../lib/dialog.js";
import { request } from "../lib/requests.js";
import { recall, remember } from "../lib/settings.js";
import { languageChoice, t } from "../lib/words.js";
import { Connection } from "../live/connection.js";
import { Store } from "../live/store.js";
import { ClockStrip } from "../round_clock/clock_strip.js";
import { otherSide, SEATS, shown, SIDES } from "./contracts.js";
import { ContractPad } from "./contract_pad.js";

const LOOK_MS = 3000;
const TICK_MS = 250;
const link = location.pathname.split("/").at(-1);
const path = `/api/bridge/table/${link}`;
const find = (id) => document.getElementById(id);

const main = find("main");
const connection = new Connection(() => ({ tables: [] }), () => []); // the hall's clock comes by it
const store = new Store(() => connection.now());
const clock = new ClockStrip(t);
const seats = h("div.compass");
const sides = h("div.choice", { role: "radiogroup" });
const boards = h("ul.board-chips");
const panel = h("section.board-panel");
const reply = h("p.reply", { role: "alert" });
const listed = h("section.entered");
const tools = h("div.asks");
const pad = new ContractPad((result) => enter(result));

let table = null;
let side = SIDES.includes(recall(`bridge.${link}`)) ? recall(`bridge.${link}`) : null;
let chosen = null; // the board that is looked at; null: the one that is played
let changing = false; // somebody enters another result than the one that was told
let sending = false;

const board = () => table.boards.find((each) => each.board === chosen) ?? waiting() ?? table.boards.find((each) => each.board === table.current) ?? table.boards.at(-1);
/** The first board that the other side has entered and this one has not. */
const waiting = () => table.boards.find(({ told = {}, result }) => side && !result && told[otherSide(side)] && !told[side]);
const sideWords = (which) => t(which === "NS" ? "bridge_table.north_south" : "bridge_table.east_west");

async function look() {
  const { ok, status, content, why } = await request("GET", path);
  if (ok) take(content);
  else if (status === 403) main.replaceChildren(h("p.situation", { role: "status" }, why));
  find("banners").replaceChildren(...(status === 0 ? [h("p.banner.bad", {}, why)] : []));
}

function take(content) {
  if (JSON.stringify(content) === JSON.stringify(table)) return;
  const moved = table && (table.round !== content.round || table.table !== content.table);
  table = content;
  if (moved) [chosen, changing] = [null, false];
  draw();
}

async function send(where, body) {
  if (sending) return false;
  sending = true;
  setText(reply, "");
  const { ok, content, why } = await request("POST", `${path}/${where}`, body);
  sending = false;
  if (ok) take(content);
  else setText(reply, why);
  return ok;
}

async function enter(result) {
  const about = board();
  if (!(await send("results", { side, board: about.board, result }))) return;
  pad.clear();
  chosen = null;
  changing = false;
  draw();
  setText(reply, t("bridge_table.sent", { board: about.board }));
}

function call() {
  const text = h("input", { name: "text", maxlength: 200 });
  const form = h("form", { method: "dialog" }, h("h2", {}, t("bridge_table.call")), field(t("bridge_table.call_text"), text), buttons(t("bridge_table.call")));
  ask(form, (data) => send("call", { ...(side ? { side } : {}), board: board().board, text: data.get("text").trim() }));
}

// Drawing --------------------------------------------------------------------------------------------------------------

function draw() {
  find("tools").replaceChildren(languageChoice(draw));
  if (!table) return;
  document.title = `${table.table.toUpperCase()} · ${table.title}`;
  if (!table.table) {
    setText(find("place"), table.title);
    main.replaceChildren(h("p.situation", { role: "status" }, t("bridge_table.nothing_yet")));
    return;
  }
  setText(find("place"), `${placeWords()} · ${t("page.round", { n: table.round })}`);
  drawSeats();
  drawSides();
  drawBoards();
  drawPanel();
  drawTools();
  if (!seats.isConnected) main.replaceChildren(clock.element, seats, sides, boards, panel, reply, listed, tools);
}

const placeWords = () => (table.room === "only" ? t("bridge_table.table", { table: table.table }) : t(`bridge_table.${table.room}_room`, { match: table.match, table: table.table.toUpperCase() }));

function drawSeats() {
  const about = board();
  const order = table.boards.map((each) => each.board);
  const names = (table.seats.findLast(({ board: first }) => order.indexOf(first) <= order.indexOf(about.board)) ?? table.seats[0]).seats;
  const seat = (each) => h(`div.seat.seat-${each.toLowerCase()}`, {}, h("span.muted", {}, t(`bridge_table.seat_${each.toLowerCase()}`)), h("strong", { dir: "auto" }, names[each] ?? "–"));
  seats.replaceChildren(...SEATS.map(seat), h("div.seat-teams", {}, ...SIDES.filter(() => table.north_south).map((each) => h("span", { dir: "auto" }, t("page.labelled", { label: sideWords(each), value: each === "NS" ? table.north_south : table.east_west })))));
}

function drawSides() {
  sides.setAttribute("aria-label", t("bridge_table.who"));
  sides.replaceChildren(
    ...SIDES.map((each) => {
      const input = h("input", { type: "radio", name: "side", value: each, checked: each === side });
      input.addEventListener("change", () => {
        side = each;
        remember(`bridge.${link}`, each);
        [chosen, changing] = [null, false];
        draw();
      });
      return h("label", {}, input, h("span", {}, sideWords(each)));
    }),
  );
}

const stateOf = ({ result, disputed, told = {} }) => (disputed ? "disputed" : result ? "done" : Object.keys(told).length ? "told" : "open");

function drawBoards() {
  const now = board().board;
  boards.setAttribute("aria-label", t("bridge_table.boards"));
  const chip = (each) => {
    const state = stateOf(each);
    const label = t("bridge_table.board_state", { board: each.board, state });
    const pick = () => {
      chosen = each.board;
      changing = false;
      pad.clear();
      draw();
    };
    return h("li", {}, h(`button.board-chip.${state}`, { type: "button", "aria-pressed": String(each.board === now), "aria-label": label, onclick: pick }, String(each.board)));
  };
  boards.replaceChildren(...table.boards.map(chip));
}

function drawPanel() {
  const about = board();
  const vulnerable = (about.vulnerable ?? []).length === 2 ? "all" : (about.vulnerable?.[0]?.toLowerCase() ?? "none");
  const head = [
    h("h2", { tabindex: "-1" }, t("bridge_table.board", { board: about.board })),
    h("p.muted", {}, t("bridge_table.deal", { dealer: t(`bridge_table.seat_${about.dealer.toLowerCase()}`), vulnerable })),
  ];
  panel.replaceChildren(...head, ...question(about));
  listed.replaceChildren(...entered());
}

function question(about) {
  const { told = {}, result = "", score = "", disputed, by_director: fixed } = about;
  const words = [];
  if (fixed) return [h("p.situation", { role: "status" }, shown(result), ` ${score}`), h("p.muted", {}, t("bridge_table.by_director"))];
  if (disputed) words.push(h("p.situation.trouble", { role: "status" }, t("bridge_table.differ")), h("ul.told", {}, ...Object.entries(told).map(([who, what]) => h("li", {}, t("page.labelled", { label: sideWords(who), value: "" }), shown(what)))));
  else if (result) words.push(h("p.situation", { role: "status" }, shown(result), score ? ` ${t("bridge_table.score", { score })}` : ""), h("p.muted", {}, t("bridge_table.both")));
  if (!side) return [...words, h("p.who-first", {}, t("bridge_table.who_first"))];
  const theirs = told[otherSide(side)];
  const mine = told[side];
  if (!changing && !disputed && result) return [...words, change()];
  if (!changing && mine && !theirs) return [...words, h("p.situation", { role: "status" }, shown(mine)), h("p.muted", {}, t("bridge_table.waits", { side: otherSide(side).toLowerCase() })), change()];
  if (!changing && theirs && theirs !== mine) {
    return [
      ...(disputed ? words : [h("p", {}, t("bridge_table.they_say", { side: otherSide(side).toLowerCase() })), h("p.situation", {}, shown(theirs))]),
      h("button.big.primary.confirm", { type: "button", onclick: () => enter(theirs) }, t("bridge_table.confirm")),
      change("bridge_table.other"),
    ];
  }
  return [...words, pad.draw()];
}

const change = (key = "bridge_table.change") =>
  h("button.change", { type: "button", onclick: () => { changing = true; draw(); panel.querySelector("h2").focus(); } }, t(key));

/** What has been entered at this table, to look back at. */
function entered() {
  const done = table.boards.filter(({ result }) => result);
  if (!done.length) return [];
  const row = ({ board: number, result, score = "" }) => h("tr", {}, h("th", { scope: "row" }, String(number)), h("td", {}, shown(result)), h("td.number", {}, score));
  const head = h("tr", {}, ...["bridge_table.column_board", "bridge_table.column_result", "bridge_table.column_score"].map((key) => h("th", { scope: "col" }, t(key))));
  return [h("h2", {}, t("bridge_table.entered")), h("table.bridge-results", {}, h("thead", {}, head), h("tbody", {}, ...done.map(row)))];
}

function drawTools() {
  const waits = table.calls ? h("p.muted", { role: "status" }, t("bridge_table.called")) : null;
  tools.replaceChildren(...[h("button.call_arbiter", { type: "button", onclick: call }, t("bridge_table.call")), waits].filter(Boolean));
}

store.listenTo(connection);
connection.open();
setInterval(() => clock.draw(store.roundClock, connection.present()), TICK_MS);
setInterval(() => !document.hidden && !sending && look(), LOOK_MS);
draw();
look();
