"""Scheveningen (舍维宁根制): all of one team meet all of the other. DH (三), GO app.3, GN app.5, 27.6.3.

The tables for 4 and 8 boards follow a rule that serves 12, 16, ... too: the teams are cut into halves, halves meet and
turn by one place each round, then they change over; the upper half of A moves first in odd rounds. For 5 and 6 boards
print has no rule, so their tables stand here. The three books print A1-B1 as the first game of the table for 6; then A1
would move first four times of six and B1 twice. B1-A1 is the only change of one game that gives everybody three.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gateway.model.errors import TournamentError
from gateway.model.messages import message

__all__ = ["TeamGame", "has_table", "scheveningen"]

_PRINTED: Mapping[int, str] = {
    5: """
        A1-B1 B2-A2 A3-B3 B4-A4 A5-B5
        B3-A1 A2-B4 B5-A3 A4-B1 B2-A5
        A1-B5 B1-A2 A3-B2 B3-A4 A5-B4
        B2-A1 A2-B3 B4-A3 A4-B5 B1-A5
        A1-B4 B5-A2 A3-B1 A4-B2 B3-A5
    """,
    6: """
        B1-A1 B5-A2 A3-B4 A4-B2 A5-B3 B6-A6
        B2-A1 A2-B1 B3-A3 B4-A4 A5-B6 A6-B5
        A1-B3 A2-B2 B1-A3 B6-A4 B5-A5 A6-B4
        A1-B4 B6-A2 A3-B5 A4-B1 B2-A5 B3-A6
        B5-A1 B4-A2 A3-B6 B3-A4 A5-B1 A6-B2
        A1-B6 A2-B3 B2-A3 A4-B5 B4-A5 B1-A6
    """,
}


class TeamGame(NamedTuple):
    """A game between members of two teams, by their numbers in them."""

    a: int
    b: int
    a_first: bool
    """Whether the member of team A moves first."""


def has_table(boards: int) -> bool:
    """Whether there is a table for so many boards."""
    return boards in _PRINTED or (boards >= 4 and boards % 4 == 0)


def scheveningen(boards: int) -> tuple[tuple[TeamGame, ...], ...]:
    """The games of each round, in the order of team A's members."""
    if boards in _PRINTED:
        return tuple(tuple(map(_read, line.split())) for line in _PRINTED[boards].strip().splitlines())
    if not has_table(boards):
        raise TournamentError(message("tournament.scheveningen_size", boards=boards))
    return tuple(tuple(_by_rule(boards // 2, number, member) for member in range(boards)) for number in range(boards))


def _by_rule(half: int, number: int, member: int) -> TeamGame:
    """The game of a member of A in a round, both counted from 0."""
    upper = member < half
    own_half = number < half
    opposite = (member + number) % half + (0 if upper == own_half else half)
    return TeamGame(member + 1, opposite + 1, upper == (number % 2 == 0))


def _read(game: str) -> TeamGame:
    first, _, second = game.partition("-")
    a, b = (first, second) if first.startswith("A") else (second, first)
    return TeamGame(int(a[1:]), int(b[1:]), first == a)
