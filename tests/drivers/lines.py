"""A line between a double and its driver in virtual time: it has a speed, faults, and can be cut and mended.

`Cable` stands for the device, `Caller` for the computer: what `Link` does, without its loop. Both go into a
`DeviceScene`, which moves the pieces and the time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from drivers.codec import Codec, Heir
from drivers.readings import Calibrated, LinkDown, LinkUp, Reading
from drivers.spec import DriverSpec
from firmware_sim.devices import SimulatedDevice
from firmware_sim.faults import Cut, Fault, apply
from firmware_sim.gatt import Value

__all__ = ["Cable", "Caller"]

BITS_PER_BYTE = 10
SLICE = 16


class Cable:
    """A device at the other end of a line. Cut, it goes on by itself and what it says is lost."""

    def __init__(self, device: SimulatedDevice, *, baud: int | None = None, faults: Sequence[Fault] = ()) -> None:
        self._device = device
        self._baud = baud
        self._faults = list(faults)
        self._line: deque[tuple[int, bytes]] = deque()
        self._busy_until = 0
        self._now = 0
        self.plugged = True
        self.said = 0
        """Bytes that came through."""

    @property
    def stirred(self) -> Callable[[], None]:
        return self._device.stirred

    @stirred.setter
    def stirred(self, stirred: Callable[[], None]) -> None:
        self._device.stirred = stirred

    def cut_after(self, count: int) -> None:
        """Cut the line when that many bytes more have come through, in mid-message if it falls so."""
        self._faults.append(Cut(count, self._cut))

    def _cut(self) -> None:
        self.plugged = False
        self._faults = [fault for fault in self._faults if not isinstance(fault, Cut)]

    def plug(self, at: int) -> None:
        """Mend the line; the device was without power."""
        self.plugged = True
        self._device.power_on(at)

    def power_on(self, at: int) -> None:
        self._device.power_on(at)

    def receive(self, data: bytes, at: int) -> None:
        if self.plugged:
            self._device.receive(data, at)

    def wake(self, at: int) -> None:
        self._now = at
        self._device.wake(at)

    def data_to_send(self) -> Sequence[bytes]:
        """What has arrived by now; the last bytes before a cut still do."""
        messages = list(self._device.data_to_send())
        for message in messages if self.plugged else ():
            for piece in apply(self._faults, message):
                self._send(Value(piece, message.uuid) if isinstance(message, Value) else piece)
            if not self.plugged:
                break
        came = []
        while self._line and self._line[0][0] <= self._now:
            came.append(self._line.popleft()[1])
        self.said += sum(map(len, came))
        return came

    def next_deadline(self) -> int | None:
        deadlines = [self._device.next_deadline(), self._line[0][0] if self._line else None]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def _send(self, piece: bytes) -> None:
        if self._baud is None:
            self._line.append((self._now, piece))
            return
        for start in range(0, len(piece), SLICE):
            part = piece[start : start + SLICE]
            self._busy_until = max(self._busy_until, self._now) + len(part) * BITS_PER_BYTE * 1000 // self._baud
            self._line.append((self._busy_until, Value(part, piece.uuid) if isinstance(piece, Value) else part))


class Caller:
    """Talks to a device, and calls again with a fresh codec when the line was cut or the codec gave up."""

    def __init__(self, spec: DriverSpec, cable: Cable, *, outage_ms: int = 400) -> None:
        self._spec = spec
        self._cable = cable
        self._outage_ms = outage_ms
        self._codec: Codec | None = None
        self._before: Codec | None = None
        self._call_at: int | None = None
        self.calls = 0

    @property
    def answers(self) -> bool:
        """Somebody talks to the device now."""
        return self._codec is not None

    @property
    def codec(self) -> Codec:
        assert self._codec is not None
        return self._codec

    def connected(self, at: int) -> None:
        codec = self._spec.codec()
        if self._before is not None and isinstance(codec, Heir):
            codec.follows(self._before)
        codec.connected(at)
        self._codec = self._before = codec
        self.calls += 1

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        return [] if self._codec is None else self._heed(self._codec.receive(data, at), at)

    def wake(self, at: int) -> Sequence[Reading]:
        if self._call_at is not None and self._call_at <= at:
            self._call_at = None
            self._cable.plug(at)
            self.connected(at)
            return [LinkUp("cable")]
        return [] if self._codec is None else self._heed(self._codec.wake(at), at)

    def data_to_send(self) -> Sequence[bytes]:
        return [] if self._codec is None else self._codec.data_to_send()

    def next_deadline(self) -> int | None:
        if self._call_at is not None:
            return self._call_at
        return None if self._codec is None else self._codec.next_deadline()

    def hang_up(self, at: int) -> None:
        """The line is cut: nobody says goodbye."""
        self._codec = None
        self._call_at = at + self._outage_ms

    def _heed(self, readings: Sequence[Reading], at: int) -> Sequence[Reading]:
        for reading in readings:
            if isinstance(reading, Calibrated):
                self._spec = self._spec.configured({reading.option: reading.value})
        if any(isinstance(reading, LinkDown) for reading in readings) or not self._cable.plugged:
            self.hang_up(at)
        return readings
