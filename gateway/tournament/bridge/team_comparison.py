"""The comparison of two rooms: IMPs board by board, of a match of four a side or of eight. BR (一)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gateway.model.errors import TournamentError
from gateway.model.messages import message

from .imps import imps

__all__ = ["BoardComparison", "compare", "compare_eight"]


class BoardComparison(NamedTuple):
    """A board that both rooms have played."""

    board: int
    open_score: int
    """North-South in the open room: the home team."""
    closed_score: int
    """North-South in the closed room: the visitors."""

    @property
    def home_imps(self) -> int:
        """What the home team gains; below 0, what it loses."""
        return imps(self.open_score - self.closed_score)


def compare(open_room: Mapping[int, int], closed_room: Mapping[int, int]) -> tuple[BoardComparison, ...]:
    """Every board that was played in both rooms, by its number; the scores are those of North-South."""
    return tuple(
        BoardComparison(board, open_room[board], closed_room[board])
        for board in sorted(open_room.keys() & closed_room.keys())
    )


def compare_eight(
    open_rooms: tuple[Mapping[int, int], Mapping[int, int]], closed_rooms: tuple[Mapping[int, int], Mapping[int, int]]
) -> tuple[tuple[BoardComparison, ...], ...]:
    """Eight a side: each open table with both closed ones, four results."""
    if any(room.keys() != open_rooms[0].keys() for room in (*open_rooms, *closed_rooms)):
        raise TournamentError(message("bridge.different_boards"))
    return tuple(compare(one, other) for one in open_rooms for other in closed_rooms)
