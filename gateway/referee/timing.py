"""Events at the clock: runs, presses, flags, lateness, faults."""

from __future__ import annotations

from gateway.clock.facts import (
    ClockFact,
    ClockPressed,
    FlagCalled,
    FlagFell,
    GraceExceeded,
    SharedTimeEnded,
    TimesSealed,
)
from gateway.clock.flags import Overstepped, overstepped
from gateway.model.instants import Instant
from gateway.model.messages import message, name_of
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import adjournment, case_messages, cases, openings, punishing
from .case_opening import open_case
from .clock_faults import note_faults
from .clock_orders import has_taken_too_much, note_orders, runs_by_itself
from .inputs import Clocked
from .judgement import Judgement
from .material import can_never_win, cannot_win, count_stages, has_guideline_iii, has_increment, has_move_limit, is_turn
from .moving import charge_uncompleted
from .options import Mode, Supervision
from .penalties import Penalty
from .rulings import AlertKind, Case, CaseKind, Choice
from .state import Phase, Play, Pressed

__all__ = ["claim_article", "clocked", "expire_press", "flag_article", "put_no_mate", "rule_flag"]

_NO_DRAW = (Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.PLAY_ON)
"""What may be decided about unclear flags where no rule makes them a draw."""


def clocked(judgement: Judgement, given: Clocked) -> None:
    """The clock told something."""
    judgement.set(face=given.face)
    if given.face.running is not None and judgement.state.play is not None:
        judgement.begin()
    _fact(judgement, given.fact)
    note_faults(judgement, given.fact)
    note_orders(judgement, given.fact)
    _flags_up(judgement)


def _fact(judgement: Judgement, fact: ClockFact) -> None:
    if judgement.state.play is None:
        return
    match fact:
        case FlagFell():
            _fell(judgement, fact.side)
        case FlagCalled() if judgement.phase is Phase.PLAYING:
            rule_flag(judgement, fact.side)
        case ClockPressed():
            _pressed(judgement, fact.by)
        case TimesSealed():
            adjournment.note_times(judgement, fact)
        case GraceExceeded():
            _late(judgement, fact.side)
        case SharedTimeEnded() if judgement.is_open and judgement.play.book.clock.shared:
            open_case(judgement, CaseKind.SHARED_TIME, judgement.play.book.clock.shared)
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


def claim_article(play: Play) -> str:
    """The article by which a player reports a flag."""
    rules = play.book.clock
    basic = rules.flag_claim_basic if play.supervision is Supervision.BASIC else ""
    return basic or rules.flag_claim or flag_article(play)


def _fell(judgement: Judgement, side: Side) -> None:
    play = judgement.play
    asked = any(case.kind is CaseKind.FLAGS for case in play.cases)
    if judgement.phase is Phase.PAUSED and runs_by_itself(judgement.state) and not asked:
        # What a clock takes that was to be stopped is the arbiter's to give back.
        what = message("alert.flag_while_paused", side=name_of(side))
        judgement.alert(AlertKind.FLAG_DOWN, what, subject=side.value)
        return
    if judgement.phase is not Phase.PLAYING or play.trial is not None:
        return
    if has_taken_too_much(judgement.state, side):
        what = message("alert.flag_before_set", side=name_of(side))
        judgement.alert(AlertKind.FLAG_DOWN, what, subject=side.value)
        return
    if play.flags is Mode.CLAIM and _both_down(judgement):
        return
    if play.flags is Mode.AUTOMATIC and _measures_both(play):
        _ask_who_was_first(judgement)
        return
    if play.flags is Mode.CLAIM:
        what = message("alert.flag_down", side=name_of(side))
        judgement.alert(AlertKind.FLAG_DOWN, what, claim_article(play), subject=side.value, announce=False)
        return
    rule_flag(judgement, side)


def _measures_both(play: Play) -> bool:
    """GN 14.3.2: whether nobody is there, and the time that has run out is that of both."""
    attendance = play.attendance
    return attendance is not None and attendance.both_owe and len(attendance.absent) == len(Side) and not play.texts


def _both_down(judgement: Judgement) -> bool:
    """RIF 10.4: whether the time of both has run out before anybody has claimed; then the game is over."""
    play, face = judgement.play, judgement.state.face
    if face is None or len({flag.side for flag in face.flags}) < len(Side) or not play.book.clock.both_flags_at_once:
        return False
    if play.options.first_flag_loses:
        rule_flag(judgement, face.flags[0].side)
    else:
        judgement.end(Result.DRAW, Reason.FLAG, play.book.clock.both_flags)
    return True


def _flags_up(judgement: Judgement) -> None:
    """A flag that nobody has claimed is up again where the side has been given time."""
    face = judgement.state.face
    down = {flag.side.value for flag in face.flags} if face is not None else set()
    for raised in judgement.state.alerts:
        if raised.is_about(AlertKind.FLAG_DOWN) and raised.alert.subject not in down:
            text = message("alert.flag_up")
            judgement.clear(AlertKind.FLAG_DOWN, text, raised.alert.subject)


def rule_flag(judgement: Judgement, side: Side, article: str = "") -> None:
    """A flag is down: who overstepped first loses."""
    play = judgement.play
    rules = play.book.clock
    who = overstepped(judgement.state.face) if judgement.state.face is not None else Overstepped.NOBODY
    match who:
        case Overstepped.ORDER_UNKNOWN if rules.both_flags:
            judgement.end(Result.DRAW, Reason.FLAG, rules.both_flags)
            return
        case Overstepped.ORDER_UNKNOWN:
            _ask_who_was_first(judgement)
            return
        case Overstepped.WHITE:
            side = Side.WHITE
        case Overstepped.BLACK:
            side = Side.BLACK
        case Overstepped.NOBODY:
            pass
    if _is_postponed(judgement, side):
        return
    no_mate = (article if article == rules.flag_claim_basic else "") or rules.no_mate
    if rules.no_mate and cannot_win(play, side.other):
        judgement.end(Result.DRAW, Reason.FLAG, no_mate)
    elif rules.no_mate and can_never_win(play, side.other):
        put_no_mate(judgement, side, Reason.FLAG, no_mate)
    else:
        judgement.end(Result.win_for(side.other), Reason.FLAG, article or flag_article(play))


def _is_postponed(judgement: Judgement, side: Side) -> bool:
    """FIDE III.5.2: whether a claim of a draw waits for the arbiter, who declares the result now."""
    for case in judgement.play.cases:
        if case.kind is CaseKind.NORMAL_MEANS and case.side is not None:
            wins = Choice.BLACK_WINS if side is Side.WHITE else Choice.WHITE_WINS
            judgement.pause("", case.article, case.text)
            cases.close(judgement, case, Choice.POSTPONE)
            choices = (Choice.DRAW, wins)
            open_case(judgement, case.kind, case.article, side=case.side, choices=choices, reason=Reason.FLAG)
            return True
    return False


def put_no_mate(judgement: Judgement, side: Side, reason: Reason, article: str) -> None:
    """A side would lose, and every line shows that the opponent cannot mate: a draw, if the arbiter agrees (C2)."""
    if not judgement.play.options.attended:
        judgement.end(Result.DRAW, reason, article)
        return
    wins = Choice.BLACK_WINS if side is Side.WHITE else Choice.WHITE_WINS
    judgement.pause("", article, case_messages.proposed(CaseKind.NO_MATE, side.other, None))
    choices = (Choice.DRAW, wins, Choice.PLAY_ON)
    open_case(judgement, CaseKind.NO_MATE, article, side=side.other, choices=choices, reason=reason)


def _ask_who_was_first(judgement: Judgement) -> None:
    """Both flags are down and the clock does not tell which fell first, or one is that counted for both."""
    play = judgement.play
    rules = play.book.clock
    drawn = rules.unclear_announced if has_guideline_iii(play) else ""
    article = drawn or rules.unclear or rules.both_flags or rules.flag
    choices = _NO_DRAW if rules.unclear and not drawn else ()
    if drawn and _may_go_on(judgement):
        article, choices = rules.unclear_between, _NO_DRAW
    judgement.pause("", article, case_messages.proposed(CaseKind.FLAGS, None, None))
    open_case(judgement, CaseKind.FLAGS, article, choices=choices)


def _may_go_on(judgement: Judgement) -> bool:
    """Whether another period follows for both."""
    face = judgement.state.face
    return face is not None and all(face.stage[side] + 1 < count_stages(judgement.play, side) for side in Side)


# Presses and lateness ---------------------------------------------------------------------------------------------


def _pressed(judgement: Judgement, by: Side) -> None:
    play = judgement.play
    if judgement.phase is not Phase.PLAYING or play.is_sealed:
        return
    rules = play.book.clock
    out_of_place = judgement.state.raised(AlertKind.IRREGULAR) or judgement.state.raised(AlertKind.BOARD_DIFFERS)
    others = any(each.side is by.other and each.shown for each in play.cases)  # the opponent's hand displaced them
    if rules.displaced and out_of_place and not others:
        what = message("offence.displaced")
        punishing.accuse(judgement, by, rules.displaced, what, Penalty.LOSS)
    if out_of_place and any(each.side is by and _shows_a_turn(play, each) for each in play.cases):
        judgement.put(pressed=None)  # what was done in place of a move has been told, and the press belongs to it
    elif rules.pressed_first and not _has_a_move(play, by) and not openings.is_under_way(judgement):
        judgement.put(pressed=Pressed(by, Instant(judgement.at + play.options.press_wait_ms)))
    elif play.pressed is not None and play.pressed.side is not by:
        judgement.put(pressed=None)
    judgement.put(pressed_ply=len(play.texts))


def _has_a_move(play: Play, by: Side) -> bool:
    """Whether a press has a move to belong to: the side's last, also where the opponent has answered it before the side
    came to press (FIDE 6.2.2)."""
    return play.line.last.turn is not by or len(play.texts) - play.pressed_ply > 1


def expire_press(judgement: Judgement, *, unsettled: bool) -> None:
    """Judge a press whose move has not been seen by now.

    Who has left the position as it was has pressed without a move. Where the board is `unsettled`, something was done
    before that press, or is being done: if it has been told it is complete now, otherwise that is waited for once more.
    It is one offence at most.
    """
    pressed = judgement.play.pressed
    if pressed is None or pressed.until > judgement.at:
        return
    judgement.put(pressed=None)
    if judgement.phase is not Phase.PLAYING or judgement.play.line.last.turn is not pressed.side:
        return
    if unsettled and judgement.play.uncompleted is None and not pressed.waited:
        until = Instant(judgement.at + judgement.play.options.press_wait_ms)
        judgement.put(pressed=Pressed(pressed.side, until, waited=True))
    elif unsettled:
        charge_uncompleted(judgement, pressed.side)
    else:
        article = judgement.play.book.clock.pressed_first
        punishing.accuse(judgement, pressed.side, article, message("offence.pressed_first"))


def _shows_a_turn(play: Play, case: Case) -> bool:
    """Whether something was done in place of a move; stones that were only displaced are none."""
    return bool(case.shown) and (not play.game.lays_stones or is_turn(play.game, play.line.last, case.shown))


def _late(judgement: Judgement, side: Side) -> None:
    """GN 14.3, FIDE 6.7: beyond the grace period."""
    play = judgement.play
    rules = play.book.clock
    if not rules.late:
        return
    other = next((each for each in play.cases if each.kind is CaseKind.ABSENCE), None)
    if rules.late_mode is Mode.AUTOMATIC:
        both = play.result is not None and play.result.reason is Reason.FORFEIT and not play.texts
        if judgement.phase is Phase.OVER and not both:
            return
        result = Result.BOTH_LOSE if both else Result.win_for(side.other)
        if play.result is None or play.result.result is not Result.win_for(side.other):
            judgement.end(result, Reason.FORFEIT, rules.late)
    elif judgement.is_open and other is not None and other.side is side.other:
        open_case(judgement, CaseKind.ABSENCE, rules.both_late)
    elif judgement.is_open and (other is None or other.side is not None):
        open_case(judgement, CaseKind.ABSENCE, rules.late, side=side)
