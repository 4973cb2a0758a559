"""Every driver of the registry reads whole games of its double over good and bad lines, in virtual time.

Whatever the line, each position that stands still for a while is seen, and the last one too. What a protocol cannot
repair, its scorecard says (`unrepaired`); then what is read must at least be true and in order.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pytest

from drivers import registry
from drivers.readings import ClockTimes, LeverPressed, LinkUp, Reading, Seat, SquareChanged
from drivers.requests import SetClock
from drivers.spec import DriverSpec
from firmware_sim.doubles import BOARDS, DOUBLES, Double, make_double
from firmware_sim.faults import Burst, Fault, LineNoise, Loss, Stump, one_byte_at_a_time
from firmware_sim.habits import CLUB, Habits
from firmware_sim.scenes import DeviceScene, SceneReading
from firmware_sim.stroke import Stroke
from gateway.games.registry import find
from gateway.lab.rehearsal.strokes import stroke_of
from tests.drivers.lines import Cable, Caller
from tests.drivers.shown import ShownBoard, shown_by

PATIENCE_S = 25
"""How long a position may stand until it is seen on a line that loses messages: perhaps three answers in a row."""
PROMPT_S = 2
"""And on one that does not."""

OPERA = """e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7
e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8"""
"""Morphy's game at the opera: captures, castling, mate."""
PLIES = 30


@functools.cache
def game(board: str) -> Sequence[Stroke]:
    """A whole game as hands play it: a famous one of chess, a random one of draughts, stones on a goban."""
    rng = random.Random(board)
    match board:
        case "chess":
            texts = OPERA.split()
            position = find("chess").start()
        case "draughts" | "draughts-64":
            texts = [""] * PLIES
            position = find("draughts-international" if board == "draughts" else "draughts-russian").start()
        case _:
            points = rng.sample(range(BOARDS[board][0] ** 2), PLIES)
            return [Stroke((point,), piece="sS"[number % 2]) for number, point in enumerate(points)]
    strokes = []
    for text in texts:
        move = position.read(text) if text else rng.choice(position.moves())
        strokes.append(stroke_of(position, move))
        position = position.play(move)
    return strokes


@dataclass(frozen=True)
class Line:
    """What happens to the bytes on their way."""

    faults: Callable[[], tuple[Fault, ...]] = tuple
    slow: bool = False
    cuts: tuple[int, ...] = ()
    """In which strokes the line is cut in mid-message."""
    outage_ms: int = 400
    loses: bool = False


def _bad() -> tuple[Fault, ...]:
    rng = random.Random(5)
    return LineNoise(rng, rate=0.15), Loss(rng, rate=0.1), Stump(rng, rate=0.1)


LINES = {
    "clean": Line(),
    "single bytes": Line(lambda: (one_byte_at_a_time,)),
    "slow": Line(slow=True),
    "noisy": Line(lambda: (LineNoise(random.Random(2), rate=0.2),)),
    "lossy": Line(lambda: (Loss(random.Random(3), rate=0.2),), loses=True),
    "cutting messages short": Line(lambda: (Stump(random.Random(4), rate=0.2),), loses=True),
    "bursting": Line(lambda: (Burst(2),), loses=True),
    "bad in every way": Line(_bad, slow=True, loses=True),
    "cut and mended": Line(cuts=(3, 9, 10, 17), loses=True),
    "cut for several moves": Line(slow=True, cuts=(5,), outage_ms=15_000, loses=True),
}

SETS = [(name, board) for name in registry.BUILT_IN for board in DOUBLES[name].boards]


class Table:
    """A double and its driver at the two ends of a line."""

    def __init__(self, spec: DriverSpec, double: Double, line: Line) -> None:
        self.spec = spec
        self.double = double
        self._line = line
        self.cable = Cable(double.device, baud=(double.baud or 9600) if line.slow else None, faults=line.faults())
        self.caller = Caller(spec, self.cable, outage_ms=line.outage_ms)
        self.shown = ShownBoard(shown_by(self.spec, double.start))
        self.readings: list[Reading] = []
        tells_puts_only = spec.scorecard is not None and "stone" in spec.scorecard.unrepaired
        self.scene: DeviceScene[Reading] = DeviceScene(
            double.surface,
            self.cable,
            self.caller,
            Habits(slides=0) if tells_puts_only else CLUB,
            random.Random(spec.name),
            lever=double.press,
        )

    def play(self, *strokes: Stroke, rest_ms: int = 1000) -> None:
        self._take(self.scene.talk(strokes, rest_ms))
        if not self.cable.plugged and self.caller.answers:
            self.caller.hang_up(self.scene.now_ms)

    def press(self, seat: Seat) -> None:
        assert self.double.press is not None
        self.double.press(seat, self.scene.now_ms)
        self._take(self.scene.look(self.scene.now_ms))

    def _take(self, said: Iterable[object]) -> None:
        heard = [one.reading for one in said if isinstance(one, SceneReading)]
        self.readings += heard
        self.shown.take(heard)

    def settle(self) -> None:
        """Wait until what stands there is what was read."""
        for _ in range(PATIENCE_S if self._line.loses else PROMPT_S):
            if self.shown.cells == shown_by(self.spec, self.double.surface.cells):
                return
            self.play()

    @property
    def truth(self) -> str:
        return shown_by(self.spec, self.double.surface.cells)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(("name", "board"), SETS)
def test_every_position_of_a_whole_game_is_seen(name: str, board: str, line: str) -> None:
    spec = registry.find(name)
    assert spec.scorecard is not None
    table = Table(spec, make_double(name, board), LINES[line])
    if table.double.clock is not None:
        table.double.clock.run_stop(0)
    table.play(rest_ms=4000)
    for number, stroke in enumerate(game(board)):
        if number in LINES[line].cuts:
            table.cable.cut_after(1 + 7 * number % 11)
        table.play(stroke)
        if spec.scorecard.unrepaired and LINES[line].loses:
            continue
        table.settle()
        assert table.shown.cells == table.truth, f"after stroke {number}"
    assert table.caller.calls > len(LINES[line].cuts)
    if spec.scorecard.unrepaired and LINES[line].loses:
        told = [reading.cell for reading in table.readings if isinstance(reading, SquareChanged)]
        played = [stroke.path[-1] for stroke in game(board)]
        assert told == [cell for cell in played if cell in told], "what was told is true, in order and told once"
        assert len(told) > len(played) // 2
    if table.double.clock is not None:
        table.play(rest_ms=12_000)
        times = [reading for reading in table.readings if isinstance(reading, ClockTimes)]
        assert times[-1].up is table.double.clock.up
        assert times[-1].running


PRESSES = [Seat.LEFT if number % 2 == 0 else Seat.RIGHT for number in range(40)]


@pytest.mark.parametrize("line", LINES)
def test_every_press_of_bare_buttons_is_read(line: str) -> None:
    table = Table(registry.find("buttons"), make_double("buttons"), LINES[line])
    table.play()
    for number, seat in enumerate(PRESSES):
        if number in LINES[line].cuts:
            table.cable.cut_after(3)
        table.press(seat)
        table.play(rest_ms=1500)
    told = [reading.seat for reading in table.readings if isinstance(reading, LeverPressed)]
    if not LINES[line].loses:
        assert told == PRESSES
    else:
        rest = iter(PRESSES)
        assert all(seat in rest for seat in told), "what was told was pressed, in that order"
        assert len(told) > len(PRESSES) // 2
        assert spec_says_so(table.spec, "press")


@pytest.mark.parametrize("line", LINES)
def test_a_clock_behind_its_gateway_is_read_through_a_whole_game(line: str) -> None:
    table = Table(registry.find("dgt3000-ble"), make_double("dgt3000-ble"), LINES[line])
    table.play(rest_ms=6000)
    table.caller.codec.request(SetClock(900_000, 900_000, left_runs=True), table.scene.now_ms)
    table.play()
    for number, seat in enumerate(PRESSES[:20]):
        if number in LINES[line].cuts:
            table.cable.cut_after(30)
        table.press(seat)
        table.play(rest_ms=4000)
        if not LINES[line].loses:
            now = last_times(table)
            assert (now.up, now.running) == (seat.other, True)
    table.play(rest_ms=30_000)
    now = last_times(table)
    assert spec_says_so(table.spec, "press")
    shown = table.double.device._shown()  # type: ignore[attr-defined]  # what a person reads off it
    for seat, told_ms in ((Seat.LEFT, now.left_ms), (Seat.RIGHT, now.right_ms)):
        shown_s = shown[f"{seat}Hours"] * 3600 + shown[f"{seat}Minutes"] * 60 + shown[f"{seat}Seconds"]
        assert 0 <= told_ms - shown_s * 1000 <= (1000 if LINES[line].loses else 0)


def last_times(table: Table) -> ClockTimes:
    return [reading for reading in table.readings if isinstance(reading, ClockTimes)][-1]


def spec_says_so(spec: DriverSpec, what: str) -> bool:
    return spec.scorecard is not None and what in spec.scorecard.unrepaired


def test_no_driver_is_left_out() -> None:
    assert {name for name, _ in SETS} | {"buttons", "dgt3000-ble"} == set(registry.BUILT_IN)


def test_the_line_really_was_cut() -> None:
    table = Table(registry.find("chessnut"), make_double("chessnut"), LINES["cut and mended"])
    table.play()
    table.cable.cut_after(5)
    table.play(*game("chess")[:2])
    assert table.caller.calls == 2
    assert any(isinstance(reading, LinkUp) for reading in table.readings)
