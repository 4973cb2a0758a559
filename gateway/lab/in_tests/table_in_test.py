"""A whole table in somebody's test: two people play on a simulated board, and the table referees what it sees of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from drivers import registry
from drivers.codec import Codec
from drivers.readings import Calibrated, LeverPressed, LinkDown, LinkUp, Reading, Seat
from drivers.requests import Request
from drivers.spec import Capability, DriverSpec
from firmware_sim.doubles import make_double
from firmware_sim.habits import CALM
from firmware_sim.scenes import DeviceScene, ScenePress
from firmware_sim.stroke import Stroke, without_press
from gateway.clock.control_notation import parse_control
from gateway.clock.face import Source
from gateway.games.game import Position
from gateway.games.registry import find
from gateway.lab.demo.equipment import hardware_control
from gateway.lab.rehearsal.strokes import stroke_of
from gateway.model.instants import Instant, Millis
from gateway.model.persons import named
from gateway.model.sides import Side
from gateway.record.commands import ActCommand, Command, Reply
from gateway.record.entries import Entry
from gateway.record.fold import fold
from gateway.record.raw import FromClock
from gateway.record.table_state import TableState
from gateway.referee.acts import Act
from gateway.referee.assignment import Assignment
from gateway.table.game_start import resume
from gateway.table.reporting import table_state
from gateway.table.setup import TableSetup
from gateway.table.state import Event
from gateway.table.table import next_deadline, step
from gateway.tracking.layout import Layout
from gateway.tracking.vision import Vision

from .clock_in_test import ClockInTest
from .needs import TableNeeds
from .square_names import cell_of

__all__ = ["TableInTest"]

BEGINS = Instant(1_700_000_000_000)
SETTLES_MS = 6_000
"""What a table takes at most to see that everything is in place."""
LOOKS_MS = 2_000
"""What it takes after a move to be sure of it."""


class _Reader:
    """The computer's side of the board: its driver, kept when the board tells something worth keeping."""

    def __init__(self, spec: DriverSpec) -> None:
        self._spec = spec
        self.codec: Codec = spec.codec()

    def connected(self, at: int) -> None:
        self.codec = self._spec.codec()
        self.codec.connected(at)

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        readings = self.codec.receive(data, at)
        for reading in readings:
            if isinstance(reading, Calibrated):
                self._spec = self._spec.configured({reading.option: reading.value})
        return readings

    def wake(self, at: int) -> Sequence[Reading]:
        return self.codec.wake(at)

    def data_to_send(self) -> Sequence[bytes]:
        return self.codec.data_to_send()

    def next_deadline(self) -> int | None:
        return self.codec.next_deadline()


class TableInTest:
    """A table, its hardware and two people, on time that passes while they play and when somebody waits."""

    def __init__(self, needs: TableNeeds) -> None:
        hardware = needs.hardware
        spec, self._game = registry.find(hardware.driver), find(needs.rules)
        self._double = make_double(
            hardware.driver,
            hardware.board,
            control=hardware_control(parse_control(hardware.control)),
            clock=hardware.clock,
            remote=hardware.remote,
        )
        surface, has_clock = self._double.surface, self._double.clock is not None
        setup = TableSetup(
            event="test",
            table="t1",
            alone=Assignment(
                rules=needs.rules, rulebook=needs.rulebook, control=hardware.control, players=named("Ada", "Bob")
            ),
            vision=Vision.PIECES if Capability.PIECES in spec.capabilities else Vision.OCCUPANCY,
            clock=Source.HARDWARE if has_clock else Source.AGENT,
            apart=not has_clock,
            sizes=spec.geometries,
            scan_ms=Millis(spec.scan_ms),
        )
        self.entries: list[Entry] = []
        """The record, entry by entry."""
        self.requests: list[Request] = []
        """What the table has asked of its hardware: texts on the clock, lamps."""
        self._at = BEGINS
        self._table = resume(setup, fold([]), self._at)
        self._replies: list[Reply] = []
        self._layout = Layout(self._game.rows, self._game.cols, surface.rows, surface.cols)
        self._first = Seat.LEFT if self._game.first is Side.WHITE else Seat.RIGHT
        self._reader = _Reader(spec)
        self._scene: DeviceScene[Reading] = DeviceScene(
            surface, self._double.device, self._reader, CALM, random.Random(0), lever=self._double.press,  # noqa: S311
            first=self._first,
        )  # fmt: skip
        self._started = False
        self.surface = surface
        """What stands on the board."""
        self.clock = (
            ClockInTest(self._double.clock, lambda: self._scene.now_ms, self.wait) if self._double.clock else None
        )
        """The clock that is plugged into a DGT board; boards without one have two buttons, and the table keeps time."""
        self._hear(LinkUp("test:"))
        if not has_clock:
            self._hear(FromClock(LinkUp("test:")))
        self.wait(SETTLES_MS)

    # -- playing -----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the clock."""
        if self._started:
            return
        self._started = True
        if self.clock is not None:
            self.clock.start()
        else:
            self._hear(FromClock(LeverPressed(self._first.other)))
        self.wait(0)

    def play(self, *moves: str) -> None:
        """Play moves as people write them (`e4`, `32-28`, `h8`), each by hand and with a press of the clock.

        Raises a `GameError` for one that the rules do not allow; `hand` plays those.
        """
        self.start()
        for text in moves:
            position = self.position
            self._talk([self._on_device(stroke_of(position, position.read(text)))], LOOKS_MS)

    def hand(self, start: str | int, end: str | int, *, press: bool = True) -> None:
        """Move a piece from one square to another, whatever the rules say."""
        self.start()
        cells = (self._cell(start), self._cell(end))
        taken = (cells[1],) if self.surface[cells[1]] != "." else ()
        stroke = Stroke(cells, taken=taken)
        self._talk([stroke if press else without_press(stroke)], LOOKS_MS)

    def act(self, act: Act, *, by: str = "Arbiter") -> Reply:
        """An arbiter's act (`gateway.referee.acts`); what the table answers."""
        self._hear(Command(f"test-{len(self._replies)}", ActCommand(by, "chief", act)))
        return self._replies[-1]

    def unplug(self) -> None:
        """The board's cable is out."""
        self._hear(LinkDown("pulled"))

    def wait(self, ms: int) -> None:
        """Let time pass."""
        self._talk([], ms)

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> TableState:
        """The table as arbiters see it: moves, times, cases, alerts, result."""
        return table_state(self._table, self._at)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves in the record, as people write them."""
        return self.state.moves

    @property
    def position(self) -> Position:
        """What stands on the board by the record; the start position before a game."""
        play = self._table.referee.play
        return self._game.start() if play is None else play.line.last

    @property
    def result(self) -> str | None:
        """`1-0`, `0-1`, `1/2-1/2`, or None while it is played."""
        ended = self.state.result
        return None if ended is None else str(ended.result)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _cell(self, square: str | int) -> int:
        return cell_of(square, self.surface.rows, self.surface.cols)

    def _on_device(self, stroke: Stroke) -> Stroke:
        """The same on a board that may be larger than the game's."""
        ways = (stroke.path, stroke.taken, stroke.second, stroke.instead)
        path, taken, second, instead = (tuple(map(self._layout.device_cell, way)) for way in ways)
        return replace(stroke, path=path, taken=taken, second=second, instead=instead)

    def _talk(self, strokes: Sequence[Stroke], rest_ms: int) -> None:
        for said in self._scene.talk(strokes, rest_ms):
            self._pass(said.at_ms)
            self._hear(FromClock(LeverPressed(said.seat)) if isinstance(said, ScenePress) else said.reading)
        self._pass(self._scene.now_ms)

    def _pass(self, at_ms: int) -> None:
        until = Instant(BEGINS + at_ms)
        while (due := next_deadline(self._table, self._at)) is not None and due <= until:
            self._at = max(self._at, due)
            self._hear(None)
        self._at = max(self._at, until)

    def _hear(self, event: Event) -> None:
        done = step(self._table, event, self._at)
        self._table = done.table
        self.entries += done.entries
        self._replies += done.replies
        self.requests += done.effects
        for request in done.effects:
            for answer in self._reader.codec.request(request, self._scene.now_ms):
                self._hear(answer)
