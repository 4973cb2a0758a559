// A player's own page: the table, both clocks, and what this player may ask for now. Opened by the link of a card.
//
// It shows what the relay sends a player and nothing besides: no board, no alerts, nothing that players have to notice.

import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { timeOfDay } from "../lib/times.js";
import { languageChoice, say, t } from "../lib/words.js";
import { Connection } from "../live/connection.js";
import { other } from "../live/store.js";
import { describe, resultWords } from "../parts/entries.js";
import { Player } from "../parts/player.js";
import { askFor, LABELS } from "./asking.js";
import { Pending } from "./pending.js";

const link = location.pathname.split("/").at(-1);
const find = (id) => document.getElementById(id);
const main = find("main");

const connection = new Connection(() => [], () => [], {}, `/ws/play/${link}`);
let frame = null;
let drawn = ""; // what the buttons were drawn for
const players = { white: new Player("white", { full: true }), black: new Player("black", { full: true }) };
const situation = h("p.situation", { role: "status" });
const seats = h("div.seats");
const offer = h("section.offer", { hidden: true, "aria-live": "assertive" });
const buttons = h("section.requests");
const reply = h("p.reply", { role: "alert" });
const own = h("section.asked", { hidden: true });
const pending = new Pending(`pending.${link.split(".").slice(0, 2).join(".")}`, ({ request: asking }) => send(asking), () => drawPending());

// What was asked for in this game ------------------------------------------------------------------------------------

/** The table keeps the list, so that every page of this card shows the same. */
function drawAsked({ asked = [] }) {
  const lines = asked.toReversed().map(({ at, side, request: asking, refusal }) =>
    h(
      "li",
      { class: refusal && "refused" },
      h("time", {}, timeOfDay(at + frame.offset)),
      h("span", {}, say(describe("act", { type: "enter_request", side, request: asking }))),
      h("span", {}, refusal ? say(refusal.why) : t("play.heard")),
    ),
  );
  own.hidden = !lines.length;
  own.replaceChildren(h("h2", {}, t("play.asked")), h("ul", {}, ...lines));
}

function tell(words, kind = "") {
  reply.className = `reply ${kind}`;
  setText(reply, words);
}

async function send(asking) {
  const { game, side } = frame.state;
  const kept = pending.begin(game, side, asking);
  tell(t("page.sending"));
  if (!kept) return; // the very same is on its way
  drawPending();
  const { ok, status, content, why } = await request("POST", `/api/play/${link}`, { game, id: kept.id, request: asking });
  if (!pending.has(kept)) return; // the table's list was quicker, and has told it
  const known = ok || (content && status < 500);
  tell(ok ? t("play.sent") : known ? why : "", ok ? "good" : "bad"); // not known: what waits says so itself
  if (known) pending.forget(kept);
  else pending.leaveOpen(kept);
}

/** What became of requests that got no answer, once the table's list tells it. */
function settle(state) {
  for (const found of pending.settle(state)) {
    if (found.gone) tell(t("play.game_gone"), "bad");
    else if (found.refusal) tell(say(found.refusal.why), "bad");
    else tell(t("play.sent"), "good");
  }
}

const drawPending = () => pending.draw(connection.state === "open" && Boolean(frame?.online));

// Drawing --------------------------------------------------------------------------------------------------------------

function draw() {
  drawBanners();
  find("tools").replaceChildren(languageChoice(rebuild));
  const { state, event } = frame ?? {};
  const name = link.split(".")[0].toUpperCase();
  setText(find("place"), state ? t("play.place", { table: name, side: state.side }) : name);
  document.title = `${name} · ${event ?? "Flagfall"}`;
  if (!state) {
    setText(situation, frame ? t("play.no_table") : "");
    return;
  }
  for (const side of ["white", "black"]) players[side].update(frame);
  const order = [players[other(state.side)].element, players[state.side].element];
  if (seats.children[0] !== order[0]) seats.replaceChildren(...order);
  const opening = state.drawn_opening && !state.result ? t("page.opening_drawn", { opening: state.drawn_opening }) : "";
  setText(situation, [words(state), opening].filter(Boolean).join(" "));
  drawOffer(state);
  const now = JSON.stringify([state.requests, state.game, document.documentElement.lang, frame.online]);
  if (now !== drawn) {
    drawn = now;
    drawRequests(state);
  }
  settle(state);
  drawPending();
  drawAsked(state);
  tick();
}

function words({ status, side, turn, result, offer: offered, attendance }) {
  if (result) return resultWords(result);
  if (offered === side) return t("play.offer_stands");
  if (status === "playing") return t(turn === side ? "play.your_turn" : "play.their_turn");
  if (status === "ready" && attendance?.arrived && attendance.arrived[side] == null) return t("play.say_arrived");
  return t({ paused: "play.paused", ready: "play.ready", waiting: "play.waiting", over: "play.over" }[status] ?? "play.waiting");
}

function drawOffer({ offer: offered, side, requests = [] }) {
  const there = offered === other(side) && requests.some(({ request: kind }) => kind === "accept_draw");
  if (there === !offer.hidden && offer.lang === document.documentElement.lang) return;
  offer.hidden = !there;
  offer.lang = document.documentElement.lang;
  const button = (kind, type) => h(type, { type: "button", onclick: () => askFor({ request: kind }, frame.state, send) }, t(LABELS[kind]));
  offer.replaceChildren(h("h2", {}, t("play.offered")), h("div.buttons", {}, button("accept_draw", "button.primary"), button("decline_draw", "button")));
}

/** One button for each thing that may be asked for; the arbiter first, resigning last and apart. */
function drawRequests({ requests = [] }) {
  const rest = requests.filter(({ request: kind }) => kind !== "accept_draw" && kind !== "decline_draw" && kind in LABELS);
  const button = (admitted) =>
    h(
      `button.ask.${admitted.request}`,
      { type: "button", disabled: !frame.online, onclick: () => askFor(admitted, frame.state, send) },
      t(LABELS[admitted.request]),
    );
  const rank = ({ request: kind }) => ({ arrived: 0, call_arbiter: 1, resign: 9 })[kind] ?? 5;
  const sorted = [...rest].sort((a, b) => rank(a) - rank(b));
  buttons.replaceChildren(h("h2", {}, t("play.may_ask")), sorted.length ? h("div.asks", {}, ...sorted.map(button)) : h("p.muted", {}, t("play.nothing")));
}

function drawBanners() {
  const final = { replaced: "problem.card_replaced", elsewhere: "play.elsewhere" }[connection.state];
  const words = final ?? { lost: "play.lost", connecting: "page.connecting" }[connection.state] ?? (frame && !frame.online && "play.table_lost");
  find("banners").replaceChildren(...(words ? [h(words === "page.connecting" ? "p.banner" : "p.banner.bad", {}, t(words))] : []));
  document.body.classList.toggle("cut-off", connection.state !== "open");
  drawPending();
  if (final) main.replaceChildren(h("p", {}, connection.state === "elsewhere" ? h("button.primary", { type: "button", onclick: () => location.reload() }, t("play.here_again")) : ""));
}

function rebuild() {
  drawn = "";
  draw();
}

function tick() {
  if (!frame?.state) return;
  for (const side of ["white", "black"]) players[side].tick(frame, connection.now(), connection.state === "open" && frame.online ? null : (connection.lostAt ?? frame.now));
}

main.append(situation, seats, offer, reply, pending.element, buttons, own);
connection.addEventListener("message", ({ detail }) => {
  if (frame && frame.version !== detail.version) location.reload(); // old scripts must not talk to a new relay
  frame = detail;
  draw();
});
connection.addEventListener("state", drawBanners);
setInterval(() => !document.hidden && tick(), 100);
draw();
connection.open();
