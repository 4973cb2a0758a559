// One game as it goes on: asked for once, then led on line by line as the hall tells them. What cannot be led on is asked
// for again; a game that is over stays what it was when its table plays another.

import { ask } from "./addresses.js";
import { firstDifference, leadOn, wholeGame } from "./plies.js";

const AGAIN_MS = 4000;

export class GameLine extends EventTarget {
  game = null; // null: not there yet
  missing = false; // the relay knows no such game, yet or at all

  /** `written` is the game as the page came with it, or null. */
  constructor(id, line, written = null) {
    super();
    this.id = id;
    this.line = line;
    const [table, ...rest] = id.split(".");
    this.table = table;
    this.journal = rest.length > 1 ? Number(rest[0]) : 1;
    this.number = Number(rest.at(-1));
    if (written) this.game = wholeGame(written);
    this.listener = ({ detail }) => detail.table.name === table && this.hear(detail.table, detail.kind);
    line.store.addEventListener("table", this.listener);
    if (!written) this.ask();
  }

  leave() {
    this.line.store.removeEventListener("table", this.listener);
    clearTimeout(this.timer);
    this.left = true;
  }

  /** [table, n, journal] of the lines that are held, for the hall. */
  get have() {
    return this.game ? [[this.table, this.game.last, this.journal]] : [];
  }

  /** The table, while this game is the one on it. */
  get live() {
    const table = this.line.store.tables.get(this.table);
    return table?.state && table.journal === this.journal && table.state.game === this.number ? table : null;
  }

  /** Whether the table has gone on to a later game. */
  get passed() {
    const table = this.line.store.tables.get(this.table);
    return Boolean(table?.state) && !this.live && (table.journal > this.journal || table.state.game > this.number);
  }

  hear(table, kind) {
    if (kind === "clock") return;
    if (!this.live) {
      if (this.game && this.passed && !this.over) this.ask();
      this.tell("status");
      return;
    }
    if (!this.game || this.missing) return table.entries.length ? this.ask() : null; // its state comes before its lines
    const count = this.game.moves.length;
    const last = this.game.moves.at(-1);
    const { left } = last ?? {};
    for (const entry of table.entries) {
      if (leadOn(this.game, entry)) continue;
      this.ask();
      return;
    }
    if (this.game.status !== table.state.status || Boolean(this.game.result) !== Boolean(table.state.result)) this.settle(table.state);
    const from = this.game.moves.length < count || this.game.moves[count - 1] !== last ? Math.min(count, this.game.moves.length) - 1 : count;
    const same = this.game.moves.length === count && from === count && last?.left === left; // a press may come after its move
    this.tell(same ? "status" : "moves", Math.max(0, from));
  }

  /** The status is the table's; a result comes with the words of its ruling. */
  settle(state) {
    this.game.status = state.status === "waiting" ? "ready" : state.status;
    this.game.result = state.result ?? null;
    this.game.players = state.players;
  }

  get over() {
    return ["over", "void", "broken_off", "set_aside"].includes(this.game?.status);
  }

  /** Ask for the whole game; while the line is cut, until it comes. */
  async ask() {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    clearTimeout(this.timer);
    try {
      const answer = await ask(`/api/games/${this.id}`);
      if (this.left) return;
      if (answer.ok) this.put(wholeGame(await answer.json()));
      else if (answer.status === 404 || answer.status === 422) this.miss();
      else throw new Error(String(answer.status));
    } catch (error) {
      console.info(`Game ${this.id}:`, error.message);
      this.timer = setTimeout(() => this.ask(), AGAIN_MS);
    } finally {
      this.asking = false;
    }
    if (this.again) {
      this.again = false;
      this.ask();
    }
  }

  put(game) {
    const from = this.game ? firstDifference(this.game.moves, game.moves) : 0;
    this.game = game;
    this.missing = false;
    this.tell("moves", from);
  }

  miss() {
    this.missing = true;
    this.tell("status");
  }

  /** `kind`: "moves" from number `from` on, or only "status". */
  tell(kind, from = this.game?.moves.length ?? 0) {
    this.dispatchEvent(new CustomEvent("change", { detail: { kind, from } }));
  }
}
