"""Wrong colours: noticed early the game begins again with them exchanged, later it goes on (GN 10.2, FIDE 7.3)."""

from __future__ import annotations

from gateway.model.instants import between
from gateway.model.messages import message

from . import cases
from .judgement import Judgement
from .rulings import Refusal

__all__ = ["correct", "why_not_correct"]


def why_not_correct(judgement: Judgement, why: str) -> Refusal | None:
    """Why the colours stay as they are; None if they are corrected.

    Where a text counts both moves and minutes and only one of them is over, the arbiter decides and says why
    (decision G4).
    """
    play = judgement.play
    rules = play.book.colours
    if not rules.article:
        return Refusal(message("refusal.no_colour_rule"))
    played = len(play.texts) + (not play.options.colours_by_both) >= 2 * rules.rounds
    if not rules.ms:
        return Refusal(message("refusal.colours_stay"), rules.article) if played else None
    late = play.started is not None and between(play.started, judgement.at) >= rules.ms
    if played and late:
        return Refusal(message("refusal.colours_stay"), rules.article)
    if (played or late) and not why:
        return Refusal(message("refusal.colours_why"), rules.article)
    return None


def correct(judgement: Judgement, why: str) -> None:
    """The game does not count; the next one is set up with the colours exchanged and the clocks at their start."""
    article = judgement.play.book.colours.article
    judgement.set(exchanged=not judgement.state.exchanged)
    cases.void(judgement, article, why, message("ruling.colours_corrected", by=judgement.by, why=why))
    judgement.put(result=None)
