"""What comes after a stage: carry-over, play-offs; and the challenge series."""

from __future__ import annotations

from collections import Counter

import pytest

from gateway.model.errors import TournamentError
from gateway.model.instants import Millis
from gateway.model.sides import Side
from gateway.tournament.carry_over import carried_over, final_stage
from gateway.tournament.challenge_series import ChallengeSeries
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from gateway.tournament.play_off import PlayOffBook, by_lot, play_off, too_slow
from gateway.tournament.round_robin import round_robin

A = tuple(PairingNumber(n) for n in range(1, 11))
B = tuple(PairingNumber(n) for n in range(11, 21))


def test_results_among_qualifiers_are_kept() -> None:
    rows: dict[PairingNumber, list[RoundResult]] = {n: [] for n in A[:4]}
    for each in round_robin(4):
        for first, second in each.pairs:
            rows[first].append(RoundResult(RoundScore.WIN, second, Side.WHITE))
            rows[second].append(RoundResult(RoundScore.LOSS, first, Side.BLACK))
    group = Crosstable(participants=tuple(Participant(number=n, rounds=tuple(row)) for n, row in rows.items()))
    kept = carried_over(group, [PairingNumber(2), PairingNumber(4)])
    assert [row.number for row in kept] == [2, 4]
    assert [[each.opponent for each in row.rounds if each] for row in kept] == [[4], [2]]


@pytest.mark.parametrize("count", range(1, 11))
def test_the_two_stages_are_one_round_robin(count: int) -> None:
    rounds = final_stage(A[:count], B[:count])
    assert len(rounds) == count
    games = [pair for each in rounds for pair in each.pairs]
    assert {frozenset(pair) for pair in games} == {frozenset((one, other)) for one in A[:count] for other in B[:count]}
    for each in rounds:
        assert len({number for pair in each.pairs for number in pair}) == 2 * count
    firsts = Counter(first for first, _ in games)
    assert all(abs(2 * firsts[number] - count) <= 1 for number in (*A[:count], *B[:count]))


def test_groups_send_as_many_each() -> None:
    with pytest.raises(TournamentError, match="qualifiers"):
        final_stage(A, B[:3])


def test_extra_games_are_faster() -> None:
    event = Millis(900_000)
    assert too_slow(event, event, PlayOffBook.DRAUGHTS) is None
    assert too_slow(event, Millis(300_000), PlayOffBook.GOMOKU) is None
    same, slower = too_slow(event, event, PlayOffBook.GOMOKU), too_slow(event, Millis(900_001), PlayOffBook.DRAUGHTS)
    assert same is not None
    assert slower is not None
    assert (same.args["article"], slower.args["article"]) == ("GN 30.4", "DH rapid 3")


def test_who_is_tied_plays_again() -> None:
    two = play_off((PairingNumber(7), PairingNumber(3)), games=2)
    assert [each.pairs for each in two] == [((7, 3),), ((3, 7),)]
    three = play_off((PairingNumber(7), PairingNumber(3), PairingNumber(9)))
    assert {frozenset(pair) for each in three for pair in each.pairs} == {
        frozenset(p) for p in ((7, 3), (7, 9), (3, 9))
    }
    assert sorted(by_lot(A, "x")) == list(A)


def test_a_challenge_series() -> None:
    series = ChallengeSeries(teams=3, size=2)
    for team in (0, 1, 0):
        series = series.lose(team)
    assert series.standing == (3, 2, 1)
    assert (series.left, series.is_over, series.ranking()) == ((1, 2), False, (0,))
    series = series.lose(1)
    assert series.is_over
    assert series.ranking() == (2, 1, 0)
    with pytest.raises(TournamentError, match="series_over"):
        series.lose(2)


def test_somebody_is_left_of_a_challenge_series() -> None:
    last = ChallengeSeries(teams=2, size=1)
    with pytest.raises(TournamentError, match="series_over"):
        last.lose(0, 1)
    assert ChallengeSeries(teams=2, size=2).lose(0, 1).standing == (2, 2)
