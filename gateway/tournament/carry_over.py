"""Two groups with carry-over: one round robin in two stages. BR (三).

Qualifiers keep their results against co-qualifiers of their own group, and then play the qualifiers of the other group
only.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message

from .crosstable import Crosstable, PairingNumber, Participant
from .round_robin import ScheduledRound
from .scheveningen import TeamGame, has_table, scheveningen

__all__ = ["carried_over", "final_stage"]


def carried_over(group: Crosstable, qualifiers: Sequence[PairingNumber]) -> tuple[Participant, ...]:
    """The qualifiers of a group with what they take along: their games against each other, in the order played."""
    kept = set(qualifiers)
    return tuple(
        msgspec.structs.replace(
            group[number],
            rounds=tuple(each for each in group[number].rounds if each is not None and each.opponent in kept),
        )
        for number in qualifiers
    )


def final_stage(one: Sequence[PairingNumber], other: Sequence[PairingNumber]) -> tuple[ScheduledRound, ...]:
    """The rounds between the qualifiers of two groups, in the order of their places there: a Scheveningen.

    Where there is no table of that size, the second group moves on by one place each round, and everybody moves first
    in half of the games, or as nearly as an odd number lets.
    """
    if len(one) != len(other) or len(one) < 1 or set(one) & set(other):
        raise TournamentError(message("tournament.qualifiers", qualifiers=len(one) + len(other), groups=2))
    return tuple(
        ScheduledRound(
            tuple(
                (one[game.a - 1], other[game.b - 1]) if game.a_first else (other[game.b - 1], one[game.a - 1])
                for game in games
            )
        )
        for games in _games(len(one))
    )


def _games(count: int) -> tuple[tuple[TeamGame, ...], ...]:
    if has_table(count):
        return scheveningen(count)
    return tuple(
        tuple(TeamGame(a + 1, (a + turn) % count + 1, (a + (a + turn) % count) % 2 == 0) for a in range(count))
        for turn in range(count)
    )
