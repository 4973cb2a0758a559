"""Tie-breaks from the boards of a team (C.07 12), and from both its scores (13.4)."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from gateway.model.messages import message
from gateway.tournament.crosstable import PairingNumber

from .explained import Addend, AddendKind, TieBreakValue, written
from .opponents_scores import buchholz
from .tie_break_codes import TieBreak
from .tie_break_event import TieBreakEvent

__all__ = [
    "board_count",
    "board_tie_break",
    "points_by_board",
    "scores_and_schedule",
    "without_last_boards",
]


def points_by_board(
    event: TieBreakEvent, number: PairingNumber, rounds: Collection[int] | None = None
) -> tuple[Fraction, ...]:
    """TBR 12.2: the points of board 1, of board 2, and so on, in all rounds or in some."""
    matches = [
        match for at, match in enumerate(event.boards.get(number, ()), start=1) if rounds is None or at in rounds
    ]
    return tuple(
        sum((match[board] for match in matches if board < len(match)), Fraction(0))
        for board in range(event.board_count)
    )


def board_count(event: TieBreakEvent, number: PairingNumber, rounds: Collection[int] | None = None) -> Fraction:
    """BC 12.1: the points of each board by its number; the lower the better."""
    points = points_by_board(event, number, rounds)
    return sum((board * each for board, each in enumerate(points, start=1)), Fraction(0))


def without_last_boards(
    event: TieBreakEvent, number: PairingNumber, rounds: Collection[int] | None = None
) -> tuple[Fraction, ...]:
    """BBE 12.3: the points without the last board, without the last two, and so on."""
    points = points_by_board(event, number, rounds)
    return tuple(sum(points[:last], Fraction(0)) for last in range(len(points) - 1, 0, -1))


def board_tie_break(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """BC, TBR, BBE."""
    points = points_by_board(event, number)
    addends = tuple(
        Addend(each, AddendKind.BOARD, board, base=Fraction(board)) for board, each in enumerate(points, start=1)
    )
    if tie_break.name == "BC":
        value = board_count(event, number)
        return TieBreakValue((value,), addends, key=(-value,), formula=message("formula.board_count"))
    if tie_break.name == "BBE":
        return TieBreakValue(without_last_boards(event, number), addends, formula=message("formula.bottom_boards"))
    return TieBreakValue(points, addends, formula=message("formula.top_boards"))


def scores_and_schedule(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """SSSC 13.4: the secondary score and a part of the Buchholz of the primary one."""
    primary, secondary = event.primary, event.secondary or event.primary
    divisor = tie_break.divisor
    if divisor is None:
        highest = primary.win * primary.round_count
        divisor = max(Fraction((highest / secondary.win).__floor__()), Fraction(1))
    schedule = buchholz(event, TieBreak(name="FB" if tie_break.fore else "BH"), number)
    value = secondary.scores[number] + schedule.value[0] / divisor
    formula = message("formula.sssc", score=written(secondary.scores[number]), divisor=written(divisor))
    return TieBreakValue((value,), schedule.addends, formula=formula)
