"""What would follow from an act, told before it is done: the numbers are those that come out when it is done."""

from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest

from gateway.event.bridge.board_results import Played
from gateway.event.bridge.bridge_acts import (
    AcceptBoard,
    AdvanceTeam,
    BridgeAct,
    CallDirector,
    ChangeBridgeRegulations,
    DrawBridgeRound,
    LineUpTeam,
    Penalize,
    PublishBridgeRound,
    RankContestants,
    ReopenBridgeEntries,
    StrikeResult,
    TakeBackRound,
    WithdrawContestant,
)
from gateway.event.bridge.bridge_event import ContestantId, ContestantNumber
from gateway.event.bridge.bridge_places import standing_rows
from gateway.event.bridge.bridge_preview import bridge_preview
from gateway.event.bridge.bridge_regulations import BridgeForm, BridgeSystem
from gateway.event.event_refusals import EventRefused
from gateway.event.recorded_acts import Undo
from gateway.model.instants import Instant
from gateway.model.messages import Message, message
from tests.event.bridge.directing import BridgeDirecting, opened


def told(directing: BridgeDirecting, act: BridgeAct) -> list[Message]:
    return list(bridge_preview(directing.fold, act, "director", Instant(2_000_000_000)))


def keys(directing: BridgeDirecting, act: BridgeAct) -> list[str]:
    return [each.key.partition(".")[2] for each in told(directing, act)]


def played() -> BridgeDirecting:
    directing = opened(BridgeSystem.ROUND_ROBIN, 4)
    directing.play_round(lambda _table, _board: "4S N =")
    return directing


def test_a_round_names_its_matches_and_what_publishing_does() -> None:
    directing = opened(BridgeSystem.ROUND_ROBIN, 5)
    drawn = told(directing, DrawBridgeRound())
    assert [each.key for each in drawn] == [
        "bridge_effect.drawn_matches", "bridge_effect.home", "bridge_effect.home", "bridge_effect.byes",
    ]  # fmt: skip
    directing.act(DrawBridgeRound())
    first = directing.event.rounds[-1].tables[0]
    assert drawn[1].args["home"] == f"{first.north_south} Team {first.north_south}"
    (bye,) = directing.event.rounds[-1].byes
    published = told(directing, PublishBridgeRound())
    assert [each.key.partition(".")[2] for each in published] == ["published", "standing"]
    assert (published[1].args["who"], published[1].args["now"]) == (f"{bye} Team {bye}", "18")
    assert keys(directing, TakeBackRound()) == ["taken_back"]
    pairs = opened(BridgeSystem.MITCHELL, 6, BridgeForm.PAIRS)
    assert keys(pairs, DrawBridgeRound()) == ["drawn_tables", "table", "table", "table"]


def test_a_correction_tells_imps_points_and_places_as_they_will_be() -> None:
    directing = played()
    table = directing.event.rounds[0].tables[0]
    act = AcceptBoard(table=table.id, board=1, outcome=Played("4S N +3"), why="claimed")
    effects = told(directing, act)
    assert [each.key.partition(".")[2] for each in effects[:2]] == ["result", "match"]
    assert effects[0].args["was"] == "4S N ="
    standings = {each.args["who"]: each.args for each in effects[2:] if each.key == "bridge_effect.standing"}
    before = {row.number: row for row in standing_rows(directing.event)}
    directing.act(act)
    for row in standing_rows(directing.event):
        args = standings.pop(f"{row.number} {row.name}", None)
        if args is None:
            assert (row.place, row.points) == (before[row.number].place, before[row.number].points)
        else:
            assert (args["now"], args["place_now"]) == (row.points, row.place)
    assert standings == {}


def test_a_penalty_a_line_up_a_withdrawal_and_an_undo_are_told() -> None:
    directing = played()
    one = ContestantId("c1")
    penalty = Penalize(contestant=one, round=1, points=Decimal(2), why="late")
    assert set(keys(directing, penalty)) == {"standing"}
    players = [each.id for each in directing.event.contestants[one].members]
    line_up = LineUpTeam(contestant=one, round=1, board=5, players=(players[4], *players[1:4]))
    (seat,) = told(directing, line_up)
    assert (seat.key, seat.args["board"], seat.args["now"]) == ("bridge_effect.seat", 5, "Player 1.5")
    assert keys(directing, LineUpTeam(contestant=one, round=2, players=(players[4], *players[1:4]))) == [
        "line_up_later"
    ]
    assert keys(directing, WithdrawContestant(contestant=one)) == ["withdrawn"]
    entry = directing.act(penalty)
    assert keys(directing, Undo(n=entry.n))[0] == "undone"
    called = directing.act(CallDirector(table=directing.event.rounds[0].tables[0].id, board=1), by="table 1o NS")
    by = told(directing, Undo(n=called.n))[0].args["by"]
    assert by == message("bridge_desk.by_table", table="1O", side="NS")
    strike = StrikeResult(table=directing.event.rounds[0].tables[0].id, board=1, why="wrong board")
    assert keys(directing, strike)[0] == "result"
    rules = msgspec.structs.replace(directing.event.regulations, title="Other")
    (changed,) = told(directing, ChangeBridgeRegulations(regulations=rules))
    assert changed.args["fields"] == (Message("bridge_rule.title"),)


def test_the_end_of_a_knock_out_is_told() -> None:
    directing = opened(BridgeSystem.KNOCK_OUT, 2)
    assert keys(directing, ReopenBridgeEntries()) == ["numbers_taken_back"]
    directing.play_round(lambda _table, _board: "pass")
    act = AdvanceTeam(round=1, match=1, number=ContestantNumber(2))
    assert keys(directing, act)[0] == "advanced"
    directing.act(act)
    ranked = told(directing, RankContestants())
    assert ranked[-1].args["first"] == "Team 2"


def test_what_may_not_be_done_is_refused_before() -> None:
    with pytest.raises(EventRefused):
        told(played(), PublishBridgeRound())
