// Chess: the squares of 64-square draughts, and figures of our own. Each is a silhouette in a square of 100 by 100 with a
// few lines within; the silhouettes differ at 20 pixels, the lines are for boards that are large.

import { s } from "../lib/dom.js";
import { edges, mark, squareName, squares, unknown } from "./draughts.js";

export { mark, squareName, squares };

const FOOT = "M27 79h46q5 0 5 5v6h-56v-6q0-5 5-5z";
const FIGURES = {
  p: {
    body: "M50 20a14 14 0 0 1 8.6 25q4.4 1.2 4.4 5.5h-6.2q1.4 16.500 12.200 24 6 4 6 11.500v4h-50v-4q0-7.500 6-11.500 10.800-7.500 12.200-24h-6.200q0-4.300 4.400-5.500a14 14 0 0 1 8.600-25z",
    lines: "M43 50.500h14M31 79.500h38",
  },
  r: {
    body: `M26 17h11.500v7.500h7v-7.500h11v7.500h7v-7.500h11.500v18.500l-8 7.500 1.500 28 6.500 8h-48l6.500-8 1.500-28-8-7.500z${FOOT}`,
    lines: "M34 43h32M32.500 71h35M27 79h46",
  },
  n: {
    body: "M49 11l7.500 9.500c14.500 4.500 21.500 20.500 20.500 45l1 24.500h-52c0-13 5.500-18.500 12-23.500 4-3 6.500-6 7.500-11-4.500 4-9.500 4.500-13.500 7.500l-5 5.500c-4.500 3.500-11.500-.5-10.500-6.500l9-19.500c.5-9 5.500-16.500 14-20.500z",
    lines: "M57 31c8.500 6 12.500 17 12 34M29 79.500h46M20.500 64l5-4.500",
    eye: [41, 37.5, 3],
  },
  b: {
    body: `M50 8.500a5.500 5.500 0 0 1 3.300 10c10.200 7.500 16.700 17.500 16.700 28 0 7-3.500 12.500-8.500 16l2 8.500 6 8h-39l6-8 2-8.500c-5-3.500-8.500-9-8.500-16 0-10.500 6.500-20.500 16.700-28a5.500 5.500 0 0 1 3.300-10z${FOOT}`,
    lines: "M38.500 62.500h23M36.500 71h27M27 79h46M50 31v15M43 38.500h14",
  },
  q: {
    body: `M17 23a6 6 0 0 1 5.200 9l11.300 18.500 1.900-26.200a6 6 0 1 1 6.600.6l8.700 22.600 0 0 8.700-22.600a6 6 0 1 1 6.600-.6l1.900 26.200 11.300-18.500a6 6 0 1 1 6 3l-11.700 36 2.500 8.500h-52l2.500-8.500-11.700-36a6 6 0 0 1 2.200-12z${FOOT}`,
    lines: "M27.500 70.500q22.500-6 45 0M27 79h46",
  },
  k: {
    body: `M46.800 6h6.400v6h6v6.400h-6v6.200c4.300 1.800 6.300 5.800 5 10.400 4-3.500 8-4.800 12.300-4.500 9.500.5 15.500 9.500 12 19.500l-7.500 20.500 1.500 8.500h-53l1.500-8.500-7.500-20.500c-3.500-10 2.500-19 12-19.500 4.300-.3 8.300 1 12.300 4.500-1.300-4.600.7-8.600 5-10.400v-6.200h-6v-6.400h6z${FOOT}`,
    lines: "M25.500 70.500q24.500-7 49 0M27 79h46M50 64c0-12-3-22-8.200-29M50 64c0-12 3-22 8.200-29",
  },
};

export function piece(letter) {
  const figure = FIGURES[letter.toLowerCase()];
  if (!figure) return unknown();
  const side = letter === letter.toUpperCase() ? "white" : "black";
  const group = s("g", { class: `figure ${side}` });
  const drawn = s("g", { transform: "translate(-.03 -.02) scale(.0106)" });
  drawn.append(s("path", { class: "body", d: figure.body }), s("path", { class: "lines", d: figure.lines }));
  if (figure.eye) drawn.append(s("circle", { class: "eye", cx: figure.eye[0], cy: figure.eye[1], r: figure.eye[2] }));
  group.append(drawn);
  return group;
}

export const margins = () => ({ top: 0, right: 0, bottom: 0.5, left: 0.5 });
export const labels = edges;
export const inPlay = () => true;
