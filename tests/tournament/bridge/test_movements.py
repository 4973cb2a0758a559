"""Movements: the printed tables, and for every one that each meets each once and nobody comes to a board twice."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby

import pytest

from gateway.model.errors import TournamentError
from gateway.tournament.bridge.bridge_round_robin import (
    PRINTED_TABLES,
    bridge_round_robin,
    rotation,
    second_bridge_cycle,
)
from gateway.tournament.bridge.howell import howell
from gateway.tournament.bridge.mitchell import EvenTables, mitchell
from gateway.tournament.bridge.rainbow import rainbow
from gateway.tournament.bridge.whist_movement import american_whist, whist_matches
from tests.tournament.rulebook_tables import needs_tables, table


@needs_tables
def test_the_printed_round_robins() -> None:
    printed = table("bridge_round_robin")["tables"]
    assert [name for names in PRINTED_TABLES.values() for name in names] == list(printed)
    for name, each in printed.items():
        rounds = bridge_round_robin(each["teams"], name)
        assert [[list(pair) for pair in pairs] for pairs in rounds] == each["rounds"]


def test_the_rotation_as_the_book_describes_it() -> None:
    assert [[set(pair) for pair in each] for each in rotation(6)] == [
        [{1, 6}, {2, 5}, {3, 4}],
        [{1, 5}, {6, 4}, {2, 3}],
        [{1, 4}, {5, 3}, {6, 2}],
        [{1, 3}, {4, 2}, {5, 6}],
        [{1, 2}, {3, 6}, {4, 5}],
    ]


@pytest.mark.parametrize("teams", range(2, 41))
def test_a_rotation_is_a_balanced_round_robin(teams: int) -> None:
    rounds = rotation(teams)
    matches = [pair for each in rounds for pair in each if 0 not in pair]
    assert Counter(map(frozenset, matches)) == Counter(map(frozenset, combinations(range(1, teams + 1), 2)))
    for team in range(1, teams + 1):
        homes = [pair[0] == team for each in rounds for pair in each if team in pair and 0 not in pair]
        assert abs(2 * sum(homes) - len(homes)) <= 1 - teams % 2
        assert max((len(list(run)) for _, run in groupby(homes)), default=0) <= 2
    assert all(len({team for pair in each for team in pair}) == 2 * len(each) for each in rounds)


@pytest.mark.parametrize("teams", [4, 7, 8, 10, 18])
def test_in_the_second_cycle_ranks_are_numbers_and_seats_are_reversed(teams: int) -> None:
    ranks = [*range(teams, 0, -2), *range(teams - 1, 0, -2)]
    first = {pair for each in bridge_round_robin(teams) for pair in each if 0 not in pair}
    second = [pair for each in second_bridge_cycle(ranks) for pair in each if 0 not in pair]
    assert {(away, home) for home, away in second} == first
    assert {frozenset(pair) for pair in second_bridge_cycle(ranks)[0]} == {
        frozenset(0 if number == 0 else ranks[number - 1] for number in pair) for pair in bridge_round_robin(teams)[0]
    }
    with pytest.raises(TournamentError, match=r"bridge\.ranks"):
        second_bridge_cycle([1, 1, 2, 3])


@needs_tables
def test_whist_for_seven() -> None:
    printed = [each for each in table("whist_7")["rounds"] if each["round"] > 0]
    found = american_whist(7)
    assert [each.number for each in found] == [each["round"] for each in printed]
    for ours, theirs in zip(found, printed, strict=True):
        assert [tuple(each) for each in ours.tables] == [
            (each["table"], each["ns"], each["boards"], each["ew"]) for each in theirs["tables"]
        ]
    compared = {match.rounds for match in whist_matches(7)}
    assert sorted(map(list, compared)) == sorted(table("whist_7")["compare_rounds"])


@pytest.mark.parametrize("teams", range(3, 24))
def test_in_a_whist_movement_every_two_teams_meet_on_one_set(teams: int) -> None:
    matches = whist_matches(teams)
    met = Counter(frozenset((match.first.north_south, match.first.east_west)) for match in matches)
    assert met == Counter(map(frozenset, combinations(range(1, teams + 1), 2)))
    for match in matches:
        assert match.first.boards == match.second.boards == match.boards
        assert (match.first.north_south, match.first.east_west) == (match.second.east_west, match.second.north_south)
    seats = [
        (team, number, each.boards, side)
        for number, tables in american_whist(teams)
        for each in tables
        for side, team in enumerate((each.north_south, each.east_west))
        if max(each.north_south, each.east_west) <= teams
    ]
    # Half of a team sits North-South, the other half East-West: each half has a set at most once, and nobody the own.
    assert max(Counter((team, boards, side) for team, _, boards, side in seats).values()) == 1
    assert all(boards != team for team, _, boards, _ in seats)


def test_a_shortened_whist_movement() -> None:
    assert [each.number for each in american_whist(9, leave_out=1)] == [2, 3, 4, 5, 6, 7]
    assert {match.rounds for match in whist_matches(9, leave_out=1)} == {(2, 7), (3, 6), (4, 5)}
    for teams, out in ((2, 0), (7, 3), (7, -1)):
        with pytest.raises(TournamentError, match=r"bridge\.whist_size"):
            american_whist(teams, leave_out=out)


@pytest.mark.parametrize("even", EvenTables)
@pytest.mark.parametrize("tables", range(2, 31))
def test_in_a_mitchell_nobody_meets_a_pair_or_a_board_twice(tables: int, even: EvenTables) -> None:
    rounds = mitchell(tables, even=even)
    assert len(rounds) == (tables - 1 if tables % 2 == 0 and even is EvenTables.SKIP else tables)
    seats = [each for one in rounds for each in one.tables]
    for key in ("north_south", "east_west"):
        assert max(Counter((getattr(each, key), each.boards) for each in seats).values()) == 1
    assert max(Counter((each.north_south, each.east_west) for each in seats).values()) == 1
    for one in rounds:
        shared = Counter(each.boards for each in one.tables)
        assert sorted(each.east_west for each in one.tables) == list(range(1, tables + 1))
        assert [boards for boards, count in shared.items() if count > 1] == (
            [one.tables[0].boards] if tables % 2 == 0 and even is EvenTables.RELAY else []
        )
        if tables % 2 == 0 and even is EvenTables.RELAY:
            assert one.tables[0].boards == one.tables[-1].boards
    assert len(mitchell(tables, even=even, rounds=1)) == 1
    with pytest.raises(TournamentError, match=r"bridge\.too_many_rounds"):
        mitchell(tables, even=even, rounds=tables + 1)


@pytest.mark.parametrize("pairs", range(4, 21, 2))
def test_in_a_howell_every_pair_meets_every_other_and_every_set(pairs: int) -> None:
    rounds = howell(pairs)
    assert len(rounds) == pairs - 1
    seats = [each for one in rounds for each in one.tables]
    met = Counter(frozenset((each.north_south, each.east_west)) for each in seats)
    assert met == Counter(map(frozenset, combinations(range(1, pairs + 1), 2)))
    boards = Counter((pair, each.boards) for each in seats for pair in (each.north_south, each.east_west))
    assert set(boards.values()) == {1}
    assert len(boards) == pairs * (pairs - 1)
    for one in rounds:
        assert sorted(pair for each in one.tables for pair in (each.north_south, each.east_west)) == list(
            range(1, pairs + 1)
        )
        together = max(Counter(each.boards for each in one.tables).values())
        assert together == (len(one.tables) if pairs in (4, 6) else 1)


@pytest.mark.parametrize("pairs", [2, 5, 22])
def test_a_howell_of_another_size_is_refused(pairs: int) -> None:
    with pytest.raises(TournamentError, match=r"bridge\.howell_size"):
        howell(pairs)


@pytest.mark.parametrize("tables", [5, 7, 11, 13])
def test_in_a_rainbow_nobody_meets_twice_and_nobody_comes_to_a_board_twice(tables: int) -> None:
    rounds = rainbow(4 * tables)
    assert len(rounds) == tables
    seats = [each for one in rounds for each in one.tables]
    met = Counter(frozenset(pair) for each in seats for pair in combinations(each.players, 2))
    quarter = {player: (player - 1) // tables for player in range(1, 4 * tables + 1)}
    others = (pair for pair in combinations(quarter, 2) if quarter[pair[0]] != quarter[pair[1]])
    assert met == Counter(map(frozenset, others))
    boards = Counter((player, each.boards) for each in seats for player in each.players)
    assert boards == Counter((player, boards) for player in quarter for boards in range(1, tables + 1))
    for one in rounds:
        assert sorted(player for each in one.tables for player in each.players) == list(quarter)
        assert sorted(each.boards for each in one.tables) == list(range(1, tables + 1))


@pytest.mark.parametrize("players", [12, 16, 21, 36])
def test_a_rainbow_of_another_size_is_refused(players: int) -> None:
    with pytest.raises(TournamentError, match=r"bridge\.rainbow_size"):
        rainbow(players)
