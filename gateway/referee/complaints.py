"""Complaints: what a player has seen and a table cannot, put before the arbiter under the article that he names.

How pieces were handled is complained about before the complainer touches a piece himself (FIDE 4.8), which here means:
before he has moved. An illegal move that no sensor shows, as one with two hands, is charged like any other (7.5.4). A
wrong start is noticed until it is too late for it (7.2, 7.3, A.5.1.2).
"""

from __future__ import annotations

from gateway.model.messages import Message, message
from gateway.model.sides import Side

from . import punishing, wrong_colours
from .case_opening import open_case
from .judgement import Judgement
from .player_requests import Complain
from .rulings import CaseKind, Choice
from .state import Play

__all__ = ["complain", "is_begun_for_good"]

_TEN = 10


def complain(judgement: Judgement, side: Side, request: Complain) -> None:
    """Put what a player complains about before the arbiter, or say why it is too late."""
    play = judgement.play
    rules = play.book.complaints
    article = request.article
    what = Message(f"article.{article}")
    if article in rules.handling:
        _about_handling(judgement, side, request, what)
    elif article in play.book.offences.illegal:
        if _has_answered(play, side):
            judgement.reject(side, play.book.offences.unsupervised or article, message("refusal.answered"))
        else:
            punishing.accuse(judgement, side.other, article, what)
    elif article in rules.start:
        _about_start(judgement, side, article, what)
    else:
        judgement.reject(side, "", message("refusal.no_complaint", article=article))


def _about_handling(judgement: Judgement, side: Side, request: Complain, what: Message) -> None:
    play = judgement.play
    last = _last_of(play, side.other)
    if request.move and (request.move != last or _has_answered(play, side)):
        judgement.reject(side, play.book.complaints.lapsed, message("refusal.answered"))
        return
    made = "" if _has_answered(play, side) else last  # otherwise it is about the turn that goes on
    open_case(judgement, CaseKind.COMPLAINT, request.article, side=side.other, what=what, move=made)


def _about_start(judgement: Judgement, side: Side, article: str, what: Message) -> None:
    play = judgement.play
    if article == play.book.colours.article:
        if (refusal := wrong_colours.why_not_correct(judgement, "")) is not None:
            judgement.reject(side, refusal.article, refusal.why)
            return
    elif is_begun_for_good(play):
        judgement.reject(side, play.book.complaints.start_lapsed, message("refusal.ten_moves"))
        return
    choices = (Choice(play.book.complaints.start[article]), Choice.DISMISS)
    open_case(judgement, CaseKind.COMPLAINT, article, what=what, choices=choices)


def is_begun_for_good(play: Play) -> bool:
    """FIDE A.5.1: whether ten moves by each, not closely supervised, leave a wrong start as it is."""
    lapses = bool(play.book.complaints.start_lapsed) and play.leaves_to_the_opponent
    return lapses and len(play.texts) >= 2 * _TEN


def _has_answered(play: Play, side: Side) -> bool:
    """Whether a side has moved since its opponent has, or the opponent has not moved yet."""
    return play.line.last.turn is not side or not play.texts


def _last_of(play: Play, side: Side) -> str:
    """The last move of a side, as it is in the list."""
    at = 1 if play.line.last.turn is side.other else 2
    return play.texts[-at] if len(play.texts) >= at else ""
