"""The crosstable: who took part, and what each did in each round. Pairing reads it, standings read it, files carry it.

A participant is a person or a team; systems of pairing know it by its pairing number alone.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from fractions import Fraction
from typing import NewType

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side

__all__ = [
    "Crosstable",
    "PairingNumber",
    "Participant",
    "PointScale",
    "RoundResult",
    "RoundScore",
]

PairingNumber = NewType("PairingNumber", int)
"""The number under which a participant is paired, from 1 in the order of the initial ranking."""


class RoundScore(enum.StrEnum):
    """The score of a participant in a round, by the letters of tournament report files."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    """The game was shorter than one move: played, and not rated."""
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_BYE = "U"
    """Allocated by the pairing, because the number was odd."""
    FULL_BYE = "F"
    HALF_BYE = "H"
    ZERO_BYE = "Z"
    """Absent, withdrawn, or not yet there."""

    @property
    def is_played(self) -> bool:
        """Whether a game was played over the board."""
        return self in _PLAYED

    @property
    def is_bye(self) -> bool:
        """Whether there was no opponent."""
        return self in _BYES

    @property
    def is_forfeit(self) -> bool:
        """Whether there was an opponent and no game."""
        return self in {RoundScore.FORFEIT_WIN, RoundScore.FORFEIT_LOSS}


_PLAYED = frozenset(map(RoundScore, "1=0WDL"))
_BYES = frozenset({RoundScore.PAIRING_BYE, RoundScore.FULL_BYE, RoundScore.HALF_BYE, RoundScore.ZERO_BYE})


class RoundResult(msgspec.Struct, frozen=True):
    """One round of one participant."""

    score: RoundScore
    opponent: PairingNumber | None = None
    """None where there was none."""
    side: Side | None = None
    """As paired, also where the game was forfeited."""

    @property
    def is_played(self) -> bool:
        """Whether a game was played over the board."""
        return self.opponent is not None and self.score.is_played

    @property
    def is_given(self) -> bool:
        """Whether the pairing of the round had a place for the participant: an opponent, or its bye."""
        return self.opponent is not None or self.score is RoundScore.PAIRING_BYE


class PointScale(msgspec.Struct, frozen=True):
    """The worth of each kind of score."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    absence: Fraction = Fraction(0)
    """A forfeit loss, or a bye without points."""
    pairing_bye: Fraction | None = None
    """None: as a win."""

    def of(self, score: RoundScore) -> Fraction:
        """The points for one round."""
        match score:
            case RoundScore.PAIRING_BYE:
                return self.win if self.pairing_bye is None else self.pairing_bye
            case RoundScore.WIN | RoundScore.UNRATED_WIN | RoundScore.FORFEIT_WIN | RoundScore.FULL_BYE:
                return self.win
            case RoundScore.DRAW | RoundScore.UNRATED_DRAW | RoundScore.HALF_BYE:
                return self.draw
            case RoundScore.LOSS | RoundScore.UNRATED_LOSS:
                return self.loss
            case RoundScore.FORFEIT_LOSS | RoundScore.ZERO_BYE:
                return self.absence


class Participant(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the crosstable."""

    number: PairingNumber
    name: str = ""
    rating: int | None = None
    title: str = ""
    federation: str = ""
    club: str = ""
    rounds: tuple[RoundResult | None, ...] = ()
    """Round by round from the first; None where nothing is known yet, and past the end nothing is."""

    def result(self, number: RoundNumber) -> RoundResult | None:
        """What happened in a round; None: nothing yet."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None


class Crosstable(msgspec.Struct, frozen=True, kw_only=True):
    """All rows, in the order of their numbers."""

    participants: tuple[Participant, ...]
    scale: PointScale = PointScale()
    round_count: int | None = None
    """The rounds that the event has in all; None where that is open."""

    @property
    def rounds_known(self) -> int:
        """The number of the last round of which anything is known."""
        return max((len(row.rounds) for row in self.participants), default=0)

    def __getitem__(self, number: PairingNumber) -> Participant:
        """The participant with this number."""
        at = number - 1
        if 0 <= at < len(self.participants) and self.participants[at].number == number:
            return self.participants[at]
        for row in self.participants:
            if row.number == number:
                return row
        raise LookupError(f"Nobody has the number {number}.")

    def points(self, number: PairingNumber, through: int | None = None) -> Fraction:
        """The points of a participant, up to and with a round, or in all."""
        return self._sum(self[number].rounds[:through])

    def _sum(self, rounds: Iterable[RoundResult | None]) -> Fraction:
        return sum((self.scale.of(each.score) for each in rounds if each is not None), Fraction(0))
