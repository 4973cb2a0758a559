"""What arbiters do, each as far as his role goes (GN 16). An act that cannot be done is refused with the article."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from gateway.games.game import Line
from gateway.model.errors import GameError
from gateway.model.results import Reason, Result

from . import appeals, cases, moving, openings, phrases, punishing, speaking, wordings
from .acts import (
    Act,
    AdjustTime,
    Appeal,
    Decide,
    EnterMove,
    Overturn,
    Pause,
    Penalise,
    Resume,
    RetractMoves,
    Say,
    SetPosition,
    SetResult,
    Void,
)
from .case_opening import open_case
from .inputs import Acted
from .judgement import Judgement
from .penalties import Penalty
from .roles import ANY_ARBITER, CHIEFS, Role, find_role
from .rulings import CaseKind, Choice, Refused, Rejected, Resumed, Wording
from .state import Phase

__all__ = ["acted"]


class Refusal(NamedTuple):
    """Why not, and by which article."""

    why: Wording
    article: str = ""


_NO_GAME = Refusal(Wording("no game has been set up.", "尚未设定对局。"))
_OVER = Refusal(Wording("the game is over: overturn its result first.", "对局已结束，须先撤销结果。"))
_NOT_PLAYED = Refusal(Wording("no game is being played.", "当前没有进行中的对局。"))


def acted(judgement: Judgement, given: Acted) -> None:
    """Somebody did something through a page; the same command is judged once."""
    if given.command in judgement.state.judged:
        return
    role = find_role(given.role)
    judgement.by, judgement.role = given.who, role
    refusal = _why_not(judgement, given, role)
    if refusal is None:
        refusal = _do(judgement, given.act)
    if refusal is not None:
        judgement.rule(Refused(command=given.command, article=refusal.article, text=wordings.refused(refusal.why)))
    judgement.set(judged={**judgement.state.judged, given.command: _answer(judgement, refusal)})


def _answer(judgement: Judgement, refusal: Refusal | None) -> str:
    """Why it was not done, in one sentence; empty if it was."""
    if refusal is not None:
        return f"{refusal.article}: {refusal.why.en}" if refusal.article else refusal.why.en
    rejected = next((ruling for ruling in judgement.rulings if isinstance(ruling, Rejected)), None)
    if rejected is not None:
        return f"{rejected.article}: {rejected.text.en}" if rejected.article else rejected.text.en
    return ""


# May it be done? ----------------------------------------------------------------------------------------------------


def _why_not(judgement: Judgement, given: Acted, role: Role | None) -> Refusal | None:
    """Why an act may not be done by this role or in this phase; None if it may."""
    act = given.act
    if role is None:
        return Refusal(Wording(f"{given.role!r} has no say at a table.", f"“{given.role}”无权操作。"))
    if isinstance(act, Say):
        return _why_not_say(judgement, act, role)
    by_phase = _why_not_now(judgement, act)
    if by_phase is not None:
        return by_phase
    if isinstance(act, Penalise):
        return _why_not_penalise(judgement, act, role)
    if isinstance(act, Decide):
        return _why_not_decide(judgement, act, role)
    if isinstance(act, Overturn):
        reason = appeals.why_not_overturn(judgement, act.ruling, role)
        return Refusal(*reason) if reason else None
    if isinstance(act, Appeal):
        reason = appeals.why_not_appeal(judgement, act)
        return Refusal(*reason) if reason else None
    chief_only = judgement.play.book.chief_only
    above = isinstance(act, SetResult) and (judgement.phase is Phase.OVER or act.result is Result.BOTH_LOSE)
    above = above or (isinstance(act, Void) and bool(chief_only))
    roles = CHIEFS if above and chief_only else ANY_ARBITER
    if role not in roles:
        return Refusal(_full_stop(phrases.wrong_role(roles)), chief_only if above else "")
    article = getattr(act, "article", "")
    if article and not judgement.play.book.has_article(article):
        return _no_such_article(article)
    return None


def _why_not_now(judgement: Judgement, act: Act) -> Refusal | None:
    match act:
        case Pause() if judgement.phase is not Phase.PLAYING:
            return _NOT_PLAYED
        case Resume() if judgement.phase is not Phase.PAUSED:
            return Refusal(Wording("the game is not paused.", "对局未暂停。"))
        case _ if judgement.state.play is None:
            return _NO_GAME
        case SetResult() | Void() if judgement.phase is Phase.WAITING:
            return _NO_GAME
        case SetPosition() | EnterMove() | RetractMoves() if not judgement.is_open:
            return _OVER
        case AdjustTime() if not judgement.is_open:
            return _NOT_PLAYED
        case _:
            return None


def _why_not_say(judgement: Judgement, act: Say, role: Role) -> Refusal | None:
    if role in ANY_ARBITER:
        return None
    own = role.side
    if own is not None and judgement.state.play is not None and judgement.play.swapped:
        own = own.other
    if own is not act.side:
        return Refusal(Wording("a player speaks for himself only.", "棋手只能代表自己提出。"))
    return None


def _why_not_penalise(judgement: Judgement, act: Penalise, role: Role) -> Refusal | None:
    book = judgement.play.book
    authority = book.may_impose(act.penalty)
    if role not in authority.roles:
        return Refusal(_full_stop(phrases.wrong_role(authority.roles)), authority.article)
    if not book.has_article(act.article):
        return _no_such_article(act.article)
    demanded = punishing.count(judgement.play, act.side, Penalty.WARNING, book.offences.demand)
    if act.penalty is Penalty.LOSS and act.article == book.offences.refusal and act.article and not demanded:
        why = Wording("first demand that the rules be kept, as a warning.", "须先正式要求其按规则行棋（警告）。")
        return Refusal(why, book.offences.demand)  # decision D8
    return None


def _why_not_decide(judgement: Judgement, act: Decide, role: Role) -> Refusal | None:
    case = next((each for each in judgement.play.cases if each.id == act.case), None)
    if case is None:
        return Refusal(Wording(f"case {act.case} is not open.", f"第{act.case}号事项不在待处理之列。"))
    now = cases.choices(judgement.state, case)
    if act.choice in case.choices and act.choice not in now:
        return _OVER
    if act.choice not in now:
        choices = ", ".join(now)
        return Refusal(Wording(f"the choices are {choices}.", f"可选：{choices}。"), case.article)
    roles, article = cases.may_decide(judgement, case, Choice(act.choice))
    if role not in roles:
        return Refusal(_full_stop(phrases.wrong_role(roles)), article)
    return None


def _no_such_article(article: str) -> Refusal:
    return Refusal(Wording(f"this rulebook has no article {article!r}.", f"本规则没有条款“{article}”。"))


def _full_stop(text: Wording) -> Wording:
    return Wording(f"{text.en}.", f"{text.zh}。")


# Doing it -----------------------------------------------------------------------------------------------------------


def _do(judgement: Judgement, act: Act) -> Refusal | None:
    match act:
        case Pause():
            judgement.pause(judgement.by, judgement.play.book.call_arbiter, wordings.paused(judgement.by, act.why))
        case Resume():
            judgement.set(phase=Phase.PLAYING)
            judgement.rule(Resumed(by=judgement.by, text=wordings.resumed(judgement.by)))
        case SetResult():
            judgement.end(act.result, Reason.ARBITER, act.article, act.why)
        case Void():
            cases.void(judgement, act.article, act.why)
            judgement.put(result=None)
        case SetPosition():
            return _set_position(judgement, act)
        case EnterMove():
            return _enter(judgement, act)
        case RetractMoves():
            return _retract(judgement, act)
        case AdjustTime():
            judgement.change_time(act.side, act.change, act.ms, act.article, act.why)
        case Penalise():
            punishing.impose(judgement, act.side, act.penalty, act.article, act.ms, act.why)
        case Decide():
            case = next(each for each in judgement.play.cases if each.id == act.case)
            cases.decide(judgement, case, Choice(act.choice), why=act.why)
        case Overturn():
            punishing.overturn(judgement, act.ruling, act.why, result=act.result)
        case Appeal():
            appeals.lodge(judgement, act)
        case Say():
            speaking.said(judgement, act.side, act.what)
        case _:
            assert_never(act)
    return None


def _set_position(judgement: Judgement, act: SetPosition) -> Refusal | None:
    try:
        position = judgement.play.game.position(act.fen)
    except GameError as error:
        return Refusal(Wording(f"{error}.", f"局面有误：{error}。"))
    judgement.set_line(Line((position,)), judgement.play.texts, act.article, act.why)
    judgement.put(opening=None)
    return None


def _enter(judgement: Judgement, act: EnterMove) -> Refusal | None:
    position = judgement.play.line.last
    try:
        move = position.read(act.move)
    except GameError as error:
        article = judgement.play.book.cite(getattr(error, "article", ""))
        if act.sealed and judgement.play.book.has_article("GN 20.1.6"):
            what = phrases.offence("sealed")
            open_case(judgement, CaseKind.OFFENCE, "GN 20.1.6", side=position.turn, what=what, penalty=Penalty.LOSS)
            return None
        return Refusal(Wording(f"{error}.", f"着法有误：{error}。"), article)
    text = position.write(move)
    if openings.is_under_way(judgement):
        openings.lay(judgement, move)
    line = judgement.play.line.play(move)
    judgement.begin()
    judgement.tell_line(line, (*judgement.play.texts, text), "", act.why)
    cases.answered(judgement, position.turn)
    moving.advance(judgement, move, text)
    return None


def _retract(judgement: Judgement, act: RetractMoves) -> Refusal | None:
    line = judgement.play.line
    if act.count == 1 and openings.step_back(judgement, act.why):
        return None
    if not 1 <= act.count <= len(line.moves) or openings.is_under_way(judgement):
        return Refusal(Wording(f"{act.count} moves cannot be taken back.", f"无法退回{act.count}着。"))
    kept = len(line.moves) - act.count
    shorter = Line(line.positions[: kept + 1], line.moves[:kept])
    judgement.set_line(shorter, judgement.play.texts[: -act.count], "", act.why)
    return None
