"""Slow play: minutes per board as they were, pauses left out, and what the event's scale proposes for overtime."""

from __future__ import annotations

from decimal import Decimal

import pytest

from gateway.clock.round_clock_record import (
    AddRoundTime,
    PauseRoundClock,
    RoundClockAct,
    RoundClockFold,
    SetRoundClock,
    SkipPhase,
    StartRoundClock,
)
from gateway.clock.round_plan import MINUTE, RoundPlan
from gateway.event.bridge.board_results import Played
from gateway.event.bridge.bridge_acts import (
    BridgeAct,
    CloseBridgeEntries,
    ContestantEntry,
    DrawBridgeRound,
    EnterContestant,
    OpenBridgeEvent,
    Penalize,
    PublishBridgeRound,
    ReportBoard,
)
from gateway.event.bridge.bridge_event import TableId
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.event.bridge.bridge_regulations import BridgeRegulations, OvertimeScale, OvertimeStep, ScaleOfEvent
from gateway.event.bridge.slow_play import TableTime, overtime_points, table_times
from gateway.model.instants import Instant, Millis
from gateway.model.persons import Person
from gateway.tournament.bridge.compass import Partnership

PLAN = RoundPlan(rounds=3, boards=2, board_ms=8 * MINUTE, move_ms=2 * MINUTE)
STEPS = OvertimeScale(
    steps=(OvertimeStep(Millis(5 * MINUTE), Decimal("0.5")), OvertimeStep(Millis(10 * MINUTE), Decimal(1)))
)


def minutes(number: float) -> Instant:
    return Instant(round(number * MINUTE))


class Evening:
    """A clock and an event, side by side."""

    def __init__(self, overtime: OvertimeScale = STEPS) -> None:
        self.clock, self.fold = RoundClockFold(), BridgeFold()
        rules = BridgeRegulations(title="Cup", boards=2, scale=ScaleOfEvent(column=8), overtime=overtime)
        members = tuple(Person(name=name) for name in "ABCD")
        acts: list[BridgeAct] = [
            OpenBridgeEvent(regulations=rules),
            *(EnterContestant(contestant=ContestantEntry(name=f"T{n}", members=members)) for n in range(1, 5)),
            CloseBridgeEntries(),
            DrawBridgeRound(),
            PublishBridgeRound(),
        ]
        for act in acts:
            self.act(0, act)
        self.run(0, SetRoundClock(plan=PLAN))
        self.run(0, StartRoundClock())

    def act(self, at: float, act: BridgeAct) -> None:
        self.fold = self.fold.after(self.fold.decide(act, "x", minutes(at)))

    def run(self, at: float, act: RoundClockAct) -> None:
        self.clock = self.clock.after(self.clock.decide(act, "x", minutes(at)))

    def over(self, at: float, table: str, board: int) -> None:
        for side in Partnership:
            self.act(at, ReportBoard(table=TableId(table), board=board, outcome=Played("1N N ="), side=side))

    def times(self, at: float) -> dict[str, TableTime]:
        assert self.fold.event is not None
        spans = self.clock.advanced(minutes(at)).spans_until(minutes(at))
        clock = self.clock.advanced(minutes(at)).clock
        plan = clock.plan if clock is not None else None
        return {each.table: each for each in table_times(self.fold.event, self.fold.entries, spans, plan, minutes(at))}


def test_minutes_per_board_as_they_were() -> None:
    evening = Evening()
    evening.over(7, "1.1o", 1)
    evening.over(15, "1.1o", 2)
    found = evening.times(15)["1.1o"]
    assert [(each.board, each.took_ms / MINUTE) for each in found.boards] == [(1, 7), (2, 8)]
    assert not found.missing
    assert (found.over_ms, found.proposed) == (Millis(0), Decimal(0))
    assert evening.times(15)["1.2o"].missing == (1, 2)


def test_the_time_in_which_the_clock_stood_does_not_count() -> None:
    evening = Evening()
    evening.over(7, "1.1o", 1)
    evening.run(8, PauseRoundClock())
    evening.run(28, StartRoundClock())
    evening.over(35, "1.1o", 2)
    found = evening.times(36)["1.1o"]
    assert [each.took_ms / MINUTE for each in found.boards] == [7, 8]
    assert found.over_ms == 0


def test_overtime_is_proposed_by_the_steps_of_the_scale() -> None:
    evening = Evening()
    evening.over(9, "1.1o", 1)
    assert evening.times(20)["1.1o"].over_ms == 4 * MINUTE, "while it lasts"
    evening.over(22, "1.1o", 2)
    evening.over(7, "1.1c", 1)
    evening.over(27, "1.1c", 2)
    times = evening.times(40)
    assert (times["1.1o"].over_ms / MINUTE, times["1.1o"].proposed) == (6, Decimal("0.5"))
    assert (times["1.1c"].over_ms / MINUTE, times["1.1c"].proposed) == (11, Decimal(1))
    assert evening.fold.event is not None
    who = evening.fold.event.contestant(evening.fold.event.find(TableId("1.1o"))[1].north_south)
    points = times["1.1o"].proposed
    evening.act(41, Penalize(contestant=who.id, round=1, points=points, kind="overtime", why="slow"))
    assert evening.times(42)["1.1o"].proposed == 0, "a director has decided"


def test_more_minutes_are_more_time_and_a_skip_takes_none_away() -> None:
    evening = Evening()
    evening.run(10, AddRoundTime(ms=10 * MINUTE))
    for board, at in ((1, 12), (2, 25)):
        evening.over(at, "1.1o", board)
    assert evening.times(26)["1.1o"].over_ms == 0
    hurried = Evening()
    hurried.run(6, SkipPhase())
    for board, at in ((1, 8), (2, 15)):
        hurried.over(at, "1.1o", board)
    assert hurried.times(20)["1.1o"].over_ms == 0


def test_the_last_round_has_overtime_too() -> None:
    evening = Evening()
    evening.run(0, SetRoundClock(plan=RoundPlan(rounds=1, boards=2)))
    evening.run(0, StartRoundClock())
    for board, at in ((1, 8), (2, 22)):
        evening.over(at, "1.1o", board)
    assert evening.times(60)["1.1o"].over_ms == 6 * MINUTE


@pytest.mark.parametrize(("over", "points"), [(0, "0"), (4.99, "0"), (5, "0.5"), (9.9, "0.5"), (10, "1"), (60, "1")])
def test_the_steps(over: float, points: str) -> None:
    assert overtime_points(STEPS, Millis(round(over * MINUTE))) == Decimal(points)
    assert overtime_points(OvertimeScale(), Millis(round(over * MINUTE))) == 0
