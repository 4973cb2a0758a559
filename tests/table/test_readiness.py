"""Readiness for the start of a round: every kind of thing that a table may lack, and when it lacks nothing."""

from __future__ import annotations

import msgspec
import pytest

from drivers.readings import Battery, LinkDown
from gateway.clock.adjustments import Change
from gateway.clock.control_notation import parse_control
from gateway.clock.face import ClockFace, Source
from gateway.clock.start_times import WrongTime, start_times, wrong_times
from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side
from gateway.record.table_state import Lack, LackKind
from gateway.referee.acts import AdjustTime, Arrive, StartRound
from gateway.referee.options import Options
from gateway.referee.state import Phase
from gateway.table.readiness import lacks, waits_for_start
from gateway.table.reporting import table_state
from gateway.texts.library import Library

from .virtual import VirtualTable, setup

TEXTS = Library.load()["en"]


def of(table: VirtualTable) -> tuple[Lack, ...]:
    found = lacks(table.table, table.at)
    part = table_state(table.table, table.at).arbiters
    assert part is not None
    assert (part.lacks, part.unstarted) == (found, waits_for_start(table.table.referee)), "the state tells the same"
    return found


def words(table: VirtualTable) -> list[str]:
    return [TEXTS.render(lack.text) for lack in of(table)]


def set_up(control: str = "10m+5s", **changes: object) -> VirtualTable:
    table = VirtualTable(setup(control, **changes))
    table.connect()
    table.wait(3000)
    return table


# The clock -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("control", "pairs"),
    [
        ("5m", [(300, 300)]),
        ("3m+2s", [(180, 180), (182, 182)]),  # a DGT clock pays the first increment before the first move
        ("40/90m, 30m+30s", [(5400, 5400)]),
        ("shared 60m, 5m+3s", []),
    ],
)
def test_times_that_a_game_may_start_from(control: str, pairs: list[tuple[int, int]]) -> None:
    found = start_times(parse_control(control))
    assert [(pair.white // 1000, pair.black // 1000) for pair in found] == pairs


@pytest.mark.parametrize(
    ("white", "black", "wrong"),
    [
        (180, 180, []),
        (182, 182, []),
        (180, 182, [(Side.BLACK, 180)]),  # one side was set by hand: not the same pair
        (300, 182, [(Side.WHITE, 182)]),
        (300, 300, [(Side.WHITE, 180), (Side.BLACK, 180)]),
    ],
)
def test_a_side_whose_clock_is_wrong_is_named_with_both_values(
    white: int, black: int, wrong: list[tuple[Side, int]]
) -> None:
    face = ClockFace(Millis(white * 1000), Millis(black * 1000), None, Instant(0), source=Source.HARDWARE)
    shown = BySide(face.white_ms, face.black_ms)
    control = parse_control("3m+2s")
    assert wrong_times(face, control) == tuple(WrongTime(side, Millis(ms * 1000), shown[side]) for side, ms in wrong)
    assert wrong_times(msgspec.structs.replace(face, source=Source.AGENT), control) == ()


def test_a_clock_that_is_put_right_by_hand_is_not_missed_any_more() -> None:
    table = set_up()
    assert of(table) == ()
    table.seconds = BySide(300, 605)
    table.clock()
    assert words(table) == ["White’s clock shows 5:00 instead of 10:05."]
    table.seconds = BySide(600, 600)
    table.clock()
    assert of(table) == ()


def test_a_time_that_an_arbiter_has_changed_is_the_right_one_once_the_clock_shows_it() -> None:
    table = set_up()
    assert table.act(AdjustTime(side=Side.BLACK, change=Change.TAKE, ms=Millis(65_000), why="late"), "a").ok
    assert [lack.kind for lack in of(table)] == [LackKind.CLOCK]
    table.seconds = BySide(605, 540)
    table.clock()
    assert of(table) == ()


# Board and devices ---------------------------------------------------------------------------------------------------


def test_a_board_that_is_not_set_up_says_where() -> None:
    table = VirtualTable()
    start = table.cells
    table.cells = start.replace("m", ".", 1)
    table.connect()
    assert words(table) == ["1 square is not as at the start: 1."]
    table.cells = "." * len(start)
    table.snapshot()
    assert words(table) == ["40 squares are not as at the start: 1, 2, 3, 4, 5, 6 and 34 more."]
    table.cells = start[::-1]
    table.snapshot()
    assert of(table) == (), "turned round it is set up as well"
    table.cells = start
    table.snapshot()
    table.wait(3000)
    assert table.table.referee.phase is Phase.READY
    table.put(start.index("m"), ".")
    table.wait(60_000)
    assert words(table) == ["1 square is not as at the start: 1."]


def test_devices_that_are_away_or_low_come_before_and_after_the_rest() -> None:
    table = VirtualTable()
    assert [lack.kind for lack in of(table)] == [LackKind.DEVICE, LackKind.DEVICE]
    table.connect()
    table.wait(3000)
    table.hear(Battery(19))
    (low,) = of(table)
    assert (low.kind, low.blocks) == (LackKind.BATTERY, False)
    table.hear(Battery(20))
    table.clock(battery_low=True)
    assert words(table) == ["The clock says that its battery is low."]
    table.hear(LinkDown("unplugged"))
    assert [lack.kind for lack in of(table)][:2] == [LackKind.DEVICE, LackKind.DEVICE]


def test_a_table_to_which_nothing_is_assigned_says_so() -> None:
    table = VirtualTable(msgspec.structs.replace(setup(), alone=None))
    table.connect()
    table.wait(3000)
    assert words(table) == ["Nothing is assigned to this table."]


# Players -------------------------------------------------------------------------------------------------------------


def test_whoever_has_not_come_is_missed_until_the_round_has_started() -> None:
    table = set_up(options=Options(attendance=True))
    assert [(lack.kind, lack.side) for lack in of(table)] == [(LackKind.PLAYER, side) for side in Side]
    assert table.act(Arrive(side=Side.WHITE), "a").ok
    assert words(table) == ["Black has not arrived."]
    assert table.act(StartRound(), "b").ok
    assert of(table) == ()
    assert not waits_for_start(table.table.referee)


def test_an_arrival_that_was_entered_by_mistake_is_taken_back() -> None:
    table = set_up(
        "20m", rules="renju", rulebook="gomoku-standard", clock=Source.AGENT, options=Options(attendance=True)
    )
    refused = table.act(Arrive(side=Side.WHITE, there=False), "a")
    assert refused.why is not None
    assert refused.why.key == "refusal.not_there"
    assert table.act(Arrive(side=Side.WHITE), "b").ok
    assert table.act(Arrive(side=Side.WHITE, there=False, why="that was his brother"), "c").ok
    assert [lack.side for lack in of(table)] == list(Side)
    # After the start the clocks are put right by it: White alone is absent, so his clock should have run (GN 14.3.2).
    assert table.act(Arrive(side=Side.WHITE), "d").ok
    assert table.act(Arrive(side=Side.BLACK), "e").ok
    assert table.act(StartRound(), "f").ok
    table.wait(60_000)
    assert table.act(Arrive(side=Side.WHITE, there=False), "g").ok
    face = table.table.clock.face(table.at)
    assert face.running is Side.WHITE
    assert face.shown_ms(Side.WHITE, table.at) == 20 * 60_000 - 60_000


def test_whoever_has_moved_was_there() -> None:
    table = set_up(
        "20m", rules="renju", rulebook="gomoku-standard", clock=Source.AGENT, options=Options(attendance=True)
    )
    for side in Side:
        assert table.act(Arrive(side=side), f"a-{side}").ok
    assert table.act(StartRound(), "b").ok
    play = table.table.referee.play
    assert play is not None
    table.hand(play.line.last, play.line.last.moves()[0])
    table.wait(3000)
    refused = table.act(Arrive(side=Side.WHITE, there=False), "c")
    assert refused.why is not None
    assert refused.why.key == "refusal.moves_made"
