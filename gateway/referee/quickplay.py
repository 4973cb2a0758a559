"""The quickplay finish: what a player may ask for in the last two minutes of a game without increments (FIDE III).

It holds only where the event has announced it (`material.has_guideline_iii`), and only in the period for all the
remaining moves. Five seconds a move are asked for together with a draw (III.4): if the opponent refuses, the arbiter
decides. Otherwise a draw is claimed because the opponent cannot win by normal means, or makes no effort to (III.5).
"""

from __future__ import annotations

import msgspec

from gateway.clock.adjustments import Change
from gateway.clock.control import Fischer, Period, Stage, TimeControl
from gateway.clock.control_notation import format_control, parse_control
from gateway.model.instants import Millis
from gateway.model.messages import Message, message
from gateway.model.sides import Side

from . import case_messages
from .case_opening import open_case
from .judgement import Judgement
from .material import count_stages, has_guideline_iii
from .rulings import Case, CaseKind, Choice, ControlChanged, Offered

__all__ = ["ask_increment", "carry_out", "choice_article", "claim_no_win", "refused_offer", "why_not"]

_TWO_MINUTES = Millis(2 * 60_000)
"""What a player has less than who asks, and what the opponent gets where the request is granted or rejected."""
_INCREMENT = Millis(5_000)
_DECIDED_ELSEWHERE = (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS)


def ask_increment(judgement: Judgement, side: Side) -> None:
    """FIDE III.4: five seconds a move for both are asked for, which is an offer of a draw."""
    rules = judgement.play.book.clock
    if (why := why_not(judgement, side)) is not None:
        judgement.reject(side, rules.finish_increment or rules.finish, why)
        return
    judgement.pause(side.value, rules.finish_increment, case_messages.called(side, ""))
    judgement.put(offer=side, refused=None, increment_asked=side)
    text = case_messages.offered(side, open_=True)
    judgement.rule(Offered(side=side, article=rules.finish_increment, text=text))


def refused_offer(judgement: Judgement, side: Side) -> None:
    """A side's offer was refused: if it had asked for an increment, that is the arbiter's to decide now."""
    if judgement.play.increment_asked is side:
        judgement.put(increment_asked=None)
        article = judgement.play.book.clock.finish_increment
        open_case(judgement, CaseKind.INCREMENT, article, side=side)


def claim_no_win(judgement: Judgement, side: Side) -> None:
    """FIDE III.5: a draw, since the opponent cannot win by normal means or makes no effort to."""
    play = judgement.play
    rules = play.book.clock
    if (why := why_not(judgement, side)) is not None:
        judgement.reject(side, rules.finish_claim or rules.finish, why)
        return
    attended = play.options.attended
    article = rules.finish_claim if attended else rules.finish_unattended
    judgement.pause(side.value, article, case_messages.called(side, ""))
    choices = () if attended else _DECIDED_ELSEWHERE  # III.6: the claim has ended the game
    open_case(judgement, CaseKind.NORMAL_MEANS, article, side=side, choices=choices)


def why_not(judgement: Judgement, side: Side) -> Message | None:
    """Why a side may not ask for an increment or claim a draw by it now; None if it may."""
    play, face = judgement.play, judgement.state.face
    if not has_guideline_iii(play):
        return message("refusal.no_finish")
    if play.line.last.turn is not side:
        return message("refusal.only_mover")
    if face is None or face.stage[side] + 1 < count_stages(play, side):
        return message("refusal.not_last_period")
    if face.has_flag(side) or face.shown_ms(side, judgement.at) >= _TWO_MINUTES:
        return message("refusal.two_minutes")
    if any(case.kind in {CaseKind.NORMAL_MEANS, CaseKind.INCREMENT} for case in play.cases):
        return message("refusal.asked_already")
    return None


def choice_article(judgement: Judgement, case: Case, choice: Choice) -> str:
    """The article that a decision about a claim rests on."""
    rules = judgement.play.book.clock
    return (
        rules.finish_by_choice.get(choice.value, case.article) if case.article == rules.finish_claim else case.article
    )


def carry_out(judgement: Judgement, case: Case, choice: Choice, why: str) -> None:
    """Do what was decided, where it does not end the game."""
    if case.side is None or not judgement.is_open:
        return
    opponent = case.side.other
    rules = judgement.play.book.clock
    match case.kind, choice:
        case CaseKind.INCREMENT, Choice.UPHOLD:
            _set_increment(judgement, case.article)
            judgement.change_time(opponent, Change.ADD, _TWO_MINUTES, case.article, why)
        case CaseKind.NORMAL_MEANS, Choice.POSTPONE:
            article = choice_article(judgement, case, choice)
            open_case(judgement, CaseKind.NORMAL_MEANS, article, side=case.side, choices=(Choice.DRAW, Choice.DISMISS))
        case CaseKind.NORMAL_MEANS, Choice.DISMISS if case.article == rules.finish_claim:
            article = choice_article(judgement, case, choice)
            judgement.change_time(opponent, Change.ADD, _TWO_MINUTES, article, why)
        case _:
            pass


def _set_increment(judgement: Judgement, article: str) -> None:
    """Both get an increment from now on, in the period that they are in."""
    play = judgement.play
    control = parse_control(play.control)
    control = TimeControl(_last_with_increment(control.white), _last_with_increment(control.black))
    text = format_control(control)
    judgement.put(changed_control=text)
    told = message("ruling.control_changed", control=text, by=judgement.by)
    judgement.rule(ControlChanged(control=text, article=article, text=told))


def _last_with_increment(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
    last = stages[-1]
    return (
        *stages[:-1],
        msgspec.structs.replace(last, bonus=Fischer(_INCREMENT)) if isinstance(last, Period) else last,
    )
