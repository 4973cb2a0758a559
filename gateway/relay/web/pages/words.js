// The page's own words in two languages. What tables say about rulings comes in both from the table itself.

import { Catalogue } from "./messages.js";
import { recall, remember } from "./settings.js";

const WORDS = {
  en: {
    tables: "tables", playing: "playing", needArbiter: "need an arbiter", over: "over",
    skip: "Skip to the tables", boards: "Boards", list: "List", view: "View", language: "Language",
    order: "Order", byNeed: "Need first", byTable: "By table", onlyPlaying: "Playing only", search: "Find a player or table",
    signOut: "Sign out", signedIn: "Signed in as",
    noTables: "No table has been heard from yet. They appear here by themselves.",
    noMatch: "No table fits.",
    status: { waiting: "Setting up", ready: "Ready", playing: "Playing", paused: "Paused", over: "Over" },
    white: "White", black: "Black", whiteToMove: "White to move", blackToMove: "Black to move",
    result: { white: "White wins", black: "Black wins", draw: "Draw", both_lose: "Both lose" },
    reason: {
      blocked: "no move left", no_pieces: "no pieces left", flag: "on time", resignation: "resignation",
      agreement: "by agreement", repetition: "repetition", kings_only: "kings only", few_pieces: "few pieces", arbiter: "by the arbiter",
      five: "five in a row", forbidden: "forbidden move", passes: "both passed", board_full: "board full", checkmate: "checkmate",
      stalemate: "stalemate", dead_position: "dead position", move_limit: "move limit", forfeit: "forfeit", penalty: "as a penalty",
      not_proved: "no win shown",
    },
    move: "move", moves: "Moves", noMoves: "No moves yet.", log: "Log", devices: "Devices", noDevices: "No device has been heard from.",
    showPresses: "Clock presses too", emptyLog: "Nothing has happened yet.", table: "Table", rules: "Rules", control: "Control", game: "Game",
    back: "All tables", previous: "Previous table", next: "Next table", live: "Back to now", atMove: "Position after move",
    online: "there", offline: "away", unknown: "not known", battery: "battery", serial: "serial", firmware: "firmware",
    agent: "Table computer", flagDown: "flag down", lost: "no contact", estimate: "estimate", noClock: "no clock", since: "since",
    lastMove: "last move", alerts: "For the arbiter", differs: "Squares that differ are outlined.", counters: "Draw counters",
    banner: {
      connecting: "Connecting to the relay …",
      lost: "This page has lost the relay. Clocks show the last known times. It keeps trying.",
      broker: "The relay has lost the broker: nothing new comes from the tables. It keeps trying.",
    },
    tableOffline: "Table computer offline", deviceLost: "lost", notHeard: "Not heard from yet",
    pause: "Pause", resume: "Resume", setResult: "Set result …", why: "Reason (goes into the record)", cancel: "Cancel", goOn: "Go on",
    actions: "Arbiter", sending: "Sending …", done: "Done: entry", confirmPause: "Pause this game?", confirmResume: "Let play go on?",
    confirm: "Yes, do it", chooseResult: "Result of the game", isSure: "Set this result?", beats: "beats", draws: "draws with",
    bothLoseOf: "Both lose:", unreachable: "The relay could not be reached. Nothing was done as far as this page knows; check the log, then try again.",
    newVersion: "The relay was upgraded.",
    refused: "Refused", otherGame: "Another game has begun on this table: nothing was sent.",
    case: "Case", decideCase: "Decide case", concerns: "concerns", decidedBy: "for", acceptedByMove: "the opponent's next move accepts it",
    deadline: "Open until", thenDecided: "then by itself", notAnnounced: "Not to be announced", penalties: "Penalties in this game",
    drawOffered: "A draw is offered", betweenPlayers: "between the players", imposePenalty: "Penalty …", confirmPenalty: "Impose this penalty?", offender: "Who is punished",
    penaltyKind: "Penalty", byArticle: "Article of the offence", time: "Time", timeHint: "Seconds, or min:s, or h:min:s",
    changeClock: "Change a clock …", confirmClock: "Change this clock?", whoseClock: "Whose clock", whatChange: "Change",
    change: { set: "set to", add: "give", take: "take off" },
    penalty: {
      warning: "warning", time_given: "time for the opponent", time_taken: "time taken off", violation: "violation",
      loss: "loss of the game", double_loss: "loss for both sides", disqualification: "disqualification",
    },
    choice: {
      correct: "Have it corrected", accept: "Accept it", impose: "Impose", dismiss: "Dismiss", put_back: "Put the position back",
      let_stay: "Let it stay", replay: "Play the game again", draw: "Draw", play_on: "Play on", white_wins: "White wins",
      black_wins: "Black wins", forfeit: "Forfeit", wait: "Wait longer", uphold: "Uphold the appeal",
    },
    role: {
      arbiter: "arbiter", deputy: "deputy chief arbiter", "acting-chief": "acting chief arbiter", chief: "chief arbiter",
      committee: "organising committee", appeals: "appeals committee", white: "White", black: "Black",
    },
  },
  zh: {
    tables: "台", playing: "进行中", needArbiter: "需要裁判", over: "已结束",
    skip: "跳到棋台", boards: "棋盘", list: "列表", view: "显示", language: "语言",
    order: "排序", byNeed: "需处理优先", byTable: "按台号", onlyPlaying: "仅进行中", search: "查找棋手或台号",
    signOut: "退出", signedIn: "已登录：",
    noTables: "尚未收到任何棋台的消息，收到后会自动显示。",
    noMatch: "没有符合的棋台。",
    status: { waiting: "摆棋中", ready: "就绪", playing: "对局中", paused: "暂停", over: "结束" },
    white: "白方", black: "黑方", whiteToMove: "轮到白方", blackToMove: "轮到黑方",
    result: { white: "白胜", black: "黑胜", draw: "和棋", both_lose: "双方判负" },
    reason: {
      blocked: "无棋可走", no_pieces: "棋子被吃尽", flag: "超时", resignation: "认输",
      agreement: "协议和棋", repetition: "局面重复", kings_only: "仅动王棋", few_pieces: "残局限着", arbiter: "裁判判定",
      five: "五连", forbidden: "禁手", passes: "双方弃权", board_full: "棋盘已满", checkmate: "将死",
      stalemate: "逼和", dead_position: "死局", move_limit: "限着", forfeit: "弃权", penalty: "处罚判负",
      not_proved: "未能证明取胜",
    },
    move: "着", moves: "着法", noMoves: "尚未行棋。", log: "记录", devices: "设备", noDevices: "尚未收到设备消息。",
    showPresses: "包括按钟", emptyLog: "尚无记录。", table: "台", rules: "棋种", control: "用时", game: "局",
    back: "全部棋台", previous: "上一台", next: "下一台", live: "回到当前", atMove: "第几着后的局面",
    online: "在线", offline: "离线", unknown: "未知", battery: "电量", serial: "序列号", firmware: "固件",
    agent: "棋台电脑", flagDown: "超时旗落", lost: "失去联系", estimate: "估计", noClock: "无棋钟", since: "自",
    lastMove: "最后一着", alerts: "裁判注意", differs: "不一致的格子已标出。", counters: "和棋计数",
    banner: {
      connecting: "正在连接……",
      lost: "本页面与服务器断开，棋钟显示最后已知时间，正在自动重连。",
      broker: "服务器与消息中心断开，暂时收不到棋台消息，正在自动重连。",
    },
    tableOffline: "棋台电脑离线", deviceLost: "断开", notHeard: "尚无消息",
    pause: "暂停", resume: "继续", setResult: "判定结果……", why: "理由（写入记录）", cancel: "取消", goOn: "下一步",
    actions: "裁判操作", sending: "发送中……", done: "完成：记录", confirmPause: "暂停本局？", confirmResume: "继续对局？",
    confirm: "确定", chooseResult: "对局结果", isSure: "确定此结果？", beats: "胜", draws: "和",
    bothLoseOf: "双方判负：", unreachable: "无法连接服务器。就本页面所知操作未执行；请查看记录后再试。",
    newVersion: "服务器已升级。",
    refused: "未执行", otherGame: "本台已开始另一局，未发送。",
    case: "事项", decideCase: "处理事项", concerns: "涉及", decidedBy: "权限：", acceptedByMove: "对方走下一着即为认可",
    deadline: "时限", thenDecided: "到时自动", notAnnounced: "不得提示棋手", penalties: "本局处罚",
    drawOffered: "已提和", betweenPlayers: "仅限对局双方", imposePenalty: "处罚……", confirmPenalty: "确定处罚？", offender: "受罚方",
    penaltyKind: "处罚", byArticle: "违反条款", time: "时间", timeHint: "秒，或 分:秒，或 时:分:秒",
    changeClock: "调整棋钟……", confirmClock: "确定调整？", whoseClock: "哪一方", whatChange: "调整",
    change: { set: "改为", add: "加时", take: "扣时" },
    penalty: {
      warning: "警告", time_given: "对方加时", time_taken: "扣减用时", violation: "违例",
      loss: "判负", double_loss: "双方判负", disqualification: "取消比赛资格",
    },
    choice: {
      correct: "更正", accept: "认可", impose: "予以处罚", dismiss: "不予受理", put_back: "恢复局面",
      let_stay: "保留现状", replay: "重赛", draw: "和棋", play_on: "继续对局", white_wins: "白方胜",
      black_wins: "黑方胜", forfeit: "判弃权", wait: "继续等候", uphold: "申诉成立",
    },
    role: {
      arbiter: "裁判员", deputy: "副裁判长", "acting-chief": "代理裁判长", chief: "裁判长",
      committee: "竞赛组委会", appeals: "技术申诉委员会", white: "白方", black: "黑方",
    },
  },
};

export const LANGUAGES = { en: "English", zh: "中文" };

export let language = chosen() ?? (navigator.language.startsWith("zh") ? "zh" : "en");
export let w = WORDS[language];
export let texts = await load(language);

async function load(choice) {
  const response = await fetch(`/api/texts/${choice}.json`);
  return new Catalogue(choice, response.ok ? await response.json() : {});
}

export async function setLanguage(choice) {
  texts = await load(choice);
  language = choice;
  w = WORDS[choice];
  document.documentElement.lang = choice === "zh" ? "zh-Hans" : "en";
  remember("language", choice);
}

/** A sentence that came in both languages. */
export const say = (wording) => wording?.[language] ?? wording?.en ?? "";

function chosen() {
  const choice = recall("language");
  return choice in WORDS ? choice : null;
}
