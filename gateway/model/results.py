"""Results of games: who won, and why. Two questions, two enums."""

from __future__ import annotations

import enum

import msgspec

from .play_rules import PlayRule
from .sides import Side

__all__ = ["Outcome", "Reason", "Result"]


class Result(enum.StrEnum):
    """The winner, a draw, or two losers."""

    WHITE = "white"
    BLACK = "black"
    DRAW = "draw"
    BOTH_LOSE = "both_lose"

    @classmethod
    def win_for(cls, side: Side) -> Result:
        """The result in which `side` wins."""
        return cls.WHITE if side is Side.WHITE else cls.BLACK


class Reason(enum.StrEnum):
    """The reason for which a game ended."""

    BLOCKED = "blocked"
    """The side to move has pieces but no move."""
    NO_PIECES = "no_pieces"
    FLAG = "flag"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    KINGS_ONLY = "kings_only"
    """The limit of successive king moves without capture."""
    FEW_PIECES = "few_pieces"
    """The limit of moves in an ending against a lone king."""
    FIVE = "five"
    """Five stones in a row."""
    FORBIDDEN = "forbidden"
    """Black played a forbidden move and White pointed it out."""
    PASSES = "passes"
    """Both sides passed in succession."""
    BOARD_FULL = "board_full"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead_position"
    """Neither side can mate."""
    MOVE_LIMIT = "move_limit"
    """Too many moves without a capture or a pawn's move."""
    FORFEIT = "forfeit"
    """Absent, or not there in time."""
    PENALTY = "penalty"
    """Loss of the game as a punishment."""
    NOT_PROVED = "not_proved"
    """The clock failed and no win was shown."""
    ARBITER = "arbiter"
    """Set by an arbiter."""


class Outcome(msgspec.Struct, frozen=True):
    """An ending that the rules of the game define, before any referee has looked at it."""

    result: Result
    reason: Reason
    rule: PlayRule
    """The rule of play it rests on."""
