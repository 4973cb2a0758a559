"""A board, and a clock beside it: what happens to one does not happen to the other."""

from __future__ import annotations

import pytest

from drivers.readings import Battery, ClockTimes, Identity, LeverPressed, LinkDown, LinkUp, Reading, Seat, Snapshot
from drivers.requests import ReadBoard, ShowText
from gateway.clock.face import Source
from gateway.clock.facts import ClockAnomaly, ClockAnomalyKind, ClockLost, ClockPressed, ClockStarted
from gateway.model.instants import Instant, Millis
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side
from gateway.record.fold import fold
from gateway.record.raw import RAW, FromClock, RawEvent
from gateway.record.wire import ENTRY
from gateway.referee.acts import Pause, Resume, SetResult
from gateway.referee.inputs import Clocked, DeviceChanged, Irregular, Known, Moved, SetUp
from gateway.referee.rulings import AlertKind, Ended
from gateway.referee.state import Phase
from gateway.table.game_start import resume
from gateway.table.reporting import table_state
from gateway.table.table import step
from tests.english import english

from .virtual import VirtualTable, setup

STARTING_MS = 600_000


class WithButtons(VirtualTable):
    """A board without a clock and two buttons beside it; the agent keeps the time."""

    def __init__(self, control: str = "10m+5s") -> None:
        super().__init__(setup(control, clock=Source.AGENT, apart=True))

    def say(self, reading: Reading, wait_ms: int = 0) -> None:
        self.hear(FromClock(reading), wait_ms)

    def button(self, side: Side, wait_ms: int = 0) -> None:
        self.say(LeverPressed(Seat.LEFT if side is Side.WHITE else Seat.RIGHT), wait_ms)

    def play(self, text: str) -> None:
        position = self.position
        self.hand(position, position.read(text))
        self.button(position.turn)
        self.wait(300)

    def facts(self) -> list[object]:
        return [what.fact for what in self.whats(Clocked) if isinstance(what, Clocked)]

    def left(self) -> BySide[Millis]:
        face = self.table.clock.face(self.at)
        return BySide(*(face.shown_ms(side, self.at) for side in Side))


def ready(control: str = "10m+5s") -> WithButtons:
    table = WithButtons(control)
    table.hear(LinkUp("board:"))
    table.say(LinkUp("buttons:"))
    table.snapshot()
    table.wait(3000)
    assert table.table.referee.phase is Phase.READY
    return table


def test_the_first_press_starts_the_opponents_time_and_the_next_ones_count() -> None:
    table = ready()
    assert table.left() == BySide(STARTING_MS, STARTING_MS)
    table.button(Side.BLACK)
    assert table.facts() == [ClockStarted(Side.WHITE)]
    assert table.table.referee.phase is Phase.PLAYING
    table.wait(10_000)
    assert table.left() == BySide(STARTING_MS - 10_000, STARTING_MS)
    table.play("32-28")
    table.play("19-23")
    moved = [what for what in table.whats(Moved) if isinstance(what, Moved)]
    assert [(move.text, move.known) for move in moved] == [("32-28", Known.PRESSED), ("19-23", Known.PRESSED)]
    assert table.facts()[1:] == [ClockPressed(Side.WHITE), ClockPressed(Side.BLACK)]
    face = table_state(table.table, table.at).clock
    assert face is not None
    assert (face.source, face.running) == (Source.AGENT, Side.WHITE)


def test_whoever_moves_first_may_start_the_clock_too() -> None:
    table = ready()
    table.play("32-28")
    assert table.facts() == [ClockStarted(Side.BLACK)]
    (moved,) = table.whats(Moved)
    assert isinstance(moved, Moved)
    assert (moved.text, moved.known) == ("32-28", Known.PRESSED)
    table.play("19-23")
    assert table.facts()[-1] == ClockPressed(Side.BLACK)
    assert table.folded().differences == ()


def test_a_second_press_of_the_same_side_changes_nothing() -> None:
    table = ready()
    table.button(Side.BLACK)
    table.button(Side.BLACK, 500)
    assert table.facts() == [ClockStarted(Side.WHITE)]


def test_a_pause_stops_the_agents_clock_and_a_press_does_not_start_it() -> None:
    table = ready()
    table.button(Side.BLACK)
    table.play("32-28")
    table.wait(5000)
    assert table.act(Pause(), "a").ok
    before = table.left()
    table.button(Side.BLACK, 60_000)
    assert table.left() == before
    assert table.act(Resume(), "b").ok
    table.wait(2000)
    assert table.left() == before.replace(Side.BLACK, Millis(before.black - 2000))


def test_a_flag_falls_on_the_agents_clock_and_ends_the_game() -> None:
    table = ready("1m")
    table.button(Side.BLACK)
    table.play("32-28")
    table.wait(61_000)
    (ended,) = table.whats(Ended)
    assert isinstance(ended, Ended)
    assert (ended.result, ended.reason) == (Result.WHITE, Reason.FLAG)
    assert table.left().black == 0


def test_a_lost_clock_leaves_the_board_in_sight_and_the_time_running() -> None:
    table = ready()
    table.button(Side.BLACK)
    table.play("32-28")
    table.say(LinkDown("the plug is out"))
    devices = {
        device.name: (device.online, english(device.detail)) for device in table_state(table.table, table.at).devices
    }
    assert devices == {"board": (True, ""), "clock": (False, "it does not answer")}
    assert table.table.tracker.sensors.raw is not None
    assert table.table.referee.raised(AlertKind.DEVICE_LOST)
    before = table.left()
    position = table.position
    table.hand(position, position.read("19-23"))
    table.wait(10_000)
    assert len(table.whats(Moved)) == 2, "without a press a move settles by standing still"
    assert table.left().black < before.black
    table.say(LinkUp("buttons:"))
    assert not table.table.referee.raised(AlertKind.DEVICE_LOST)
    table.button(Side.BLACK)
    assert table.facts()[-1] == ClockPressed(Side.BLACK)


def test_a_press_that_was_missed_is_made_good_when_the_next_one_shows_it() -> None:
    table = ready()
    table.button(Side.BLACK)
    table.play("32-28")
    table.say(LinkDown("the plug is out"))
    reply = table.position.read("19-23")
    table.hand(table.position, reply)  # and Black presses, unheard
    table.wait(5000)
    table.say(LinkUp("buttons:"))
    table.play("28x19")
    missed = [
        ClockAnomaly(ClockAnomalyKind.MISSED_PRESSES, Side.BLACK),
        ClockPressed(Side.BLACK),
        ClockPressed(Side.WHITE),
    ]
    assert table.facts()[-3:] == missed
    assert [what.text for what in table.whats(Moved) if isinstance(what, Moved)] == ["32-28", "19-23", "28x19"]
    table.play("14x23")
    assert table.facts()[-1] == ClockPressed(Side.BLACK)
    assert table.folded().differences == ()


def test_a_second_press_after_a_gap_is_no_missed_one() -> None:
    table = ready()
    table.button(Side.BLACK)
    table.play("32-28")
    table.say(LinkUp("buttons:"))
    table.button(Side.WHITE)
    assert table.facts()[-1] == ClockPressed(Side.WHITE)
    assert len(table.facts()) == 2


def test_a_lost_board_leaves_the_clock_as_it_is() -> None:
    table = ready()
    table.button(Side.BLACK)
    table.hear(LinkDown("the plug is out"))
    devices = {device.name: device.online for device in table_state(table.table, table.at).devices}
    assert devices == {"board": False, "clock": True}
    assert table.table.tracker.sensors.raw is None
    face = table_state(table.table, table.at).clock
    assert face is not None
    assert (face.running, face.stale) == (Side.WHITE, False)


def test_the_alert_stays_while_one_of_two_lost_devices_is_still_away() -> None:
    table = ready()
    table.hear(LinkDown("the plug is out"))
    table.say(LinkDown("no power"))
    table.say(LinkUp("buttons:"))
    (raised,) = [each for each in table.table.referee.alerts if each.alert.kind is AlertKind.DEVICE_LOST]
    assert "board" in english(raised.alert.text)
    table.hear(LinkUp("board:"))
    assert not table.table.referee.raised(AlertKind.DEVICE_LOST)
    assert table.folded().differences == ()


def test_a_link_asks_its_own_device_again_and_the_text_is_shown_anew() -> None:
    table = ready()
    table.button(Side.BLACK)
    table.act(Pause())
    table.effects.clear()
    table.say(LinkUp("buttons:"))
    assert table.effects == [ShowText("PAUSE")]
    table.effects.clear()
    table.hear(LinkUp("board:"))
    assert table.effects == [ReadBoard(), ShowText("PAUSE")]


def test_what_each_device_is_stays_with_it() -> None:
    table = ready()
    table.say(Identity("clock", "C7", "2.0"))
    table.say(Battery(40))
    table.hear(Identity("board", "B1", "1.1"))
    table.hear(Battery(90))
    seen = {device.name: (device.serial, device.battery) for device in table_state(table.table, table.at).devices}
    assert seen == {"board": ("B1", 90), "clock": ("C7", 40)}


def test_a_table_without_any_clock_lists_none() -> None:
    table = VirtualTable(setup(clock=Source.AGENT))
    table.hear(LinkUp("board:"))
    assert [device.name for device in table_state(table.table, table.at).devices] == ["board"]


@pytest.mark.parametrize("apart", [True, False])
def test_a_clock_that_keeps_time_beside_the_board_counts_and_one_on_the_board_does_not(apart: bool) -> None:
    table = VirtualTable(setup(apart=apart))
    table.hear(LinkUp("board:"))
    table.snapshot()
    on_board = ClockTimes(600_000, 600_000, False, Seat.LEFT)
    beside = ClockTimes(480_000, 480_000, False, Seat.LEFT)
    table.hear(on_board)
    if apart:
        table.hear(FromClock(LinkUp("clock:")))
        table.hear(FromClock(beside))
        table.hear(on_board, 1000)
    face = table_state(table.table, table.at).clock
    assert face is not None
    assert face.white_ms == (480_000 if apart else 600_000)
    table.hear(LinkDown("gone"))
    face = table_state(table.table, table.at).clock
    assert face is not None
    assert face.stale is not apart
    assert any(isinstance(what.fact, ClockLost) for what in table.whats(Clocked) if isinstance(what, Clocked)) is (
        not apart
    )


def test_a_separate_clock_that_is_lost_makes_the_times_an_estimate() -> None:
    table = VirtualTable(setup(apart=True))
    table.hear(LinkUp("board:"))
    table.snapshot()
    table.hear(FromClock(LinkUp("clock:")))
    table.hear(FromClock(ClockTimes(600_000, 600_000, False, Seat.LEFT)))
    table.hear(FromClock(LinkDown("gone")))
    face = table_state(table.table, table.at).clock
    assert face is not None
    assert face.stale
    assert table.table.tracker.sensors.raw is not None


def test_the_next_game_starts_with_a_fresh_clock_also_after_a_restart() -> None:
    table = ready()
    table.button(Side.BLACK)
    table.play("32-28")
    table.wait(20_000)
    table.act(SetResult(result=Result.DRAW))
    table.button(Side.BLACK, 1000)  # the game is over: it starts nothing
    table.cells = table.game.start().board()
    table.snapshot()
    table.wait(3000)
    assert [what.game for what in table.whats(SetUp) if isinstance(what, SetUp)] == [1, 2]
    assert table.left() == BySide(STARTING_MS, STARTING_MS)
    table.restart()
    assert table.left() == BySide(STARTING_MS, STARTING_MS)
    table.snapshot()
    table.button(Side.BLACK)
    assert table.table.referee.phase is Phase.PLAYING


def test_after_a_restart_the_agents_clock_has_gone_on() -> None:
    table = ready()
    table.button(Side.BLACK)
    table.play("32-28")
    before = table.left()
    table.at = Instant(table.at + 30_000)
    table.restart()
    assert table.left() == before.replace(Side.BLACK, Millis(before.black - 30_000))


def test_the_raw_lines_of_both_devices_give_the_same_game_again() -> None:
    table = ready()
    table.button(Side.BLACK)
    table.play("32-28")
    table.say(LinkDown("the plug is out"))
    table.say(LinkUp("buttons:"), 2000)
    table.play("19-23")
    table.act(Pause())
    raw = [RAW.encode(RawEvent.of(at, event)) for at, event in table.events]
    again = resume(table.settings, fold([]), table.events[0][0])
    lines: list[bytes] = []
    for kept in map(RAW.decode, raw):
        done = step(again, kept.event, kept.at)
        again = done.table
        lines += [ENTRY.encode(entry) for entry in done.entries]
    assert lines == [ENTRY.encode(entry) for entry in table.entries]
    assert any(isinstance(what, DeviceChanged) for what in table.whats())


@pytest.mark.parametrize(
    ("line", "event"),
    [
        (b'{"at":7}', None),
        (b'{"at":7,"resumed":3}', None),
        (b'{"at":7,"reading":{"type":"link_up","url":"x"}}', LinkUp("x")),
        (b'{"at":7,"reading":{"type":"snapshot","rows":1,"cols":1,"cells":"."}}', Snapshot(1, 1, ".")),
        (b'{"at":7,"clock":{"type":"lever","seat":"left"}}', FromClock(LeverPressed(Seat.LEFT))),
    ],
)
def test_raw_lines_of_any_age_can_be_read(line: bytes, event: object) -> None:
    assert RAW.decode(line).event == event


def test_moves_seen_while_the_buttons_are_away_need_no_press() -> None:
    """Presses that went unheard must not be set against later ones: fast play would make no sense ever after."""
    moves = ("32-28", "19-23", "28x19", "14x23", "37-32")
    table = ready()
    table.button(Side.BLACK)
    table.wait(3000)
    table.say(LinkDown("cut"))
    position = table.position
    for text in moves[:3]:
        move = position.read(text)
        table.hand(position, move)
        table.wait(1200)
        position = position.play(move)
    answer = position.read(moves[3])
    table.put(answer.taken[0], ".")  # what is captured first
    table.say(LinkUp("buttons:"))
    table.put(answer.path[0], ".", 130)
    table.put(answer.path[-1], "m", 300)
    table.button(Side.BLACK)
    table.wait(640)
    position = position.play(answer)
    table.hand(position, position.read(moves[4]))
    table.button(Side.WHITE)
    table.wait(3000)
    assert [what.text for what in table.whats(Moved) if isinstance(what, Moved)] == list(moves)
    assert not table.whats(Irregular)
