"""What happens at the clock: runs, presses, flags, lateness, faults."""

from __future__ import annotations

from gateway.clock.facts import (
    ClockAnomaly,
    ClockBack,
    ClockFact,
    ClockLost,
    ClockPressed,
    FlagCalled,
    FlagFell,
    GraceExceeded,
    SharedTimeEnded,
)
from gateway.clock.flags import Overstepped, overstepped
from gateway.model.instants import Instant
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import openings, phrases, punishing, wordings
from .case import Case
from .inputs import Clocked
from .material import cannot_win, has_increment, has_move_limit
from .options import Mode
from .penalties import Penalty
from .proposing import propose
from .rulings import AlertKind, ProposalKind, Wording
from .state import Phase, Play, Pressed

__all__ = ["clocked", "flag_article", "rule_flag"]

_WITHOUT_MOVE_MS = 3000
"""A press whose move has not shown on the board by then was made without one; sensors need a moment."""


def clocked(case: Case, given: Clocked) -> None:
    """The clock told something."""
    case.set(face=given.face)
    if given.face.running is not None and case.state.play is not None:
        case.begin()
    _fact(case, given.fact)
    _faults(case, given.fact)


def _fact(case: Case, fact: ClockFact) -> None:
    if case.state.play is None:
        return
    match fact:
        case FlagFell():
            _fell(case, fact.side)
        case FlagCalled() if case.phase is Phase.PLAYING:
            rule_flag(case, fact.side)
        case ClockPressed():
            _pressed(case, fact.by)
        case GraceExceeded():
            _late(case, fact.side)
        case SharedTimeEnded() if case.phase is Phase.PLAYING and case.play.book.clock.shared:
            propose(case, ProposalKind.SHARED_TIME, case.play.book.clock.shared)
        case _:
            pass


# Flags --------------------------------------------------------------------------------------------------------------


def flag_article(play: Play) -> str:
    """The article by which a fallen flag ends this game."""
    rules = play.book.clock
    if rules.flag_moves and has_move_limit(play):
        return rules.flag_moves
    if rules.flag_increment and has_increment(play):
        return rules.flag_increment
    return rules.flag


def _fell(case: Case, side: Side) -> None:
    play = case.play
    if case.phase is not Phase.PLAYING or play.trial is not None:
        return
    if play.flags is Mode.CLAIM:
        what = Wording(f"{side.value}'s flag is down", f"{phrases.side_zh(side)}已超时")
        article = play.book.clock.flag_claim or flag_article(play)
        case.alert(AlertKind.FLAG_DOWN, phrases.silent(what), article, silent=True)
        return
    rule_flag(case, side)


def rule_flag(case: Case, side: Side, article: str = "") -> None:
    """A flag is down: who overstepped first loses."""
    play = case.play
    rules = play.book.clock
    who = overstepped(case.state.face) if case.state.face is not None else Overstepped.NOBODY
    match who:
        case Overstepped.ORDER_UNKNOWN if rules.both_flags:
            case.end(Result.DRAW, Reason.FLAG, rules.both_flags)
            return
        case Overstepped.ORDER_UNKNOWN:
            case.pause("", rules.unclear or rules.flag, phrases.proposed(ProposalKind.FLAGS, None, Wording("", "")))
            propose(case, ProposalKind.FLAGS, rules.unclear or rules.flag)
            return
        case Overstepped.WHITE:
            side = Side.WHITE
        case Overstepped.BLACK:
            side = Side.BLACK
        case Overstepped.NOBODY:
            pass
    if rules.no_mate and cannot_win(play, side.other):
        case.end(Result.DRAW, Reason.FLAG, rules.no_mate)
    else:
        case.end(Result.win_for(side.other), Reason.FLAG, article or flag_article(play))


# Presses, lateness, faults ------------------------------------------------------------------------------------------


def _pressed(case: Case, by: Side) -> None:
    play = case.play
    if case.phase is not Phase.PLAYING:
        return
    rules = play.book.clock
    out_of_place = case.state.raised(AlertKind.IRREGULAR) or case.state.raised(AlertKind.BOARD_DIFFERS)
    if rules.displaced and out_of_place:
        what = Wording("pressed while stones were out of place", "碰移棋子未复原即按钟")
        punishing.accuse(case, by, rules.displaced, what, Penalty.LOSS)
    if rules.pressed_first and play.line.last.turn is by and not openings.is_under_way(case):
        case.put(pressed=Pressed(by, Instant(case.at + _WITHOUT_MOVE_MS)))
    elif play.pressed is not None and play.pressed.side is not by:
        case.put(pressed=None)


def _late(case: Case, side: Side) -> None:
    """GN 14.3, FIDE 6.7: beyond the grace period."""
    play = case.play
    rules = play.book.clock
    if not rules.late:
        return
    other = next((each for each in play.proposals if each.kind is ProposalKind.ABSENCE), None)
    if rules.late_mode is Mode.AUTOMATIC:
        both = play.result is not None and play.result.reason is Reason.FORFEIT and not play.line.moves
        if case.phase is Phase.OVER and not both:
            return
        result = Result.BOTH_LOSE if both else Result.win_for(side.other)
        if play.result is None or play.result.result is not Result.win_for(side.other):
            case.end(result, Reason.FORFEIT, rules.late)
    elif case.is_open and other is not None and other.side is side.other:
        case.put(proposals=tuple(each for each in play.proposals if each is not other))
        propose(case, ProposalKind.ABSENCE, rules.both_late)
    elif case.is_open and (other is None or other.side is not None):
        propose(case, ProposalKind.ABSENCE, rules.late, side=side)


def _faults(case: Case, fact: ClockFact) -> None:
    playing = case.phase in {Phase.PLAYING, Phase.PAUSED}  # between games people set clocks as they like
    match fact:
        case ClockLost() if playing:
            case.alert(AlertKind.CLOCK, wordings.clock_lost(fact.reason))
        case ClockAnomaly() if playing:
            case.alert(AlertKind.CLOCK, wordings.clock_anomaly(fact))
        case ClockBack():
            case.clear(AlertKind.CLOCK, wordings.device_back("clock"))
        case _:
            pass
