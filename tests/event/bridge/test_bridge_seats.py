"""Home and away by lot and by choice, and line-ups from a board on: who sat at which board, everywhere it is shown."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.event.bridge.board_results import Played
from gateway.event.bridge.bridge_acts import (
    ChooseSeats,
    DrawBridgeRound,
    DrawSeats,
    LineUpTeam,
    PublishBridgeRound,
)
from gateway.event.bridge.bridge_event import ContestantId, ContestantNumber, Room
from gateway.event.bridge.bridge_files import pbn_games
from gateway.event.bridge.bridge_regulations import BridgeForm, BridgeSystem, HomeBy, ScaleOfEvent
from gateway.event.bridge.bridge_seats import home_by_lot, seatings
from gateway.event.bridge.butler_ranking import butler_ranking
from gateway.event.recorded_acts import Undo
from gateway.forms.bridge_cards import line_up_sheets
from gateway.forms.bridge_slips import pick_up_slips
from gateway.forms.form_request import FormRequest
from gateway.model.pairings import RoundNumber
from gateway.tournament.bridge.compass import CompassSeat
from tests.event.bridge.directing import BridgeDirecting, anything, opened
from tests.examples import examples

N, E, S, W = CompassSeat


def homes(directing: BridgeDirecting) -> dict[int, int]:
    tables = directing.event.rounds[-1].tables
    return {table.match: table.north_south for table in tables if table.room is Room.OPEN}


def test_a_lot_is_drawn_again_with_sha256sum() -> None:
    directing = opened(BridgeSystem.KNOCK_OUT, 8, home_by=HomeBy.LOT)
    directing.act(DrawBridgeRound())
    assert directing.refused(PublishBridgeRound()) == "bridge_event.seats_open"
    directing.act(DrawSeats(seed="friday"))
    for match, tables in directing.event.rounds[-1].matches.items():
        teams = {tables[0].north_south, tables[0].east_west}
        marks = {hashlib.sha256(f"friday/1.{match}/{team}".encode()).hexdigest(): team for team in teams}
        assert homes(directing)[match] == marks[min(marks)]
        opened_room, closed = tables
        assert (closed.north_south, closed.east_west) == (opened_room.east_west, opened_room.north_south)
    assert directing.refused(DrawSeats(seed="again")) == "bridge_event.seats_decided"
    directing.act(PublishBridgeRound())


@examples(100)
@given(st.text(min_size=1, max_size=20), st.integers(1, 9), st.integers(1, 9), st.integers(1, 16), st.integers(1, 16))
def test_a_lot_does_not_depend_on_who_stands_first(seed: str, number: int, match: int, one: int, other: int) -> None:
    pair = ContestantNumber(one), ContestantNumber(other)
    assert home_by_lot(pair, seed, number, match) == home_by_lot(pair[::-1], seed, number, match)


def test_lots_are_fair() -> None:
    pair = ContestantNumber(3), ContestantNumber(8)
    drawn = Counter(home_by_lot(pair, f"seed {at}", 1, 1) for at in range(1000))
    assert 440 < drawn[3] < 560


def test_a_team_may_have_the_choice_until_the_match_begins() -> None:
    directing = opened(BridgeSystem.ROUND_ROBIN, 4)
    directing.act(DrawBridgeRound())
    first = directing.event.rounds[-1].tables[0]
    entry = directing.act(ChooseSeats(match=1, home=first.east_west))
    assert homes(directing)[1] == first.east_west
    assert directing.event.rounds[-1].seats == {1: ""}
    directing.act(Undo(n=entry.n))
    assert homes(directing)[1] == first.north_south
    assert directing.refused(ChooseSeats(match=1, home=ContestantNumber(2))) == "bridge_event.no_match"
    directing.act(PublishBridgeRound())
    directing.accept(first, 1, Played("4S N ="))
    assert directing.refused(ChooseSeats(match=1, home=first.east_west)) == "bridge_event.match_begun"
    assert directing.refused(DrawSeats(seed="x", match=1)) == "bridge_event.match_begun"
    directing.act(DrawSeats(seed="x", match=2))


@pytest.mark.parametrize("table", ["", "rotation"])
def test_the_second_cycle_is_reversed_from_what_the_lot_gave(table: str) -> None:
    directing = opened(BridgeSystem.DOUBLE_ROUND_ROBIN, 4, table=table, home_by=HomeBy.LOT)
    first: dict[frozenset[int], int] = {}
    for number in range(1, 7):
        directing.act(DrawBridgeRound(seed="lots"))
        if number > 3:
            assert directing.refused(DrawSeats(seed="x")) == "bridge_event.seats_reversed"
        else:
            directing.act(DrawSeats(seed="x"))
        directing.act(PublishBridgeRound())
        for table_at in directing.event.rounds[-1].tables:
            if table_at.room is Room.OPEN:
                both = frozenset((table_at.north_south, table_at.east_west))
                assert first.setdefault(both, table_at.north_south) == table_at.north_south or number > 3
                if number > 3:
                    assert first[both] == table_at.east_west
            for board in table_at.boards:
                directing.accept(table_at, board, Played("4S N ="))


def test_without_rooms_nothing_waits_for_a_lot() -> None:
    directing = opened(BridgeSystem.WHIST, 7, home_by=HomeBy.LOT)
    directing.act(DrawBridgeRound())
    directing.act(PublishBridgeRound())


def test_no_lot_where_there_are_no_rooms() -> None:
    directing = opened(BridgeSystem.MITCHELL, 6, BridgeForm.PAIRS)
    assert directing.refused(DrawSeats(seed="x")) == "bridge_event.nothing_drawn"
    directing.act(DrawBridgeRound())
    assert directing.refused(DrawSeats(seed="x")) == "bridge_event.no_rooms"


# Line-ups -------------------------------------------------------------------------------------------------------------


def substituted() -> BridgeDirecting:
    """Team 1 puts its fifth player in at the open table from board 5 on; every result is there."""
    directing = opened(BridgeSystem.ROUND_ROBIN, 4)
    directing.act(DrawBridgeRound())
    directing.act(PublishBridgeRound())
    team = directing.event.contestants[ContestantId("c1")]
    ids = [each.id for each in team.members]
    players = (ids[4], *ids[1:4])
    directing.act(LineUpTeam(contestant=team.id, round=1, board=5, players=players, why="taken ill"))
    result = anything(3)
    for table in directing.event.rounds[-1].tables:
        for board in table.boards:
            directing.accept(table, board, Played(result(table, board)))
    return directing


def test_a_substitution_inside_a_set_holds_from_its_board_on() -> None:
    directing = substituted()
    event = directing.event
    table = next(each for each in event.rounds[0].tables if 1 in (each.north_south, each.east_west))
    seat = N if table.north_south == 1 else E
    names = [event.seated(table, at)[seat] for at in range(8)]
    assert [each.name for each in names if each] == ["Player 1.1"] * 4 + ["Player 1.5"] * 4
    assert [at for at, _ in seatings(event, table)] == [0, 4]
    other = next(
        each for each in event.rounds[0].tables if 1 in (each.north_south, each.east_west) and each is not table
    )
    assert len(seatings(event, other)) == 1

    lines = {tuple(person.name for person in line.players): line.boards for line in butler_ranking(event)}
    assert lines[("Player 1.1", "Player 1.2")] == 4
    assert lines[("Player 1.5", "Player 1.2")] == 4
    assert lines[("Player 1.3", "Player 1.4")] == 8

    played = {game.board: game.players[seat] for game in pbn_games(event) if game.table == table.label}
    assert [played[board] for board in range(1, 9)] == ["Player 1.1"] * 4 + ["Player 1.5"] * 4

    slips = str(pick_up_slips(event, FormRequest(round=RoundNumber(1))))
    assert "Player 1.1 – Player 1.2; 5: Player 1.5 – Player 1.2" in slips
    assert "Player 1.1; 5: Player 1.5" in str(line_up_sheets(event, FormRequest(round=RoundNumber(1))))


def test_a_line_up_holds_for_the_rest_of_the_round_and_no_longer() -> None:
    directing = opened(BridgeSystem.ROUND_ROBIN, 4, sets=2)
    directing.act(DrawBridgeRound())
    team = directing.event.contestants[ContestantId("c1")]
    one, two, three, four, five = (each.id for each in team.members)
    first, swapped = (five, two, three, four), (three, four, one, two)
    directing.act(LineUpTeam(contestant=team.id, round=1, set=1, board=3, players=first))
    directing.act(LineUpTeam(contestant=team.id, round=1, set=2, players=swapped))
    held = [directing.event.line_up(team, 1, at) for at in range(8)]
    assert held == [(one, two, three, four)] * 2 + [first] * 2 + [swapped] * 4
    assert directing.event.line_up(team, 2, 7) == (one, two, three, four)
    act = LineUpTeam(contestant=team.id, round=1, board=9, players=first)
    assert directing.refused(act) == "bridge_event.not_the_teams_board"
    assert directing.refused(LineUpTeam(contestant=team.id, round=2, board=1, players=first)) == "bridge_event.no_round"


def test_in_whist_nobody_plays_a_board_twice() -> None:
    directing = opened(BridgeSystem.WHIST, 7, boards=4, scale=ScaleOfEvent(column=8))
    for _ in range(6):
        directing.act(DrawBridgeRound())
        directing.act(PublishBridgeRound())
    team = directing.event.contestants[ContestantId("c1")]
    one, two, three, four, five = (each.id for each in team.members)
    swapped = LineUpTeam(contestant=team.id, round=6, players=(three, four, one, two))
    assert directing.refused(swapped) == "bridge_event.board_twice"
    directing.act(LineUpTeam(contestant=team.id, round=6, players=(five, two, three, four)))
    assert directing.event.line_up(team, 6)[0] == five
