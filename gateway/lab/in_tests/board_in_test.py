"""A simulated board in somebody's test: touched by squares, heard as bytes, as readings, or at an address."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from drivers import registry
from drivers.codec import Codec, Packet, channel_of
from drivers.readings import EMPTY, Calibrated, Reading, Snapshot, SquareChanged
from drivers.requests import Request
from firmware_sim.devices.dgt_clock import DgtClock
from firmware_sim.doubles import CLOCKS, make_double
from firmware_sim.gatt import Value
from firmware_sim.ports import Port, PtyPort, TcpPort
from firmware_sim.timebase import WallTime
from gateway.clock.control_notation import parse_control
from gateway.lab.demo.equipment import hardware_control

from .clock_in_test import ClockInTest
from .needs import HardwareNeeds
from .square_names import cell_of, name_of

__all__ = ["BoardInTest"]

TOUCH_MS = 300
"""What a hand takes from one square to the next; longer than any board needs to notice."""


class BoardInTest:
    """A board on time of its own, which stands still until somebody touches it or waits."""

    def __init__(self, needs: HardwareNeeds | None = None) -> None:
        needs = needs or HardwareNeeds()
        control = hardware_control(parse_control(needs.control))
        self._double = make_double(needs.driver, needs.board, control=control, clock=needs.clock, remote=needs.remote)
        self.driver = needs.driver
        """The name of the driver that reads it."""
        self.spec = registry.find(needs.driver)
        """The driver itself."""
        self.device = self._double.device
        """The simulated device, for what this class does not offer."""
        self.surface = self._double.surface
        """What stands on it."""
        self.now_ms = 0
        """How much time has passed."""
        clock = self._double.clock or DgtClock(control, version=CLOCKS[needs.clock], remote=needs.remote)
        self._beside = None if self._double.clock is not None else clock
        self.clock = ClockInTest(clock, lambda: self.now_ms, self.wait)
        """The clock: plugged into a DGT board, beside any other."""
        self._plugged = True
        self._said: list[bytes] = []
        self._codec: Codec | None = None
        self._readings: list[Reading] = []
        self._seen = ""
        self.device.power_on(0)
        self._look()

    # -- touching it -------------------------------------------------------------------------------------------------

    def lift(self, square: str | int) -> str:
        """Take up what stands there; return its letter."""
        piece = self.surface.lift(self._cell(square), self.now_ms)
        self.wait(TOUCH_MS)
        return piece

    def put(self, square: str | int, piece: str) -> None:
        """Put a piece there: `P` a white pawn, `m` a black man, `S` a stone."""
        self.surface.put(self._cell(square), piece, self.now_ms)
        self.wait(TOUCH_MS)

    def move(self, start: str | int, end: str | int) -> None:
        """Take a piece off its square and put it on another one; what stands there goes off first."""
        if self.surface[self._cell(start)] == EMPTY:
            raise ValueError(f"nothing stands on {start}")
        if self.surface[self._cell(end)] != EMPTY:
            self.lift(end)
        self.put(end, self.lift(start))

    def set_up(self) -> None:
        """The start position again."""
        for cell, piece in enumerate(self._double.start):
            if self.surface[cell] != piece:
                self.surface.put(cell, piece, self.now_ms)
        self.wait(TOUCH_MS)

    def unplug(self) -> None:
        """Pull the cable: nothing is heard, in either direction."""
        self._plugged = False

    def plug(self) -> None:
        """Put it back: the board starts anew, and so does whoever reads it."""
        self._plugged = True
        self.device.power_on(self.now_ms)
        if self._codec is not None:
            self._greet()
        self._look()

    def wait(self, ms: int) -> None:
        """Let time pass; whatever is due meanwhile happens in its turn."""
        end = self.now_ms + ms
        while True:
            self._look()
            due = self._due()
            if due is None or due > end:
                break
            self.now_ms = max(due, self.now_ms + 1)
        self.now_ms = end

    # -- hearing it --------------------------------------------------------------------------------------------------

    def write(self, data: bytes, channel: str = "") -> None:
        """Bytes from your program; `channel` names a characteristic of a Bluetooth board."""
        if self._plugged:
            self.device.receive(Value(data, channel) if channel else data, self.now_ms)
        self._look()

    def read(self) -> bytes:
        """What it has said since the last time."""
        self._look()
        said, self._said = self._said, []
        return b"".join(said)

    def packets(self) -> Sequence[tuple[str, bytes]]:
        """The same as it came: each message with its characteristic, which is empty on a cable."""
        self._look()
        said, self._said = self._said, []
        return [(message.uuid if isinstance(message, Value) else "", bytes(message)) for message in said]

    def readings(self) -> Sequence[Reading]:
        """What Flagfall's driver makes of it, since the last time. The first call greets the board."""
        self._hear()
        heard, self._readings = self._readings, []
        return heard

    def request(self, request: Request) -> None:
        """Ask something of it through the driver (`drivers.requests`)."""
        if self._codec is None:
            self._greet()
        if self._codec is not None:
            self._take(self._codec.request(request, self.now_ms))
        self._look()

    @property
    def cells(self) -> str:
        """What stands on it, row by row from the top left."""
        return self.surface.cells

    @property
    def seen(self) -> str:
        """What Flagfall's driver knows to stand there; empty before it knows."""
        self._hear()
        return self._seen

    @property
    def lamps(self) -> frozenset[str]:
        """The squares that are lit."""
        lit: frozenset[int] = getattr(self.device, "lamps", frozenset())
        return frozenset(name_of(cell, self.surface.rows, self.surface.cols) for cell in lit)

    @asynccontextmanager
    async def served(self, path: Path | None = None, *, speed: float = 1.0) -> AsyncIterator[str]:
        """For programs that open a port: the board's address, on the wall's time, while the block lasts.

        At `path` it is a pseudo-terminal, otherwise a TCP port. `speed` 10 makes ten of its seconds pass in one.
        """
        time = WallTime(speed)
        port: Port = TcpPort(self.device, 0, time) if path is None else PtyPort(self.device, path, time)
        async with port:
            yield port.url

    # -- inside ------------------------------------------------------------------------------------------------------

    def _hear(self) -> None:
        if self._codec is None:
            self._greet()
        self._look()

    def _cell(self, square: str | int) -> int:
        return cell_of(square, self.surface.rows, self.surface.cols)

    def _greet(self) -> None:
        self._seen = ""
        self._codec = self.spec.codec()
        self._codec.connected(self.now_ms)

    def _due(self) -> int | None:
        due = [self.device.next_deadline()]
        due.append(None if self._codec is None else self._codec.next_deadline())
        due.append(None if self._beside is None else self._beside.next_deadline())
        return min((one for one in due if one is not None), default=None)

    def _look(self) -> None:
        """Board and driver tell each other all that they have to say now."""
        self.device.wake(self.now_ms)
        if self._beside is not None:
            self._beside.wake(self.now_ms)
        if self._codec is not None and (due := self._codec.next_deadline()) is not None and due <= self.now_ms:
            self._take(self._codec.wake(self.now_ms))
        while True:
            asked = list(self._codec.data_to_send()) if self._codec is not None else []
            for data in asked:
                if self._plugged:
                    self.device.receive(Value(data, channel) if (channel := channel_of(data)) else data, self.now_ms)
            said = list(self.device.data_to_send())
            if not self._plugged:
                return
            self._said += said
            for data in said:
                if self._codec is not None:
                    heard = Packet(data, data.uuid) if isinstance(data, Value) else data
                    self._take(self._codec.receive(heard, self.now_ms))
            if not asked and not said:
                return

    def _take(self, readings: Sequence[Reading]) -> None:
        self._readings += readings
        for reading in readings:
            match reading:
                case Snapshot(cells=cells):
                    self._seen = cells
                case SquareChanged(cell, piece) if self._seen:
                    self._seen = self._seen[:cell] + piece + self._seen[cell + 1 :]
                case Calibrated(option, value):
                    self.spec = self.spec.configured({option: value})
