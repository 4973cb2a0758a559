"""Victory points: what a margin of IMPs is worth in a match of so many boards. BR (三).

Three kinds of scales, by name: the table of the WBF of 1984 as printed, with the column of 1998; the continuous formula
of the WBF of 2013; and a table that the event gives, since printed continuous tables differ from the formula in places.
"""

from __future__ import annotations

from bisect import bisect_right
from decimal import ROUND_HALF_UP, Decimal, localcontext
from itertools import pairwise
from typing import NamedTuple, Protocol

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message

__all__ = [
    "PRINTED_BOARDS",
    "ContinuousScale",
    "GivenScale",
    "PrintedScale",
    "VictoryPointScale",
    "VictoryPoints",
    "advised_column",
]

_LEAST_MARGINS = {
    8: (2, 6, 9, 12, 15, 18, 21, 24, 27, 30, 34, 38, 42, 46, 51),
    10: (2, 7, 10, 13, 16, 19, 22, 26, 30, 34, 38, 42, 46, 51, 56),
    12: (2, 7, 10, 13, 17, 21, 25, 29, 33, 37, 41, 46, 51, 56, 62),
    14: (3, 8, 11, 15, 19, 23, 27, 31, 35, 39, 44, 49, 55, 61, 67),
    16: (3, 8, 12, 16, 20, 24, 28, 32, 37, 42, 47, 53, 59, 65, 72),
    20: (3, 9, 13, 17, 22, 27, 32, 37, 42, 48, 54, 60, 66, 73, 80),
    24: (4, 10, 15, 20, 25, 30, 35, 40, 46, 52, 58, 65, 72, 80, 88),
    28: (4, 11, 16, 21, 26, 32, 38, 44, 50, 56, 62, 69, 77, 86, 95),
    32: (4, 11, 17, 23, 29, 35, 41, 47, 53, 59, 66, 74, 83, 92, 101),
    36: (4, 12, 18, 24, 30, 37, 44, 51, 58, 65, 72, 80, 89, 98, 107),
    40: (4, 12, 19, 26, 33, 40, 47, 54, 61, 69, 77, 85, 94, 103, 113),
    48: (5, 13, 21, 29, 37, 45, 53, 61, 69, 77, 85, 94, 103, 113, 124),
}
"""Per number of boards, the least margin of each step below 15-15."""

PRINTED_BOARDS = tuple(_LEAST_MARGINS)


class VictoryPoints(NamedTuple):
    """The victory points of both in a match."""

    winner: Decimal
    loser: Decimal


class VictoryPointScale(Protocol):
    """A scale, for matches of one length."""

    def of(self, margin: int) -> VictoryPoints:
        """What a margin of 0 or more IMPs is worth."""


def advised_column(boards: int) -> int:
    """The column for a number of boards that print has not: the next lower one, the first for less than that.

    It is advised, never taken in silence: the event says which column holds (decision B3).
    """
    return max((each for each in PRINTED_BOARDS if each <= boards), default=PRINTED_BOARDS[0])


class PrintedScale(msgspec.Struct, frozen=True):
    """A column of the printed table: 15-15 to 25-5 by one point each, then the loser falls alone to 0."""

    boards: int

    def __post_init__(self) -> None:
        if self.boards not in _LEAST_MARGINS:
            raise TournamentError(
                message(
                    "bridge.no_vp_column",
                    boards=self.boards,
                    columns=tuple(map(str, PRINTED_BOARDS)),
                    advised=advised_column(self.boards),
                )
            )

    def of(self, margin: int) -> VictoryPoints:
        """What a margin of 0 or more IMPs is worth."""
        step = bisect_right(_LEAST_MARGINS[self.boards], margin)
        return VictoryPoints(Decimal(min(25, 15 + step)), Decimal(15 - step))


class ContinuousScale(msgspec.Struct, frozen=True):
    """The formula of 2013, to two decimals: 10-10 to 20-0. Margins from 15 times the root of the boards on are 20-0."""

    boards: int

    def __post_init__(self) -> None:
        if self.boards < 1:
            raise TournamentError(message("bridge.no_boards"))

    def of(self, margin: int) -> VictoryPoints:
        """What a margin of 0 or more IMPs is worth."""
        with localcontext(prec=28):
            ratio = Decimal(5).sqrt() - 2
            blitz = 15 * Decimal(self.boards).sqrt()
            share = (1 - ratio ** (min(Decimal(margin), blitz) / blitz)) / (1 - ratio)
            winner = (10 + 10 * share).quantize(Decimal("0.01"), ROUND_HALF_UP)
        return VictoryPoints(winner, 20 - winner)


class GivenScale(msgspec.Struct, frozen=True):
    """A table that the event announced under a name."""

    name: str
    winners: tuple[Decimal, ...]
    """What the winner has for a margin of 0, of 1 and so on; the last for everything above."""
    total: Decimal = Decimal(20)
    losers: tuple[Decimal, ...] = ()
    """What the loser has for the same margins, where the two do not always add up to the total; else the rest of it."""

    def __post_init__(self) -> None:
        finite = all(each.is_finite() for each in (self.total, *self.winners, *self.losers))
        if not finite or not self.winners or self.total != 2 * self.winners[0] or not _is_rising(self.winners):
            raise TournamentError(message("bridge.bad_scale", name=self.name))
        if not self.losers and self.winners[-1] > self.total:
            raise TournamentError(message("bridge.bad_scale", name=self.name))
        if self.losers and not self._is_paired():
            raise TournamentError(message("bridge.bad_losers", name=self.name))

    def _is_paired(self) -> bool:
        """Whether the losers begin level with the winners and never rise."""
        level = len(self.losers) == len(self.winners) and self.losers[0] == self.winners[0]
        return level and _is_rising(self.losers[::-1]) and self.losers[-1] >= 0

    def of(self, margin: int) -> VictoryPoints:
        """What a margin of 0 or more IMPs is worth."""
        at = min(margin, len(self.winners) - 1)
        winner = self.winners[at]
        return VictoryPoints(winner, self.losers[at] if self.losers else self.total - winner)


def _is_rising(values: tuple[Decimal, ...]) -> bool:
    return all(one <= other for one, other in pairwise(values))
