"""Brackets: results fold in, byes and withdrawals follow, places are shared."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.errors import TournamentError
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.double_elimination import FinalMode, double_elimination
from gateway.tournament.knockout_bracket import (
    KnockoutBracket,
    LoserOf,
    Slot,
    TieEnd,
    TieId,
    TieResult,
    TieSource,
    WinnerOf,
)
from gateway.tournament.single_elimination import single_elimination
from tests.examples import examples

from .rulebook_tables import needs_tables, table


def numbers(*slots: int) -> tuple[PairingNumber | None, ...]:
    return tuple(PairingNumber(slot) if slot else None for slot in slots)


def win(bracket: KnockoutBracket, tie: str, winner: int, end: TieEnd = TieEnd.PLAYED) -> KnockoutBracket:
    return bracket.decide(TieId(tie), TieResult(PairingNumber(winner), end))


def placed(bracket: KnockoutBracket) -> list[tuple[int, int, tuple[int, ...]]]:
    return [(each.first, each.last, each.numbers) for each in bracket.ranking()]


def test_winners_go_on_and_losers_share_places() -> None:
    bracket = single_elimination(numbers(1, 2, 3, 4))
    assert [state.tie.id for state in bracket.ready] == ["1-1", "1-2"]
    bracket = win(bracket, "1-1", 2)
    assert bracket.waiting == ((2, "1-2"),)
    bracket = win(win(bracket, "1-2", 3), "2-1", 3)
    assert bracket.is_over
    assert placed(bracket) == [(1, 1, (3,)), (2, 2, (2,)), (3, 4, (1, 4))]


def test_the_third_place_is_played_for() -> None:
    bracket = single_elimination(numbers(1, 2, 3, 4), third_place=True)
    for tie, winner in (("1-1", 1), ("1-2", 3), ("third", 4), ("2-1", 1)):
        bracket = win(bracket, tie, winner)
    assert placed(bracket) == [(1, 1, (1,)), (2, 2, (3,)), (3, 3, (4,)), (4, 4, (2,))]


def test_an_empty_place_lets_the_other_go_on() -> None:
    bracket = single_elimination(numbers(1, 0, 3, 4))
    assert bracket.states[TieId("1-1")].end is TieEnd.BYE
    assert bracket.waiting == ((1, "1-2"),)
    assert placed(win(win(bracket, "1-2", 4), "2-1", 1)) == [(1, 1, (1,)), (2, 2, (4,)), (3, 3, (3,))]


def test_who_withdraws_loses_what_is_to_come() -> None:
    bracket = win(single_elimination(numbers(1, 2, 3, 4)), "1-1", 1).withdraw(PairingNumber(1))
    bracket = win(bracket, "1-2", 4)
    assert bracket.states[TieId("2-1")].end is TieEnd.WITHDRAWAL
    assert placed(bracket) == [(1, 1, (4,)), (2, 2, (1,)), (3, 4, (2, 3))]


def test_two_who_forfeit_are_both_out() -> None:
    bracket = single_elimination(numbers(1, 2, 3, 4), third_place=True)
    bracket = bracket.decide(TieId("1-1"), TieResult(None, TieEnd.BOTH_FORFEIT))
    bracket = win(bracket, "1-2", 3, TieEnd.FORFEIT)
    assert bracket.is_over
    assert placed(bracket) == [(1, 1, (3,)), (3, 3, (4,)), (4, 5, (1, 2))]


def test_a_final_that_nobody_won_has_no_first() -> None:
    bracket = single_elimination(numbers(1, 2)).decide(TieId("1-1"), TieResult(None, TieEnd.BOTH_FORFEIT))
    assert placed(bracket) == [(2, 3, (1, 2))]


def test_a_correction_must_fit_what_came_later() -> None:
    bracket = win(win(single_elimination(numbers(1, 2, 3, 4)), "1-1", 1), "1-2", 3)
    assert win(bracket, "1-1", 2).ready[0].numbers == (2, 3)
    bracket = win(bracket, "2-1", 1)
    with pytest.raises(TournamentError, match="tie_unfit"):
        win(bracket, "1-1", 2)
    with pytest.raises(TournamentError, match="tie_unfit"):
        bracket.undo(TieId("1-1"))
    assert win(bracket.undo(TieId("2-1")), "1-1", 2).ready[0].numbers == (2, 3)


@pytest.mark.parametrize(
    ("tie", "winner", "why"),
    [("9-9", 1, "no_such_tie"), ("1-1", 1, "tie_follows"), ("2-1", 1, "tie_waits"), ("1-2", 1, "tie_unfit")],
)
def test_what_cannot_be_entered(tie: str, winner: int, why: str) -> None:
    with pytest.raises(TournamentError, match=why):
        win(single_elimination(numbers(1, 0, 3, 4)), tie, winner)


def test_what_is_no_draw() -> None:
    with pytest.raises(TournamentError, match="draw_size"):
        single_elimination(numbers(1, 2, 3))
    with pytest.raises(TournamentError, match="draw_size"):
        double_elimination(numbers(1, 2))
    with pytest.raises(TournamentError, match="tie_open"):
        single_elimination(numbers(1, 2)).undo(TieId("1-1"))
    with pytest.raises(TournamentError, match="nobody"):
        single_elimination(numbers(1, 2)).withdraw(PairingNumber(3))


def test_a_contested_place_is_played_for_in_round_1() -> None:
    bracket = single_elimination(numbers(1, 0, 3, 4), contested={2: (PairingNumber(5), PairingNumber(6))})
    assert [(state.tie.id, state.tie.round, state.numbers) for state in bracket.ready] == [
        ("1-1", 1, (5, 6)),
        ("2-2", 2, (3, 4)),
    ]
    bracket = win(bracket, "1-1", 6)
    assert bracket.states[TieId("2-1")].numbers == (1, 6)
    assert placed(bracket) == [(5, 5, (5,))]


# -- double elimination -----------------------------------------------------------------------------------------------


@needs_tables
def test_sixteen_as_in_the_rulebook() -> None:
    given = table("double_elim_16")
    order = [1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2]
    ties = {**given["final"]}
    for part in ("winners_bracket", "losers_bracket"):
        for each in given[part].values():
            ties |= each
    bracket = double_elimination(numbers(*order))
    found = {tie.id: [written(source, bracket) for source in (tie.first, tie.second)] for tie in bracket.ties}
    assert found == ties


def written(source: TieSource, bracket: KnockoutBracket) -> str:
    match source:
        case Slot(number):
            return f"seed {bracket.slots[number - 1]}"
        case WinnerOf(tie):
            return f"winner {tie}"
        case LoserOf(tie):
            return f"loser {tie}"


@pytest.mark.parametrize(("size", "count"), [(4, 6), (8, 14), (16, 30), (32, 62)])
def test_everybody_but_one_loses_twice(size: int, count: int) -> None:
    bracket = double_elimination(numbers(*range(1, size + 1)))
    assert len(bracket.ties) == count
    bracket = all_won(bracket, min)
    assert [place[0] for place in placed(bracket)][:4] == [1, 2, 3, 4]
    assert sum(len(place[2]) for place in placed(bracket)) == size
    assert placed(bracket)[0][2] == (1,)


def all_won(bracket: KnockoutBracket, chosen: Callable[[tuple[PairingNumber, ...]], PairingNumber]) -> KnockoutBracket:
    while bracket.ready:
        state = bracket.ready[0]
        bracket = bracket.decide(state.tie.id, TieResult(chosen(state.numbers)))
    return bracket


def test_places_of_sixteen() -> None:
    bracket = all_won(double_elimination(numbers(*range(1, 17))), min)
    assert [(first, last) for first, last, _ in placed(bracket)] == [
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (7, 8), (9, 12), (13, 16),
    ]  # fmt: skip


def test_a_final_may_be_played_again() -> None:
    once = double_elimination(numbers(1, 2, 3, 4), FinalMode.RESET)
    before = once
    while not any(state.tie.id == "F4-1" for state in before.ready):
        state = before.ready[0]
        before = before.decide(state.tie.id, TieResult(min(state.numbers)))
    unbeaten, other = before.states[TieId("F4-1")].numbers
    over = win(before, "F4-1", unbeaten)
    assert over.is_over
    assert over.states[TieId("F4-2")].end is TieEnd.NOT_NEEDED
    assert placed(over)[0] == (1, 1, (unbeaten,))
    again = win(before, "F4-1", other)
    assert not again.is_over
    assert placed(again) == [(3, 3, (3,)), (4, 4, (4,))]
    assert placed(win(again, "F4-2", other))[0] == (1, 1, (other,))


@pytest.mark.parametrize("size", [16, 32, 64])
def test_nobody_meets_again_before_losers_round_5(size: int) -> None:
    bracket = double_elimination(numbers(*range(1, size + 1)))
    for course in range(40):
        lots = random.Random(course)
        ended: dict[str, tuple[int, int]] = {}
        met: set[frozenset[int]] = set()
        for tie in bracket.ties:
            pair = [seat(source, ended) for source in (tie.first, tie.second)]
            if tie.id[0] == "L" and tie.round < 5:
                assert frozenset(pair) not in met, (course, tie.id)
            met.add(frozenset(pair))
            lots.shuffle(pair)
            ended[tie.id] = (pair[0], pair[1])


def seat(source: TieSource, ended: dict[str, tuple[int, int]]) -> int:
    match source:
        case Slot(number):
            return number
        case WinnerOf(tie):
            return ended[tie][0]
        case LoserOf(tie):
            return ended[tie][1]


@examples(60)
@given(st.data())
def test_any_course_ends_with_everybody_placed(data: st.DataObject) -> None:
    size = data.draw(st.sampled_from([4, 8, 16]))
    count = data.draw(st.integers(size // 2 + 1, size))
    slots = data.draw(st.permutations([*range(1, count + 1), *[0] * (size - count)]))
    build = data.draw(st.sampled_from(["single", "third", "double", "reset"]))
    bracket = {
        "single": lambda: single_elimination(numbers(*slots)),
        "third": lambda: single_elimination(numbers(*slots), third_place=True),
        "double": lambda: double_elimination(numbers(*slots)),
        "reset": lambda: double_elimination(numbers(*slots), FinalMode.RESET),
    }[build]()
    while bracket.ready:
        state = data.draw(st.sampled_from(bracket.ready))
        match data.draw(st.sampled_from(["play", "play", "play", "both", "leave"])):
            case "play":
                bracket = bracket.decide(state.tie.id, TieResult(data.draw(st.sampled_from(state.numbers))))
            case "both":
                bracket = bracket.decide(state.tie.id, TieResult(None, TieEnd.BOTH_FORFEIT))
            case _:
                bracket = bracket.withdraw(state.numbers[0])
    assert bracket.is_over
    everybody = [number for _, _, group in placed(bracket) for number in group]
    assert sorted(everybody) == list(range(1, count + 1))
    assert bracket.waiting == ()
