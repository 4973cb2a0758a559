"""Older gomoku rapid and blitz: appendix 6 of the earlier rules over the normal rules."""

from __future__ import annotations

from msgspec.structs import replace

from gateway.clock.classes import Pace
from gateway.referee.options import Mode
from gateway.referee.penalties import Penalty

from .gomoku import AUTHORITY, GN, gomoku_book
from .rulebook import Rulebook

__all__ = ["BOOKS"]


def _book(pace: Pace) -> Rulebook:
    normal = gomoku_book(pace)
    return replace(
        normal,
        name=f"gomoku-older-{pace.value}",
        classes="gomoku, older",
        edition="gomoku_older",
        texts=("gateway.referee.rulebooks.texts.go_app6:GO_APP6", GN),
        clock=replace(
            normal.clock,
            stop="GO app.6 §7",
            moved_first="GO app.6 §4",
            moved_first_penalty=Penalty.VIOLATION,
            moved_first_again=Penalty.LOSS,
            late="GO app.6 §5",
            both_late="GO app.6 §5",
            late_mode=Mode.AUTOMATIC,
            displaced="GO app.6 §6",
            failure="GO app.6 §8",
        ),
        reserved={**normal.reserved, "GO app.6 §4": AUTHORITY[Penalty.LOSS]},
    )


BOOKS = (_book(Pace.RAPID), _book(Pace.BLITZ))
