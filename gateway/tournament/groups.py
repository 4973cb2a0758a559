"""Groups of a combined system, filled as a snake runs and so equally strong. DH (五), GO app.5, GN app.7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from gateway.model.errors import TournamentError
from gateway.model.messages import message

__all__ = ["qualifiers_per_group", "snake_groups"]

T = TypeVar("T")


def snake_groups(ranked: Sequence[T], groups: int) -> tuple[tuple[T, ...], ...]:
    """Row 1 from left to right, row 2 from right to left, and so on."""
    if not 1 <= groups <= len(ranked):
        raise TournamentError(message("tournament.too_few", least=groups))
    filled: list[list[T]] = [[] for _ in range(groups)]
    for at, entrant in enumerate(ranked):
        row, column = divmod(at, groups)
        filled[column if row % 2 == 0 else groups - 1 - column].append(entrant)
    return tuple(map(tuple, filled))


def qualifiers_per_group(qualifiers: int, groups: int) -> int:
    """The same number from each group, and a power of two in all."""
    if groups < 1 or qualifiers < 2 or qualifiers & (qualifiers - 1) or qualifiers % groups:
        raise TournamentError(message("tournament.qualifiers", qualifiers=qualifiers, groups=groups))
    return qualifiers // groups
