// How large the cards of the hall are: as large as can be with all tables on the screen, or of a good size to scroll.

const GAP_PX = 12;
const DENSE_GAP_PX = 6;
const AROUND_PX = 172; // a card's height beyond its board
const SMALL_AROUND_PX = 148;
const NARROW_PX = 560; // a telephone
const FEW = 24; // boards, even if they have to be scrolled
const MANY = 150; // beyond, a list is quicker to read than cards that have to be scrolled
const WIDEST_PX = 2400; // a line that is longer is lost to the eye
const LEAST_PX = 210; // a smaller board tells nothing
const COMPACT_PX = 260; // below, what is around a board is smaller, too
const WIDER = 1.5; // a card than its board, at most
const CLOCKS_PX = [182, 64]; // the least room for two names and two clocks
const NAMES_PX = 216; // from here on letters may grow: names are told apart by more than their beginning
const LARGEST = 2.25;
const WORTH_IT = 1.15; // less than that only takes room from the names

/**
 * `{kind, columns, width, height, gap, board, larger}`: the cards have one size, so that any of them is found without drawing the
 * others. `board` is the room for a board and what is around it, where the card is wider; `larger`, how much larger than usual
 * clocks and names are. `scale` says the same of the page's letters.
 */
export function layoutOf(choice, count, { width, height }, scale = 1) {
  const layout = ofUsualSize(choice, count, { width: width / scale, height: height / scale });
  const { board = layout.width, larger = 1 } = layout;
  return { ...layout, width: layout.width * scale, height: layout.height * scale, gap: layout.gap * scale, board: board * scale, larger };
}

function ofUsualSize(choice, count, room) {
  const kind = choice ?? fitting(count, room);
  if (kind === "list") return { kind, columns: 1, width: Math.min(WIDEST_PX, room.width), height: listHeight(room.width), gap: 0 };
  if (kind === "clocks") return clocks(count, room);
  return boards(count, room);
}

/** What is shown as long as nobody has chosen. */
function fitting(count, room) {
  if (room.width < NARROW_PX) return count > 12 ? "list" : "boards";
  if (count <= FEW || boards(count, room).fits) return "boards";
  return count <= MANY || clocks(count, room).fits ? "clocks" : "list";
}

const listHeight = (width) => (width < NARROW_PX ? 96 : width < 940 ? 84 : 46);

/** As large as they can be with all of them on the screen, and as wide; where that cannot be, of the usual size. */
function clocks(count, { width, height }) {
  const made = (larger) => {
    const most = Math.max(1, Math.floor((width + DENSE_GAP_PX) / ((larger > 1 ? NAMES_PX : CLOCKS_PX[0]) * larger + DENSE_GAP_PX)));
    const tall = CLOCKS_PX[1] * larger;
    const rows = Math.max(1, Math.floor((height + DENSE_GAP_PX) / (tall + DENSE_GAP_PX)));
    const fits = Math.ceil(count / most) <= rows;
    const widest = Math.ceil(width / (CLOCKS_PX[0] * WIDER * larger)); // a clock that stands far from its name is misread
    const columns = fits ? Math.min(most, Math.max(Math.ceil(count / rows), widest)) : most;
    return { kind: "clocks", columns, width: (width - (columns - 1) * DENSE_GAP_PX) / columns, height: tall, gap: DENSE_GAP_PX, larger, fits };
  };
  for (let larger = LARGEST; larger > WORTH_IT; larger -= 0.05) if (made(larger).fits) return made(larger);
  return made(1);
}

function boards(count, { width, height }) {
  if (width < NARROW_PX && count > 1) return { kind: "rows", columns: 1, width, height: Math.round(width * 0.4) + 34, gap: 10 };
  const wide = (columns) => (width - (columns - 1) * GAP_PX) / columns;
  const around = (board) => (board < COMPACT_PX ? SMALL_AROUND_PX : AROUND_PX);
  const size = (columns) => {
    const rows = Math.ceil(count / columns);
    const [small, usual] = [SMALL_AROUND_PX, AROUND_PX].map((beyond) => Math.min(wide(columns), (height - (rows - 1) * GAP_PX) / rows - beyond));
    return usual < COMPACT_PX ? Math.min(small, COMPACT_PX - 1) : usual;
  };
  const most = Math.max(1, Math.floor((width + GAP_PX) / (LEAST_PX + GAP_PX)));
  const all = Array.from({ length: Math.min(most, count) }, (_, i) => i + 1);
  const largest = Math.max(...all.map(size));
  const fits = largest >= LEAST_PX;
  // Of those that are as good, the one with fewer columns: a name has more room there than its board needs.
  const columns = fits ? all.find((each) => size(each) >= largest * 0.97) : Math.max(1, Math.floor((width + GAP_PX) / (236 + GAP_PX)));
  const board = fits ? size(columns) : wide(columns);
  return { kind: "boards", columns, width: Math.min(wide(columns), board * WIDER), height: board + around(board), gap: GAP_PX, board, compact: board < COMPACT_PX, fits };
}
