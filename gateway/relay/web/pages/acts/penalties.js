// Penalties, and rulings that no longer hold: impose, overturn, appeal.

import { field, select } from "../lib/dialog.js";
import { say, t } from "../lib/words.js";
import { askAct } from "./confirmation.js";
import { articleFields, parseTime, sideOptions, timeInput } from "./inputs.js";

const TIMED = new Set(["time_given", "time_taken"]);
const PENALTIES = [
  "warning", "violation", "time_given", "time_taken", "loss", "double_loss", "disqualification",
  "points_given", "points_taken", "fine", "exclusion",
];
const RESULTS = ["white", "draw", "black", "both_lose"];

export const PENAL = [
  { act: "penalise", open: penalise, frequent: ({ status }) => status !== "waiting", keys: ["x"], words: "page.key_penalty" },
  { act: "overturn", open: overturn, why: (actions) => (standing(actions.table).length ? "" : t("page.no_rulings")) },
  { act: "appeal", open: appeal, why: (actions) => (standing(actions.table).length ? "" : t("page.no_rulings")) },
];

/** Which penalty, for whom, by which article. */
function penalise(actions) {
  const { arbiters } = actions.table.state;
  const known = PENALTIES.map((each) => [each, actions.powers.penalty(each)]).filter(([, bar]) => bar !== null);
  const kind = select("penalty", known.map(([each, bar]) => [each, bar ? t("page.with_article", { text: t(`penalty.${each}`), article: bar }) : t(`penalty.${each}`)]));
  known.forEach(([, bar], i) => (kind.options[i].disabled = Boolean(bar)));
  kind.value = known.find(([, bar]) => !bar)?.[0] ?? "";
  const time = timeInput();
  const timeField = field(t("page.time"), time, t("page.time_hint"));
  const showTime = () => {
    timeField.hidden = !TIMED.has(kind.value);
    time.disabled = timeField.hidden;
  };
  kind.addEventListener("change", showTime);
  showTime();
  askAct(actions, {
    title: t("page.confirm_penalty"),
    fields: [sideOptions(actions, t("page.offender")), field(t("page.penalty_kind"), kind), timeField, ...articleFields(actions, { label: t("page.by_article"), placeholder: arbiters?.cases?.[0]?.article ?? "" })],
    read: (data) => {
      const [side, penalty] = [data.get("side"), data.get("penalty")];
      const ms = TIMED.has(penalty) ? parseTime(data.get("time") ?? "") : 0;
      if (!side || !penalty || ms === null) return null;
      const act = { type: "penalise", side, penalty, article: data.get("article").trim(), ms };
      return { acts: [act], sentence: penaltyWords(actions, act), barred: actions.powers.whyNotRole(act, actions.table.state) };
    },
  });
}

/** "Ann Able (White): a warning". */
export function penaltyWords(actions, { side, penalty, ms }) {
  if (penalty === "double_loss") return t("page.imposed_on_both", { penalty, white: actions.player("white"), black: actions.player("black") });
  return t("page.imposed", { who: actions.player(side), penalty, ms: ms ?? 0 });
}

/** The rulings of this game that hold, newest first. */
export function standing({ entries }) {
  const gone = new Set(entries.filter(({ what }) => what.type === "overturned").map(({ what }) => what.ruling));
  return entries.filter(({ what }) => what.no > 0 && what.type !== "overturned" && !gone.has(what.no)).reverse();
}

const rulings = (actions) => standing(actions.table).map(({ what }) => [String(what.no), t("page.ruling", { n: what.no, text: say(what.text), article: what.article ?? "" })]);

/** Which ruling no longer holds; for a result, what takes its place. */
function overturn(actions) {
  const ruling = select("ruling", rulings(actions));
  const result = select("result", [["", t("page.no_result_then")], ...RESULTS.map((each) => [each, actions.sentence(each)])]);
  const resultField = field(t("page.result_instead"), result);
  const found = () => standing(actions.table).find(({ what }) => String(what.no) === ruling.value);
  const show = () => (resultField.hidden = found()?.what.type !== "ended");
  ruling.addEventListener("change", show);
  show();
  askAct(actions, {
    title: t("page.confirm_overturn"),
    fields: [field(t("page.which_ruling"), ruling), resultField],
    gone: () => (found() ? "" : t("page.ruling_gone")),
    read: (data) => {
      const act = { type: "overturn", ruling: Number(data.get("ruling")), ...(!resultField.hidden && data.get("result") ? { result: data.get("result") } : {}) };
      return { acts: [act], sentence: t("page.will_overturn", { n: act.ruling, text: say(found()?.what.text) }), barred: actions.powers.whyNotRole(act, actions.table.state) };
    },
  });
}

/** An appeal against a ruling: who lodges it, and about what. */
function appeal(actions) {
  const ruling = select("ruling", rulings(actions));
  const lodger = select("lodger", ["player", "leader", "coach"].map((each) => [each, t(`lodger.${each}`)]));
  const about = select("about", ["ruling", "fact", "interpretation"].map((each) => [each, t(`appeal_about.${each}`)]));
  askAct(actions, {
    title: t("page.confirm_appeal"),
    fields: [field(t("page.which_ruling"), ruling), field(t("page.lodged_by"), lodger), field(t("page.appeal_about"), about)],
    read: (data) => {
      const act = { type: "appeal", ruling: Number(data.get("ruling")), lodger: data.get("lodger"), about: data.get("about") };
      return { acts: [act], sentence: t("page.will_appeal", { n: act.ruling, lodger: act.lodger }), barred: actions.powers.whyNotRole(act, actions.table.state) };
    },
  });
}

