"""The one loop that keeps a device connected: transport to codec to readings, and requests back.

    opening ──failed──> waiting ──back-off──> opening
       │                   ^
       └─open─> talking ───┘ lost, silent or cut: a fresh codec next time

`LinkUp` is told when the device has answered, `LinkDown` when it is gone or cannot be opened; what a device last said
does not hold across a `LinkDown`. A codec that is an `Heir` is given the one before it, to find out what was missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .codec import Codec, Heir, age_of
from .errors import ConnectionLostError, DriverError, PortUnavailableError
from .readings import Calibrated, LinkDown, LinkUp, Noise, Past, Reading, RequestAnswer, Snapshot, Stamped
from .requests import ReadBoard, ReadPast, Request, tag
from .spec import DriverSpec
from .transport import Transport, open_transport

__all__ = ["Backoff", "Link", "Tap", "monotonic_ms"]

log = logging.getLogger(__name__)

Tap = Callable[[int, str, bytes], None]
"""Whoever takes every transfer: instant, "in" or "out", bytes."""

WAITING_LIMIT = 32
"""Requests that wait to be sent; a person asks a few a minute."""


def monotonic_ms() -> int:
    """The computer's clock that never jumps, in whole milliseconds."""
    return time.monotonic_ns() // 1_000_000


@dataclass(slots=True)
class Backoff:
    """The wait before the next try: doubling, with jitter, longest when only a person can help."""

    first_s: float = 0.25
    longest_s: float = 10.0
    permanent_s: float = 30.0
    jitter: Callable[[], float] = field(default=random.random)
    _next_s: float = field(default=0.0, init=False)

    def reset(self) -> None:
        """The device was reached: begin anew."""
        self._next_s = 0.0

    def pause_s(self, *, permanent: bool) -> float:
        """The next pause; spread over half of its length, so that a hall's tables do not all knock at once."""
        self._next_s = min(self._next_s * 2 or self.first_s, self.longest_s)
        pause_s = self.permanent_s if permanent else self._next_s
        return pause_s * (0.75 + 0.5 * self.jitter())


class Link:
    """One device, reached by URL, for as long as `run` runs."""

    def __init__(
        self,
        spec: DriverSpec,
        url: str,
        now: Callable[[], int],
        *,
        backoff: Backoff | None = None,
        capture: Tap | None = None,
    ) -> None:
        self._spec = spec
        self._learned = spec
        self._before: Codec | None = None
        """The codec of the last connection."""
        self._url = url
        self._now = now
        self._backoff = backoff or Backoff()
        self._capture = capture
        self._requests: deque[Request] = deque()
        self._unanswered: list[Request] = []
        self._wanted = asyncio.Event()
        self._outgoing: deque[bytes] = deque()
        """Writes that a codec has asked for."""
        self._awaited: int | None = None
        """The deadline of the codec until which whoever sends sleeps."""
        self._deliver: Callable[[Stamped], None] | None = None
        self._talking = False
        self._up = False
        self._last_down: LinkDown | None = None

    @property
    def spec(self) -> DriverSpec:
        """The driver with what codecs have found out about this very device."""
        return self._learned

    async def run(self, deliver: Callable[[Stamped], None]) -> None:
        """Keep the device connected and deliver what it says, until cancelled."""
        self._deliver = deliver
        try:
            while True:
                down = await self._connection()
                self._went_down(down)
                await asyncio.sleep(self._backoff.pause_s(permanent=down.permanent))
        finally:
            self._deliver = None

    def request(self, request: Request) -> None:
        """Ask something of the device. While it cannot be reached the answer is a refusal, delivered at once."""
        if self._deliver is not None and not self._talking:
            self._refuse(request, "the device is not connected")
        elif len(self._requests) >= WAITING_LIMIT:
            self._refuse(request, "too many requests wait already")
        else:
            self._requests.append(request)
            self._wanted.set()

    # -- one connection ----------------------------------------------------------------------------------------------

    async def _connection(self) -> LinkDown:
        """Open and talk until it ends; return why it did."""
        try:
            transport = await open_transport(self._url, self._spec.serial, self._spec.ble, self._spec.hid)
        except PortUnavailableError as error:
            return LinkDown(str(error), permanent=error.reason.permanent)
        except DriverError as error:
            return LinkDown(str(error), permanent=True)
        self._talking = True
        self._outgoing.clear()
        try:
            return await self._talk(transport, self._fresh_codec())
        except ConnectionLostError as error:
            return LinkDown(str(error))
        finally:
            self._talking = False
            await transport.close()

    def _fresh_codec(self) -> Codec:
        codec = self._learned.codec()
        if self._before is not None and isinstance(codec, Heir):
            codec.follows(self._before)
        self._before = codec
        return codec

    async def _talk(self, transport: Transport, codec: Codec) -> LinkDown:
        codec.connected(self._now())
        if not self._spec.answers:
            self._went_up(self._now())
        listening = asyncio.create_task(self._listen(transport, codec))
        listening.add_done_callback(lambda _: self._wanted.set())
        try:
            while True:
                await self._send(transport, codec)
                if listening.done():
                    return listening.result()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._patience_s(codec)):
                        await self._wanted.wait()
                self._wanted.clear()
                at = self._now()
                readings: list[Reading] = []
                while self._requests:
                    self._unanswered.append(self._requests.popleft())
                    readings += codec.request(self._unanswered[-1], at)
                if (down := self._pass_on([*readings, *_due(codec, at)], at)) is not None:
                    return down
        finally:
            await _drop(listening)

    async def _listen(self, transport: Transport, codec: Codec) -> LinkDown:
        """Deliver what comes, in the same breath as it is read; return why that ends."""
        while True:
            data = await transport.read()
            at = self._now() - age_of(data)
            self._keep("in", data)
            if (down := self._pass_on([*codec.receive(data, at), *_due(codec, at)], at)) is not None:
                return down
            if self._is_due_sooner(codec):
                self._wanted.set()
            await asyncio.sleep(0)

    def _patience_s(self, codec: Codec) -> float | None:
        self._awaited = codec.next_deadline()
        return None if self._awaited is None else max(0, self._awaited - self._now()) / 1000

    def _is_due_sooner(self, codec: Codec) -> bool:
        """Whether whoever sends has to do something before the moment that it waits for; else it is left asleep, so
        that what was heard is worked on first."""
        self._outgoing += codec.data_to_send()
        if self._outgoing:
            return True
        deadline = codec.next_deadline()
        return deadline is not None and (self._awaited is None or deadline < self._awaited)

    async def _send(self, transport: Transport, codec: Codec) -> None:
        self._outgoing += codec.data_to_send()
        while self._outgoing:
            data = self._outgoing.popleft()
            self._keep("out", data)
            await transport.write(data)

    def _keep(self, direction: str, data: bytes) -> None:
        if self._capture is not None:
            self._capture(self._now(), direction, data)

    # -- what the listener hears -------------------------------------------------------------------------------------

    def _pass_on(self, readings: Sequence[Reading], at: int) -> LinkDown | None:
        """Deliver readings; a codec's own `LinkDown` ends the connection instead."""
        for reading in readings:
            if isinstance(reading, LinkDown):
                return reading
            if not self._up and not isinstance(reading, Noise):
                self._went_up(at)
            self._tick_off(reading)
            if isinstance(reading, Calibrated):
                self._learned = self._learned.configured({reading.option: reading.value})
            self._tell(reading, at)
        return None

    def _tick_off(self, reading: Reading) -> None:
        """Forget the oldest request that this reading answers."""
        match reading:
            case RequestAnswer(request=answered):
                done = next((request for request in self._unanswered if tag(request) == answered), None)
            case Snapshot():
                done = next((request for request in self._unanswered if isinstance(request, ReadBoard)), None)
            case Past():
                done = next((request for request in self._unanswered if isinstance(request, ReadPast)), None)
            case _:
                return
        if done is not None:
            self._unanswered.remove(done)

    def _tell(self, reading: Reading, at: int) -> None:
        if self._deliver is not None:
            self._deliver(Stamped(at, reading))

    def _went_up(self, at: int) -> None:
        log.info("%s: connected", self._url)
        self._up = True
        self._last_down = None
        self._backoff.reset()
        self._tell(LinkUp(self._url), at)

    def _went_down(self, down: LinkDown) -> None:
        """Tell and warn once per reason; the tries in between are nobody's news."""
        if self._up or down != self._last_down:
            log.warning("%s: %s", self._url, down.reason)
            self._tell(down, self._now())
        else:
            log.debug("%s: still %s", self._url, down.reason)
        self._up = False
        self._last_down = down
        lost = [*self._unanswered, *self._requests]
        self._unanswered.clear()
        self._requests.clear()
        self._wanted.clear()
        for request in lost:
            self._refuse(request, down.reason)

    def _refuse(self, request: Request, detail: str) -> None:
        self._tell(RequestAnswer(tag(request), ok=False, detail=detail), self._now())


def _due(codec: Codec, at: int) -> Sequence[Reading]:
    """What follows from a deadline that has come."""
    deadline = codec.next_deadline()
    return codec.wake(at) if deadline is not None and deadline <= at else ()


async def _drop(task: asyncio.Task[object]) -> None:
    """End a task whose outcome nobody wants any more."""
    task.cancel()
    await asyncio.wait((task,))
    if not task.cancelled():
        task.exception()  # looked at, so that asyncio does not report it
