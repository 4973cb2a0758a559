"""Properties of the Dutch engine: what no tournament, however it goes, may show."""

from __future__ import annotations

import random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.dutch.field import field_of
from gateway.tournament.dutch.preferences import Strength
from gateway.tournament.pairing_engine import RoundPairing, RoundRequest
from tests.examples import examples
from tests.tournament.random_swiss import Habits, play_tournament

HABITS = st.builds(
    Habits,
    forfeit=st.sampled_from([0.0, 0.05, 0.2]),
    half_bye=st.sampled_from([0.0, 0.05, 0.15]),
    zero_bye=st.sampled_from([0.0, 0.1]),
    full_bye=st.sampled_from([0.0, 0.05]),
    late=st.sampled_from([0.0, 0.1]),
    shortest=st.sampled_from([0.0, 0.1]),
    strength=st.sampled_from([0.0, 8.0, 100.0]),
    forbidden=st.integers(0, 2),
)


@examples(25)
@given(st.integers(0, 10**6), st.integers(2, 26), st.integers(1, 8), HABITS)
def test_every_round_keeps_the_absolute_criteria(seed: int, players: int, rounds: int, habits: Habits) -> None:
    for request, answer in play_tournament(DutchEngine(), seed, players, rounds, habits):
        if not isinstance(answer, RoundPairing):
            continue
        field = {player.number: player for player in field_of(request).players}
        seated = [at for each in answer.pairs for at in (each.white, each.black)]
        assert sorted([*seated, *([] if answer.bye is None else [answer.bye])]) == sorted(field)
        assert (answer.bye is not None) == (len(field) % 2 == 1)
        assert answer.bye is None or not field[answer.bye].bye_barred
        for each in answer.pairs:
            white, black = field[each.white], field[each.black]
            assert black.number not in white.opponents
            assert not any({each.white, each.black} <= group for group in request.forbidden)
            if not (white.is_topscorer or black.is_topscorer):
                assert abs(white.difference + 1) <= 2
                assert abs(black.difference - 1) <= 2
                for player, side in ((white, "white"), (black, "black")):
                    assert player.strength is not Strength.ABSOLUTE or player.preference == side


@examples(10)
@given(st.integers(0, 10**6), st.integers(4, 20))
def test_the_order_of_the_rows_is_nothing(seed: int, players: int) -> None:
    for request, answer in play_tournament(DutchEngine(), seed, players, 4):
        assert DutchEngine().pair(request) == answer
        assert DutchEngine().pair(shuffled(request, seed)) == answer


def shuffled(request: RoundRequest, seed: int) -> RoundRequest:
    rows = list(request.crosstable.participants)
    random.Random(seed).shuffle(rows)
    table = msgspec.structs.replace(request.crosstable, participants=tuple(rows))
    return msgspec.structs.replace(request, crosstable=table)
