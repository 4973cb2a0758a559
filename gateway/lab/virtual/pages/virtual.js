// The virtual table: what the server says is drawn, what the hand does is sent. The page knows no rules of any game.

import { h, setAttribute, setText } from "/pages/lib/dom.js";
import { Asks } from "./asks.js";
import { SetClock } from "./clock.js";
import { GameChoice } from "./game_choice.js";
import { Hand } from "./hand.js";
import { Reserve } from "./reserve.js";
import { Trouble } from "./trouble.js";
import { languageChoice, say as words, t } from "/pages/lib/words.js";
import { SIDES, seat } from "./words.js";

const AGAIN_MS = 800;
const SURE_MS = 6000;
const RESULTS = ["1-0", "0-1", "DRAW", "0-0"];
const $ = (id) => document.getElementById(id);

let socket = null;
let about = null;
let status = null; // of the game, as the table tells it

function send(deed) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(deed));
}

const say = (text) => setText($("news"), text);

function hint(text, bad = false) {
  setText($("hint"), text);
  $("hint").classList.toggle("bad", bad);
}

const clock = new SetClock($("clock"), send);
const stone = () => (SIDES[clock.up] === "black" ? "s" : "S");
const hand = new Hand($("board"), send, say, () => send({ do: "press", seat: clock.up }), holding, stone);
const reserve = new Reserve($("reserve"), hand);
const asks = new Asks($("asks"), send);
const trouble = new Trouble($("trouble"), send, chooseSquare);
const choice = new GameChoice($("game"), send);

/** The next square that is pointed at, by pointer or keyboard, is the answer. */
function chooseSquare(then) {
  hint(t("virtual.hint_choose"));
  hand.choosing = (cell) => {
    advise();
    if (cell !== null) then(cell);
  };
  hand.place.focus();
}

function holding(piece) {
  reserve.show(piece);
  advise();
}

/** What to do next, for somebody who has never sat at a table with an electronic board. */
function advise() {
  const face = clock.face;
  if (!face) return;
  if (hand.choosing) return;
  if (hand.piece) hint(t("virtual.hint_hand"));
  else if (RESULTS.includes(face.text)) hint(t("virtual.hint_over"));
  else if (face.flag) hint(t("virtual.hint_flag"));
  else if (face.text === "PAUSE") hint(t("virtual.hint_pause"));
  else if (about.public && status !== "ready" && !face.runs) hint(t("virtual.hint_wait"));
  else if (!face.runs && face.middle === "start") hint(t("virtual.hint_start", { side: about.first }));
  else if (hand.lays) hint(t("virtual.hint_lay", { side: SIDES[clock.up] }));
  else hint(t("virtual.hint_move", { side: SIDES[clock.up] }));
}

/** A new game; asked once more where the table would go on with the old one. */
const reset = h("button.reset", { type: "button", onclick: setUp }, t("virtual.reset"));
let sure = null;

function setUp() {
  const face = clock.face;
  const amidst = face && !RESULTS.includes(face.text) && !face.flag && (face.runs || hand.cells !== about.start);
  if (amidst && sure === null) {
    setText(reset, t("virtual.reset_anyway"));
    hint(t(about.public ? "virtual.hint_void" : "virtual.hint_reset"), true);
    sure = setTimeout(unsure, SURE_MS);
    return;
  }
  unsure();
  hand.drop();
  send({ do: "reset" });
}

function unsure() {
  clearTimeout(sure);
  sure = null;
  setText(reset, t("virtual.reset"));
  advise();
}

function begin(hello) {
  about = hello;
  setText($("about"), `${t(`game.${about.rules}`)} · ${about.control}`);
  hand.begin(about);
  reserve.begin(about);
  asks.begin(about);
  trouble.begin(about);
  choice.begin(about);
  $("public").hidden = !about.public;
  setAttribute($("public"), "href", about.public);
}

function take(message) {
  if (message.type === "hello") return begin(message);
  status = message.hall?.status ?? null;
  seat(message.hall?.swapped);
  hand.dead = message.trouble.dead;
  hand.show(message.board);
  trouble.show(message.trouble);
  asks.show(message.hall, words);
  clock.show(message.clock);
  if (message.type === "refused") hint(words(message.why), true);
  else if (sure === null) advise();
}

function connect() {
  const url = new URL("/ws", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(url);
  socket.onopen = () => ($("lost").hidden = true);
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    $("lost").hidden = false;
    clock.stand();
    setTimeout(connect, AGAIN_MS);
  };
}

document.title = `${t("virtual.title")} · Flagfall`;
setText($("title"), t("virtual.title"));
setText($("public"), t("virtual.public"));
setText($("lost"), t("virtual.lost"));
setText($("keys"), t("virtual.keys"));
setAttribute($("board"), "aria-label", t("virtual.board"));
$("acts").append(reset);
$("language").replaceChildren(languageChoice(() => location.reload())); // the table keeps everything
connect();
