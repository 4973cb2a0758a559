"""The engine: a round by the Dutch rules of 2026, behind the port of pairing engines."""

from __future__ import annotations

from gateway.model.messages import message
from gateway.model.sides import Side
from gateway.tournament.dutch.absolutes import allowed_of
from gateway.tournament.dutch.colours import allocate
from gateway.tournament.dutch.field import field_of
from gateway.tournament.dutch.pairing import pair_brackets
from gateway.tournament.pairing_engine import Meeting, RoundPairing, RoundRequest, Unpairable

__all__ = ["DutchEngine"]


class DutchEngine:
    """FIDE C.04.3, in force from 1 February 2026."""

    def pair(self, request: RoundRequest) -> RoundPairing | Unpairable:
        """The pairings of the round, or why there are none."""
        field = field_of(request)
        players = field.players
        if not players:
            return RoundPairing(())
        allowed = allowed_of(field)
        if allowed is None:
            return Unpairable(message("pairing.not_complete"))
        brackets = pair_brackets(field, allowed)
        met = [pair for bracket in brackets for pair in bracket.pairs]
        # C.04.2 3.6: the higher score of a pair, then the sum, then the rank.
        met.sort(key=lambda pair: (-players[pair[0]].score, -players[pair[1]].score, pair[0]))
        pairs = []
        for one, other in met:
            side, _ = allocate(players[one], players[other], field.initial)
            white, black = (one, other) if side is Side.WHITE else (other, one)
            pairs.append(Meeting(players[white].number, players[black].number))
        left = brackets[-1].downfloaters
        return RoundPairing(tuple(pairs), players[left[0]].number if left else None)
