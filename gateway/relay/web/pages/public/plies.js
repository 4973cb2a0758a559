// The moves of a game, one after the other, and how a line of the record leads them on. Pure.

const other = (side) => (side === "white" ? "black" : "white");

/** Lines that change no move, no time of a move and no position. */
const NOTHING = new Set(["device", "round_started", "arrived", "started", "paused", "adjourned", "sealed", "control_changed", "new_clock", "clock_put", "clock_run", "time_changed", "penalised"]);

/** A game as `/api/games/{id}` tells it, with its turns in one list: also those that are irregular and stand. */
export function wholeGame(body) {
  const moves = [];
  for (const { marks, board, turn, moves: own } of body.stretches) {
    // Of several the last led to this position; what stood between them nobody has told.
    marks.forEach((text, i) => moves.push({ side: (marks.length - i) % 2 ? other(turn) : turn, text, board, path: [], taken: [], left: null, used_ms: null }));
    moves.push(...own);
  }
  const [start] = body.stretches;
  return { ...body, moves, board: start.board, first: start.turn, pressed: null };
}

/** The position after so many moves, with what the last of them changed. */
export function positionAt(game, ply) {
  const move = game.moves[ply - 1];
  if (!move) return { board: game.board, path: [], taken: [], text: "", turn: game.first };
  return { board: move.board, path: move.path, taken: move.taken, text: move.text, turn: other(move.side) };
}

/** What each side had left after so many moves, in milliseconds; null where no clock told. */
export function timesAt(game, ply) {
  for (let i = Math.min(ply, game.moves.length); i > 0; i--) if (game.moves[i - 1].left) return game.moves[i - 1].left;
  return { white: null, black: null };
}

/** How much time each side has used, by the moves. */
function usedBy(moves) {
  const used = { white: 0, black: 0 };
  for (const { side, used_ms } of moves) used[side] += used_ms ?? 0;
  return used;
}

/**
 * Lead a game on by one line of its table's record; it is changed in place. False: the line cannot be taken so, and the
 * whole game has to be asked for.
 */
export function leadOn(game, { n, what }) {
  if (n <= game.last) return true;
  const { moves } = game;
  if (what.type === "moved") {
    if (what.base || what.stood) return false; // played on from what was irregular
    const pressed = game.pressed?.side === what.side ? game.pressed : null;
    game.pressed = null;
    moves.push({ side: what.side, text: what.text, board: what.board, path: what.path, taken: what.taken, left: pressed?.left ?? null, used_ms: pressed?.used_ms ?? null });
  } else if (what.type === "retracted") {
    if (moves.at(-1)?.text !== what.text) return false;
    moves.pop();
  } else if (what.type === "clocked") {
    if (what.fact.type === "clock_pressed") press(game, what);
  } else if (!NOTHING.has(what.type)) return false;
  game.last = n;
  return true;
}

/** A press tells of the move before it, or of one that is seen later. */
function press(game, { fact: { by: side }, face }) {
  if (face.way === "shared") return; // nobody presses; the time is common
  const move = game.moves.at(-1);
  const before = usedBy(game.moves)[side];
  const total = face.used_ms?.[side] ?? 0;
  const read = { left: { white: face.white_ms, black: face.black_ms }, used_ms: total > before ? total - before : null };
  if (move?.side === side && !move.left) Object.assign(move, read);
  else game.pressed = { side, ...read };
}

/** The number of the first move that is another in the second list; their common length where there is none. */
export function firstDifference(moves, others) {
  const length = Math.min(moves.length, others.length);
  for (let i = 0; i < length; i++) if (moves[i].text !== others[i].text || moves[i].board !== others[i].board) return i;
  return length;
}
