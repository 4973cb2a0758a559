"""Every tie-break of persons against a second, naive computation, on random tournaments."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from gateway.tournament.standings import parse_tie_break, parse_tie_breaks, person_event, rank, tie_break_value
from gateway.tournament.standings.direct_encounter import direct_encounter
from tests.examples import examples

from . import naive

SIDES = {"w": Side.WHITE, "b": Side.BLACK, "-": None}
RESULTS = [tuple(pair) for pair in ["10", "01", "==", "==", "+-", "-+", "--", "WL", "DD", "=0"]]


@st.composite
def fields(draw: st.DrawFn) -> naive.Field:
    """Random pairings: who is left over has the pairing's bye, and anybody may ask for one."""
    count = draw(st.integers(2, 9))
    field: naive.Field = {number: [] for number in range(1, count + 1)}
    for _ in range(draw(st.integers(1, 6))):
        order = draw(st.permutations(range(1, count + 1)))
        there = []
        for number in order:
            letter = draw(st.sampled_from("......HZF"))
            if letter == ".":
                there.append(number)
            else:
                field[number].append((letter, None, "-"))
        for one, two in zip(there[::2], there[1::2], strict=False):
            mine, theirs = draw(st.sampled_from(RESULTS))
            field[one].append((mine, two, "w"))
            field[two].append((theirs, one, "b"))
        if len(there) % 2:
            field[there[-1]].append(("U", None, "-"))
    return field


def table(field: naive.Field) -> Crosstable:
    rows = []
    for number, rounds in field.items():
        results = tuple(
            RoundResult(RoundScore(letter), None if opponent is None else PairingNumber(opponent), SIDES[colour])
            for letter, opponent, colour in rounds
        )
        rows.append(Participant(number=PairingNumber(number), rating=1500 + 37 * number, rounds=results))
    return Crosstable(participants=tuple(rows))


NAIVE: dict[str, Callable[[naive.Field, int], float]] = {
    "BH": naive.bh,
    "BH/C1": lambda field, who: naive.bh(field, who, 1),
    "BH/C2": lambda field, who: naive.bh(field, who, 2),
    "BH/M1": lambda field, who: naive.bh(field, who, 1, 1),
    "BH/M2": lambda field, who: naive.bh(field, who, 2, 2),
    "SB": naive.sb,
    "SB/C1": lambda field, who: naive.sb(field, who, 1),
    "SB/C2": lambda field, who: naive.sb(field, who, 2),
    "FB": naive.fb,
    "AOB": naive.aob,
    "PS": naive.ps,
    "PS/C1": lambda field, who: naive.ps(field, who, 1),
    "WIN": naive.win,
    "WON": naive.won,
    "BPG": naive.bpg,
    "BWG": naive.bwg,
    "REP": naive.rep,
    "STD": naive.std,
}


@examples(60)
@given(fields())
def test_every_tie_break_equals_its_naive_reading(field: naive.Field) -> None:
    event = person_event(table(field))
    for number in field:
        for code, reading in NAIVE.items():
            found = tie_break_value(event, parse_tie_break(code), PairingNumber(number))
            assert float(found.value[0]) == pytest.approx(reading(field, number)), (code, number)
            if found.formula is None:
                assert sum((each.value for each in found.addends if each.cut is None), Fraction(0)) == found.value[0]


@examples(100)
@given(fields(), st.data())
def test_direct_encounter_equals_its_naive_reading(field: naive.Field, data: st.DataObject) -> None:
    group = data.draw(st.lists(st.sampled_from(sorted(field)), min_size=2, max_size=5, unique=True).map(sorted))
    found = direct_encounter(person_event(table(field)), parse_tie_break("DE"), [PairingNumber(one) for one in group])
    assert found == naive.de(field, group)


@examples(40)
@given(fields())
def test_ranks_are_those_of_the_values_compared_one_after_the_other(field: naive.Field) -> None:
    found = rank(person_event(table(field)), parse_tie_breaks(["BH/C1", "SB", "TPN"]))
    keys = {
        number: (-naive.score(field, number), -naive.bh(field, number, 1), -naive.sb(field, number), number)
        for number in field
    }
    assert [row.number for row in found.rows] == sorted(field, key=keys.__getitem__)
    assert [row.rank for row in found.rows] == list(range(1, len(field) + 1))


@examples(40)
@given(fields())
def test_places_are_shared_by_those_whom_nothing_told_apart(field: naive.Field) -> None:
    found = rank(person_event(table(field)), parse_tie_breaks(["WIN"]))
    keys = {number: (-naive.score(field, number), -naive.win(field, number)) for number in field}
    for row in found.rows:
        assert row.rank == 1 + sum(keys[other] < keys[row.number] for other in field)
