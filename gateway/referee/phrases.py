"""The sentences about claims, cases, penalties and appeals, in English and Chinese."""

from __future__ import annotations

from gateway.clock.adjustments import Change
from gateway.model.sides import Side

from .penalties import Penalty
from .roles import Role
from .rulings import CaseKind, Choice, Wording

__all__ = [
    "because",
    "called",
    "choice",
    "decided",
    "offence",
    "offered",
    "opened",
    "overturned",
    "penalised",
    "position_set",
    "proposed",
    "rejected",
    "side_zh",
    "time_changed",
    "unannounced",
    "voided",
    "wrong_role",
]

_ZH = {Side.WHITE: "白方", Side.BLACK: "黑方"}
_EN = {Side.WHITE: "White", Side.BLACK: "Black"}

_KIND = {
    CaseKind.IRREGULARITY: Wording(
        "{side}: {what}. The opponent chooses: corrected or accepted", "{zh}：{what_zh}。由对方选择更正或认可"
    ),
    CaseKind.OFFENCE: Wording("{side}: {what}", "{zh}：{what_zh}"),
    CaseKind.OPENING: Wording("{side} did not keep to the opening: {what}", "{zh}未按开局规则行棋：{what_zh}"),
    CaseKind.POSITION: Wording("The board does not show what was played: {what}", "棋盘与对局不符：{what_zh}"),
    CaseKind.RULE_DRAW: Wording(
        "{side} asks for a draw: the material is drawn unless a win can be shown",
        "{zh}请求判和：除非能证明取胜，此残局为和棋",
    ),
    CaseKind.TIME_TROUBLE: Wording(
        "{side} asks for a draw in time trouble: is the position clearly better?",
        "{zh}因时间恐慌请求判和：局面是否明显占优？",
    ),
    CaseKind.FLAGS: Wording("Both flags are down and the order is not known", "双方均超时且先后不明"),
    CaseKind.SHARED_TIME: Wording("The common time is used up", "共用时限已用完"),
    CaseKind.ABSENCE: Wording("{side} was not there in time", "{zh}未按时到场"),
    CaseKind.RESULT: Wording("The players show a result with their kings: {what}", "双方以王的位置示意结果：{what_zh}"),
    CaseKind.APPEAL: Wording("An appeal against ruling {what}", "对第{what_zh}号裁决提出申诉"),
}
_CHOICE = {
    Choice.CORRECT: Wording("to be corrected", "更正"),
    Choice.ACCEPT: Wording("accepted", "认可"),
    Choice.IMPOSE: Wording("the penalty is imposed", "予以处罚"),
    Choice.DISMISS: Wording("dismissed", "不予受理"),
    Choice.PUT_BACK: Wording("the position is put back", "恢复局面"),
    Choice.LET_STAY: Wording("what stands on the board stays", "保留现状"),
    Choice.REPLAY: Wording("the game is played again", "重赛"),
    Choice.DRAW: Wording("draw", "和棋"),
    Choice.PLAY_ON: Wording("play goes on", "继续对局"),
    Choice.WHITE_WINS: Wording("White wins", "白方胜"),
    Choice.BLACK_WINS: Wording("Black wins", "黑方胜"),
    Choice.FORFEIT: Wording("the game is forfeited", "判弃权"),
    Choice.WAIT: Wording("the player is waited for", "继续等候"),
    Choice.UPHOLD: Wording("the appeal is upheld", "申诉成立"),
}


def choice(chosen: Choice) -> Wording:
    """What may be decided, in a few words."""
    return _CHOICE[chosen]


def side_zh(side: Side) -> str:
    """A side in Chinese."""
    return _ZH[side]


def because(why: str) -> Wording:
    """A reason in brackets, if there is one."""
    return Wording(f" ({why})", f"（{why}）") if why else Wording("", "")


def proposed(kind: CaseKind, side: Side | None, what: Wording) -> Wording:
    """A case is laid before a person."""
    words = _KIND[kind]
    names = {"side": _EN[side] if side else "", "zh": _ZH[side] if side else "", "what": what.en, "what_zh": what.zh}
    return Wording(words.en.format_map(names) + ".", words.zh.format_map(names) + "。")


def decided(kind: CaseKind, choice: Choice, by: str, why: str = "") -> Wording:
    """A case is closed."""
    how, reason = _CHOICE[choice], because(why)
    who, who_zh = (f", by {by}", f"（{by}）") if by else ("", "")
    return Wording(
        f"{kind.value.replace('_', ' ').capitalize()}: {how.en}{who}{reason.en}.",
        f"处理结果：{how.zh}{who_zh}{reason.zh}。",
    )


def offered(side: Side, *, open_: bool) -> Wording:
    """A draw offer, or its end."""
    if open_:
        return Wording(f"{_EN[side]} offers a draw.", f"{_ZH[side]}提和。")
    return Wording(f"{_EN[side]}'s draw offer is refused.", f"{_ZH[side]}的提和被拒绝。")


def rejected(side: Side, why: Wording) -> Wording:
    """A claim that is not given."""
    return Wording(f"{_EN[side]}'s claim is not given: {why.en}.", f"{_ZH[side]}的请求不成立：{why.zh}。")


def penalised(side: Side, penalty: Penalty, count: int, why: str) -> Wording:
    """A penalty."""
    reason = because(why)
    nth, nth_zh = (f", number {count}", f"（第{count}次）") if count > 1 else ("", "")
    return Wording(
        f"{_EN[side]}: {penalty.english}{nth}{reason.en}.", f"{_ZH[side]}：{penalty.chinese}{nth_zh}{reason.zh}。"
    )


def time_changed(side: Side, change: Change, ms: int, why: str) -> Wording:
    """A change of time."""
    reason = because(why)
    amount = f"{ms // 60_000}:{ms // 1000 % 60:02}"
    en = {Change.SET: f"is set to {amount}", Change.ADD: f"gets {amount} more", Change.TAKE: f"loses {amount}"}[change]
    zh = {Change.SET: f"用时改为{amount}", Change.ADD: f"加时{amount}", Change.TAKE: f"扣时{amount}"}[change]
    return Wording(f"{_EN[side]}'s clock {en}{reason.en}.", f"{_ZH[side]}{zh}{reason.zh}。")


def position_set(by: str, why: str) -> Wording:
    """The position was set, or moves entered or taken back."""
    reason = because(why)
    who, who_zh = (f" by {by}", f"{by}") if by else ("", "")
    return Wording(f"The position is set{who}{reason.en}.", f"{who_zh}设定局面{reason.zh}。")


def opened(side: Side, did: str) -> Wording:
    """A step of an opening."""
    zh = {
        "lay": "落子",
        "swap": "交换执色",
        "keep": "不交换",
        "more": "再下两子",
        "declare": "宣布打点数",
        "offer": "给出打点",
        "choose": "选定打点",
        "taken back": "撤回",
    }.get(did, did)
    return Wording(f"Opening, {_EN[side]}: {did}.", f"开局，{_ZH[side]}：{zh}。")


def voided(by: str, why: str) -> Wording:
    """The game does not count."""
    reason = because(why)
    return Wording(f"The game is void and played again, by {by}{reason.en}.", f"{by}判本局作废，重赛{reason.zh}。")


def overturned(number: int, by: str, why: str) -> Wording:
    """A ruling no longer holds."""
    reason = because(why)
    return Wording(f"Ruling {number} is overturned by {by}{reason.en}.", f"{by}撤销第{number}号裁决{reason.zh}。")


def called(side: Side, why: str) -> Wording:
    """A player wants the arbiter."""
    reason = because(why)
    return Wording(f"{_EN[side]} calls the arbiter{reason.en}.", f"{_ZH[side]}请裁判员到场{reason.zh}。")


def unannounced(what: Wording) -> Wording:
    """Something that only arbiters are told."""
    return Wording(f"Not to be announced: {what.en}.", f"不得提示棋手：{what.zh}。")


def offence(what: str) -> Wording:
    """Offences that board and clock tell."""
    return {
        "pressed_first": Wording("pressed the clock before moving", "未走子先按钟"),
        "moved_first": Wording("moved before the opponent had pressed", "对方未按钟即走子"),
        "offer": Wording("offered a draw in a way that is not allowed", "提和方式不合规定"),
        "again": Wording("the same offence again", "再次犯规"),
        "sealed": Wording("the sealed move is not legal", "封着不合规则"),
    }[what]


def wrong_role(roles: tuple[Role, ...]) -> Wording:
    """Somebody acts beyond his role."""
    return Wording(
        f"only for {' or '.join(role.english for role in roles)}",
        f"须由{'或'.join(role.chinese for role in roles)}作出",
    )
