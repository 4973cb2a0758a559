// How large the cards of the hall are: as large as can be with all tables on the screen, or of a good size to scroll.

const GAP_PX = 12;
const DENSE_GAP_PX = 6;
const AROUND_PX = 172; // a card's height beyond its board
const SMALL_AROUND_PX = 148;
const NARROW_PX = 560; // a telephone
const FEW = 24; // boards, even if they have to be scrolled
const MANY = 150; // beyond, a list is quicker to read than cards that have to be scrolled
const WIDEST_PX = 2400; // a line that is longer is lost to the eye

/**
 * `{kind, columns, width, height, gap}`: the cards have one size, so that any of them is found without drawing the others.
 * `scale` says how much larger than usual the page's letters are.
 */
export function layoutOf(choice, count, { width, height }, scale = 1) {
  const layout = ofUsualSize(choice, count, { width: width / scale, height: height / scale });
  return { ...layout, width: layout.width * scale, height: layout.height * scale, gap: layout.gap * scale };
}

function ofUsualSize(choice, count, room) {
  const kind = choice ?? fitting(count, room);
  if (kind === "list") return { kind, columns: 1, width: Math.min(WIDEST_PX, room.width), height: listHeight(room.width), gap: 0 };
  if (kind === "clocks") return clocks(room);
  return boards(count, room);
}

/** What is shown as long as nobody has chosen. */
function fitting(count, room) {
  if (room.width < NARROW_PX) return count > 12 ? "list" : "boards";
  if (count <= FEW || boards(count, room).fits) return "boards";
  const { columns, height, gap } = clocks(room);
  const all = Math.ceil(count / columns) * (height + gap) <= room.height;
  return count <= MANY || all ? "clocks" : "list";
}

const listHeight = (width) => (width < NARROW_PX ? 122 : width < 940 ? 84 : 46);

function clocks({ width }) {
  const columns = Math.max(1, Math.floor((width + DENSE_GAP_PX) / (182 + DENSE_GAP_PX)));
  return { kind: "clocks", columns, width: (width - (columns - 1) * DENSE_GAP_PX) / columns, height: 64, gap: DENSE_GAP_PX };
}

function boards(count, { width, height }) {
  if (width < NARROW_PX && count > 1) return { kind: "rows", columns: 1, width, height: Math.round(width * 0.4) + 34, gap: 10 };
  const size = (columns) => (width - (columns - 1) * GAP_PX) / columns;
  const tall = (columns) => size(columns) + (size(columns) < 260 ? SMALL_AROUND_PX : AROUND_PX);
  const all = (columns) => Math.ceil(count / columns) * (tall(columns) + GAP_PX) - GAP_PX;
  const most = Math.max(1, Math.floor((width + GAP_PX) / (210 + GAP_PX)));
  let columns = 1;
  while (columns < most && all(columns) > height) columns++;
  const fits = all(columns) <= height;
  if (!fits) columns = Math.max(1, Math.floor((width + GAP_PX) / (236 + GAP_PX)));
  return { kind: "boards", columns, width: size(columns), height: tall(columns), gap: GAP_PX, fits };
}
