"""The handbooks' Swiss behind the port of pairing engines."""

from __future__ import annotations

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from gateway.tournament.handbook_swiss.handbook_engine import HandbookEngine
from gateway.tournament.handbook_swiss.swiss_rules import HandbookRules
from gateway.tournament.pairing_engine import Meeting, PairingEngine, RoundPairing, RoundRequest, Unpairable

ONE, TWO, THREE, FOUR, FIVE = (PairingNumber(number) for number in range(1, 6))


def table(*rounds: RoundResult | None) -> Crosstable:
    """Five by rating; the fifth has these rounds."""
    return Crosstable(
        participants=tuple(
            Participant(number=number, rating=2000 - number, rounds=rounds if number == FIVE else ())
            for number in (ONE, TWO, THREE, FOUR, FIVE)
        )
    )


def test_a_round_by_the_port() -> None:
    engine: PairingEngine = HandbookEngine()
    request = RoundRequest(crosstable=table(), round=RoundNumber(1))
    assert engine.pair(request) == RoundPairing((Meeting(ONE, THREE), Meeting(FOUR, TWO)), FIVE)
    black = RoundRequest(crosstable=table(), round=RoundNumber(1), initial_side=Side.BLACK)
    assert engine.pair(black) == RoundPairing((Meeting(THREE, ONE), Meeting(TWO, FOUR)), FIVE)
    gomoku = HandbookEngine(HandbookRules(first_side=Side.BLACK))
    assert gomoku.pair(black) == RoundPairing((Meeting(THREE, ONE), Meeting(TWO, FOUR)), FIVE)


def test_who_has_asked_for_a_bye_is_absent() -> None:
    asked = table(RoundResult(RoundScore.HALF_BYE))
    found = HandbookEngine().pair(RoundRequest(crosstable=asked, round=RoundNumber(1)))
    assert found == RoundPairing((Meeting(ONE, THREE), Meeting(FOUR, TWO)), None)


def test_sets_that_must_not_meet() -> None:
    request = RoundRequest(
        crosstable=table(), round=RoundNumber(1), absent=frozenset({FIVE}), forbidden=(frozenset({ONE, THREE, FOUR}),)
    )
    assert isinstance(HandbookEngine().pair(request), Unpairable)
    apart = RoundRequest(
        crosstable=table(), round=RoundNumber(1), absent=frozenset({FIVE}), forbidden=(frozenset({ONE, THREE}),)
    )
    assert HandbookEngine().pair(apart) == RoundPairing((Meeting(ONE, FOUR), Meeting(THREE, TWO)), None)
