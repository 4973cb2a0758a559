// The result of one game, entered by its players: who one is, what became of it, and whether both say the same.
// Opened by the code of the game's slip. Both may use one phone, one after the other.

import { h, setText } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { recall, remember } from "../lib/settings.js";
import { languageChoice, t } from "../lib/words.js";
import { nameOf } from "../parts/person_name.js";

const LOOK_MS = 3000;
const SIDES = ["white", "black"];
const RESULTS = [["white", "1 – 0"], ["draw", "½ – ½"], ["black", "0 – 1"]];
const link = location.pathname.split("/").at(-1);
const path = `/api/result/${link}`;
const find = (id) => document.getElementById(id);
const other = (side) => (side === "white" ? "black" : "white");

const main = find("main");
const players = h("ul.seats");
const state = h("p.situation", { role: "status" });
const choice = h("section.choosing");
const reply = h("p.reply", { role: "alert" });

let game = null;
let side = null; // as whom a result is entered
let said = null; // what was said here for that side
let sending = false;

const name = (who) => nameOf(game.players[who], who);
const resultWords = (result) => (result === "draw" ? t("result.draw") : t("result_entry.won", { name: name(result) }));

async function look() {
  const { ok, status, content, why } = await request("GET", path);
  if (ok) take(content);
  else if (status === 403) end(why);
  find("banners").replaceChildren(...(status === 0 ? [h("p.banner.bad", {}, why)] : []));
}

function take(content) {
  const changed = JSON.stringify(content) !== JSON.stringify(game);
  game = content;
  if (changed) draw();
}

function end(words) {
  game = null;
  main.replaceChildren(h("p.situation", { role: "status" }, words));
}

async function enter(result) {
  if (sending) return;
  sending = true;
  setText(reply, "");
  const { ok, content, why } = await request("POST", path, { side, result });
  sending = false;
  if (!ok) return setText(reply, why);
  said = result;
  remember(`entered.${link}`, `${side} ${result}`);
  take(content);
  draw();
}

/** The phone is handed to the other player, or was picked up by the wrong one. */
function become(who) {
  side = who;
  said = null;
  draw();
  main.querySelector("h2")?.focus();
}

// Drawing --------------------------------------------------------------------------------------------------------------

function draw() {
  find("tools").replaceChildren(languageChoice(draw));
  if (!game) return;
  const place = [t("page.round", { n: game.round }), game.table ? t("page.table", { table: game.table.toUpperCase() }) : t("result_entry.board", { n: game.board })].join(" · ");
  setText(find("place"), place);
  document.title = `${place} · ${game.title}`;
  const entered = game.entered ?? [];
  players.replaceChildren(...SIDES.map((who) => h("li.player", {}, h(`span.side.${who}`, { "aria-hidden": "true" }), h("span.name", { dir: "auto" }, name(who)), h("span.muted", {}, entered.includes(who) ? t("result_entry.has_entered") : ""))));
  setText(state, situation(entered));
  state.classList.toggle("trouble", Boolean(game.differ));
  choice.replaceChildren(...question(entered));
  main.replaceChildren(players, state, choice, reply);
}

function situation(entered) {
  if (game.differ) return t("result_entry.differ");
  if (game.counts) return t("result_entry.counts", { result: game.result });
  if (game.result) return t("result_entry.both", { result: game.result });
  if (said) return t("result_entry.waits", { result: resultWords(said), other: name(other(side)) });
  if (entered.length === 1) return t("result_entry.one", { name: name(entered[0]) });
  return t("result_entry.none");
}

function question(entered) {
  if (!game.open) return [h("p.muted", {}, t("result_entry.closed"))];
  if (!side) return ask(t("result_entry.who"), SIDES.map((who) => big(name(who), t(`side.${who}`), () => become(who), `side-${who}`)));
  if (said && !entered.includes(other(side))) return [...again(), hand()];
  if (said) return again();
  return [...ask(t("result_entry.what", { name: name(side) }), RESULTS.map(([result, score]) => big(resultWords(result), score, () => enter(result), result))), hand()];
}

const ask = (words, rows) => [h("h2", { tabindex: "-1" }, words), h("div.results", {}, ...rows)];
const big = (words, small, onclick, kind) => h(`button.big.${kind}`, { type: "button", onclick }, h("span", { dir: "auto" }, words), h("strong", {}, small));
const hand = () => h("button.quiet", { type: "button", onclick: () => become(other(side)) }, t("result_entry.hand_over", { name: name(other(side)) }));
const again = () => [h("button", { type: "button", onclick: () => become(side) }, t("result_entry.change"))];

const before = /^(white|black) (white|draw|black)$/.exec(recall(`entered.${link}`) ?? "");
if (before) [, side, said] = before;
setInterval(() => !document.hidden && !sending && look(), LOOK_MS);
draw();
look();
