"""Moves that an arbiter enters: played where no sensor saw them, or read from an envelope."""

from __future__ import annotations

from gateway.model.errors import GameError
from gateway.model.messages import message

from . import cases, moving, openings
from .case_opening import open_case
from .judgement import Judgement
from .penalties import Penalty
from .reading import read_move
from .rulebooks.citing import cite_rules, refusal_article
from .rulings import CaseKind, Refusal

__all__ = ["enter"]


def enter(judgement: Judgement, written: str, why: str, *, sealed: bool, article: str = "") -> Refusal | None:
    """Play a move for the side to move. One that was sealed and is not legal is charged to it (GN 20.1.6, FIDE I.8)."""
    position, book = judgement.play.line.last, judgement.play.book
    try:
        move = read_move(judgement.play, written)
    except GameError as error:
        if not (sealed and book.offences.sealed):
            return Refusal(cite_rules(error.message, book), refusal_article(error, book))
        what, side = message("offence.sealed"), position.turn
        open_case(judgement, CaseKind.OFFENCE, book.offences.sealed, side=side, what=what, penalty=Penalty.LOSS)
        return None
    text = position.write(move)
    if openings.is_under_way(judgement):
        openings.lay(judgement, move)
    line = judgement.play.line.play(move)
    judgement.begin()
    told = message("ruling.move_entered", by=judgement.by, move=text, why=why)
    judgement.tell_line(line, (*judgement.play.texts, text), article, told)
    cases.answered(judgement, position.turn)
    moving.advance(judgement, move, text)
    return None
