"""The sentences of the rulings, in English and Chinese, each written once."""

from __future__ import annotations

from gateway.clock.facts import ClockAnomaly, ClockAnomalyKind
from gateway.model.errors import GatewayError
from gateway.model.irregularities import Irregularity
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from .assignment import Unfit
from .rulings import Wording

__all__ = [
    "assignment_deferred",
    "assignment_refused",
    "assignment_taken",
    "board_agrees",
    "board_differs",
    "case_lapsed",
    "clock_anomaly",
    "clock_lost",
    "clock_mended",
    "clock_set",
    "confirmed",
    "device_back",
    "device_lost",
    "draw_claimable",
    "ended",
    "illegal_move",
    "inferred",
    "irregular",
    "moved_while_still",
    "moves_missing",
    "next_game",
    "paused",
    "refused",
    "result_shown",
    "resumed",
    "started",
    "what_irregular",
    "withdrawn",
]

_SIDE_ZH = {Side.WHITE: "白方", Side.BLACK: "黑方"}
_RESULT = {
    Result.WHITE: Wording("White wins", "白方胜"),
    Result.BLACK: Wording("Black wins", "黑方胜"),
    Result.DRAW: Wording("Draw", "和棋"),
    Result.BOTH_LOSE: Wording("Both sides lose", "双方判负"),
}
_REASON = {
    Reason.BLOCKED: Wording("the side to move cannot move", "轮走方无棋可走"),
    Reason.NO_PIECES: Wording("no pieces are left", "棋子被吃光"),
    Reason.FLAG: Wording("time is up", "超时"),
    Reason.RESIGNATION: Wording("resignation", "认输"),
    Reason.AGREEMENT: Wording("by agreement", "双方议和"),
    Reason.REPETITION: Wording("the same position came again too often", "同一局面重复出现已达规定次数"),
    Reason.KINGS_ONLY: Wording("25 moves each with kings only and nothing taken", "连续25回合仅走王棋且无吃子"),
    Reason.FEW_PIECES: Wording("the move limit against a lone king is reached", "对单王残局已达规定回合"),
    Reason.FIVE: Wording("five in a row", "五连"),
    Reason.FORBIDDEN: Wording("a forbidden move was pointed out", "指出禁手"),
    Reason.PASSES: Wording("both sides passed", "双方连续放弃行棋权"),
    Reason.BOARD_FULL: Wording("the board is full", "棋盘下满"),
    Reason.CHECKMATE: Wording("checkmate", "将杀"),
    Reason.STALEMATE: Wording("stalemate", "逼和"),
    Reason.DEAD_POSITION: Wording("neither side can mate", "双方均无法将杀对方"),
    Reason.MOVE_LIMIT: Wording("75 moves each without a capture or a pawn's move", "连续75回合无吃子且未走兵"),
    Reason.FIVE: Wording("five in a row", "五连"),
    Reason.FORBIDDEN: Wording("a forbidden move was pointed out", "指出对方禁手"),
    Reason.PASSES: Wording("both sides passed", "双方连续放弃行棋权"),
    Reason.BOARD_FULL: Wording("the board is full", "棋盘下满"),
    Reason.CHECKMATE: Wording("checkmate", "将死"),
    Reason.STALEMATE: Wording("stalemate", "逼和"),
    Reason.DEAD_POSITION: Wording("neither side can mate", "双方均不可能将死"),
    Reason.MOVE_LIMIT: Wording("the limit of moves without progress is reached", "无吃子及动兵已达规定回合"),
    Reason.FORFEIT: Wording("absence", "缺席弃权"),
    Reason.PENALTY: Wording("loss of the game as a penalty", "受处罚判负"),
    Reason.NOT_PROVED: Wording("the clock failed and no win was shown", "棋钟故障且未能证明取胜"),
    Reason.ARBITER: Wording("set by the arbiter", "裁判员判定"),
}
_IRREGULARITY = {
    Irregularity.ILLEGAL_MOVE: Wording("a move that is not allowed", "着法不合规则"),
    Irregularity.NO_CAPTURE: Wording("a compulsory capture was not made", "应吃未吃"),
    Irregularity.WRONG_CAPTURE: Wording("more or fewer pieces were captured than required", "吃子数目不符"),
    Irregularity.LEFT_STANDING: Wording("captured pieces were left on the board", "被吃棋子未全部取走"),
    Irregularity.NOT_JUMPED: Wording("a piece was taken off that had not been jumped", "取走了未被吃的棋子"),
    Irregularity.OWN_REMOVED: Wording("a piece of the own colour was taken off", "取走了己方棋子"),
    Irregularity.REMOVED: Wording("pieces were lifted off the board", "无故取走棋子"),
    Irregularity.TWO_MOVES: Wording("two moves in succession", "连走两着"),
    Irregularity.OPPONENT_MOVED: Wording("a piece of the other colour was moved", "走动了对方棋子"),
    Irregularity.TAKEN_BACK: Wording("a completed move was taken back", "悔棋"),
    Irregularity.CHANGED: Wording("a completed move was changed", "改走已完成的着法"),
    Irregularity.UNCROWNED: Wording("a king without a crown was moved", "走动了未加冕的王棋"),
    Irregularity.STONE_MOVED: Wording("a stone was moved after it had been placed", "落子后移动棋子"),
    Irregularity.TWO_STONES: Wording("two stones were placed in one turn", "一次落下两子"),
    Irregularity.UNEXPLAINED: Wording("the board cannot be explained by any move", "棋盘状态无法由任何着法解释"),
}
_ODDITY = {
    ClockAnomalyKind.WRONG_CONTROL: Wording("it was set to another time control", "设定与规定时限不符"),
    ClockAnomalyKind.NO_INCREMENT: Wording("a press added no increment", "按钟后未加秒"),
    ClockAnomalyKind.WRONG_INCREMENT: Wording("a press added another increment", "按钟后加秒有误"),
    ClockAnomalyKind.DRIFT: Wording("it does not keep time", "走时不准"),
    ClockAnomalyKind.SIDES_SWAPPED: Wording("the sides are swapped", "双方时间颠倒"),
    ClockAnomalyKind.LEVER_WHILE_STOPPED: Wording("the lever was moved while it stood", "停钟时按动了棋钟"),
    ClockAnomalyKind.MISSED_PRESSES: Wording("presses were missed while it could not be read", "读数中断期间漏记按钟"),
    ClockAnomalyKind.BATTERY_LOW: Wording("its battery is low", "电量不足"),
}


def started(first: Side) -> Wording:
    """Play has begun."""
    return Wording(f"The game has begun; {first.value} is to move.", f"对局开始，{_SIDE_ZH[first]}先行。")


def paused(by: str, why: str) -> Wording:
    """Play is stopped."""
    return Wording(f"Play is stopped by {by}{_because(why)}.", f"{by}暂停对局{_zh_because(why)}。")


def resumed(by: str) -> Wording:
    """Play goes on."""
    return Wording(f"Play goes on, by {by}.", f"{by}恢复对局。")


def ended(result: Result, reason: Reason, why: str = "") -> Wording:
    """The game is over."""
    who, how = _RESULT[result], _REASON[reason]
    return Wording(f"{who.en}: {how.en}{_because(why)}.", f"{who.zh}：{how.zh}{_zh_because(why)}。")


def next_game() -> Wording:
    """What an alert said was about the game before."""
    return Wording("Another game has been set up.", "已设定新对局。")


def case_lapsed(case: int, game: int) -> Wording:
    """A case of the game before is closed without a decision."""
    return Wording(
        f"Case {case} of game {game} is closed without a decision: another game has been set up.",
        f"第{game}局第{case}号事项未经处理即告终结：已设定新对局。",
    )


def refused(why: Wording) -> Wording:
    """An act could not be carried out."""
    return Wording(f"Not done: {why.en}", f"未执行：{why.zh}")


def illegal_move(side: Side, text: str, why: str) -> Wording:
    """A move was seen that the rules do not allow."""
    return Wording(
        f"{side.value.capitalize()}: {text} is not allowed: {why}.", f"{_SIDE_ZH[side]}着法{text}不合规则：{why}。"
    )


def irregular(side: Side, kind: Irregularity, text: str) -> Wording:
    """Something was done that is not a move."""
    what = _IRREGULARITY[kind]
    return Wording(
        f"{side.value.capitalize()}: {what.en}{_because(text)}.", f"{_SIDE_ZH[side]}：{what.zh}{_zh_because(text)}。"
    )


def what_irregular(kind: Irregularity, text: str) -> Wording:
    """What was done, as a part of a sentence."""
    what = _IRREGULARITY[kind]
    return Wording(f"{what.en}{_because(text)}", f"{what.zh}{_zh_because(text)}")


def result_shown(what: Wording) -> Wording:
    """What looked irregular was a sign."""
    return Wording(f"The players show a result: {what.en}.", f"双方示意结果：{what.zh}。")


def moved_while_still(side: Side, text: str) -> Wording:
    """A move was seen while there was no play."""
    return Wording(
        f"{side.value.capitalize()} moved {text} while no game was being played.",
        f"{_SIDE_ZH[side]}在非对局状态下走{text}。",
    )


def inferred(text: str) -> Wording:
    """A move was worked out, not seen."""
    return Wording(f"{text} was inferred from what the board showed later.", f"着法{text}由其后的棋盘状态推断得出。")


def confirmed(count: int) -> Wording:
    """What was inferred agrees with what was seen since."""
    return Wording(f"{count} moves seen since agree with what was inferred.", f"其后所见{count}着与推断相符。")


_UNFIT = {
    Unfit.BOARD_TOO_SMALL: Wording("the board is too small for this game.", "棋盘小于该棋种所需。"),
    Unfit.CLOCK_CANNOT_BE_SET: Wording("the clock cannot be set from outside.", "棋钟无法由外部设定。"),
    Unfit.CONTROL_CANNOT_BE_SET: Wording(
        "a clock that is set from outside adds no bonus and no second period.", "由外部设定的棋钟不能加秒或分段计时。"
    ),
}


def assignment_refused(n: int, why_not: Unfit | GatewayError) -> Wording:
    """What the event assigned cannot be played here."""
    why = _UNFIT[why_not] if isinstance(why_not, Unfit) else Wording(str(why_not), str(why_not))
    return Wording(
        f"Assignment {n} cannot be played here, the one before stays: {why.en}",
        f"第{n}号编排无法执行，维持原编排：{why.zh}",
    )


def assignment_taken(n: int) -> Wording:
    """After one that was refused, a good assignment has come."""
    return Wording(f"Assignment {n} is good.", f"第{n}号编排有效。")


def assignment_deferred(n: int) -> Wording:
    """A game is under way."""
    return Wording(f"Assignment {n} takes effect with the next game.", f"第{n}号编排自下一局起生效。")


def board_differs(count: int) -> Wording:
    """The board was out of sight, and what it shows cannot be explained."""
    return Wording(
        f"Moves were made while the board was out of sight, and it differs on {count} squares: enter them.",
        f"棋盘失去连接期间有着法未被记录，与局面有{count}格不符：请补录。",
    )


def moves_missing(text: str) -> Wording:
    """The game is followed from what the board showed."""
    return Wording(
        f"The moves before {text} were made out of sight and are not on record; the board showed the position.",
        f"着法{text}之前的着法在失去连接期间走出，未被记录；局面取自棋盘。",
    )


def board_agrees() -> Wording:
    """The board shows the position again."""
    return Wording("The board shows the position again.", "棋盘与局面重新一致。")


def device_lost(device: str, detail: str) -> Wording:
    """A device cannot be reached."""
    return Wording(
        f"No contact with the {device}{_because(detail)}.", f"与设备“{device}”失去联系{_zh_because(detail)}。"
    )


def device_back(device: str) -> Wording:
    """A device is back."""
    return Wording(f"The {device} is back.", f"设备“{device}”已恢复。")


def clock_lost(reason: str) -> Wording:
    """The clock's times are not known."""
    return Wording(f"The clock is not to be read{_because(reason)}.", f"无法读取棋钟{_zh_because(reason)}。")


def clock_anomaly(fact: ClockAnomaly) -> Wording:
    """The clock does what the arbiter should see."""
    what = _ODDITY[fact.kind]
    side_en, side_zh = (f"{fact.side.value}: ", _SIDE_ZH[fact.side]) if fact.side else ("", "")
    times = ""
    if fact.expected_ms is not None and fact.shown_ms is not None:
        times = f" (expected {_clock(fact.expected_ms)}, shown {_clock(fact.shown_ms)})"
    return Wording(f"The clock: {side_en}{what.en}{times}.", f"棋钟：{side_zh}{what.zh}。")


def clock_mended(kind: ClockAnomalyKind) -> Wording:
    """A fault of the clock is no more."""
    what = _ODDITY[kind]
    return Wording(f"The clock is in order again; it had been told: {what.en}.", f"棋钟已恢复正常（此前：{what.zh}）。")


def clock_set(side: Side) -> Wording:
    """Somebody has set a side's time."""
    return Wording(f"{side.value.capitalize()}'s time has been set.", f"{_SIDE_ZH[side]}用时已调整。")


def withdrawn(text: str) -> Wording:
    """A move that an alert was about is no longer there."""
    return Wording(f"{text} was taken back before it was complete.", f"着法{text}在完成前已收回。")


def draw_claimable(reason: Reason) -> Wording:
    """A draw may be claimed."""
    how = _REASON[reason]
    return Wording(f"A draw may be claimed: {how.en}.", f"可提和：{how.zh}。")


def _clock(ms: int) -> str:
    seconds = ms // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _because(why: str) -> str:
    return f" ({why})" if why else ""


def _zh_because(why: str) -> str:
    return f"（{why}）" if why else ""
