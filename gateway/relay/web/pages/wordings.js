// One line of the record in words.

import { language, say, w } from "./words.js";

const SIDE = { en: { white: "White", black: "Black" }, zh: { white: "白方", black: "黑方" } };
const side = (name) => SIDE[language][name] ?? "";
const pick = (en, zh) => (language === "zh" ? zh : en);
const seconds = (ms) => (ms == null ? "" : `${(ms / 1000).toFixed(ms % 1000 ? 1 : 0)} s`);

const FACTS = {
  clock_started: (f) => pick(`${side(f.side)}'s clock was started`, `${side(f.side)}棋钟启动`),
  clock_pressed: (f) => pick(`${side(f.by)} pressed the clock`, `${side(f.by)}按钟`),
  clock_stopped: () => pick("The clock was stopped", "棋钟停止"),
  flag_fell: (f) => pick(`${side(f.side)}'s flag fell`, `${side(f.side)}旗落`),
  stage_reached: (f) => pick(`${side(f.side)} reached stage ${f.stage + 1}`, `${side(f.side)}进入第 ${f.stage + 1} 阶段`),
  period_used: (f) => pick(`${side(f.side)} used a period, ${f.left} left`, `${side(f.side)}用去一次读秒，剩 ${f.left} 次`),
  shared_time_ended: () => pick("The common time is used up", "共用时间用完"),
  time_low: (f) => pick(`${side(f.side)} is down to ${seconds(f.threshold_ms)}`, `${side(f.side)}剩余 ${seconds(f.threshold_ms)}`),
  clock_adjusted: (f) =>
    pick(
      `${side(f.side)}'s time was set from ${seconds(f.from_ms)} to ${seconds(f.to_ms)}${f.by ? ` by ${f.by}` : ""}${because(f.why)}`,
      `${side(f.side)}用时由 ${seconds(f.from_ms)} 改为 ${seconds(f.to_ms)}${f.by ? `（${f.by}）` : ""}${because(f.why)}`,
    ),
  clock_lost: (f) => pick(`The clock fell silent: ${f.reason}`, `棋钟失去联系：${f.reason}`),
  clock_back: () => pick("The clock is heard again", "棋钟恢复联系"),
  clock_anomaly_ended: (f) => `${pick("The clock is in order again", "棋钟已恢复正常")}${f.side ? `, ${side(f.side)}` : ""}: ${odd(f.kind)}`,
  clock_anomaly: (f) => `${pick("The clock", "棋钟")}${f.side ? `, ${side(f.side)}` : ""}: ${odd(f.kind)}${f.expected_ms == null ? "" : ` (${seconds(f.shown_ms)} / ${seconds(f.expected_ms)})`}`,
};

const ODD = {
  wrong_control: ["started from other times than the control", "起始用时与规定不符"],
  no_increment: ["no increment was added", "未加秒"],
  wrong_increment: ["a wrong increment was added", "加秒不符"],
  drift: ["it runs too fast or too slow", "走时不准"],
  sides_swapped: ["the sides are swapped", "双方用时对调"],
  lever_while_stopped: ["the lever was moved while it stood", "停钟时扳动了按钮"],
  missed_presses: ["presses were missed", "漏记按钟"],
  battery_low: ["its battery is low", "电量不足"],
};
const odd = (kind) => (ODD[kind] ? pick(...ODD[kind]) : kind.replaceAll("_", " "));
const because = (why) => (why ? (language === "zh" ? `：${why}` : `: ${why}`) : "");

const IRREGULAR = {
  illegal_move: ["a move that is not allowed", "不合规则的着法"],
  no_capture: ["a quiet move where a capture was compulsory", "有吃未吃"],
  wrong_capture: ["the wrong number of pieces captured", "吃子数目不符"],
  left_standing: ["captured pieces left on the board", "被吃的棋子未取下"],
  not_jumped: ["a piece taken off that was not jumped", "取下未被跳过的棋子"],
  own_removed: ["a piece of one's own taken off", "取下己方棋子"],
  removed: ["pieces lifted off without a move", "未走棋而提起棋子"],
  two_moves: ["two moves running", "连走两着"],
  opponent_moved: ["the opponent's piece moved, or out of turn", "动对方棋子或未轮到而走"],
  taken_back: ["a completed move taken back", "悔棋"],
  changed: ["a completed move exchanged for another", "改走已落定的着法"],
  uncrowned: ["a king moved before it was crowned", "未加冕的王行棋"],
  stone_moved: ["a stone moved", "移动已落的棋子"],
  two_stones: ["two stones in one turn", "一手落两子"],
  unexplained: ["nothing that the rules explain", "无法解释的变化"],
};
const irregular = (kind) => (IRREGULAR[kind] ? pick(...IRREGULAR[kind]) : kind.replaceAll("_", " "));

const instead = (moves) => (moves?.length ? pick(` (or ${moves.join(", ")}: the board shows the same)`, `（或 ${moves.join("、")}：棋盘显示相同）`) : "");

const SAYINGS = {
  offer_draw: ["offers a draw", "提和"],
  accept_draw: ["accepts the draw", "同意和棋"],
  decline_draw: ["declines the draw", "拒绝和棋"],
  resign: ["resigns", "认输"],
  claim_draw: ["claims a draw", "要求判和"],
  claim_five: ["declares five", "宣告五连"],
  claim_forbidden: ["points out a forbidden move", "指出禁手"],
  claim_flag: ["points out a flag", "指出超时"],
  claim_illegal: ["claims an illegal move", "指出违规着法"],
  claim_win: ["claims a win", "要求判胜"],
  call_arbiter: ["calls the arbiter", "呼叫裁判"],
  demand_correction: ["asks for a correction", "要求更正"],
  accept_irregularity: ["lets it stand", "认可现状"],
  pass: ["passes", "弃权一手"],
  swap: ["swaps colours", "交换"],
  keep: ["keeps the colours", "不交换"],
  two_more: ["lays two more stones", "再下两子"],
  declare_fifths: ["declares fifth stones", "宣布打点数"],
  offer_fifths: ["offers fifth stones", "打点"],
  choose_fifth: ["chooses the fifth stone", "选择打点"],
};
const saidMore = (what) => {
  const more = what.point ?? what.points?.join(", ") ?? what.number ?? what.move ?? what.why ?? "";
  return more === "" ? "" : ` (${more})`;
};

const ACTS = {
  pause: () => pick("pause", "暂停"),
  resume: () => pick("resume", "继续"),
  set_result: (a) => `${pick("set result", "判定结果")}: ${w.result[a.result] ?? a.result}`,
  void: () => pick("the game does not count", "本局作废"),
  set_position: (a) => `${pick("set position", "设定局面")}: ${a.fen}`,
  enter_move: (a) => `${a.sealed ? pick("sealed move", "封棋着法") : pick("enter move", "录入着法")}: ${a.move}`,
  retract_moves: (a) => pick(`take back ${a.count ?? 1} moves`, `撤回 ${a.count ?? 1} 着`),
  adjust_time: (a) => `${side(a.side)}: ${w.change[a.change] ?? a.change} ${seconds(a.ms)}`,
  penalise: (a) => `${side(a.side)}: ${w.penalty[a.penalty] ?? a.penalty}${a.ms ? ` ${seconds(a.ms)}` : ""}`,
  decide: (a) => `${w.case} ${a.case}: ${w.choice[a.choice] ?? a.choice}`,
  overturn: (a) => `${pick(`overturn ruling ${a.ruling}`, `撤销第 ${a.ruling} 号裁决`)}${a.result ? `: ${w.result[a.result] ?? a.result}` : ""}`,
  appeal: (a) => pick(`appeal against ruling ${a.ruling}`, `对第 ${a.ruling} 号裁决申诉`),
  say: (a) => `${side(a.side)}: ${SAYINGS[a.what.type] ? pick(...SAYINGS[a.what.type]) : a.what.type.replaceAll("_", " ")}${saidMore(a.what)}`,
};

const INPUTS = {
  assigned: ({ assignment: x }) => pick(`Assigned: ${x.players?.white.name ?? ""} – ${x.players?.black.name ?? ""}, ${x.control}`, `编排：${x.players?.white.name ?? ""} – ${x.players?.black.name ?? ""}，${x.control}`),
  set_up: (x) => pick(`Game ${x.game}: ${x.players.white.name} – ${x.players.black.name}, ${x.control}`, `第 ${x.game} 局：${x.players.white.name} – ${x.players.black.name}，${x.control}`),
  moved: (x) => `${side(x.side)} ${x.text}${x.known === "inferred" ? pick(" (inferred)", "（推断）") : ""}${instead(x.alternatives)}`,
  retracted: (x) => pick(`${side(x.side)} took ${x.text} back before letting go`, `${side(x.side)}落定前收回 ${x.text}`),
  irregular: (x) => `${side(x.side)}${x.text ? ` ${x.text}` : ""}: ${irregular(x.kind)}`,
  clocked: (x) => FACTS[x.fact.type]?.(x.fact) ?? x.fact.type.replaceAll("_", " "),
  board_mismatched: (x) => pick(`The board differs on ${x.cells.length} squares`, `棋盘有 ${x.cells.length} 处与记录不符`),
  board_matched: () => pick("The board agrees again", "棋盘恢复一致"),
  result_shown: (x) => pick(`The players show a result: ${w.result[x.result] ?? x.result}`, `双方示意结果：${w.result[x.result] ?? x.result}`),
  said: (x) => ACTS.say(x),
  device: (x) => `${x.device} ${x.online ? pick("is back", "恢复联系") : pick("was lost", "失去联系")}${because(x.detail)}`,
  acted: (x) => `${x.who} (${x.role}): ${ACTS[x.act.type]?.(x.act) ?? x.act.type}${because(x.act.why)}`,
};

/** {text, other, article, kind} of an entry; `other` is the sentence in the other language, where there is one. */
export function wording(entry) {
  const what = entry.what;
  if (what.text && typeof what.text === "object") {
    const other = what.text[language === "zh" ? "en" : "zh"] ?? "";
    return { text: say(what.text), other, article: what.article ?? "", kind: what.type };
  }
  const text = INPUTS[what.type]?.(what) ?? what.type.replaceAll("_", " "); // a newer table may know more kinds
  return { text, other: "", article: what.article ?? what.act?.article ?? "", kind: what.type };
}

/** "White wins on time": a result in short. */
export function resultWords(ended) {
  const reason = w.reason[ended.reason] ?? ended.reason.replaceAll("_", " ");
  return `${w.result[ended.result] ?? ended.result} · ${reason}`;
}

/** Each side's points, in the form of the game: draughts counts 2, 1, 0. */
export function score(rules, result) {
  const [win, draw] = rules.startsWith("draughts") ? ["2", "1"] : ["1", "½"];
  if (result === "draw") return { white: draw, black: draw };
  return { white: result === "white" ? win : "0", black: result === "black" ? win : "0" };
}
