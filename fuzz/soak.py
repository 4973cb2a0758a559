"""Millions of random and mutated bytes for every codec, without any tool: what it said, held, and read afterwards.

Each codec is fed blocks of three kinds: random bytes, bytes of its device's own alphabet, and messages of its double
with bytes changed, lost, added, doubled and swapped; in any split, on any channel, with requests and wake-ups between
them. It must not raise or hold more than the longest message. After each block come the double's own messages: what
they tell must be read as if there had been no garbage.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from drivers import registry
from drivers.codec import Codec, Heir, Packet, channel_of
from drivers.readings import ClockTimes, LeverPressed, LinkDown, Reading, Snapshot, SquareChanged
from drivers.spec import DriverSpec

from .seeds import REQUESTS, channels, said
from .weight import HEAVIEST, weight

__all__ = ["SoakOutcome", "soak"]

BLOCK = 16_384
"""Bytes of garbage between two tries to read something good."""
LONGEST_PIECE = 300
WEIGH_EVERY = 64
"""Pieces between two looks at what the codec holds."""


@dataclass(slots=True)
class SoakOutcome:
    """The outcome for a codec."""

    driver: str
    fed: int = 0
    """Bytes of garbage."""
    readings: int = 0
    heaviest: int = 0
    """The most that it held: bytes, and elements of containers."""
    blocks: int = 0
    recovered: int = 0
    """Blocks after which good messages were read."""
    broken: str = ""
    """What it raised, with the seed in the command that shows it again."""

    @property
    def sound(self) -> bool:
        """Nothing raised, nothing piled up, everything good was read."""
        return not self.broken and self.heaviest <= HEAVIEST and self.recovered == self.blocks


@dataclass(slots=True)
class _State:
    """The knowledge of a listener after all that a codec has told."""

    cells: str = ""
    changes: list[SquareChanged] = field(default_factory=list)
    presses: list[LeverPressed] = field(default_factory=list)
    times: tuple[int, int] | None = None

    def take(self, readings: Sequence[Reading]) -> None:
        for reading in readings:
            match reading:
                case Snapshot(cells=cells):
                    self.cells = cells
                case SquareChanged(cell, piece):
                    self.changes.append(reading)
                    self.cells = self.cells[:cell] + piece + self.cells[cell + 1 :]
                case LeverPressed():
                    self.presses.append(reading)
                case ClockTimes():
                    self.times = reading.left_ms, reading.right_ms

    def knows(self, truth: _State, *, shows_itself: bool) -> bool:
        """Whether everything is known that the good messages tell."""
        board = self.cells == truth.cells if shows_itself else _within(truth.changes, self.changes)
        return board and _within(truth.presses, self.presses) and self.times == truth.times


def _within(part: Sequence[object], whole: Sequence[object]) -> bool:
    """Whether one is found in the other, in order."""
    rest = iter(whole)
    return all(item in rest for item in part)


def soak(name: str, count: int, seed: int = 0) -> SoakOutcome:
    """Feed so many bytes of garbage."""
    spec = registry.find(name)
    outcome = SoakOutcome(name)
    try:
        _Soak(spec, outcome, random.Random(f"{name} {seed}")).run(count)  # noqa: S311 - noise, not a secret
    except Exception as error:  # noqa: BLE001 - whatever a codec raises is what we look for
        outcome.broken = f"{type(error).__name__}: {error}"
    return outcome


class _Soak:
    def __init__(self, spec: DriverSpec, outcome: SoakOutcome, rng: random.Random) -> None:
        self._spec = spec
        self._outcome = outcome
        self._rng = rng
        self._good = said(spec.name)
        self._channels = channels(spec)
        self._alphabet = bytes(sorted({byte for _, data in self._good for byte in data})) or b"\x00"
        self._at = 0
        self._pieces = 0
        self._codec = codec = self._fresh()
        self._state = _State()
        self._truth = _State()
        for at, data in self._good:
            self._truth.take(codec.receive(data, at))
        self._codec = self._fresh()
        self._shows_itself = bool(self._truth.cells) and not (spec.scorecard and spec.scorecard.unrepaired)

    def run(self, count: int) -> None:
        while self._outcome.fed < count:
            if self._rng.random() < 0.2:
                self._reconnect()
            waking = self._rng.random() < 0.5
            for piece in self._garbage():
                self._outcome.fed += len(piece)
                self._feed(piece)
                self._at += self._rng.choice((0, 0, 0, 1, 20, 200))
                if waking:
                    self._wake()
                if self._rng.random() < 0.02:
                    self._hear(self._codec.request(self._rng.choice(REQUESTS), self._at))
            self._outcome.blocks += 1
            self._outcome.recovered += self._reads_good()

    def _fresh(self) -> Codec:
        codec = self._spec.codec()
        codec.connected(self._at)
        return codec

    def _feed(self, piece: bytes) -> None:
        self._hear(self._codec.receive(piece, self._at))
        self._codec.data_to_send()
        self._pieces += 1
        if self._pieces % WEIGH_EVERY == 0:
            self._outcome.heaviest = max(self._outcome.heaviest, weight(self._codec))

    def _wake(self) -> None:
        deadline = self._codec.next_deadline()
        if deadline is not None and deadline <= self._at:
            self._hear(self._codec.wake(self._at))

    def _hear(self, readings: Sequence[Reading]) -> None:
        self._outcome.readings += len(readings)
        self._state.take(readings)
        if any(isinstance(reading, LinkDown) for reading in readings):
            self._reconnect()

    def _reconnect(self) -> None:
        before, self._codec = self._codec, self._spec.codec()
        if isinstance(self._codec, Heir):
            self._codec.follows(before)
        self._codec.connected(self._at)
        self._state = _State()

    def _reads_good(self) -> bool:
        """The double's messages twice over: the first may still have to end what the garbage began."""
        self._state.changes, self._state.presses, self._state.times = [], [], None
        self._at += 1000
        for _ in range(2):
            begins = self._at
            for at, data in self._good:
                self._at = begins + at
                self._wake()
                self._feed(data)
        return self._state.knows(self._truth, shows_itself=self._shows_itself)

    # -- garbage -----------------------------------------------------------------------------------------------------

    def _garbage(self) -> Iterator[bytes]:
        match self._rng.randrange(5):
            case 0:
                return self._cut(self._rng.randbytes(BLOCK), "any")
            case 1:
                return self._cut(bytes(self._rng.choices(self._alphabet, k=BLOCK)), "any")
            case _:
                return self._mutated()

    def _cut(self, data: bytes, channel: str) -> Iterator[bytes]:
        start = 0
        while start < len(data):
            end = start + self._rng.randint(1, LONGEST_PIECE)
            where = self._rng.choice(self._channels) if channel == "any" else channel
            yield Packet(data[start:end], where) if where else data[start:end]
            start = end

    def _mutated(self) -> Iterator[bytes]:
        fed = 0
        while self._good and fed < BLOCK:
            _, whole = self._rng.choice(self._good)
            data = bytes(self._mutate(bytearray(whole)))
            fed += len(data) or 1
            yield from self._cut(data, channel_of(whole) if self._rng.random() < 0.9 else "any")

    def _mutate(self, data: bytearray) -> bytearray:
        rng = self._rng
        for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
            if not data:
                break
            place, length = rng.randrange(len(data)), rng.randint(1, 12)
            match rng.randrange(8):
                case 0:
                    data[place] ^= 1 << rng.randrange(8)
                case 1:
                    data[place] = rng.randrange(256)
                case 2:
                    del data[place : place + length]
                case 3:
                    data[place:place] = rng.randbytes(length)
                case 4:
                    data[place:place] = data[place : place + length]
                case 5:  # such as a number that becomes very long
                    data[place:place] = data[place : place + 1] * rng.randint(1, 60)
                case 6:
                    _, other = rng.choice(self._good)
                    data[place:] = other[rng.randrange(len(other)) :] if other else b""
                case _:
                    del data[place:]
        return data
