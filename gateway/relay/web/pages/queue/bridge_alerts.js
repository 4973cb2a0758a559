// What waits of the bridge event, in the queue: a call for the director, a board of which the two sides say different things,
// a table that was over the time.

import { h } from "../lib/dom.js";
import { request } from "../lib/requests.js";
import { say, t } from "../lib/words.js";
import { shown } from "../bridge/contracts.js";

export const isBridge = ({ id }) => id.startsWith(":bridge/");

/** The item of a matter; `done(words, kind)` is told what came of it. */
export function bridgeItem({ id, kind, concern, urgent, bridge: about, players, text, told = {} }, since, done) {
  const act = async (body, words) => {
    const { ok, why } = await request("POST", "/api/bridge/acts", { act: body });
    done(ok ? words : why, ok ? "good" : "bad");
  };
  const label = `bridge-${id.replaceAll(/\W/g, "-")}`;
  const offered = [];
  if (kind === "director_called") offered.push(h("button.primary", { type: "button", onclick: () => act({ type: "answer_call", n: Number(about) }, t("bridge_desk.answered")) }, t("bridge_desk.answered")));
  if (kind === "two_board_results") {
    const [table, board] = about.split(" ");
    for (const [side, result] of Object.entries(told)) {
      const take = () => act({ type: "accept_board", table, board: Number(board), outcome: { type: "played", result }, why: t("page.decided_in_queue") }, t("bridge_desk.taken", { board }));
      offered.push(h("button", { type: "button", onclick: take }, h("span", {}, t("page.labelled", { label: t(side === "NS" ? "bridge_table.north_south" : "bridge_table.east_west"), value: "" }), shown(result))));
    }
  }
  if (kind === "bridge_overtime") {
    // Whose fault it was only a director can say: one of the two, both, or nobody; the scale only proposes.
    const [round, points, unit, ...teams] = about.split(" ");
    const penalize = async (whom, taken) => {
      for (const contestant of whom) {
        await act({ type: "penalize", contestant, round: Number(round), points: taken, unit, kind: "overtime", why: say(text).slice(0, 400) }, t("bridge_desk.overtime_done"));
      }
    };
    const button = (words, whom, taken) => h("button", { type: "button", onclick: () => penalize(whom, taken) }, words);
    const names = [players.white, players.black];
    teams.forEach((team, at) => offered.push(button(`${names[at]} −${points} ${unit.toUpperCase()}`, [team], points)));
    if (teams.length > 1) offered.push(button(t("bridge_desk.overtime_both", { points, unit: unit.toUpperCase() }), teams, points));
    offered.push(button(t("bridge_desk.overtime_none"), teams.slice(0, 1), "0"));
  }
  return h(
    `li.matter${urgent ? ".urgent" : ""}`,
    { "data-concern": concern },
    h("div.matter-head", {}, h("h3", {}, h("a.where", { href: "#/bridge" }, t("bridge_desk.section"))), h("span.name", { dir: "auto" }, players.white ? t("page.versus", players) : ""), h("span.concern", {}, t(`concern.${concern}`)), since),
    h("div.body", {}, h("p.what", { id: label }, say(text)), h("p.article", {}, t(`advice.${kind}`)), h("div.buttons", { role: "group", "aria-labelledby": label }, ...offered)),
  );
}
