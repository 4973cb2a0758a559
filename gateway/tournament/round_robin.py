"""Round robin: everybody meets everybody. DH (二), GO app.2, GN app.4 and 27.2.

The printed tables from 3 to 24 follow one formula, which goes on beyond them. The first-named moves first: white in
draughts and chess, black in gomoku. For an odd number the table of the next even one is used; who meets its last number
has a bye in that round.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message

from .crosstable import PairingNumber

__all__ = ["ScheduledRound", "double_round_robin", "round_robin", "second_cycle"]


class ScheduledRound(msgspec.Struct, frozen=True):
    """One round of a system whose pairings are known beforehand."""

    pairs: tuple[tuple[PairingNumber, PairingNumber], ...]
    """Board by board; the first-named moves first."""
    bye: PairingNumber | None = None


def round_robin(entrants: int) -> tuple[ScheduledRound, ...]:
    """The table of so many: n - 1 rounds, or n where the number is odd."""
    if entrants < 2:
        raise TournamentError(message("tournament.too_few", least=2))
    size = entrants + entrants % 2
    return tuple(_scheduled(_berger_round(size, number), entrants) for number in range(1, size))


def _berger_round(size: int, number: int) -> list[tuple[int, int]]:
    """One round of the table for an even number."""
    wrap = size - 1
    # Whom the last number meets: 1, n/2 + 1, 2, n/2 + 2, ...
    fixed = (number + 1) // 2 if number % 2 else (size + number) // 2
    pairs = [(fixed, size) if number % 2 else (size, fixed)]
    pairs += [((fixed - 1 + step) % wrap + 1, (fixed - 1 - step) % wrap + 1) for step in range(1, size // 2)]
    return pairs


def _scheduled(pairs: Sequence[tuple[int, int]], entrants: int) -> ScheduledRound:
    played = tuple(
        (PairingNumber(first), PairingNumber(second)) for first, second in pairs if entrants >= max(first, second)
    )
    byes = [PairingNumber(min(pair)) for pair in pairs if max(pair) > entrants]
    return ScheduledRound(played, byes[0] if byes else None)


def double_round_robin(entrants: int) -> tuple[ScheduledRound, ...]:
    """Two cycles, the second with first moves reversed."""
    once = round_robin(entrants)
    return once + tuple(
        ScheduledRound(tuple((second, first) for first, second in each.pairs), each.bye) for each in once
    )


def second_cycle(ranked: Sequence[PairingNumber]) -> tuple[ScheduledRound, ...]:
    """BR (三): ranks after the first cycle are the numbers of the second; each pair's first move is the other's now."""
    by_rank = dict(enumerate(ranked, 1))
    turned = {frozenset(pair): (pair[1], pair[0]) for each in round_robin(len(ranked)) for pair in each.pairs}
    return tuple(
        ScheduledRound(
            tuple(turned[frozenset((by_rank[first], by_rank[second]))] for first, second in each.pairs),
            by_rank[each.bye] if each.bye is not None else None,
        )
        for each in round_robin(len(ranked))
    )
