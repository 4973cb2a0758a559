"""Floats: who met somebody of another score, or had points without a game (C.04.3 1.4)."""

from __future__ import annotations

import enum
from collections.abc import Callable

from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundScore

__all__ = ["Float", "float_of"]

PairingScore = Callable[[PairingNumber, RoundNumber], int]
"""The score with which a participant went into a round."""


class Float(enum.Enum):
    """The direction of a float."""

    DOWN = "down"
    UP = "up"


def float_of(crosstable: Crosstable, row: Participant, number: RoundNumber, score: PairingScore) -> Float | None:
    """The float of a participant in a past round; None: there was none."""
    result = row.result(number)
    if result is None:
        return None
    if result.is_played:
        assert result.opponent is not None  # noqa: S101 - a game that was played had two players
        mine, theirs = score(row.number, number), score(result.opponent, number)
        if mine == theirs:
            return None
        return Float.DOWN if mine > theirs else Float.UP  # 1.4.2
    if result.score is RoundScore.PAIRING_BYE or crosstable.scale.of(result.score) > crosstable.scale.loss:
        return Float.DOWN  # 1.4.3
    return None  # 1.4.4
