"""Swiss by the handbooks: the books' examples, and what every pairing keeps."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.errors import TournamentError
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from gateway.tournament.handbook_swiss.handbook_pairing import pair_round
from gateway.tournament.handbook_swiss.swiss_history import histories
from gateway.tournament.handbook_swiss.swiss_rules import Balance, HandbookRound, HandbookRules, SwissMethod
from tests.examples import examples


def field(numbers: Iterable[int], ahead: Iterable[int] = ()) -> Crosstable:
    """Entrants who have not played, rated by their numbers; some have a point already."""
    there = set(ahead)
    point = (RoundResult(RoundScore.FULL_BYE),)
    none = (RoundResult(RoundScore.ZERO_BYE),)
    return Crosstable(
        participants=tuple(
            Participant(
                number=PairingNumber(n), rating=2500 - n, rounds=(point if n in there else none) if there else ()
            )
            for n in numbers
        )
    )


def pairs(paired: HandbookRound) -> list[set[int]]:
    return [{game.first, game.second} for game in paired.games]


def keys(paired: HandbookRound) -> set[str]:
    reasons = [reason for game in paired.games for reason in game.reasons]
    reasons += [reason for each in paired.floats for reason in each.reasons]
    return {reason.text.key for reason in (*reasons, *paired.bye_reasons)}


def apart(*numbers: int) -> tuple[tuple[PairingNumber, PairingNumber], ...]:
    return tuple((PairingNumber(one), PairingNumber(other)) for one in numbers for other in numbers if one < other)


SPLIT, ADJACENT, FIRST_LAST = (HandbookRules(method=method) for method in SwissMethod)


# -- the books' examples ----------------------------------------------------------------------------------------------


def test_six_in_split_halves() -> None:
    paired = pair_round(field(range(1, 7)), SPLIT)
    assert pairs(paired) == [{1, 4}, {2, 5}, {3, 6}]
    assert [reason.article for reason in paired.games[0].reasons] == ["GN app.6 (4)", "GN 10.1.1"]


def test_three_come_down_to_seven() -> None:
    table = field([1, 2, 3, *range(8, 15)], ahead=[1, 2, 3])
    rules = HandbookRules(forbidden=apart(1, 2, 3))
    paired = pair_round(table, rules)
    assert pairs(paired) == [{1, 8}, {2, 9}, {3, 10}, {11, 13}, {12, 14}]
    assert [each.number for each in paired.floats] == [1, 2, 3]
    assert {reason.article for each in paired.floats for reason in each.reasons} == {"GN app.6 (5)"}


def test_neighbours_upwards_and_downwards() -> None:
    table = field([1, 8, 13, 19, 25, 36])
    assert pairs(pair_round(table, ADJACENT, number=3)) == [{1, 8}, {13, 19}, {25, 36}]
    assert pairs(pair_round(table, ADJACENT, number=4)) == [{36, 25}, {19, 13}, {8, 1}]


def test_who_comes_down_stands_before_the_neighbours() -> None:
    table = field([6, 45, 89, 18, 29, 30, 51, 62, 63, 84], ahead=[6, 45, 89])
    rules = HandbookRules(method=SwissMethod.ADJACENT, forbidden=apart(6, 45, 89))
    paired = pair_round(table, rules, number=3)
    assert pairs(paired) == [{6, 18}, {45, 29}, {89, 30}, {51, 62}, {63, 84}]


def test_the_first_meets_the_last() -> None:
    assert pairs(pair_round(field(range(1, 7)), FIRST_LAST)) == [{1, 6}, {2, 5}, {3, 4}]


def test_the_last_of_an_odd_group_drops() -> None:
    paired = pair_round(field(range(1, 9), ahead=[1, 2, 3]), SPLIT)
    assert pairs(paired) == [{1, 2}, {3, 4}, {5, 7}, {6, 8}]
    assert keys(paired) >= {"swiss.dropped_odd", "swiss.came_down"}
    descending = pair_round(field(range(1, 9), ahead=[1, 2, 3]), ADJACENT, number=2)
    assert pairs(descending) == [{3, 2}, {1, 8}, {7, 6}, {5, 4}]


# -- departures, each with its reason ---------------------------------------------------------------------------------


def played(rounds: Sequence[Sequence[tuple[int, str, int]]], count: int) -> Crosstable:
    """A crosstable of games: who moves first, `1`, `=` or `0` for that one, who moves second."""
    rows: dict[int, list[RoundResult | None]] = {number: [] for number in range(1, count + 1)}
    turned = {"1": "0", "0": "1", "=": "="}
    for games in rounds:
        for first, score, second in games:
            rows[first].append(RoundResult(RoundScore(score), PairingNumber(second), Side.WHITE))
            rows[second].append(RoundResult(RoundScore(turned[score]), PairingNumber(first), Side.BLACK))
    return Crosstable(
        participants=tuple(
            Participant(number=PairingNumber(n), rating=2500 - n, rounds=tuple(results)) for n, results in rows.items()
        )
    )


def test_nobody_meets_again() -> None:
    table = played([[(1, "=", 3), (4, "=", 2)]], 4)
    paired = pair_round(table, HandbookRules(balance=Balance.NOBODY))
    assert pairs(paired) == [{1, 4}, {2, 3}]
    assert "swiss.passed_met" in keys(paired)


def test_pairs_are_adjusted_towards_equal_first_moves() -> None:
    # 1 and 4, 2 and 5 moved first; in order 1 would meet 4 and 2 would meet 5.
    table = played([[(1, "=", 3), (2, "=", 6), (4, "=", 7), (5, "=", 8)]], 8)
    plain = pair_round(table, HandbookRules(balance=Balance.NOBODY))
    assert pairs(plain)[:2] == [{1, 5}, {2, 6}] or "swiss.passed_met" in keys(plain)
    paired = pair_round(table, HandbookRules())
    assert "swiss.passed_balance" in keys(paired)
    assert all(
        {game.first, game.second} & {1, 2, 4, 5} and {game.first, game.second} & {3, 6, 7, 8} for game in paired.games
    )
    assert {game.first for game in paired.games} == {3, 6, 7, 8}


def test_the_weaker_may_be_balanced_first() -> None:
    table = played([[(1, "=", 5), (2, "=", 6), (3, "=", 7), (8, "=", 4)]], 8)
    for balance in (Balance.STRONGER, Balance.WEAKER):
        paired = pair_round(table, HandbookRules(balance=balance))
        assert {game.first for game in paired.games} == {4, 5, 6, 7}


def test_who_has_come_down_before_stays() -> None:
    table = played(
        [
            [(1, "1", 4), (2, "1", 5), (3, "1", 6)],
            # 3 meets 4, who has less.
            [(2, "=", 1), (4, "=", 3), (6, "0", 5)],
        ],
        6,
    )
    paired = pair_round(table, HandbookRules())
    assert paired.floats[0].number in {1, 2}
    assert "swiss.dropped_spared" in keys(paired)


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    table = field(range(1, 6))
    first = pair_round(table, SPLIT)
    assert first.bye == 5
    again = Crosstable(
        participants=tuple(
            Participant(
                number=row.number,
                rating=row.rating,
                rounds=(
                    RoundResult(
                        RoundScore.PAIRING_BYE
                        if row.number == 5
                        else RoundScore.FULL_BYE
                        if row.number == 4
                        else RoundScore.ZERO_BYE
                    ),
                ),
            )
            for row in table.participants
        )
    )
    second = pair_round(again, SPLIT)
    assert second.bye == 3
    assert pair_round(table, SPLIT, absent=[PairingNumber(5)]).bye is None


def test_black_moves_first_in_gomoku() -> None:
    table = played([[(1, "=", 2), (3, "=", 4)]], 4)
    chess, gomoku = (pair_round(table, HandbookRules(first_side=side)) for side in Side)
    assert {game.first for game in chess.games} == {2, 4}
    assert {game.first for game in gomoku.games} == {1, 3}


def test_where_there_is_no_pairing_it_is_told() -> None:
    with pytest.raises(TournamentError, match="no_pairing"):
        pair_round(field([1, 2]), HandbookRules(forbidden=apart(1, 2)))
    with pytest.raises(TournamentError, match="no_bye"):
        pair_round(field([1, 2, 3]), HandbookRules(forbidden=apart(1, 2, 3)))


# -- what every pairing keeps -----------------------------------------------------------------------------------------


class Event:
    """A Swiss that plays itself, stronger players winning more often."""

    def __init__(self, count: int, rules: HandbookRules, seed: int) -> None:
        self.rules, self.lots = rules, random.Random(seed)
        self.rows: dict[PairingNumber, list[RoundResult]] = {PairingNumber(n): [] for n in range(1, count + 1)}
        self.away: set[PairingNumber] = set()
        self.met: set[frozenset[int]] = set()
        self.byes: set[int] = set()

    def table(self) -> Crosstable:
        return Crosstable(
            participants=tuple(
                Participant(number=n, rating=2500 - 3 * n, rounds=tuple(results)) for n, results in self.rows.items()
            )
        )

    def play(self) -> HandbookRound:
        paired = pair_round(self.table(), self.rules, absent=self.away)
        seen: list[PairingNumber] = []
        for game in paired.games:
            pair = frozenset((game.first, game.second))
            assert pair not in self.met, "nobody meets twice"
            self.met.add(pair)
            seen += [game.first, game.second]
            chances = ["10", "10", "01", "==", "+-"] if game.first < game.second else ["10", "01", "01", "=="]
            score, others = tuple(self.lots.choice(chances))
            self.rows[game.first].append(RoundResult(RoundScore(score), game.second, self.rules.first_side))
            self.rows[game.second].append(RoundResult(RoundScore(others), game.first, self.rules.first_side.other))
        if paired.bye is not None:
            assert paired.bye not in self.byes, "a bye once"
            self.byes.add(paired.bye)
            seen.append(paired.bye)
            self.rows[paired.bye].append(RoundResult(RoundScore.PAIRING_BYE))
        assert sorted(seen) == sorted(set(self.rows) - self.away), "everybody once"
        for number in self.away:
            self.rows[number].append(RoundResult(RoundScore.ZERO_BYE))
        return paired


@examples(40)
@given(
    count=st.integers(9, 40),
    method=st.sampled_from(SwissMethod),
    balance=st.sampled_from(Balance),
    seed=st.integers(0, 10_000),
    leaving=st.lists(st.integers(1, 40), max_size=3),
)
def test_any_event(count: int, method: SwissMethod, balance: Balance, seed: int, leaving: list[int]) -> None:
    event = Event(count, HandbookRules(method=method, balance=balance), seed)
    for number in range(6):
        event.play()
        if number < len(leaving) and leaving[number] <= count:
            event.away.add(PairingNumber(leaving[number]))


def can_be_paired(left: tuple[int, ...], met: set[frozenset[int]]) -> bool:
    """Whether there is any pairing, by trying all."""
    return not left or any(
        frozenset((left[0], other)) not in met
        and can_be_paired(tuple(number for number in left[1:] if number != other), met)
        for other in left[1:]
    )


@pytest.mark.parametrize("method", SwissMethod)
def test_a_pairing_is_found_where_there_is_one(method: SwissMethod) -> None:
    """Eight players for seven rounds: the last ones leave hardly a choice, and sometimes none."""
    whole = 0
    for seed in range(20):
        event = Event(8, HandbookRules(method=method), seed)
        while can_be_paired(tuple(event.rows), event.met):
            event.play()
        with pytest.raises(TournamentError, match="no_pairing"):
            event.play()
        whole += len(event.met) == 28
    assert whole > 5


@pytest.mark.parametrize("method", SwissMethod)
def test_first_moves_stay_within_two(method: SwissMethod) -> None:
    for seed in range(4):
        event = Event(40, HandbookRules(method=method), seed)
        for _ in range(9):
            event.play()
        found = histories(event.table(), event.rows, event.rules)
        assert max(abs(one.difference) for one in found) <= 2
        assert sum(abs(one.difference) == 2 for one in found) <= 4
        assert sum("aaa" in "".join("ba"[move] for move in one.firsts) for one in found) <= 4


def test_four_hundred() -> None:
    event = Event(400, HandbookRules(), 1)
    event.play()
    assert len(event.play().games) == 200
