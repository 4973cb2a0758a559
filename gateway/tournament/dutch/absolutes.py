"""The absolute criteria: who may meet whom at all (C1, C3), who may have the bye (C2), and how low it must go (C5)."""

from __future__ import annotations

import msgspec

from gateway.tournament.dutch.field import Field, Player
from gateway.tournament.dutch.preferences import Strength
from gateway.tournament.graphs.completion import Matching
from gateway.tournament.graphs.meetings import kept_apart

__all__ = ["Allowed", "allowed_of", "may_meet"]


class Allowed(msgspec.Struct, frozen=True):
    """For each player the set of opponents, as bits by rank. The bye is the one after the last player."""

    opponents: tuple[int, ...]
    bye: int = 0
    """Who may have the bye; nobody where the number is even."""
    everybody: int = 0
    """All players, and the bye where there is one."""


def may_meet(one: Player, other: Player) -> bool:
    """Whether C1 and C3 let two meet."""
    if other.number in one.opponents:
        return False
    return (
        one.strength is not Strength.ABSOLUTE
        or other.strength is not Strength.ABSOLUTE
        or one.preference is not other.preference
        or one.is_topscorer
        or other.is_topscorer
    )


def allowed_of(field: Field) -> Allowed | None:
    """What the absolute criteria leave; None where not everybody can be paired."""
    players = field.players
    everybody = (1 << len(players)) - 1
    opponents = [everybody & ~each for each in _apart(field)]
    if len(players) % 2:
        return _with_bye(field, opponents, everybody)
    if Matching(opponents, everybody).deficiency:
        return None
    return Allowed(tuple(opponents), 0, everybody)


def _apart(field: Field) -> list[int]:
    """For each player those who must not be met, the player too."""
    players = field.players
    apart = kept_apart([player.number for player in players], [player.opponents for player in players], field.forbidden)
    bound: dict[object, int] = {}
    for at, player in enumerate(players):
        if player.strength is Strength.ABSOLUTE and not player.is_topscorer:
            bound[player.preference] = bound.get(player.preference, 0) | 1 << at
    for at, player in enumerate(players):  # C3
        if player.strength is Strength.ABSOLUTE and not player.is_topscorer:
            apart[at] |= bound[player.preference]
    return apart


def _with_bye(field: Field, opponents: list[int], everybody: int) -> Allowed | None:
    """C5: the lowest score that can have the bye, so that all others can still be paired."""
    players = field.players
    at_bye = 1 << len(players)
    for score in sorted({player.score for player in players}):
        bye = sum(1 << at for at, player in enumerate(players) if player.score == score and not player.bye_barred)  # C2
        if not bye:
            continue
        rows = [row | at_bye if bye >> at & 1 else row for at, row in enumerate(opponents)]
        rows.append(bye)
        if not Matching(rows, everybody | at_bye).deficiency:
            return Allowed(tuple(rows), bye, everybody | at_bye)
    return None
