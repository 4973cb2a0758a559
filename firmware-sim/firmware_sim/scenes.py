"""Whole games by practised hands in time that costs nothing: what the sensors see, or what a device says of it.

A `Scene` is a board, two people and whoever looks on. `play` takes strokes and gives what can be observed, in order of
time, as fast as it is asked for:

    scene = Scene(10, 10, DRAUGHTS_START, habits=PROFILES["blitz"], rng=random.Random(7), vision="occupancy")
    for seen in scene.play(strokes):
        match seen:
            case SceneChange(at_ms, cell, letter, stroke): ...       # the sensor of one cell reads something else
            case ScenePress(at_ms, seat, stroke): ...            # somebody pressed the clock

A `DeviceScene` plays through a simulated device and the host's side of its protocol, both ways and in one virtual
time: the host is anything with the methods of a codec, and what it returns is handed on as `SceneReading`.

    kit = DgtSet.draughts(SuddenDeath(2 * 3600_000))
    kit.clock.run_stop(0)
    scene = DeviceScene(kit.surface, kit.board, codec, PROFILES["blitz"], random.Random(7), lever=kit.clock.press)
    for heard in scene.talk(strokes): ...

Hands overlap as people's do: a captured piece may be taken off, or the moved one let go, while the other side already
replies. A hand only waits where two would need one cell. `stroke` in an observation is the number of the stroke
that was begun last, counted from 0 over all calls. Nothing here knows the rules of any game.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from drivers.codec import Packet, channel_of
from drivers.readings import Seat

from .devices import SimulatedDevice
from .faults import Fault, apply
from .gatt import Value
from .gestures import HandTouch, plan
from .habits import CLUB, Habits
from .sensor_flaws import Flaw
from .stroke import Stroke
from .surface import SensorGrid, Surface

__all__ = ["DeviceScene", "Host", "Scene", "SceneChange", "SceneEvent", "ScenePress", "SceneReading"]

REST_MS = 4000
"""How long the scene is watched after the last hand is off the board."""

LEAD_MS = 1000
"""How long the scene is watched before the first player begins to think."""

GAP_MS = 50
"""How long a hand that waits for another lets it get away."""


@dataclass(frozen=True, slots=True)
class SceneChange:
    """The sensor of one cell that reads something else."""

    at_ms: int
    cell: int
    letter: str
    stroke: int


@dataclass(frozen=True, slots=True)
class ScenePress:
    """A press of the clock."""

    at_ms: int
    seat: Seat
    stroke: int


SceneEvent = SceneChange | ScenePress

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True, slots=True)
class SceneReading(Generic[R]):
    """A reading that the host made of a device's bytes."""

    at_ms: int
    reading: R
    stroke: int


class Host(Protocol[R_co]):
    """The computer's side of a conversation: a codec."""

    def connected(self, at: int) -> None:
        """The line is open."""

    def receive(self, data: bytes, at: int) -> Sequence[R_co]:
        """Take bytes; return what they say."""

    def wake(self, at: int) -> Sequence[R_co]:
        """The deadline has come."""

    def data_to_send(self) -> Sequence[bytes]:
        """Take what is to be sent."""

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called."""


class _Onlooker(Protocol[R_co]):
    """An onlooker who watches the hands."""

    def look(self, at: int) -> Iterator[R_co]:
        """What is new."""

    def next_look(self) -> int | None:
        """When there may be something new, if nobody touches anything."""

    def pressed(self, press: ScenePress) -> None:
        """Somebody pressed the clock."""


class _Hands:
    """Two people at a board, and time that passes when somebody asks what happens next."""

    def __init__(
        self, surface: Surface, habits: Habits, rng: random.Random | None, first: Seat, begins_ms: int
    ) -> None:
        self.surface = surface
        self.now_ms = begins_ms
        self.turn = first
        """Who makes the next stroke, if the stroke does not say."""
        self.number = -1
        """The stroke that was begun last."""
        self._habits = habits
        self._rng = rng or random.Random(0)
        self._coming: list[tuple[int, int, Seat, HandTouch | None]] = []
        self._order = itertools.count()
        self._free_ms = {Seat.LEFT: 0, Seat.RIGHT: 0}
        self._thinks_from_ms = begins_ms + LEAD_MS

    def play(self, strokes: Iterable[Stroke], rest_ms: int, onlooker: _Onlooker[R]) -> Iterator[R]:
        """Make all strokes, then rest; what the onlooker sees."""
        for stroke in strokes:
            begins_ms = self._schedule(stroke)
            yield from self._until(begins_ms - 1, onlooker)
            self.number += 1
            yield from self._until(self._thinks_from_ms, onlooker)
        yield from self._until(max(self.now_ms, *self._free_ms.values()) + rest_ms, onlooker)

    def _schedule(self, stroke: Stroke) -> int:
        """Plan one stroke; return when its first movement begins."""
        seat = stroke.by or self.turn
        think_ms = stroke.think_ms or round(self._rng.uniform(*self._habits.think_ms))
        waits = [self._thinks_from_ms + think_ms, self._free_ms[seat], self.now_ms + 1]
        cells = list(self.surface.cells)
        busy = set()
        for _, _, _, touch in sorted(self._coming, key=lambda coming: coming[:2]):
            if touch is not None:  # the other hand is still at it: see the board as it will leave it
                cells[touch.cell] = touch.piece
                busy.add(touch.cell)
        if busy & {*stroke.path, *stroke.taken, *stroke.second}:
            waits.append(self._free_ms[seat.other] + GAP_MS)
        begins_ms = max(waits)
        gesture = plan(stroke, "".join(cells), self.surface.cols, self._habits, self._rng, busy=busy)
        for at_ms, touch in gesture.steps:
            heapq.heappush(self._coming, (begins_ms + at_ms, next(self._order), seat, touch))
        self._free_ms[seat] = begins_ms + gesture.end_ms
        if gesture.press_ms is None:
            self.turn = seat
            self._thinks_from_ms = self._free_ms[seat]
        else:
            self.turn = seat.other
            self._thinks_from_ms = begins_ms + gesture.press_ms
        return begins_ms

    def _until(self, end_ms: int, onlooker: _Onlooker[R]) -> Iterator[R]:
        """Let everything happen up to that moment; a look comes after all touches of its millisecond."""
        while True:
            look_ms = onlooker.next_look()
            touch_ms = self._coming[0][0] if self._coming else None
            if touch_ms is not None and touch_ms <= end_ms and (look_ms is None or touch_ms <= look_ms):
                self.now_ms = max(self.now_ms, touch_ms)
                _, _, seat, touch = heapq.heappop(self._coming)
                if touch is not None:
                    self.surface.put(touch.cell, touch.piece, touch_ms)
                else:
                    onlooker.pressed(ScenePress(touch_ms, seat, self.number))
                    yield from onlooker.look(touch_ms)
            elif look_ms is not None and look_ms <= end_ms:
                self.now_ms = max(self.now_ms, look_ms)
                yield from onlooker.look(self.now_ms)
            else:
                self.now_ms = max(self.now_ms, end_ms)
                return


class Scene:
    """A board with bare sensors, and two people."""

    def __init__(
        self,
        rows: int,
        cols: int,
        start: str,
        habits: Habits = CLUB,
        rng: random.Random | None = None,
        scan_ms: int = 200,
        vision: Literal["pieces", "occupancy"] = "pieces",
        faults: Sequence[Flaw] = (),
        *,
        first: Seat = Seat.LEFT,
        begins_ms: int = 0,
    ) -> None:
        self.surface = Surface(rows, cols, start)
        self._hands = _Hands(self.surface, habits, rng, first, begins_ms)
        self._sensors = SensorGrid(self.surface, scan_ms, tells_pieces=vision == "pieces", flaws=faults)
        self._presses: list[ScenePress] = []

    @property
    def shown(self) -> str:
        """What the sensors show now; before `play`, what a host would read first."""
        return self._sensors.shown

    @property
    def now_ms(self) -> int:
        """How far time has come."""
        return self._hands.now_ms

    def play(self, strokes: Iterable[Stroke], rest_ms: int = REST_MS) -> Iterator[SceneEvent]:
        """Play on; every change that a sensor reads and every press, as they come."""
        return self._hands.play(strokes, rest_ms, self)

    # -- as onlooker -------------------------------------------------------------------------------------------------

    def look(self, at: int) -> Iterator[SceneEvent]:
        """What the sensors see."""
        for cell, letter in self._sensors.wake(at):
            yield SceneChange(at, cell, letter, self._hands.number)
        presses, self._presses = self._presses, []
        yield from presses

    def next_look(self) -> int | None:
        """When a sensor has its turn."""
        return self._sensors.next_deadline()

    def pressed(self, press: ScenePress) -> None:
        """Somebody pressed the clock."""
        self._presses.append(press)


class DeviceScene(Generic[R]):
    """A device, two people, and the computer that it talks to."""

    def __init__(
        self,
        surface: Surface,
        device: SimulatedDevice,
        host: Host[R],
        habits: Habits = CLUB,
        rng: random.Random | None = None,
        *,
        lever: Callable[[Seat, int], None] | None = None,
        first: Seat = Seat.LEFT,
        begins_ms: int = 0,
        faults: Sequence[Fault] = (),
        tap: Callable[[int, str, bytes], None] | None = None,
    ) -> None:
        """`lever` is the clock's on the device, if it has one; `faults` befall what the device sends; `tap` takes all
        bytes as they arrive: instant, "in" or "out", bytes."""
        self.surface = surface
        self._device = device
        self._host = host
        self._hands = _Hands(surface, habits, rng, first, begins_ms)
        self._lever = lever
        self._faults = tuple(faults)
        self._tap = tap or (lambda _at, _way, _data: None)
        self._presses: list[ScenePress] = []
        self._connected = False

    @property
    def now_ms(self) -> int:
        """How far time has come."""
        return self._hands.now_ms

    def talk(self, strokes: Iterable[Stroke], rest_ms: int = REST_MS) -> Iterator[SceneReading[R] | ScenePress]:
        """Play on; what the host says. A press is told as such only where the device has no lever to tell it."""
        if not self._connected:
            self._connected = True
            self._device.power_on(self.now_ms)
            self._host.connected(self.now_ms)
            yield from self.look(self.now_ms)
        yield from self._hands.play(strokes, rest_ms, self)

    # -- as onlooker -------------------------------------------------------------------------------------------------

    def look(self, at: int) -> Iterator[SceneReading[R] | ScenePress]:
        """Let device and host exchange all that they have to say now."""
        self._device.wake(at)
        presses, self._presses = self._presses, []
        yield from presses
        deadline = self._host.next_deadline()
        if deadline is not None and deadline <= at:
            for reading in self._host.wake(at):
                yield SceneReading(at, reading, self._hands.number)
        while True:
            questions = self._host.data_to_send()
            for data in questions:
                self._tap(at, "out", data)
                self._device.receive(_to_device(data), at)
            answers = self._device.data_to_send()
            for data in (_to_host(piece, answer) for answer in answers for piece in apply(self._faults, answer)):
                self._tap(at, "in", data)
                for reading in self._host.receive(data, at):
                    yield SceneReading(at, reading, self._hands.number)
            if not questions and not answers:
                return

    def next_look(self) -> int | None:
        """When device or host has something to do."""
        deadlines = (self._device.next_deadline(), self._host.next_deadline())
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def pressed(self, press: ScenePress) -> None:
        """Push the device's lever, or tell the press as it is."""
        if self._lever is None:
            self._presses.append(press)
        else:
            self._lever(press.seat, press.at_ms)


def _to_device(data: bytes) -> bytes:
    channel = channel_of(data)
    return Value(data, channel) if channel else data


def _to_host(piece: bytes, whole: bytes) -> bytes:
    return Packet(piece, whole.uuid) if isinstance(whole, Value) else piece
