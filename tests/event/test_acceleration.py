"""The Baku acceleration as an option of a Swiss event: the digest's numbers, and a round that is paired by it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gateway.event.acceleration import baku_points
from gateway.event.event_acts import PairRound
from gateway.event.regulations import StageRules, System
from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import PairingNumber

from .test_event_stages import staged
from .test_event_systems import begun


@pytest.mark.parametrize(("entrants", "upper"), [(7, 4), (100, 50), (161, 82)])
def test_the_upper_half_is_rounded_up_to_even(entrants: int, upper: int) -> None:
    numbers = [PairingNumber(n) for n in range(1, entrants + 1)]
    assert sorted(baku_points(numbers, entrants, 9, RoundNumber(1), Fraction(1))) == numbers[:upper]


def test_nine_rounds_have_one_three_times_and_a_half_twice() -> None:
    points = baku_points([PairingNumber(1)], 1, 9, RoundNumber(9), Fraction(1))
    assert [float(each) for each in points[PairingNumber(1)]] == [1, 1, 1, 0.5, 0.5, 0, 0, 0, 0]


def test_the_first_round_is_paired_within_the_halves() -> None:
    organiser = begun(staged(StageRules(system=System.DUTCH, rounds=9, accelerated=True)), 16)
    organiser.do(PairRound())
    pairs = [{int(game.white), int(game.black)} for game in organiser.event.rounds[0].games]
    assert sorted(map(sorted, pairs)) == [[n, n + 4] for n in (1, 2, 3, 4, 9, 10, 11, 12)]
