// How long each move took: a bar for each, the first mover's upwards, the other's downwards; the same as a table.

import { h, s, setAttribute } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { format } from "../live/clock.js";

const HEIGHT = 100; // of the drawing, the axis in the middle
const LEAST = 1.5; // so that a move at once is seen as well
const other = (side) => (side === "white" ? "black" : "white");
const written = (ms) => (ms == null ? "–" : format(ms, false, false));

export class TimeGraph {
  /** `choose(ply)` looks at the position after so many moves. */
  constructor(choose) {
    this.choose = choose;
    this.svg = s("svg", { class: "graph", role: "img", preserveAspectRatio: "none" });
    this.svg.addEventListener("click", (event) => this.pick(event));
    this.scale = h("p.graph-scale", { "aria-hidden": "true" });
    this.caption = h("caption", {}, t("public.time_graph"));
    this.body = h("tbody");
    this.heads = h("tr");
    this.table = h("table", {}, this.caption, h("thead", {}, this.heads), this.body);
    this.details = h("details.graph-table", { ontoggle: () => this.drawTable() }, h("summary", {}, t("public.as_table")), h("div.scroll", { tabindex: "0", role: "group", "aria-label": t("public.time_graph") }, this.table));
    this.element = h("section.times", { hidden: true, "aria-label": t("public.time_graph") }, h("h2", {}, t("public.time_graph")), h("div.graph-frame", {}, this.svg, this.scale), this.details);
  }

  update(game) {
    this.game = game;
    const told = game.moves.some(({ used_ms }) => used_ms != null);
    this.element.hidden = !told;
    if (!told) return;
    const { moves } = game;
    const most = Math.max(1000, ...moves.map(({ used_ms }) => used_ms ?? 0));
    const width = Math.max(20, Math.ceil(moves.length / 2));
    setAttribute(this.svg, "viewBox", `0 0 ${width} ${HEIGHT}`);
    const bars = moves.flatMap(({ side, used_ms }, i) => {
      if (used_ms == null) return [];
      const height = Math.max(LEAST, (used_ms / most) * (HEIGHT / 2 - 2));
      const up = side === game.first;
      return [s("rect", { class: `bar ${side}`, x: Math.floor(i / 2) + 0.1, y: up ? HEIGHT / 2 - height : HEIGHT / 2, width: 0.8, height })];
    });
    this.cursor = s("rect", { class: "cursor", y: 0, width: 1, height: HEIGHT });
    this.svg.replaceChildren(this.cursor, s("line", { class: "axis", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 }), ...bars);
    setAttribute(this.svg, "aria-label", [game.first, other(game.first)].map((side) => sumOf(moves, side)).join(" "));
    this.scale.textContent = t("public.longest", { time: written(most) });
    this.drawTable();
  }

  mark(ply) {
    if (this.cursor) setAttribute(this.cursor, "x", Math.max(0, Math.floor((ply - 1) / 2)));
    this.cursor?.classList.toggle("none", ply === 0);
  }

  drawTable() {
    if (!this.details.open || !this.game) return;
    const { moves, first } = this.game;
    const sides = [first, other(first)];
    this.heads.replaceChildren(h("th", { scope: "col" }, t("public.move")), ...sides.flatMap((side) => [h("th", { scope: "col" }, t("public.side_used", { side })), h("th", { scope: "col" }, t("public.side_left", { side }))]));
    const rows = [];
    for (let i = 0; i < moves.length; i += 2) {
      const cells = [moves[i], moves[i + 1]].flatMap((move) => (move ? [h("td", {}, written(move.used_ms)), h("td", {}, written(move.left?.[move.side]))] : []));
      rows.push(h("tr", {}, h("th", { scope: "row" }, String(i / 2 + 1)), ...cells));
    }
    this.body.replaceChildren(...rows);
  }

  pick({ clientX, clientY }) {
    const { left, width, top, height } = this.svg.getBoundingClientRect();
    const columns = Number(this.svg.getAttribute("viewBox").split(" ")[2]);
    const column = Math.floor(((clientX - left) / width) * columns);
    const ply = column * 2 + (clientY - top > height / 2 ? 2 : 1);
    if (ply <= this.game.moves.length) this.choose(ply);
  }
}

/** "White: 12:30 in all, at most 2:10 for move 14." */
function sumOf(moves, side) {
  let total = 0;
  let most = { ms: 0, n: 0 };
  moves.forEach((move, i) => {
    if (move.side !== side || move.used_ms == null) return;
    total += move.used_ms;
    if (move.used_ms > most.ms) most = { ms: move.used_ms, n: Math.floor(i / 2) + 1 };
  });
  return t("public.time_sum", { side, total: written(total), most: written(most.ms), n: most.n });
}
