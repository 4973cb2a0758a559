"""Combined systems: snake groups, cross brackets, the number of rounds of a Swiss."""

from __future__ import annotations

from itertools import combinations

import pytest

from gateway.model.errors import TournamentError
from gateway.tournament.cross_bracket import cross_bracket, cross_places
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.groups import qualifiers_per_group, snake_groups
from gateway.tournament.swiss_rounds import swiss_rounds

from .rulebook_tables import needs_tables, table


def ties(groups: int, qualifiers: int, *, separate: bool = False) -> str:
    names = [str(place) for place in cross_places(groups, qualifiers, separate_mates=separate)]
    return " ".join(f"{one}-{other}" for one, other in zip(names[::2], names[1::2], strict=True))


def test_58_players() -> None:
    found = swiss_rounds(58, exact_places=6)
    assert found.exponent == 6
    assert found.exact == 16
    assert (found.least, found.most) == (9, 12)
    assert found.advised == 9
    assert not found.round_robin


def test_few_had_better_play_a_round_robin() -> None:
    assert swiss_rounds(9).round_robin
    assert [swiss_rounds(count).advised for count in (10, 16, 17, 32, 33, 100, 400)] == [7, 7, 9, 9, 9, 11, 15]
    with pytest.raises(TournamentError, match="too_few"):
        swiss_rounds(1)


def test_a_snake() -> None:
    assert snake_groups(range(1, 9), 2) == ((1, 4, 5, 8), (2, 3, 6, 7))
    assert snake_groups(range(1, 11), 4) == ((1, 8, 9), (2, 7, 10), (3, 6), (4, 5))
    with pytest.raises(TournamentError, match="too_few"):
        snake_groups([1, 2], 3)


@needs_tables
def test_the_printed_snakes() -> None:
    for size, groups in table("snake_groups")["tables"].items():
        count, of = map(int, size.split("x"))
        assert [list(group) for group in snake_groups(range(1, count + 1), of)] == groups


def test_print_for_sixteen() -> None:
    assert ties(2, 16) == "A1-B8 A5-B4 A3-B6 A7-B2 A2-B7 A6-B3 A4-B5 A8-B1"
    assert ties(4, 16) == "A1-D4 A3-D2 A2-D3 A4-D1 B4-C1 B2-C3 B3-C2 B1-C4"
    assert ties(8, 16) == "A1-H2 H1-A2 E1-D2 D1-E2 C1-F2 F1-C2 G1-B2 B1-G2"


@needs_tables
def test_the_printed_cross_brackets() -> None:
    for printed in table("cross_brackets")["brackets"].values():
        places = cross_places(printed["groups"], 16)
        found = [place.group + 1 if printed["groups"] == 16 else str(place) for place in places]
        assert found == [name for tie in printed["round_of_16"].values() for name in tie]


def test_smaller_ones_go_on_as_print_begins() -> None:
    assert ties(2, 4) == "A1-B2 A2-B1"
    assert ties(4, 8) == "A1-D2 A2-D1 B2-C1 B1-C2"
    assert ties(1, 4) == "A1-A4 A3-A2"


@pytest.mark.parametrize(
    ("groups", "qualifiers"), [(2, 8), (2, 16), (4, 8), (4, 16), (8, 16), (16, 16), (4, 32), (16, 32)]
)
def test_group_mates_can_be_kept_apart(groups: int, qualifiers: int) -> None:
    places = cross_places(groups, qualifiers, separate_mates=True)
    each = qualifiers // groups
    assert len(set(places)) == qualifiers
    for one, other in combinations(range(qualifiers), 2):
        if places[one].group == places[other].group:
            assert one // groups != other // groups, "each has a section alone"
            if {places[one].rank, places[other].rank} == {1, 2}:
                assert (one < qualifiers // 2) != (other < qualifiers // 2)
    winners = [at for at, place in enumerate(places) if place.rank == 1]
    assert len({at * groups // qualifiers for at in winners}) == groups or each == 1
    strengths = {sum(place.rank for place in places[at : at + groups]) for at in range(0, qualifiers, groups)}
    assert max(strengths) - min(strengths) <= (groups % 2) * each


def test_the_bracket_of_groups() -> None:
    groups = [[PairingNumber(10 * group + rank) for rank in range(1, 5)] for group in (1, 2)]
    bracket = cross_bracket(groups, 4)
    assert bracket.slots == (11, 22, 12, 21)
    assert bracket.ties[-1].id == "third"
    with pytest.raises(TournamentError, match="qualifiers"):
        cross_bracket(groups, 16)


@pytest.mark.parametrize(("qualifiers", "groups"), [(6, 2), (8, 3), (1, 1), (4, 8)])
def test_numbers_that_do_not_divide(qualifiers: int, groups: int) -> None:
    with pytest.raises(TournamentError, match="qualifiers"):
        qualifiers_per_group(qualifiers, groups)


def test_eight_come_from_two_groups_or_from_four() -> None:
    assert (qualifiers_per_group(8, 2), qualifiers_per_group(8, 4)) == (4, 2)
