"""Alerts are kept by kind and subject: what is mended closes its own alert and no other one."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from gateway.clock.face import ClockFace, Flag
from gateway.clock.facts import (
    ClockAdjusted,
    ClockAnomaly,
    ClockAnomalyEnded,
    ClockAnomalyKind,
    ClockBack,
    ClockFact,
    ClockLost,
    ClockReplaced,
    ClockStarted,
    ClockStopped,
    FlagFell,
)
from gateway.games import registry
from gateway.model.instants import Instant, Millis
from gateway.model.irregularities import Irregularity
from gateway.model.messages import message
from gateway.model.persons import named
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.record.entries import Entry
from gateway.record.fold import fold
from gateway.record.visibility import visibility_of
from gateway.referee.acts import SetResult, Void
from gateway.referee.inputs import (
    Acted,
    BoardMatched,
    BoardMismatched,
    Clocked,
    DeviceChanged,
    Input,
    Irregular,
    Known,
    Moved,
    Retracted,
    SetUp,
)
from gateway.referee.machine import step
from gateway.referee.options import Mode, Options
from gateway.referee.rulings import Alert, AlertKind, CaseLapsed, Ruling
from gateway.referee.state import State

AT = Instant(1000)
W, B = Side.WHITE, Side.BLACK
FACE = ClockFace(Millis(300_000), Millis(300_000), W, AT)
NO_OPTIONS = Options()
LOST, CLOCK = AlertKind.DEVICE_LOST, AlertKind.CLOCK

Key = tuple[AlertKind, str]


class Game:
    """A game, its record, and the alerts that are open."""

    def __init__(self, rules: str = "draughts-international", book: str = "draughts-blitz") -> None:
        self.state = State()
        self.entries: list[Entry] = []
        self.rules, self.book, self.games = rules, book, 0
        self.set_up()
        self.give(clocked(ClockStarted(W)))

    def set_up(self, options: Options = NO_OPTIONS) -> tuple[Ruling, ...]:
        self.games += 1
        game = registry.find(self.rules)
        start = game.start()
        return self.give(
            SetUp(
                self.games, self.rules, self.book, "5m", named("Ada", "Bob"), start.fen(), start.board(), game.rows,
                game.cols, options=options,
            )
        )  # fmt: skip

    def give(self, given: Input) -> tuple[Ruling, ...]:
        self.state, rulings = step(self.state, given, AT)
        for what in (given, *rulings):
            self.entries.append(Entry(len(self.entries) + 1, AT, visibility_of(what), what))
        return rulings

    def move(self, text: str, known: Known = Known.SETTLED) -> tuple[Ruling, ...]:
        return self.give(Moved(W, text, text, (), (), "", "", known))

    @property
    def open(self) -> set[Key]:
        return {(each.alert.kind, each.alert.subject) for each in self.state.alerts}


def clocked(fact: ClockFact, face: ClockFace = FACE) -> Clocked:
    return Clocked(fact, face)


def anomaly(kind: ClockAnomalyKind, side: Side | None = None) -> Clocked:
    return clocked(ClockAnomaly(kind, side))


def device(name: str, *, online: bool) -> DeviceChanged:
    kind, _, square = name.partition(" ")
    return DeviceChanged(kind, online=online, square=square)


TROUBLES: dict[Key, tuple[Input, Input]] = {
    (LOST, "board"): (device("board", online=False), device("board", online=True)),
    (LOST, "clock"): (device("clock", online=False), device("clock", online=True)),
    (LOST, "sensor e4"): (device("sensor e4", online=False), device("sensor e4", online=True)),
    (LOST, "sensor a1"): (device("sensor a1", online=False), device("sensor a1", online=True)),
    (CLOCK, "clock"): (clocked(ClockLost(message("clock_lost.silent"))), clocked(ClockBack())),
    (CLOCK, "battery_low"): (
        anomaly(ClockAnomalyKind.BATTERY_LOW),
        clocked(ClockAnomalyEnded(ClockAnomalyKind.BATTERY_LOW)),
    ),
    (CLOCK, "wrong_control white"): (
        anomaly(ClockAnomalyKind.WRONG_CONTROL, W),
        clocked(ClockAdjusted(W, Millis(1), Millis(2))),
    ),
    (CLOCK, "no_increment black"): (
        anomaly(ClockAnomalyKind.NO_INCREMENT, B),
        clocked(ClockAdjusted(B, Millis(1), Millis(2))),
    ),
    (CLOCK, "sides_swapped"): (
        anomaly(ClockAnomalyKind.SIDES_SWAPPED),
        anomaly(ClockAnomalyKind.SIDES_SWAPPED),
    ),
    (CLOCK, "lever_while_stopped white"): (
        anomaly(ClockAnomalyKind.LEVER_WHILE_STOPPED, W),
        clocked(ClockStarted(W)),
    ),
    (AlertKind.BOARD_DIFFERS, "board"): (BoardMismatched((3,), "x"), BoardMatched()),
}
"""What may go wrong, and what mends it."""


@pytest.mark.parametrize(
    "three", list(permutations(TROUBLES, 3))[::7], ids=lambda keys: ", ".join(f"{k} {s}" for k, s in keys)
)
def test_three_things_wrong_and_two_mended_leave_the_third(three: tuple[Key, Key, Key]) -> None:
    game = Game()
    for key in three:
        game.give(TROUBLES[key][0])
    assert game.open == set(three)
    game.give(TROUBLES[three[0]][1])
    game.give(TROUBLES[three[1]][1])
    assert game.open == {three[2]}
    folded = fold(game.entries)
    assert (folded.differences, folded.state.alerts) == ((), game.state.alerts)
    game.give(TROUBLES[three[2]][1])
    assert game.open == set()


def test_each_side_has_its_own_flag_and_it_may_be_up_again() -> None:
    game = Game()
    game.set_up(Options(flags=Mode.CLAIM))
    game.give(clocked(ClockStarted(W)))
    white, black = Flag(W, AT), Flag(B, AT)
    game.give(clocked(FlagFell(W, AT), msgspec.structs.replace(FACE, flags=(white,), first_flag=W)))
    game.give(clocked(FlagFell(B, AT), msgspec.structs.replace(FACE, flags=(white, black), first_flag=W)))
    assert game.open == {(AlertKind.FLAG_DOWN, "white"), (AlertKind.FLAG_DOWN, "black")}
    game.give(clocked(ClockAdjusted(W, Millis(0), Millis(60_000)), msgspec.structs.replace(FACE, flags=(black,))))
    assert game.open == {(AlertKind.FLAG_DOWN, "black")}


def test_inferred_moves_are_alerts_of_their_own_until_they_are_confirmed_or_withdrawn() -> None:
    game = Game()
    game.move("32-28", Known.INFERRED)
    game.move("19-23", Known.INFERRED)
    assert game.open == {(AlertKind.MOVE_INFERRED, "32-28"), (AlertKind.MOVE_INFERRED, "19-23")}
    game.give(Retracted(B, "19-23", "", ""))
    assert game.open == {(AlertKind.MOVE_INFERRED, "32-28")}
    for text in ("18-23", "38-32", "12-18", "31-27", "7-12", "43-38", "20-24", "37-31"):
        game.move(text)
    assert game.open == set()


def test_a_replaced_clock_has_none_of_the_faults_of_the_one_before() -> None:
    game = Game()
    for key in [each for each in TROUBLES if each[0] is CLOCK]:
        game.give(TROUBLES[key][0])
    game.give(clocked(ClockReplaced("Iris", "broken")))
    assert game.open == {(CLOCK, "clock")}, "whether it can be read is another matter"


def test_a_battery_may_be_low_before_the_game_begins_and_stays_so_in_the_next() -> None:
    game = Game()
    game.set_up()
    game.give(anomaly(ClockAnomalyKind.BATTERY_LOW))
    game.give(device("sensor e4", online=False))
    assert game.set_up() == ()
    assert game.open == {(CLOCK, "battery_low"), (LOST, "sensor e4")}


def test_alerts_outlive_the_end_and_each_is_closed_by_a_line_at_the_next_set_up() -> None:
    game = Game()
    game.move("32-28", Known.INFERRED)
    game.give(anomaly(ClockAnomalyKind.DRIFT))
    game.give(device("board", online=False))
    game.give(Acted("c1", "Iris", "chief", SetResult(result=Result.DRAW)))
    told = {(AlertKind.MOVE_INFERRED, "32-28"), (CLOCK, "drift")}
    assert game.open == told | {(LOST, "board")}
    closed = game.set_up()
    assert {(ruling.kind, ruling.subject) for ruling in closed if isinstance(ruling, Alert)} == told
    assert not any(isinstance(ruling, Alert) and ruling.open for ruling in closed)
    assert game.open == {(LOST, "board")}


@pytest.mark.parametrize("end", [SetResult(result=Result.WHITE), Void()])
def test_a_case_that_nobody_decided_is_closed_by_a_line_when_the_next_game_is_set_up(end: SetResult | Void) -> None:
    game = Game()
    game.move("32-28")
    game.give(Irregular(Irregularity.REMOVED, B, (), ""))
    game.give(Irregular(Irregularity.NO_CAPTURE, B, (), ""))
    game.give(clocked(ClockStopped()))
    game.give(Acted("c1", "Iris", "chief", end))
    assert game.state.play is not None
    assert [case.id for case in game.state.play.cases] == [1, 2]
    lapsed = [ruling for ruling in game.set_up() if isinstance(ruling, CaseLapsed)]
    assert [ruling.case for ruling in lapsed] == [1, 2]
    assert game.state.play.cases == ()
    assert fold(game.entries).differences == ()
