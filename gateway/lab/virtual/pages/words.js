// The table's own words, in the language that the browser speaks.

const WORDS = {
  en: {
    lang: "en", title: "Virtual table", public: "Public page", lost: "The virtual table does not answer. Is the program still running?",
    games: { "draughts-international": "International draughts", chess: "Chess" },
    board: "Board, white at the bottom", reserve: "Beside the board", reset: "Set up a new game",
    putAside: "Put aside", putAsideThis: (piece) => `Put aside: ${piece}`, aside: "Put aside", take: (piece) => `Take a ${piece}`,
    inHand: (piece) => `In the hand: ${piece}`,
    seats: { left: "White", right: "Black" }, start: "Start", stop: "Stop",
    pressOf: (seat, up) => `Press ${WORDS.en.seats[seat]}'s side of the clock (${up ? "up: on move" : "down"})`,
    hintStart: "Start the clock to begin. White moves first.", hintWhite: "White's time runs: move a piece, then press White's side.",
    hintBlack: "Black's time runs: move a piece, then press Black's side.", hintHand: "Put it on a square, or outside the board to take it off.",
    hintPause: "The clock says PAUSE: stop it and wait for the arbiter.", hintFlag: "A flag has fallen. Set up a new game when you like.",
    hintOver: "The game is over. Set up a new one when you like.", resetAnyway: "Set up all the same",
    hintReset: "This game is not over: the table goes on with it until a flag falls or the arbiter ends it.",
    hintVoid: "This game is not over: it will not count, and a new one is set up.",
    keys: "Drag pieces, or tap one and then a square. By keyboard: arrows, Enter to lift and put, Delete to take off, Escape to put back, Space for the clock.",
    empty: "empty", white: "white", black: "black",
    pieces: { M: "man", D: "king", K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" },
  },
  zh: {
    lang: "zh", title: "虚拟棋桌", public: "公开页面", lost: "虚拟棋桌没有回应。程序还在运行吗?",
    games: { "draughts-international": "国际跳棋", chess: "国际象棋" },
    board: "棋盘,白方在下", reserve: "棋盘旁", reset: "重新摆棋",
    putAside: "放到一边", putAsideThis: (piece) => `放到一边:${piece}`, aside: "已放到一边", take: (piece) => `拿起${piece}`,
    inHand: (piece) => `手中:${piece}`,
    seats: { left: "白方", right: "黑方" }, start: "开始", stop: "停止",
    pressOf: (seat, up) => `按${WORDS.zh.seats[seat]}的钟(${up ? "抬起:轮到走棋" : "已按下"})`,
    hintStart: "先开钟。白方先走。", hintWhite: "白方走时:走一步棋,然后按白方的钟。", hintBlack: "黑方走时:走一步棋,然后按黑方的钟。",
    hintHand: "把棋子放到格子上,或放到棋盘外拿走。", hintPause: "棋钟显示 PAUSE:请停钟,等候裁判。", hintFlag: "已有一方超时。可以重新摆棋。",
    hintOver: "本局结束。可以重新摆棋。", resetAnyway: "仍要重新摆棋", hintReset: "本局尚未结束:要等一方超时或裁判结束本局,才会开始新的一局。",
    hintVoid: "本局尚未结束：将作废，并重新开局。",
    keys: "拖动棋子,或先点棋子再点格子。键盘:方向键移动,回车拿起和放下,Delete 拿走,Esc 放回,空格按钟。",
    empty: "空", white: "白", black: "黑",
    pieces: { M: "兵", D: "王", K: "王", Q: "后", R: "车", B: "象", N: "马", P: "兵" },
  },
};

export const words = navigator.language?.startsWith("zh") ? WORDS.zh : WORDS.en;

export function pieceName(letter) {
  if (letter === ".") return words.empty;
  const name = words.pieces[letter.toUpperCase()] ?? letter;
  const side = letter === letter.toUpperCase() ? words.white : words.black;
  return words.lang === "zh" ? side + name : `${side} ${name}`;
}

/** As players call it: `32` on a hundred squares (light ones by row and column), `e4` in chess. */
export function squareName(cell, { rows, cols, rules }) {
  const x = cell % cols;
  const y = Math.floor(cell / cols);
  if (rules === "chess") return `${"abcdefgh"[x]}${rows - y}`;
  return (x + y) % 2 ? String(Math.floor(cell / 2) + 1) : `${y + 1}/${x + 1}`;
}
