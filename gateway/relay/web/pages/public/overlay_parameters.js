// What the address of an overlay asks for: `/overlay/t3?size=960x140&theme=dark&side=white&show=names,clocks,move`.
// Pure. What does not fit is left at its default: on a stream something is shown in any case.

const SHOWN = ["names", "clocks", "lead", "board", "move", "result"];
const SIZE = /^(\d{2,4})x(\d{2,4})$/;

/**
 * {width, height, theme, side, show}; `side` is at the left, or below the board. The language is the relay's to choose. Where no
 * size is asked for, it is the usual one, or as much of it as a window of `room` pixels is wide, in the same proportion.
 */
export function overlayParameters(query, room = Infinity) {
  const given = new URLSearchParams(query);
  const show = (given.get("show") ?? "").split(",").filter((each) => SHOWN.includes(each));
  const wanted = show.length ? show : ["names", "clocks", "move", "result"];
  const board = wanted.includes("board");
  const usual = board ? [480, 600] : [960, 140];
  const part = Math.min(1, room / usual[0]);
  const [, width, height] = SIZE.exec(given.get("size") ?? "") ?? [];
  const among = (name, values) => (values.includes(given.get(name)) ? given.get(name) : values[0]);
  return {
    width: bounded(width, Math.floor(usual[0] * part)),
    height: bounded(height, Math.floor(usual[1] * part)),
    theme: among("theme", ["dark", "light", "none"]),
    side: among("side", ["white", "black"]),
    show: wanted,
  };
}

const bounded = (text, otherwise) => (text === undefined ? otherwise : Math.max(80, Math.min(4096, Number(text))));
