// The board: enter a move, take moves back, set a position, accept what stands.

import { field, select } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { t } from "../lib/words.js";
import { askAct } from "./confirmation.js";
import { articleFields, articleOf } from "./inputs.js";
import { PositionEditor } from "./position_editor.js";
import { movesBack, restoreTimes } from "./restoring.js";

export const BOARD = [
  { act: "enter_move", open: enterMove, keys: ["e"], words: "page.key_enter" },
  { act: "retract_moves", open: retractMoves },
  { act: "set_position", name: "accept_board", open: (actions) => setPosition(actions, true), frequent: ({ arbiters }) => Boolean(arbiters?.shown), only: ({ arbiters }) => Boolean(arbiters?.shown) },
  { act: "set_position", open: (actions) => setPosition(actions, false) },
];

/** A legal move from the list, or as it is written on the score sheet. */
function enterMove(actions) {
  const { state } = actions.table;
  const choice = select("choice", [["", t("page.typed_below")]]);
  const typed = h("input", { type: "text", name: "move", maxlength: 120, autocomplete: "off", required: true });
  const sealed = h("label.check", {}, h("input", { type: "checkbox", name: "sealed", value: "1" }), h("span", {}, t("page.out_of_envelope")));
  sealed.hidden = !state.adjourned;
  const note = h("small.muted");
  askAct(actions, {
    title: t("page.confirm_move"),
    fields: [field(t("page.legal_moves"), choice), field(t("page.move_as_written"), typed), note, sealed],
    live: async (draw) => {
      choice.addEventListener("change", () => {
        if (choice.value) typed.value = choice.value;
        draw();
      });
      typed.addEventListener("input", () => (choice.value = ""));
      const { ok, content, why } = await request("GET", `/api/tables/${actions.name}/moves`);
      if (ok) choice.append(...content.moves.map((move) => h("option", { value: move }, move)));
      else note.textContent = why;
    },
    read: (data) => {
      const move = data.get("move").trim();
      if (!move) return null;
      const act = { type: "enter_move", move, ...(data.get("sealed") ? { sealed: true } : {}) };
      return { acts: [act], sentence: t("page.will_enter", { who: actions.player(state.turn), move }) };
    },
  });
}

/** Which move the game goes back to. */
function retractMoves(actions) {
  const { moves } = actions.table.state;
  const to = select("ply", movesBack(actions.table.state).slice(1));
  askAct(actions, {
    title: t("page.confirm_retract"),
    fields: [moves.length ? field(t("page.back_to_move"), to) : h("p", {}, t("page.last_step"))],
    gone: () => (actions.table.state.moves.length === moves.length ? "" : t("page.moved_meanwhile")),
    read: (data) => {
      const count = moves.length ? moves.length - Number(data.get("ply")) : 1;
      return { acts: [{ type: "retract_moves", count }], sentence: moves.length ? t("page.will_retract", { moves: moves.slice(-count), n: count }) : t("page.last_step") };
    },
    then: () => actions.suggest({ words: t("page.suggest_times"), run: () => restoreTimes(actions, Math.max(0, actions.table.state.moves.length)) }),
  });
}

/** A position as it is put together on a board; `shown`: beginning with what the sensors show. */
function setPosition(actions, shown) {
  const { state } = actions.table;
  const editor = new PositionEditor(state, shown);
  const problem = h("p.barred", { role: "status" });
  let fen = null;
  let asked = 0;
  const check = async (draw) => {
    const mine = ++asked;
    fen = null;
    draw();
    const unknown = editor.board.includes("?");
    const query = new URLSearchParams({ board: editor.board, turn: editor.turn });
    const { ok, content, why } = unknown ? { ok: false, why: t("page.unknown_pieces") } : await request("GET", `/api/tables/${actions.name}/position?${query}`);
    if (mine !== asked) return;
    fen = ok ? content.fen : null;
    problem.textContent = ok ? "" : why;
    draw();
  };
  askAct(actions, {
    title: t(shown ? "page.confirm_accept_board" : "page.confirm_position"),
    fields: [editor.element, problem, ...articleFields(actions, { label: t("page.by_article_if_any"), required: false })],
    wide: true,
    live: (draw) => {
      editor.onchange = () => check(draw);
      check(draw);
    },
    read: (data) => {
      if (fen === null) return null;
      const act = { type: "set_position", fen, ...articleOf(data) };
      return { acts: [act], sentence: t("page.will_position", { n: editor.changes, side: editor.turn }), barred: actions.powers.whyNotRole(act, state) };
    },
    then: () => actions.suggest({ words: t("page.suggest_times"), run: () => restoreTimes(actions) }),
  });
}
