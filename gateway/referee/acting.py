"""Acts of arbiters, each as far as his role goes (GN 16). An act that cannot be done is refused with the article."""

from __future__ import annotations

from typing import Final, assert_never

from gateway.games.game import Line
from gateway.games.irregular_turns import mark_of
from gateway.model.errors import GameError
from gateway.model.messages import message
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import (
    adjournment,
    appeals,
    attendance,
    case_messages,
    cases,
    clock_acts,
    clock_orders,
    entered_moves,
    game_messages,
    limits,
    openings,
    powers,
    punishing,
    request_handling,
    wrong_colours,
)
from .acts import (
    Act,
    Adjourn,
    AdjustTime,
    Appeal,
    Arrive,
    CorrectColours,
    Decide,
    EnterMove,
    EnterRequest,
    OpenEnvelope,
    Overturn,
    Pause,
    Penalise,
    PutClock,
    ReplaceClock,
    Resume,
    RetractMoves,
    RunClock,
    Seal,
    SetGrace,
    SetPosition,
    SetResult,
    StartRound,
    Void,
)
from .complaints import is_begun_for_good
from .inputs import Acted
from .judgement import Judgement
from .penalties import Penalty
from .roles import ANY_ARBITER, Role, find_role
from .rulings import CaseDecided, CaseKind, Choice, Refusal, Refused, Rejected
from .state import Asked, Phase

__all__ = ["acted", "why_not_now"]


_NO_GAME = Refusal(message("refusal.no_game"))
_OVER = Refusal(message("refusal.over"))
_NOT_PLAYED = Refusal(message("refusal.not_played"))
_CHANGES = (SetResult, Void, CorrectColours, SetPosition, RetractMoves, AdjustTime, ReplaceClock, Penalise, Overturn)
"""Acts that change what stands."""
_IN_PLAY = (AdjustTime, PutClock, ReplaceClock, RunClock, CorrectColours, StartRound, Arrive, SetGrace)
"""Acts that need a game which is not over."""
_REMEMBERED: Final = 20
"""Requests of one player that are kept to be told to his page."""


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
        judgement.rule(Refused(command=given.command, article=refusal.article, text=game_messages.refused(refusal.why)))
    answer = _answer(judgement, refusal)
    judgement.set(judged={**judgement.state.judged, given.command: answer})
    if role is not None and role.is_player and isinstance(given.act, EnterRequest):
        _remember(judgement, given.command, role, given.act, answer)


def _remember(judgement: Judgement, command: str, role: Role, act: EnterRequest, answer: Refusal | None) -> None:
    """Keep what a player has asked for, so that his page can tell it however often it loses us."""
    if judgement.state.play is None:
        return
    asked = Asked(command=command, role=role, side=act.side, request=act.request, at=judgement.at, refusal=answer)
    before = judgement.play.asked
    too_old = [each for each in before if each.role is role][: 1 - _REMEMBERED]
    judgement.put(asked=(*(each for each in before if each not in too_old), asked))


def _answer(judgement: Judgement, refusal: Refusal | None) -> Refusal | None:
    """Why it was not done; None if it was."""
    if refusal is not None:
        return refusal
    rejected = next((ruling for ruling in judgement.rulings if isinstance(ruling, Rejected)), None)
    return None if rejected is None else Refusal(rejected.text, rejected.article)


# May it be done? ----------------------------------------------------------------------------------------------------


def _why_not(judgement: Judgement, given: Acted, role: Role | None) -> Refusal | None:
    """Why an act may not be done by this role or in this phase; None if it may."""
    act = given.act
    if role is None:
        return Refusal(message("refusal.no_such_role", role=given.role))
    if (beyond := limits.out_of_range(act)) is not None:
        return Refusal(beyond)
    if isinstance(act, EnterRequest):
        return _why_not_request(judgement, act, role)
    not_now = _why_not_now(judgement, act) or _why_not_without_reason(judgement, act)
    if not_now is not None:
        return not_now
    if isinstance(act, Penalise):
        return _why_not_penalise(judgement, act, role)
    if isinstance(act, Decide):
        return _why_not_decide(judgement, act, role)
    if isinstance(act, Overturn):
        reason = appeals.why_not_overturn(judgement, act, role)
        return Refusal(*reason) if reason else None
    if isinstance(act, Appeal):
        reason = appeals.why_not_appeal(judgement, act, role)
        return Refusal(*reason) if reason else None
    return _why_not_change(judgement, act, role)


def _why_not_change(judgement: Judgement, act: Act, role: Role) -> Refusal | None:
    """Why an act that changes the game may not be done: the book reserves it, or does not have the article."""
    book = judgement.play.book
    article = act.article if isinstance(act, SetResult | Void | SetPosition | AdjustTime) else ""
    if article and not book.has_article(article):
        return _no_such_article(article)
    rules = book.clock
    if article and article == rules.wrong_setting and not act.why and is_begun_for_good(judgement.play):
        return Refusal(message("refusal.setting_stays"), rules.wrong_setting_stays)
    if isinstance(act, SetResult | Void) and (final := _why_not_final(judgement)) is not None:
        return final
    authority = powers.may_do(book, act, over=judgement.phase is Phase.OVER, slip=_is_from_slip(judgement))
    if role not in authority.roles:
        return Refusal(case_messages.wrong_role(authority.roles), authority.article)
    if isinstance(act, CorrectColours):
        return wrong_colours.why_not_correct(judgement, act.why)
    if isinstance(act, StartRound | Arrive | SetGrace):
        return attendance.why_not_attendance(judgement, act)
    if isinstance(act, SetResult):
        losers = [side for side in Side if act.result in {Result.win_for(side.other), Result.BOTH_LOSE}]
        return next(filter(None, (_why_not_refusal(judgement, article, side) for side in losers)), None)
    return clock_acts.why_not(judgement, act)


def _why_not_final(judgement: Judgement) -> Refusal | None:
    """Why the result that stands is not changed: the appeals committee has decided about it."""
    ended, rules = judgement.play.result, judgement.play.book.appeals
    if ended is None or rules is None or not appeals.is_final(judgement, ended.no):
        return None
    return Refusal(message("refusal.committee_final"), rules.final)


def _is_from_slip(judgement: Judgement) -> bool:
    """Whether the result that stands was entered by a result clerk."""
    ended = judgement.play.result
    made = judgement.play.made
    return ended is not None and 0 < ended.no <= len(made) and made[ended.no - 1].role is Role.CLERK


def why_not_now(judgement: Judgement, act: Act) -> Refusal | None:
    """Why this moment does not allow an act, whoever does it and whatever it holds; None if it does."""
    not_now = _why_not_now(judgement, act)
    if not_now is not None:
        return not_now
    match act:
        case SetResult() | Void():
            return _why_not_final(judgement)
        case CorrectColours():
            return wrong_colours.why_not_correct(judgement, act.why)
        case StartRound() | Arrive() | SetGrace():
            return attendance.why_not_attendance(judgement, act)
        case PutClock() | RunClock():
            return clock_acts.why_not(judgement, act)
        case RetractMoves() if not _can_step_back(judgement):
            return Refusal(message("refusal.nothing_to_retract"))
        case _:
            return None


def _can_step_back(judgement: Judgement) -> bool:
    """Whether a move, or a step of an opening, can be taken back."""
    return judgement.play.line.played > 0 or judgement.play.opening_before is not None


def _why_not_now(judgement: Judgement, act: Act) -> Refusal | None:
    match act:
        case Pause() if judgement.phase is not Phase.PLAYING:
            return _NOT_PLAYED
        case Resume() if judgement.phase is not Phase.PAUSED and not adjournment.is_announced(judgement):
            return Refusal(message("refusal.not_paused"))
        case _ if judgement.state.play is None:
            return _NO_GAME
        case SetResult() | Void() | CorrectColours() if judgement.phase is Phase.WAITING:
            return _NO_GAME
        case SetPosition() | EnterMove() | RetractMoves() if not judgement.is_open:
            return _OVER
        case _ if isinstance(act, _IN_PLAY) and not judgement.is_open:
            return _NOT_PLAYED
        case Penalise() if act.penalty.is_time and not judgement.is_open:
            return _NOT_PLAYED
        case _:
            return adjournment.why_not(judgement, act)


def _why_not_without_reason(judgement: Judgement, act: Act) -> Refusal | None:
    """Why an act needs a reason, where the event has every change explained; None if it has one, or needs none."""
    play = judgement.state.play
    if play is None or not play.options.reasons_required or act.why.strip() or not isinstance(act, _CHANGES):
        return None
    return Refusal(message("refusal.reason"))


def _why_not_request(judgement: Judgement, act: EnterRequest, role: Role) -> Refusal | None:
    if role in ANY_ARBITER:
        return None
    own = role.side
    if own is not None and judgement.state.play is not None and judgement.play.swapped:
        own = own.other
    if own is not act.side:
        return Refusal(message("refusal.own_side_only"))
    return None


def _why_not_penalise(judgement: Judgement, act: Penalise, role: Role) -> Refusal | None:
    book = judgement.play.book
    authority = powers.may_do(book, act)
    if role not in authority.roles:
        return Refusal(case_messages.wrong_role(authority.roles), authority.article)
    if act.penalty.is_carried_out_by_the_event and not book.event_penalties:
        return Refusal(message("refusal.no_such_penalty"))
    if not book.has_article(act.article):
        return _no_such_article(act.article)
    if punishing.exceeds_points(judgement.play, act.side, act.penalty):
        return Refusal(message("refusal.points"), book.points_limit)
    if act.penalty is Penalty.LOSS:
        return _why_not_refusal(judgement, act.article, act.side)
    return clock_acts.why_not(judgement, act)


def _why_not_refusal(judgement: Judgement, article: str, side: Side) -> Refusal | None:
    """Why a side does not lose for refusing to play by the rules: nobody has demanded it formally (decision D8)."""
    rules = judgement.play.book.offences
    demanded = punishing.count(judgement.play, side, Penalty.WARNING, rules.demand)
    if not rules.refusal or article != rules.refusal or demanded:
        return None
    return Refusal(message("refusal.demand_first"), rules.demand)


def _why_not_decide(judgement: Judgement, act: Decide, role: Role) -> Refusal | None:
    case = next((each for each in judgement.play.cases if each.id == act.case), None)
    if case is None:
        return _why_not_open(judgement, act.case)
    if act.charge not in ("", case.article):
        return Refusal(message("refusal.other_charge", case=case.id, article=case.article), case.article)
    now = cases.choices(judgement.state, case)
    if act.choice in case.choices and act.choice not in now:
        return _OVER
    if act.choice not in now:
        choices = tuple(case_messages.choice(case.kind, each, case.penalty) for each in now)
        return Refusal(message("refusal.choices", choices=choices), case.article)
    roles, article = cases.may_decide(judgement, case, Choice(act.choice), agreed=act.agreed)
    if role not in roles:
        return Refusal(case_messages.wrong_role(roles), article)
    return None


def _why_not_open(judgement: Judgement, number: int) -> Refusal:
    """Whoever comes second is told what the first has done."""
    for made in judgement.play.made:
        match made.ruling:
            case CaseDecided(case=decided, text=text, article=article) if decided == number:
                gone = judgement.at - made.at
                return Refusal(message("refusal.case_decided", ago_ms=gone, ruling=text), article)
            case _:
                pass
    return Refusal(message("refusal.case_not_open", case=number))


def _no_such_article(article: str) -> Refusal:
    return Refusal(message("refusal.no_article", article=article))


# Doing it -----------------------------------------------------------------------------------------------------------


def _do(judgement: Judgement, act: Act) -> Refusal | None:  # noqa: C901 - one case for each kind of act
    match act:
        case Pause():
            judgement.pause(judgement.by, judgement.play.book.call_arbiter, game_messages.paused(judgement.by, act.why))
        case Resume():
            adjournment.resume(judgement)
            clock_orders.play_goes_on(judgement)
        case Adjourn():
            adjournment.announce(judgement, act.why)
        case Seal():
            adjournment.close_envelope(judgement, act.why)
        case OpenEnvelope():
            return adjournment.open_envelope(judgement, act.move, act.times, act.why)
        case StartRound():
            attendance.start_round(judgement, act)
        case Arrive():
            attendance.come(judgement, act.side, act.ago_ms, there=act.there)
        case SetGrace():
            attendance.set_grace(judgement, act)
        case SetResult():
            judgement.end(act.result, Reason.ARBITER, act.article, act.why)
        case Void():
            cases.void(judgement, act.article, act.why)
            judgement.put(result=None)
        case CorrectColours():
            wrong_colours.correct(judgement, act.why)
        case SetPosition():
            return _set_position(judgement, act)
        case EnterMove() if judgement.play.is_sealed:
            return adjournment.open_envelope(judgement, act.move, None, act.why)
        case EnterMove():
            return entered_moves.enter(judgement, act.move, act.why, sealed=act.sealed)
        case RetractMoves():
            return _retract(judgement, act)
        case AdjustTime():
            clock_orders.settle_run_on(judgement)
            judgement.change_time(act.side, act.change, act.ms, act.article, act.why)
        case PutClock():
            clock_acts.put(judgement, act.why)
        case ReplaceClock():
            clock_acts.replace_by(judgement, act.times, act.why)
            for case in judgement.play.cases:
                if case.kind is CaseKind.CLOCK_FAILURE:
                    cases.close(judgement, case, Choice.REPLACE)
        case RunClock():
            clock_acts.run(judgement, act.side, act.why)
        case Penalise():
            punishing.impose(judgement, act.side, act.penalty, act.article, act.ms, act.why)
        case Decide():
            case = next(each for each in judgement.play.cases if each.id == act.case)
            cases.decide(judgement, case, Choice(act.choice), why=act.why)
        case Overturn():
            punishing.overturn(judgement, act.ruling, act.why, result=act.result)
        case Appeal():
            appeals.lodge(judgement, act)
        case EnterRequest():
            request_handling.handle_request(judgement, act.side, act.request)
        case _:
            assert_never(act)
    return None


def _set_position(judgement: Judgement, act: SetPosition) -> Refusal | None:
    try:
        position = judgement.play.game.position(act.fen)
    except GameError as error:
        return Refusal(error.message)
    play = judgement.play
    if position.is_same(play.line.last):  # confirmed: whatever was counted goes on
        judgement.set_line(play.line, play.texts, act.article, act.why)
        return None
    earlier = play.line.back_to(position)
    if earlier is not None:
        judgement.set_line(earlier, play.texts[: earlier.played], act.article, act.why)
    else:
        mark = mark_of(play.game, play.line.last, position) if play.texts else ""
        line = play.line.stand(position, mark) if play.texts else Line((position,))
        judgement.set_line(line, (*play.texts, mark) if mark else play.texts, act.article, act.why)
    judgement.put(opening=None)
    return None


def _retract(judgement: Judgement, act: RetractMoves) -> Refusal | None:
    line = judgement.play.line
    if act.count == 1 and openings.step_back(judgement, act.why):
        return None
    if not 1 <= act.count <= line.played or openings.is_under_way(judgement):
        return Refusal(message("refusal.retract", count=act.count))
    shorter = line.back(act.count)
    told = message("ruling.moves_retracted", by=judgement.by, count=act.count, why=act.why)
    judgement.set_line(shorter, judgement.play.texts[: -act.count], text=told)
    return None
