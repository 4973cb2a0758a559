"""Acceleration of a Swiss: the Baku method, FIDE C.04.7. Virtual points count for pairing, and for nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import PairingNumber

__all__ = ["baku_points"]


def baku_points(
    numbers: Iterable[PairingNumber], entrants: int, rounds: int, coming: RoundNumber, win: Fraction
) -> dict[PairingNumber, tuple[Fraction, ...]]:
    """The virtual points of the upper half, from the first round to the coming one.

    The upper half is that of those who were there at the first round, rounded up to an even number; who comes later
    and ranks below its last stays out of it (1.3).
    """
    upper = sorted(numbers)[: 2 * -(-entrants // 4)]
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    by_round = [win if at <= full else win / 2 if at <= accelerated else Fraction(0) for at in range(1, coming + 1)]
    return dict.fromkeys(upper, tuple(by_round))
