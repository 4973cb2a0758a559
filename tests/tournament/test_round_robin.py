"""Round robins: the printed tables, and what they must keep."""

from __future__ import annotations

from collections import Counter

import pytest

from gateway.model.errors import TournamentError
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.round_robin import ScheduledRound, double_round_robin, round_robin, second_cycle

from .rulebook_tables import needs_tables, table


def test_six() -> None:
    assert [each.pairs for each in round_robin(6)] == [
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    ]


def test_five_have_a_bye_each() -> None:
    assert [each.bye for each in round_robin(5)] == [1, 4, 2, 5, 3]
    assert round_robin(5)[0].pairs == ((2, 5), (3, 4))


@needs_tables
@pytest.mark.parametrize("count", range(3, 25))
def test_the_printed_tables(count: int) -> None:
    printed = table("berger")["sizes"][str(count)]
    rounds = round_robin(count)
    assert [[list(pair) for pair in each.pairs] for each in rounds] == printed["rounds"]
    assert [each.bye for each in rounds] == printed.get("byes", [None] * len(rounds))


@needs_tables
def test_every_misprint_is_corrected() -> None:
    cells = [each for each in table("corrections")["cells"] if each["table"].startswith("berger")]
    assert len(cells) == 17
    for cell in cells:
        found = round_robin(int(cell["table"].split()[1]))[cell["round"] - 1].pairs[cell["board"] - 1]
        assert list(found) == cell["corrected"] != cell["printed"]


@pytest.mark.parametrize("count", [*range(2, 32), 63, 64])
def test_everybody_meets_everybody_with_equal_first_moves(count: int) -> None:
    rounds = round_robin(count)
    assert len(rounds) == count - 1 + count % 2
    met = Counter(frozenset(pair) for each in rounds for pair in each.pairs)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}
    firsts = Counter(pair[0] for each in rounds for pair in each.pairs)
    assert all(abs(2 * firsts[PairingNumber(n)] - (count - 1)) <= 1 for n in range(1, count + 1))
    for each in rounds:
        there = [number for pair in each.pairs for number in pair] + ([each.bye] if each.bye else [])
        assert sorted(there) == list(range(1, count + 1))


def firsts(rounds: tuple[ScheduledRound, ...]) -> dict[frozenset[int], list[int]]:
    found: dict[frozenset[int], list[int]] = {}
    for each in rounds:
        for pair in each.pairs:
            found.setdefault(frozenset(pair), []).append(pair[0])
    return found


@pytest.mark.parametrize("count", [3, 4, 7, 10])
def test_a_second_cycle_turns_first_moves(count: int) -> None:
    assert all(len(set(both)) == 2 for both in firsts(double_round_robin(count)).values())
    ranked = [PairingNumber(number) for number in range(count, 0, -1)]
    both = firsts(round_robin(count) + second_cycle(ranked))
    assert all(len(moves) == len(set(moves)) == 2 for moves in both.values())
    assert {*second_cycle(ranked)[0].pairs[0]} == {ranked[number - 1] for number in round_robin(count)[0].pairs[0]}


def test_one_cannot_play_alone() -> None:
    with pytest.raises(TournamentError, match="too_few"):
        round_robin(1)
