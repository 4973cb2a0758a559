"""Play-offs: who is still equal plays again, faster. DH rapid 3, GN 29.3 and 30.4."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from gateway.model.instants import Millis
from gateway.model.messages import Message, message

from .crosstable import PairingNumber
from .lots import shuffled
from .round_robin import ScheduledRound, round_robin

__all__ = ["PlayOffBook", "by_lot", "play_off", "too_slow"]


class PlayOffBook(enum.StrEnum):
    """Whose words say how fast a play-off is."""

    DRAUGHTS = "DH rapid 3"
    """As fast as the event, or faster."""
    GOMOKU = "GN 30.4"
    """Faster than the event's normal games."""


def too_slow(event: Millis, extra: Millis, book: PlayOffBook) -> Message | None:
    """What is wrong with the control of extra games, if anything.

    Both are what a side has in all, or with a bonus for the first 60 moves (DH rapid 1).
    """
    if extra < event or (extra == event and book is PlayOffBook.DRAUGHTS):
        return None
    if book is PlayOffBook.DRAUGHTS:
        return message("play_off.slower", article=book.value)
    return message("play_off.not_faster", article=book.value)


def play_off(tied: Sequence[PairingNumber], games: int = 1) -> tuple[ScheduledRound, ...]:
    """The rounds among those who are tied: two play a match, more a round robin, so many times over."""
    once = round_robin(len(tied))
    return tuple(
        ScheduledRound(
            tuple(
                (tied[first - 1], tied[second - 1]) if cycle % 2 == 0 else (tied[second - 1], tied[first - 1])
                for first, second in each.pairs
            ),
            tied[each.bye - 1] if each.bye is not None else None,
        )
        for cycle in range(games)
        for each in once
    )


def by_lot(tied: Sequence[PairingNumber], seed: str) -> tuple[PairingNumber, ...]:
    """The order that the lot gives (GN 29.3)."""
    return shuffled(tied, seed)
