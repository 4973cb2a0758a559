"""The judge of stones: a five, a forbidden shape, or neither.

    five            exactly five in a row for Black; five or more for White. It wins whatever else the stone makes
    overline        six or more in a row                                                   (GN 8.3)
    double-four     two fours with this stone, on two lines or on one                      (GN 8.2)
    double-three    two real threes with this stone                                        (GN 8.1)

A three is real if one of the points that would make it a straight four is lawful for Black on the board that already
holds the stone under judgment: not a five, an overline, a double-four or, asked again in the same way, a double-three
(decision G2). Each question adds a stone, so the questions come to an end.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec

from gateway.model.errors import IllegalMove
from gateway.model.messages import message
from gateway.model.play_rules import PlayRule
from gateway.model.sides import Side

from .line_shapes import BLACK, BLOCKED, EMPTY, STRIPS, rows_through, shapes
from .points import SIZE, format_point

__all__ = ["Forbidden", "Verdict", "fouls", "judge", "make_board"]


class Forbidden(enum.StrEnum):
    """A shape that Black may not make."""

    DOUBLE_THREE = "double-three"
    DOUBLE_FOUR = "double-four"
    OVERLINE = "overline"


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on one stone."""

    five: bool = False
    forbidden: Forbidden | None = None


def make_board(black: Iterable[int], white: Iterable[int]) -> list[int]:
    """The board that `judge` reads; raises `IllegalMove` if two stones share a point."""
    board = [EMPTY] * (SIZE * SIZE) + [BLOCKED]
    for stones, content in ((black, BLACK), (white, BLOCKED)):
        for point in stones:
            if board[point] != EMPTY:
                raise IllegalMove(PlayRule.EMPTY_POINT, message("illegal.two_stones", point=format_point(point)))
            board[point] = content
    return board


def judge(board: list[int], point: int, side: Side = Side.BLACK, *, literal: bool = False) -> Verdict:
    """The verdict on what a stone of `side` makes on an empty point. `literal` takes every three for a real one.

    The board is used for trying stones and is the same afterwards.
    """
    if board[point] != EMPTY:
        raise IllegalMove(PlayRule.EMPTY_POINT, message("illegal.occupied", point=format_point(point)))
    if side is Side.WHITE:
        board[point] = BLOCKED
        five = max(rows_through(board, point)) >= 5
        board[point] = EMPTY
        return Verdict(five=five)
    return _FIVE if _makes_five(board, point) else Verdict(forbidden=_foul(board, point, literal=literal))


def fouls(board: list[int]) -> dict[int, Forbidden]:
    """Every point that is forbidden to Black now."""
    found: dict[int, Forbidden] = {}
    for point in range(SIZE * SIZE):
        if board[point] == EMPTY and (forbidden := judge(board, point).forbidden) is not None:
            found[point] = forbidden
    return found


_FIVE = Verdict(five=True)


def _makes_five(board: list[int], point: int) -> bool:
    return any(shapes(take(board)).row == 5 for _, take in STRIPS[point])


def _foul(board: list[int], point: int, *, literal: bool) -> Forbidden | None:
    """The foul of a stone that makes no five."""
    lines = [(step, shapes(take(board))) for step, take in STRIPS[point]]
    if any(made.row > 5 for _, made in lines):
        return Forbidden.OVERLINE
    if sum(made.fours for _, made in lines) > 1:
        return Forbidden.DOUBLE_FOUR
    threes = [[point + step * away for away in made.straight] for step, made in lines if made.straight]
    if len(threes) < 2:
        return None
    if literal:
        return Forbidden.DOUBLE_THREE
    board[point] = BLACK
    real = sum(any(_lawful(board, following) for following in three) for three in threes)
    board[point] = EMPTY
    return Forbidden.DOUBLE_THREE if real > 1 else None


def _lawful(board: list[int], point: int) -> bool:
    """Whether a stone may complete a straight four there: it makes neither a five nor a foul."""
    return not _makes_five(board, point) and _foul(board, point, literal=False) is None
