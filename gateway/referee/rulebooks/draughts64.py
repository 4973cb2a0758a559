"""Draughts on 64 squares, Russian and Brazilian. Fast play follows the customs of the 100-square handbook."""

from __future__ import annotations

from gateway.clock.classes import Pace
from gateway.model.play_rules import PlayRule

from .open_points import DRAUGHTS_64
from .rulebook import Rulebook
from .rules import ClockRules, DrawRules, Offence, OffenceRules

__all__ = ["BOOKS"]


_PLAY = {
    PlayRule.OWN_PIECE: "FMJD64 moves",
    PlayRule.MAN_MOVES: "FMJD64 moves",
    PlayRule.KING_MOVES: "FMJD64 moves",
    PlayRule.MAN_TAKES: "FMJD64 captures",
    PlayRule.KING_TAKES: "FMJD64 captures",
    PlayRule.CAPTURE_GOES_ON: "FMJD64 captures",
    PlayRule.OWN_JUMPED: "FMJD64 captures",
    PlayRule.JUMPED_TWICE: "FMJD64 captures",
    PlayRule.MOST: "FMJD64 captures",
    PlayRule.BLOCKED: "FMJD64 result",
    PlayRule.NO_PIECES: "FMJD64 result",
    PlayRule.REPETITION: "FMJD64 7.2.3",
    PlayRule.KINGS_AGAINST_KING: "FMJD64 7.2.4",
    PlayRule.KINGS_ONLY: "FMJD64 7.2.5",
    PlayRule.UNCHANGED: "FMJD64 7.2.6",
    PlayRule.KING_ON_LONG_DIAGONAL: "FMJD64 7.2.7",
    PlayRule.TWO_AGAINST_KING: "FMJD64 7.2.8",
    PlayRule.KINGS_ONLY_CBD: "CBD 16",
}
"""Of this text we have the articles on draws, as servers quote them; moves and captures are cited by chapter."""


def _book(pace: Pace) -> Rulebook:
    return Rulebook(
        name=f"draughts64-{pace.value}",
        games=("draughts-russian", "draughts-brazilian"),
        pace=pace,
        edition="fmjd64",
        texts=("gateway.referee.rulebooks.texts.fmjd64:FMJD64",),
        open_points=DRAUGHTS_64,
        draws=DrawRules(agreed="FMJD64 agreement", claim="FMJD64 7.2.3", by_claim=True),
        clock=ClockRules(flag="FMJD64 time"),
        offences=OffenceRules(
            other=Offence("FMJD64 irregularities"),
            accept="FMJD64 irregularities",
            correction=True,
            accident="FMJD64 irregularities",
        ),
        resign="FMJD64 resignation",
        points=("2", "1"),
        play=_PLAY,
    )


BOOKS = (_book(Pace.STANDARD), _book(Pace.RAPID), _book(Pace.BLITZ))
