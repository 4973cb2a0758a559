"""Penalties: counted where they are given, refused where they would change nothing or somebody who has gone on."""

from __future__ import annotations

from decimal import Decimal

import pytest

from gateway.event.bridge.board_results import Played
from gateway.event.bridge.bridge_acts import (
    ChangeBridgeRegulations,
    DrawBridgeRound,
    OpenBridgeEvent,
    Penalize,
    PublishBridgeRound,
    ReportBoard,
    ReturnContestant,
    WithdrawContestant,
)
from gateway.event.bridge.bridge_event import ContestantId, ContestantNumber
from gateway.event.bridge.bridge_matches import matches
from gateway.event.bridge.bridge_places import standing_rows
from gateway.event.bridge.bridge_regulations import (
    BridgeForm,
    BridgeRegulations,
    BridgeSystem,
    OvertimeScale,
    OvertimeStep,
    PairsScoring,
    PenaltyUnit,
    ScaleKind,
    ScaleOfEvent,
)
from gateway.event.event_refusals import EventRefused
from gateway.tournament.bridge.compass import Partnership
from tests.event.bridge.directing import BridgeDirecting, anything, opened

UNIT = "bridge_event.penalty_unit"


def penalty(points: str, unit: PenaltyUnit, *, number: int = 1, a_round: int = 1) -> Penalize:
    return Penalize(contestant=ContestantId(f"c{number}"), round=a_round, points=Decimal(points), unit=unit, why="late")


@pytest.mark.parametrize(
    ("system", "form", "count", "units"),
    [
        ("round_robin", "teams", 4, {"vp", "imp"}),
        ("two_groups", "eights", 4, {"vp", "imp"}),
        ("whist", "teams", 5, {"vp"}),
        ("knock_out", "teams", 4, {"imp"}),
        ("howell", "pairs", 8, {"percent"}),
        ("rainbow", "individuals", 20, {"percent"}),
    ],
)
def test_a_penalty_is_given_in_what_the_event_counts(system: str, form: str, count: int, units: set[str]) -> None:
    directing = opened(BridgeSystem(system), count, BridgeForm(form), boards=8)
    for _ in range({"knock_out": 1, "howell": 7}.get(system, 2)):
        directing.play_round(anything(3))
    for unit in PenaltyUnit:
        if unit not in units:
            assert directing.refused(penalty("30", unit)) == UNIT
            continue
        was = _figures(directing)
        directing.act(penalty("30", unit))
        assert _figures(directing) != was


def _figures(directing: BridgeDirecting) -> list[object]:
    if directing.event.regulations.system.is_bracket:
        return [match.home_margin for match in matches(directing.event)]
    return [(row.number, row.points, row.won) for row in standing_rows(directing.event)]


def test_imps_of_pairs_are_lowered_by_imps() -> None:
    directing = opened(BridgeSystem.HOWELL, 8, BridgeForm.PAIRS, boards=2, scoring=PairsScoring.CROSS_IMPS)
    directing.play_round(anything(3))
    assert directing.refused(penalty("1", PenaltyUnit.PERCENT)) == UNIT
    was = {row.number: Decimal(row.points) for row in standing_rows(directing.event)}
    directing.act(penalty("2", PenaltyUnit.IMPS))
    assert {row.number: Decimal(row.points) for row in standing_rows(directing.event)}[1] == was[1] - 2


def test_imps_are_not_taken_from_a_team_without_a_match() -> None:
    directing = opened(BridgeSystem.ROUND_ROBIN, 3)
    directing.play_round(anything(1))
    (bye,) = directing.event.rounds[0].byes
    assert directing.refused(penalty("3", PenaltyUnit.IMPS, number=bye)) == "bridge_event.penalty_without_match"
    directing.act(penalty("3", PenaltyUnit.VICTORY_POINTS, number=bye))
    assert {row.number: row.points for row in standing_rows(directing.event)}[bye] == "15"


def test_overtime_costs_what_the_event_counts() -> None:
    steps = (OvertimeStep(60_000, Decimal(1)),)
    for system, unit, refused in (
        (BridgeSystem.KNOCK_OUT, PenaltyUnit.VICTORY_POINTS, True),
        (BridgeSystem.WHIST, PenaltyUnit.IMPS, True),
        (BridgeSystem.KNOCK_OUT, PenaltyUnit.IMPS, False),
        (BridgeSystem.ROUND_ROBIN, PenaltyUnit.VICTORY_POINTS, False),
    ):
        rules = BridgeRegulations(title="Cup", system=system, boards=8, overtime=OvertimeScale(unit=unit, steps=steps))
        act = OpenBridgeEvent(regulations=rules)
        if refused:
            assert BridgeDirecting().refused(act) == UNIT
        else:
            BridgeDirecting().act(act)


# Who has gone on ------------------------------------------------------------------------------------------------------


def two_rounds_of_a_knock_out() -> tuple[BridgeDirecting, ContestantNumber]:
    """The final is drawn; with the winner of the first match before it."""
    directing = opened(BridgeSystem.KNOCK_OUT, 4)
    directing.play_round(lambda table, _: "4S N =" if table.north_south in (1, 2) else "pass")
    directing.act(DrawBridgeRound())
    directing.act(PublishBridgeRound())
    winner = matches(directing.event)[0].winner
    assert winner is not None
    return directing, winner


def test_nothing_done_later_lets_another_team_go_on() -> None:
    directing, winner = two_rounds_of_a_knock_out()
    loser = next(number for number in (directing.event.rounds[0].tables[0].north_south,
                                       directing.event.rounds[0].tables[0].east_west) if number != winner)  # fmt: skip
    drawn = "bridge_event.drawn_already"
    assert directing.refused(penalty("900", PenaltyUnit.IMPS, number=winner)) == drawn
    directing.act(penalty("1", PenaltyUnit.IMPS, number=winner))
    directing.act(penalty("900", PenaltyUnit.IMPS, number=loser))
    table = directing.event.rounds[0].tables[0]
    told = ReportBoard(table=table.id, board=1, outcome=Played("7NXX N -13"), side=Partnership.NORTH_SOUTH)
    directing.act(told)  # a director has entered another one, which counts
    assert winner == matches(directing.event)[0].winner


def test_two_sides_that_fall_out_later_do_not_open_a_match_again() -> None:
    directing = opened(BridgeSystem.KNOCK_OUT, 4, boards=8)
    directing.act(DrawBridgeRound())
    directing.act(PublishBridgeRound())
    for table in directing.event.rounds[0].tables:
        result = "4S N =" if table.north_south in (1, 2) else "pass"
        for board in table.boards:
            for side in Partnership:
                directing.act(ReportBoard(table=table.id, board=board, outcome=Played(result), side=side))
    again = ReportBoard(
        table=directing.event.rounds[0].tables[0].id, board=1, outcome=Played("pass"), side=Partnership.EAST_WEST
    )
    directing.act(DrawBridgeRound())
    assert directing.refused(again) == "bridge_event.drawn_already"


def test_a_team_that_left_a_knock_out_does_not_come_back_behind_the_one_that_went_on() -> None:
    directing = opened(BridgeSystem.KNOCK_OUT, 4)
    gone = ContestantId("c1")
    directing.act(WithdrawContestant(contestant=gone))
    directing.act(ReturnContestant(contestant=gone))
    directing.act(WithdrawContestant(contestant=gone))
    directing.play_round(anything(2))
    assert directing.refused(ReturnContestant(contestant=gone)) == "bridge_event.drawn_already"


def test_other_regulations_do_not_let_another_team_go_on() -> None:
    directing, _ = two_rounds_of_a_knock_out()
    rules = directing.event.regulations
    other = BridgeRegulations(title=rules.title, system=rules.system, boards=rules.boards, third_place=True)
    assert directing.refused(ChangeBridgeRegulations(regulations=other)) == "bridge_event.fixed"
    scale = ScaleOfEvent(kind=ScaleKind.NONE)
    directing.act(
        ChangeBridgeRegulations(
            regulations=BridgeRegulations(title="New", system=rules.system, boards=rules.boards, scale=scale)
        )
    )


# Stages ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("system", "teams"), [("double_round_robin", 4), ("two_groups", 8)])
def test_a_stage_that_rests_on_places_waits_for_every_result(system: str, teams: int) -> None:
    directing = opened(BridgeSystem(system), teams)
    for _ in range(2):
        directing.play_round(anything(1))
    directing.act(DrawBridgeRound())
    directing.act(PublishBridgeRound())
    assert directing.refused(DrawBridgeRound(seed="lots")) == "bridge_event.results_missing"
    for table in directing.event.rounds[-1].tables:
        for board in table.boards:
            directing.accept(table, board, Played("pass"))
    directing.act(DrawBridgeRound(seed="lots"))


def test_no_more_teams_qualify_than_a_group_has() -> None:
    opened(BridgeSystem.TWO_GROUPS, 7, qualifiers=3)
    for qualifiers in (4, 64):
        with pytest.raises(EventRefused, match=r"bridge_event\.qualifiers\(most=3\)"):
            opened(BridgeSystem.TWO_GROUPS, 7, qualifiers=qualifiers)


def test_a_swiss_is_paired_by_the_points_of_the_standings() -> None:
    directing = opened(BridgeSystem.SWISS, 4, rounds=3)
    directing.play_round(lambda table, board: "4S N =" if table.north_south in (1, 2) and board < 3 else "pass")
    first, second = standing_rows(directing.event)[:2]
    directing.act(penalty("20", PenaltyUnit.VICTORY_POINTS, number=first.number))
    directing.act(DrawBridgeRound())
    met = {frozenset((table.north_south, table.east_west)) for table in directing.event.rounds[1].tables}
    assert frozenset((first.number, second.number)) not in met
