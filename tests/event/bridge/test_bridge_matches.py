"""Matches of teams: rooms, sets and line-ups, four comparisons for eight a side, adjusted scores, penalties, totals."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.event.bridge.board_results import (
    Artificial,
    AssignedScore,
    Average,
    Averaged,
    BoardOutcome,
    NotPlayed,
    Played,
    Weighted,
)
from gateway.event.bridge.bridge_acts import (
    DrawBridgeRound,
    LineUpTeam,
    Penalize,
    PublishBridgeRound,
    WithdrawContestant,
)
from gateway.event.bridge.bridge_event import BridgeTable, ContestantNumber, Room
from gateway.event.bridge.bridge_matches import BridgeMatch, matches
from gateway.event.bridge.bridge_places import standing_rows
from gateway.event.bridge.bridge_regulations import BridgeForm, BridgeSystem, EightResults, PenaltyUnit, ScaleOfEvent
from gateway.event.bridge.bridge_standings import team_standings
from gateway.tournament.bridge.compass import CompassSeat
from gateway.tournament.bridge.victory_points import PrintedScale
from tests.event.bridge.directing import BridgeDirecting, anything, opened
from tests.examples import examples


def begun(form: BridgeForm = BridgeForm.TEAMS, *, boards: int = 2, teams: int = 2, **more: object) -> BridgeDirecting:
    """Two teams at their tables; 8 is the column of the scale."""
    more.setdefault("scale", ScaleOfEvent(column=8))
    directing = opened(BridgeSystem.ROUND_ROBIN, teams, form, boards=boards, **more)
    directing.act(DrawBridgeRound())
    directing.act(PublishBridgeRound())
    return directing


def rooms(directing: BridgeDirecting) -> tuple[BridgeTable, BridgeTable]:
    opened_room, closed_room = directing.event.rounds[0].tables
    return opened_room, closed_room


def test_home_sits_north_south_in_the_open_room_and_east_west_in_the_closed_one() -> None:
    event = begun(boards=2, teams=4).event
    for number, tables in event.rounds[0].matches.items():
        by_room = {table.room: table for table in tables}
        match = next(each for each in matches(event) if each.number == number)
        assert by_room[Room.OPEN].north_south == by_room[Room.CLOSED].east_west == match.home
        assert by_room[Room.OPEN].east_west == by_room[Room.CLOSED].north_south == match.away


def test_a_line_up_holds_from_its_set_on_and_a_substitute_sits_down() -> None:
    directing = begun(boards=4, sets=2)
    table = rooms(directing)[0]
    team = directing.event.contestant(table.north_south)
    ids = [member.id for member in team.members]
    directing.act(LineUpTeam(contestant=team.id, round=1, set=2, players=(ids[4], ids[1], ids[2], ids[3])))
    first, second = (directing.event.seated(table, number) for number in (1, 2))
    assert [first[seat] for seat in (CompassSeat.NORTH, CompassSeat.SOUTH)] == list(team.members[:2])
    assert [second[seat] for seat in (CompassSeat.NORTH, CompassSeat.SOUTH)] == [team.members[4], team.members[1]]
    assert [directing.event.set_of(at) for at in range(4)] == [1, 1, 2, 2]
    for players, key in (
        ((ids[0], ids[0], ids[2], ids[3]), "bridge_event.line_up_members"),
        (tuple(ids[:3]), "bridge_event.line_up_size"),
    ):
        assert directing.refused(LineUpTeam(contestant=team.id, round=1, players=players)) == key


@pytest.mark.parametrize(
    ("outcomes", "imps"),
    [
        ((Played("4S N ="), Played("4S N -1")), (10, -10)),  # 420 and -50: 470
        ((Played("pass"), Played("1C E -1")), (-2, 2)),  # 0 and 50
        ((AssignedScore(north_south=420), Played("4S N =")), (0, 0)),
        ((AssignedScore(north_south=420, east_west=50), Played("4S N -1")), (10, 0)),  # split: each its own
        ((Artificial(north_south=Average.PLUS, east_west=Average.MINUS), Played("pass")), (3, -3)),
        ((Artificial(north_south=Average.PLUS, east_west=Average.PLUS), Played("pass")), (3, 3)),
        ((Played("pass"), Artificial(north_south=Average.PLUS, east_west=Average.MINUS)), (-3, 3)),
        ((NotPlayed(), Played("4S N =")), (0, 0)),
        (
            (Averaged(parts=(Weighted("4S N =", 60), Weighted("4S N -1", 40))), Played("4S N -1")),
            (6, -6),  # six tenths of 10
        ),
    ],
)
def test_a_board_is_compared(outcomes: tuple[BoardOutcome, BoardOutcome], imps: tuple[int, int]) -> None:
    directing = begun(boards=1)
    for table, outcome in zip(rooms(directing), outcomes, strict=True):
        directing.accept(table, 1, outcome, "as given")
    (match,) = matches(directing.event)
    assert match.complete
    assert (int(match.home_margin), int(match.away_margin)) == imps


def test_eight_a_side_has_four_results() -> None:
    directing = begun(BridgeForm.EIGHTS, boards=1)
    told = {"1.1o1": "4S N =", "1.1o2": "4S N +1", "1.1c1": "4S N -1", "1.1c2": "4S N ="}
    for table in directing.event.rounds[0].tables:
        directing.accept(table, 1, Played(told[table.id]))
    (match,) = matches(directing.event)
    # 420, 450 in the open room, -50 and 420 in the closed one: 10 and 0, 11 and 1.
    assert [each.home for each in match.comparisons] == [10, 0, 11, 1]
    assert (int(match.home_margin), match.home_vp) == (22, Decimal(22))

    each = begun(BridgeForm.EIGHTS, boards=1, eight_results=EightResults.EACH)
    for table in each.event.rounds[0].tables:
        each.accept(table, 1, Played(told[table.id]))
    (match,) = matches(each.event)
    assert (match.home_vp, match.away_vp) == (Decimal(18 + 15 + 18 + 15), Decimal(12 + 15 + 12 + 15))


def test_penalties_in_imps_move_the_margin_and_in_victory_points_the_total() -> None:
    directing = begun(boards=1)
    for table in rooms(directing):
        directing.accept(table, 1, Played("pass"))
    home = matches(directing.event)[0].home
    team = directing.event.contestant(home).id
    directing.act(Penalize(contestant=team, round=1, points=Decimal(6), unit=PenaltyUnit.IMPS, why="phone"))
    (match,) = matches(directing.event)
    assert (int(match.home_margin), match.home_vp, match.away_vp) == (-6, Decimal(13), Decimal(17))
    directing.act(Penalize(contestant=team, round=1, points=Decimal("1.5"), why="late", kind="overtime"))
    standings = {row.number: row for row in team_standings(directing.event)}
    assert (standings[home].points, standings[home].penalty) == (Decimal("11.5"), Decimal("1.5"))
    assert directing.refused(Penalize(contestant=team, round=1, points=Decimal(1))) == "bridge_event.penalty_reason"


def test_a_correction_needs_a_reason_and_counts() -> None:
    directing = begun(boards=1)
    table = rooms(directing)[0]
    directing.accept(table, 1, Played("4S N ="))
    with pytest.raises(Exception, match="reason_missing"):
        directing.accept(table, 1, Played("4S N -1"))
    directing.accept(table, 1, Played("4S N -1"), "Slip says so")
    assert directing.event.counted(rooms(directing)[0], 1) == Played("4S N -1")


def test_a_bye_is_worth_three_fifths_or_what_the_event_says() -> None:
    for bye_vp, worth in ((None, Decimal(18)), (Decimal(15), Decimal(15))):
        event = begun(teams=3, bye_vp=bye_vp).event
        (bye,) = event.rounds[0].byes
        assert {row.number: row.points for row in team_standings(event)}[bye] == worth


def test_the_second_cycle_has_places_as_numbers_and_seats_reversed() -> None:
    directing = opened(BridgeSystem.DOUBLE_ROUND_ROBIN, 4, boards=8)
    assert directing.play_all(anything(7)) == 6
    event = directing.event
    first = {(each.home, each.away) for each in matches(event) if each.round <= 3}
    second = {(each.home, each.away) for each in matches(event) if each.round > 3}
    assert second == {(away, home) for home, away in first}
    ranks = event.ranks[0]
    after = team_standings(event, through=3)
    assert [row.number for row in after if row.place == 1] == [ranks[0]] or after[0].place == after[1].place
    # The last printed round for four is 1-2, 3-4: first against second, third against fourth.
    last = {frozenset((each.home, each.away)) for each in matches(event) if each.round == 6}
    assert last == {frozenset(ranks[:2]), frozenset(ranks[2:])}


def test_qualifiers_of_two_groups_take_along_what_they_had_against_each_other() -> None:
    directing = opened(BridgeSystem.TWO_GROUPS, 8, boards=8, qualifiers=2)
    assert directing.play_all(anything(11)) == 5
    event = directing.event
    qualified = [number for group in event.ranks for number in group[:2]]
    totals = {row.number: row.points for row in team_standings(event, numbers=qualified, carried=True)}
    for number in qualified:
        own = [each for each in matches(event) if number in (each.home, each.away)]
        kept = [each for each in own if {each.home, each.away} <= set(qualified)]
        assert len(kept) == 3  # one carried along, two new
        assert totals[number] == sum(points_of(each, number) for each in kept)


def test_a_qualifier_whose_opponent_left_has_a_bye_in_the_final_stage() -> None:
    directing = opened(BridgeSystem.TWO_GROUPS, 8, boards=8, qualifiers=2)
    for number in range(4):
        directing.play_round(anything(number))
    qualified = [number for group in directing.event.ranks for number in group[:2]]
    before = {row.number: row for row in standing_rows(directing.event)}
    directing.act(WithdrawContestant(contestant=directing.event.contestant(qualified[0]).id))
    directing.play_round(anything(9))
    (alone,) = directing.event.rounds[-1].byes
    row = next(row for row in standing_rows(directing.event) if row.number == alone)
    assert (Decimal(row.points), row.byes) == (Decimal(before[alone].points) + 18, 1)


def test_the_result_between_level_teams_parts_them_only_where_all_have_met() -> None:
    """Of three level teams two have met, one of them won; the third is not behind for a match that it never had."""
    directing = opened(BridgeSystem.ROUND_ROBIN, 6, boards=8)
    directing.play_round(lambda table, _: "4S N =" if table.north_south < table.east_west else "pass")
    winners = [match.winner for match in matches(directing.event)]
    loser = next(number for number in map(ContestantNumber, range(1, 7)) if number not in winners)
    level = directing.event.contestant(loser)
    met = next(match for match in matches(directing.event) if loser in (match.home, match.away))
    directing.act(Penalize(contestant=level.id, round=1, points=Decimal(-25), why="ruling"))
    rows = {row.number: row for row in team_standings(directing.event)}
    assert {rows[number].points for number in winners if number} == {Decimal(25)} == {rows[loser].points}
    assert met.winner is not None
    assert rows[met.winner].tie_breaks[0] == rows[loser].tie_breaks[0] == 0


def points_of(match: BridgeMatch, number: ContestantNumber) -> Decimal:
    points = match.home_vp if number == match.home else match.away_vp
    assert isinstance(points, Decimal)
    return points


RESULTS = st.one_of(
    st.just("pass"),
    st.builds(
        lambda level, suit, doubled, by, tricks: f"{level}{suit}{doubled} {by} {signed(tricks - 6 - level)}",
        st.integers(1, 7), st.sampled_from("CDHSN"), st.sampled_from(["", "X", "XX"]), st.sampled_from("NESW"),
        st.integers(0, 13),
    ),
)  # fmt: skip


def signed(over: int) -> str:
    return "=" if over == 0 else f"{over:+d}"


@examples(60)
@given(st.lists(RESULTS, min_size=16, max_size=16))
def test_imps_are_opposite_and_victory_points_are_as_the_scale_says(results: list[str]) -> None:
    directing = begun(boards=8)
    at = iter(results)
    for table in rooms(directing):
        for board in table.boards:
            directing.accept(table, board, Played(next(at)))
    (match,) = matches(directing.event)
    assert all(each.home == -each.away for comparison in match.comparisons for each in comparison.boards)
    assert match.home_margin == -match.away_margin == match.home_won - match.away_won
    expected = PrintedScale(8).of(int(abs(match.home_margin)))
    won = (match.home_vp, match.away_vp) if match.home_margin >= 0 else (match.away_vp, match.home_vp)
    assert won == (expected.winner, expected.loser)
    assert sum(row.points for row in team_standings(directing.event)) == expected.winner + expected.loser
