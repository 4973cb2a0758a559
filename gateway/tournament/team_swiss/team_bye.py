"""The pairing-allocated bye of teams (C.04.6 3.4): settled before the first bracket."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.tournament.graphs.completion import Matching
from gateway.tournament.team_swiss.team_field import TeamField

__all__ = ["bye_order", "choose_bye"]


def bye_order(field: TeamField) -> list[int]:
    """Who comes first for the bye: lowest score, most matches, largest number (3.4.2 to 3.4.4), C2 left aside."""
    teams = field.teams
    return sorted(range(len(teams)), key=lambda at: (teams[at].score, -teams[at].played, -teams[at].tpn))


def choose_bye(field: TeamField, opponents: Sequence[int]) -> int | None:
    """The first in that order whom C2 allows it and who leaves a legal pairing (3.4.1); None: nobody does."""
    everybody = (1 << len(field.teams)) - 1
    for at in bye_order(field):
        if not field.teams[at].bye_barred and not Matching(opponents, everybody & ~(1 << at)).deficiency:
            return at
    return None
