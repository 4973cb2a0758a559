"""The number of rounds of a Swiss: two formulas of the books, and what we take. DH (四), GO app.4, GN app.6, 27.3."""

from __future__ import annotations

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message

__all__ = ["SwissRounds", "swiss_rounds"]

ROUND_ROBIN_BELOW = 10
"""Fewer entrants than this had better play a round robin (DH (二))."""


class SwissRounds(msgspec.Struct, frozen=True):
    """The numbers of rounds that the books give for so many entrants."""

    exponent: int
    """N: 2 to the power of N is the field, rounded up. 58 are taken for 64, so 6."""
    least: int
    """GO, GN: one and a half times N."""
    most: int
    """GO, GN: twice N."""
    exact: int
    """DH: N + 2A, where A is the number of places besides the champion's that must be exact."""
    advised: int
    """The least of GO and GN, raised to an odd number, which GN 27.3 prefers."""
    round_robin: bool
    """Whether a round robin is advised instead."""


def swiss_rounds(entrants: int, exact_places: int = 1) -> SwissRounds:
    """The rounds for so many entrants, of whom the first so many must be placed exactly."""
    if entrants < 2 or not 1 <= exact_places <= entrants:
        raise TournamentError(message("tournament.too_few", least=2))
    exponent = (entrants - 1).bit_length()
    least = (3 * exponent + 1) // 2
    return SwissRounds(
        exponent=exponent,
        least=least,
        most=2 * exponent,
        exact=exponent + 2 * (exact_places - 1),
        advised=least + 1 - least % 2,
        round_robin=entrants < ROUND_ROBIN_BELOW,
    )
