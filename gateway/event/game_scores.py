"""Scores of one game: what each of the two gets, as it is written on a result slip and in report files."""

from __future__ import annotations

from typing import Self

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide
from gateway.tournament.crosstable import RoundScore

__all__ = ["DOUBLE_FORFEIT", "GameScore", "NotAScore"]

_WRITTEN = {
    "1-0": "10",
    "0-1": "01",
    "½-½": "==",
    "+/-": "+-",
    "-/+": "-+",
    "-/-": "--",
    "0-0": "00",
    "½-0": "=0",
    "0-½": "0=",
    "w-l": "WL",
    "l-w": "LW",
    "d-d": "DD",
}
_READ = {
    **_WRITTEN,
    "1/2-1/2": "==",
    "1/2": "==",
    "½": "==",
    "=": "==",
    "0.5-0.5": "==",
    "1": "10",
    "0": "01",
    "+--": "+-",
    "--+": "-+",
    "---": "--",
    "+-": "+-",
    "-+": "-+",
    "--": "--",
    "1:0": "10",
    "0:1": "01",
    "½:½": "==",
    "1/2-0": "=0",
    "0-1/2": "0=",
}


class NotAScore(GatewayError, ValueError):
    """A text that is no result of a game."""


class GameScore(msgspec.Struct, frozen=True):
    """The scores of one game. The two need not mirror each other: both may lose."""

    white: RoundScore
    black: RoundScore

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what people write: `1-0`, `½-½`, `1/2`, `+/-`, `0-0`; raises `NotAScore`."""
        letters = _READ.get(text.strip().lower().replace(" ", "").replace("–", "-"))
        if letters is None:
            raise NotAScore(message("event.not_a_score", text=text, known=tuple(_WRITTEN)))
        return cls(*map(RoundScore, letters))

    @classmethod
    def of(cls, result: Result, reason: Reason | None = None) -> Self:
        """The scores of a result that a table tells."""
        forfeit = reason is Reason.FORFEIT
        won, lost = ("+", "-") if forfeit else ("1", "0")
        letters = {
            Result.WHITE: won + lost,
            Result.BLACK: lost + won,
            Result.DRAW: "==",
            Result.BOTH_LOSE: lost + lost,
        }[result]
        return cls(*map(RoundScore, letters))

    @property
    def by_side(self) -> BySide[RoundScore]:
        """Of White and of Black."""
        return BySide(self.white, self.black)

    @property
    def is_played(self) -> bool:
        """Whether it came about over the board."""
        return self.white.is_played and self.black.is_played

    def __str__(self) -> str:
        """As it is written on a slip."""
        letters = self.white + self.black
        return next((text for text, known in _WRITTEN.items() if known == letters), f"{self.white}-{self.black}")


DOUBLE_FORFEIT = GameScore(RoundScore.FORFEIT_LOSS, RoundScore.FORFEIT_LOSS)
