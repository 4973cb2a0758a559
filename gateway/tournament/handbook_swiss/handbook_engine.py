"""The handbooks' Swiss behind the port that all pairing engines share."""

from __future__ import annotations

from itertools import combinations

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.sides import Side
from gateway.tournament.pairing_engine import Meeting, RoundPairing, RoundRequest, Unpairable

from .handbook_pairing import pair_round
from .swiss_rules import HandbookRound, HandbookRules

__all__ = ["HandbookEngine"]


class HandbookEngine:
    """Pairs a round by announced settings; `explain` gives the same round with its reasons."""

    def __init__(self, rules: HandbookRules | None = None) -> None:
        self.rules = rules or HandbookRules()

    def pair(self, request: RoundRequest) -> RoundPairing | Unpairable:
        """The pairings of the round, or why there are none."""
        try:
            made = self.explain(request)
        except TournamentError as error:
            return Unpairable(error.message)
        white_first = self.rules.first_side is Side.WHITE
        return RoundPairing(
            tuple(Meeting(*((g.first, g.second) if white_first else (g.second, g.first))) for g in made.games), made.bye
        )

    def explain(self, request: RoundRequest) -> HandbookRound:
        """The round with the reasons of every pairing, float and bye; raises `TournamentError` where there is none.

        Acceleration is no part of the handbooks: virtual points are not looked at.
        """
        before = request.round - 1
        away = {
            row.number
            for row in request.crosstable.participants
            if len(row.rounds) > before and (result := row.rounds[before]) is not None and result.score.is_bye
        }
        rows = tuple(
            msgspec.structs.replace(row, rounds=row.rounds[:before]) for row in request.crosstable.participants
        )
        rules = msgspec.structs.replace(
            self.rules,
            top_moves_first=request.initial_side is self.rules.first_side,
            forbidden=self.rules.forbidden
            + tuple(pair for numbers in request.forbidden for pair in combinations(sorted(numbers), 2)),
        )
        table = msgspec.structs.replace(request.crosstable, participants=rows)
        return pair_round(table, rules, absent=request.absent | away, number=request.round)
