"""Explanations: every pair of a round can be asked about, and what is said is true."""

from __future__ import annotations

import pytest

from gateway.model.messages import Message
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.texts.library import Library
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from gateway.tournament.dutch.colours import ColourRule
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.dutch.explanation import Criterion, RoundExplanation, explain_round
from gateway.tournament.dutch.field import field_of
from gateway.tournament.pairing_engine import RoundPairing, RoundRequest, Unpairable
from tests.tournament.random_swiss import Habits, play_tournament

N = PairingNumber


def explained(request: RoundRequest) -> RoundExplanation:
    found = explain_round(request)
    assert isinstance(found, RoundExplanation)
    return found


def row(number: int, *rounds: tuple[str, int | None, str]) -> Participant:
    sides = {"w": Side.WHITE, "b": Side.BLACK, "-": None}
    return Participant(
        number=N(number),
        rounds=tuple(
            RoundResult(RoundScore(score), None if other is None else N(other), sides[side])
            for score, other, side in rounds
        ),
    )


def second_round(*rows: Participant) -> RoundRequest:
    return RoundRequest(crosstable=Crosstable(participants=rows, round_count=5), round=RoundNumber(2))


def test_an_opponent_nearer_in_the_order_is_rejected_by_its_criterion() -> None:
    """1 to 4 have won, 1 and 3 with White: 1 would meet 3, both prefer Black, so C12 gives it 4."""
    request = second_round(
        row(1, ("1", 5, "w")), row(2, ("1", 6, "b")), row(3, ("1", 7, "w")), row(4, ("1", 8, "b")),
        row(5, ("0", 1, "b")), row(6, ("0", 2, "w")), row(7, ("0", 3, "b")), row(8, ("0", 4, "w")),
    )  # fmt: skip
    found = explained(request).opponent(N(1))
    assert found is not None
    assert found.opponent == 4
    assert [(each.number, each.article) for each in found.rejected] == [(3, "C.04.3 2.4.7")]
    assert str(found.rejected[0].reason) == "pairing_reason.criterion(criterion=criterion.C12)"
    assert found.colour_rule is ColourRule.BOTH_GRANTED


def test_whoever_has_been_met_is_rejected_by_c1() -> None:
    request = second_round(row(1, ("=", 3, "w")), row(2, ("=", 4, "b")), row(3, ("=", 1, "b")), row(4, ("=", 2, "w")))
    found = explained(request)
    first = found.opponent(N(1))
    assert first is not None
    assert first.opponent == 4 or first.opponent == 2
    why = found.why_not(N(1), N(3))
    assert why is not None
    assert (str(why.reason), why.article) == ("pairing_reason.met", Criterion.C1.article)


def test_a_bracket_says_what_could_not_be_avoided() -> None:
    request = second_round(row(1, ("1", 3, "w")), row(2, ("1", 4, "w")), row(3, ("0", 1, "b")), row(4, ("0", 2, "b")))
    top, bottom = explained(request).brackets
    assert top.pairs == ((1, 2),)
    assert [(each.criterion, each.count, each.article) for each in top.unavoidable] == [
        (Criterion.C12, 1, "C.04.3 2.4.7"),
        (Criterion.C13, 1, "C.04.3 2.4.8"),
    ]
    assert top.points == 1
    assert bottom.residents == (3, 4)


def test_a_round_that_cannot_be_paired_says_so() -> None:
    request = second_round(row(1, ("1", 2, "w")), row(2, ("0", 1, "b")))
    assert isinstance(explain_round(request), Unpairable)
    assert isinstance(DutchEngine().pair(request), Unpairable)


@pytest.mark.parametrize("seed", [3, 8])
def test_every_pair_can_be_asked_about_in_every_language(seed: int) -> None:
    library = Library.load()
    for request, answer in play_tournament(DutchEngine(), seed, 17, 7, Habits(half_bye=0.05)):
        assert isinstance(answer, RoundPairing)
        found = explained(request)
        met = {each.white: each.black for each in answer.pairs} | {each.black: each.white for each in answer.pairs}
        texts: list[Message] = [each.summary for each in found.brackets]
        for player in field_of(request).players:
            opponent = found.opponent(player.number)
            assert opponent is not None
            assert opponent.opponent == met.get(player.number)
            texts += [opponent.place, *(each.reason for each in opponent.rejected)]
            for each in opponent.rejected:
                assert each.number != opponent.opponent
                if each.article == Criterion.C1.article:
                    assert each.number in player.opponents or opponent.opponent is not None
        for code in ("en", "zh"):
            assert all(library[code].render(text) for text in texts)
    assert explained(request).opponent(N(99)) is None
