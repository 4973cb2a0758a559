"""Withdrawals by GN 24.4."""

from __future__ import annotations

import pytest

from gateway.model.errors import TournamentError
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from gateway.tournament.round_robin import double_round_robin, round_robin
from gateway.tournament.withdrawal import WithdrawalEffect, withdraw_from_round_robin, withdraw_from_swiss

TWO = PairingNumber(2)


def after(count: int, rounds: int) -> Crosstable:
    """The first-named has won every game of the first rounds."""
    rows: dict[PairingNumber, list[RoundResult]] = {PairingNumber(n): [] for n in range(1, count + 1)}
    for each in round_robin(count)[:rounds]:
        for first, second in each.pairs:
            rows[first].append(RoundResult(RoundScore.WIN, second, Side.WHITE))
            rows[second].append(RoundResult(RoundScore.LOSS, first, Side.BLACK))
        if each.bye is not None:
            rows[each.bye].append(RoundResult(RoundScore.PAIRING_BYE))
    return Crosstable(participants=tuple(Participant(number=n, rounds=tuple(row)) for n, row in rows.items()))


def test_fewer_than_half_met_cancels_everything() -> None:
    before = after(6, 2)
    left = withdraw_from_round_robin(before, TWO, round_robin(6))
    assert (left.effect, left.article) == (WithdrawalEffect.CANCELLED, "GN 24.4.2")
    assert left.table.points(TWO) == 0
    for number in (1, 5):
        row = left.table[PairingNumber(number)]
        assert all(each is None or each.opponent != 2 for each in row.rounds)
    # 1 beat 2 in round 2, and that is void; the win of round 1 stands.
    assert before.points(PairingNumber(1)) == 2
    assert left.table.points(PairingNumber(1)) == 1


def test_half_met_lets_results_stand_and_forfeits_the_rest() -> None:
    left = withdraw_from_round_robin(after(6, 3), TWO, round_robin(6))
    assert left.effect is WithdrawalEffect.FORFEITED
    assert [each.score if each else None for each in left.table[TWO].rounds] == ["1", "0", "1", "-", "-"]
    fourth = left.table[PairingNumber(3)].rounds
    assert [each.score if each else None for each in fourth] == ["1", "0", "1", "+"]
    assert left.table[PairingNumber(4)].rounds[4] == RoundResult(RoundScore.FORFEIT_WIN, TWO, Side.WHITE)
    assert left.table[PairingNumber(4)].rounds[3] is None


def test_exactly_half_counts_as_half() -> None:
    """Of four games of five entrants two are half, though five rounds are played."""
    assert withdraw_from_round_robin(after(5, 2), TWO, round_robin(5)).effect is WithdrawalEffect.FORFEITED
    assert withdraw_from_round_robin(after(5, 1), TWO, round_robin(5)).effect is WithdrawalEffect.CANCELLED
    assert withdraw_from_round_robin(after(5, 3), TWO, double_round_robin(5)).effect is WithdrawalEffect.CANCELLED


def test_between_two_sides_results_always_stand() -> None:
    left = withdraw_from_round_robin(after(6, 1), TWO, round_robin(6), between_teams=True, first_side=Side.BLACK)
    assert (left.effect, left.article) == (WithdrawalEffect.FORFEITED, "GN 24.4.4")
    assert left.table.points(TWO) == 1
    assert left.table[PairingNumber(1)].rounds[1] == RoundResult(RoundScore.FORFEIT_WIN, TWO, Side.BLACK)


def test_a_swiss_goes_on_without() -> None:
    before = after(6, 2)
    left = withdraw_from_swiss(before, TWO)
    assert (left.table, left.effect, left.article) == (before, WithdrawalEffect.STANDING, "GN 24.4.3")
    with pytest.raises(TournamentError, match="nobody"):
        withdraw_from_swiss(before, PairingNumber(7))
