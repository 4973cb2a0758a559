"""Random tournaments, paired by the Dutch engine and by another program of the same rules."""

from __future__ import annotations

import pytest

from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.dutch.field import field_of
from gateway.tournament.pairing_engine import RoundPairing
from tests.tournament.caissify import caissify_pairs
from tests.tournament.random_swiss import Habits, play_tournament

Met = tuple[PairingNumber, PairingNumber | None]

HABITS = {
    "ordinary": Habits(),
    "wild": Habits(forfeit=0.1, half_bye=0.08, zero_bye=0.05, retires=0.03, late=0.1),
    "calm": Habits(forfeit=0, half_bye=0, zero_bye=0, retires=0, late=0),
    "even": Habits(strength=0, draw=0.5),
}


@pytest.mark.parametrize("habits", HABITS)
@pytest.mark.parametrize(("players", "rounds"), [(9, 5), (14, 7), (19, 7), (24, 9)])
def test_both_pair_alike(habits: str, players: int, rounds: int) -> None:
    for request, answer in play_tournament(DutchEngine(), players * rounds, players, rounds, HABITS[habits]):
        assert isinstance(answer, RoundPairing)
        score = {player.number: player.score for player in field_of(request).players}

        def met(one: PairingNumber, other: PairingNumber | None, score: dict[PairingNumber, int] = score) -> Met:
            # The other program takes the smaller number for the higher ranked (5.2.4) where scores differ.
            if other is None or score[one] == score[other]:
                return one, other
            return min(one, other), max(one, other)

        ours = {met(each.white, each.black) for each in answer.pairs}
        if answer.bye is not None:
            ours.add((answer.bye, None))
        assert ours == {met(*each) for each in caissify_pairs(request)}
