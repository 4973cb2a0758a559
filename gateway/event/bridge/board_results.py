"""The result of a board at one table: a contract that was played, or what a director gave instead.

A score has two sides, which differ only where a director has given a split one.
"""

from __future__ import annotations

import enum
from fractions import Fraction
from typing import Annotated, NamedTuple

import msgspec

from gateway.tournament.bridge.compass import CompassSeat, Partnership
from gateway.tournament.bridge.contract import Contract, Denomination, Doubling, PlayedContract, read_played
from gateway.tournament.bridge.contract_score import north_south_score

__all__ = [
    "Artificial",
    "AssignedScore",
    "Average",
    "Averaged",
    "BoardOutcome",
    "NotPlayed",
    "Played",
    "ScorePart",
    "TableScore",
    "Weighted",
    "agreed_outcome",
    "outcome_text",
    "played",
    "score_of",
    "tidied",
]

_Score = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]


class _BoardOutcome(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """Base of everything that can become of a board."""


class Played(_BoardOutcome, frozen=True, tag="played"):
    """A contract as it was played, written as people do: `4SX N +1 H10`, `pass`."""

    result: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]

    @property
    def contract(self) -> PlayedContract:
        """What is written there; raises `TournamentError`."""
        return read_played(self.result)


class AssignedScore(_BoardOutcome, frozen=True, tag="assigned", kw_only=True):
    """A score that a director has given, one for both sides, or one for each (Law 12 C)."""

    north_south: _Score
    east_west: _Score | None = None
    """What East-West have, with their own sign; None: the other sign of the former."""


class Weighted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A possible result, and how much it weighs."""

    result: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    percent: Annotated[int, msgspec.Meta(ge=1, le=100)]


class Averaged(_BoardOutcome, frozen=True, tag="averaged", kw_only=True):
    """A score made of several possible results, each with its weight (Law 12 C 1 c)."""

    parts: Annotated[tuple[Weighted, ...], msgspec.Meta(min_length=2, max_length=8)]


class Average(enum.StrEnum):
    """The average that a side has instead of a score (Law 12 C 2)."""

    PLUS = "plus"
    EVEN = "even"
    MINUS = "minus"


class Artificial(_BoardOutcome, frozen=True, tag="artificial", kw_only=True):
    """An artificial score: the board could not be played."""

    north_south: Average
    east_west: Average


class NotPlayed(_BoardOutcome, frozen=True, tag="not_played"):
    """The board is not played here and counts for nobody."""


BoardOutcome = Played | AssignedScore | Averaged | Artificial | NotPlayed


class ScorePart(NamedTuple):
    """A score, and how much it weighs: all of it, unless a director has averaged several."""

    weight: Fraction
    north_south: int
    east_west: int

    def of(self, side: Partnership) -> int:
        """What a side has, with its own sign."""
        return self.north_south if side is Partnership.NORTH_SOUTH else self.east_west


class TableScore(msgspec.Struct, frozen=True):
    """A board of one table in figures, or as averages."""

    parts: tuple[ScorePart, ...] = ()
    averages: Artificial | None = None
    """Instead of figures."""

    @property
    def mean(self) -> Fraction:
        """The score of North-South, of several parts by their weights."""
        return sum((part.weight * part.north_south for part in self.parts), Fraction(0))

    def average(self, side: Partnership) -> Average | None:
        """What a side has instead of a score."""
        if self.averages is None:
            return None
        return self.averages.north_south if side is Partnership.NORTH_SOUTH else self.averages.east_west


def played(level: int, denomination: str, declarer: str, tricks: int, *, doubling: str = "", lead: str = "") -> Played:
    """The outcome of a contract and the tricks of its declarer."""
    contract = Contract(level, Denomination(denomination), CompassSeat(declarer), Doubling(doubling))
    return Played(str(PlayedContract(contract, tricks, lead)))


def agreed_outcome(one: BoardOutcome, other: BoardOutcome) -> BoardOutcome | None:
    """What two have said alike: a lead that only one of them wrote down, or that they remember differently, parts
    nobody. None: they have said different things."""
    if not (isinstance(one, Played) and isinstance(other, Played)):
        return one if one == other else None
    alike = (one.contract.contract, one.contract.tricks) == (other.contract.contract, other.contract.tricks)
    return (one if one.contract.lead else other) if alike else None


def tidied(outcome: BoardOutcome) -> BoardOutcome:
    """A result as it is written everywhere, however somebody has typed it."""
    return Played(str(outcome.contract)) if isinstance(outcome, Played) else outcome


def score_of(board: int, outcome: BoardOutcome) -> TableScore | None:
    """The score; None: the board does not count. Raises `TournamentError` for what cannot be read."""
    match outcome:
        case Played():
            return _weighed((Fraction(1), north_south_score(board, outcome.contract)))
        case AssignedScore(north_south=one, east_west=other):
            return TableScore((ScorePart(Fraction(1), one, -one if other is None else other),))
        case Averaged(parts=parts):
            return _weighed(
                *((Fraction(each.percent, 100), north_south_score(board, read_played(each.result))) for each in parts)
            )
        case Artificial():
            return TableScore(averages=outcome)
        case NotPlayed():
            return None


def _weighed(*parts: tuple[Fraction, int]) -> TableScore:
    return TableScore(tuple(ScorePart(weight, score, -score) for weight, score in parts))


_SIGNS = {Average.PLUS: "A+", Average.EVEN: "A=", Average.MINUS: "A-"}


def outcome_text(outcome: BoardOutcome) -> str:
    """An outcome in the signs of a score sheet: `4S N +1`, `420`, `A+ / A-`; without any, the board is not played."""
    match outcome:
        case Played():
            return str(outcome.contract)
        case AssignedScore(north_south=one, east_west=other):
            return f"{one:+d}" if other is None or other == -one else f"{one:+d} / {other:+d}"
        case Averaged(parts=parts):
            return ", ".join(f"{each.percent}% {read_played(each.result)}" for each in parts)
        case Artificial(north_south=one_side, east_west=other_side):
            return f"{_SIGNS[one_side]} / {_SIGNS[other_side]}"
        case NotPlayed():
            return "–"
