"""Crosstables written by hand, and the coming round of one as both we and FIDE's checker pair it."""

from __future__ import annotations

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, PointScale, RoundResult, RoundScore
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.pairing_engine import RoundPairing, RoundRequest
from tests.tournament.fide_checker import coming_pairs, pairs_of

__all__ = ["coming", "confirmed", "row", "table"]

_SIDES = {"w": Side.WHITE, "b": Side.BLACK, "-": None}
N = PairingNumber


def row(number: int, *rounds: str) -> Participant:
    """Rounds as files have them: `3w1`, `-U`."""
    found = []
    for each in rounds:
        other, side, score = (each[:-2], each[-2], each[-1]) if each[0] != "-" else ("", "-", each[1])
        found.append(RoundResult(RoundScore(score), N(int(other)) if other else None, _SIDES[side]))
    return Participant(number=N(number), rounds=tuple(found))


def table(*rows: Participant, rounds: int = 9, scale: PointScale | None = None) -> Crosstable:
    return Crosstable(participants=rows, round_count=rounds, scale=scale or PointScale())


def coming(crosstable: Crosstable, **more: object) -> RoundRequest:
    request = RoundRequest(crosstable=crosstable, round=RoundNumber(crosstable.rounds_known + 1))
    return msgspec.structs.replace(request, **more)


def confirmed(request: RoundRequest) -> RoundPairing:
    """Our pairing, which FIDE's checker makes too."""
    answer = DutchEngine().pair(request)
    assert isinstance(answer, RoundPairing)
    assert pairs_of(answer) == coming_pairs(request)
    return answer
