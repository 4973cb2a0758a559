"""A board or a clock in five lines: `async with drivers.open(url) as device: async for reading in device: ...`"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Self

from . import registry
from .discovery import identify
from .errors import DriverError, NotReachedError
from .link import Link, monotonic_ms
from .readings import Identity, LinkDown, LinkUp, Reading, Stamped
from .requests import Request
from .spec import DriverSpec
from .transport import check_url

__all__ = ["OpenDevice", "open"]

WAITING_LIMIT = 10_000
"""Readings that may wait to be taken: an hour of a busy board."""


class OpenDevice:
    """A device that is kept connected. Iterate over it for its readings, in the order in which they came.

    A lost connection is a `LinkDown` among them. The device is then tried again until it is back: `LinkUp`, and the
    whole board once more.
    """

    def __init__(self, spec: DriverSpec, url: str, now: Callable[[], int]) -> None:
        self.url = url
        self.identity = Identity()
        """Who the device says it is, as far as it has told."""
        self.connected = False
        """Whether it can be reached now."""
        self._link = Link(spec, url, now)
        self._waiting: deque[Stamped] = deque()
        self._news = asyncio.Event()
        self._first: asyncio.Future[LinkDown | None] = asyncio.get_running_loop().create_future()
        """How the first try ended: None if the device was reached."""
        self._failure: BaseException | None = None

    @property
    def spec(self) -> DriverSpec:
        """The driver, with what it has found out about this very device: `spec.chosen` is worth keeping as options."""
        return self._link.spec

    def request(self, request: Request) -> None:
        """Ask something of the device; the answer comes as a reading."""
        self._link.request(request)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Reading:
        """The next reading."""
        return (await self.stamped()).reading

    async def stamped(self) -> Stamped:
        """The next reading and the instant at which it came, in milliseconds of the clock given to `open`."""
        while not self._waiting:
            if self._failure is not None:
                raise self._failure
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()

    @asynccontextmanager
    async def linked(self, *, wait: bool) -> AsyncIterator[Self]:
        """Keep the device connected for as long as the block lasts; without `wait`, only if it answers at once."""
        link = asyncio.create_task(self._listen(), name=f"link to {self.url}")
        try:
            down = None if wait else await self._first
            if down is not None:
                raise NotReachedError(self.url, down.reason)
            yield self
        finally:
            link.cancel()
            await asyncio.wait([link])
            if not link.cancelled():
                link.exception()  # raised from the iteration already

    async def _listen(self) -> None:
        """Keep the device connected until cancelled."""
        try:
            await self._link.run(self._take)
        except Exception as error:
            self._fail(error)
            raise

    def _take(self, stamped: Stamped) -> None:
        match stamped.reading:
            case LinkUp():
                self.connected = True
                self._tried(None)
            case LinkDown() as down:
                self.connected = False
                self._tried(down)
            case Identity(product, serial, firmware):
                known = self.identity
                self.identity = Identity(product or known.product, serial or known.serial, firmware or known.firmware)
        if len(self._waiting) < WAITING_LIMIT:
            self._waiting.append(stamped)
            self._news.set()
        elif self._failure is None:
            self._fail(DriverError(f"{WAITING_LIMIT} readings of {self.url} wait, and nobody takes them."))

    def _tried(self, down: LinkDown | None) -> None:
        if not self._first.done():
            self._first.set_result(down)

    def _fail(self, error: BaseException) -> None:
        """Raise this from the iteration, once the readings before it are taken."""
        self._failure = error
        self._tried(LinkDown(str(error)))
        self._news.set()


@asynccontextmanager
async def open(  # noqa: A001 - read as drivers.open
    url: str,
    driver: str = "",
    *,
    options: Mapping[str, str] | None = None,
    wait: bool = False,
    now: Callable[[], int] = monotonic_ms,
) -> AsyncIterator[OpenDevice]:
    """Open the device at this address, for as long as the block lasts.

    Without `driver`, the address or the device's answers tell which one fits; a board that speaks only when it likes
    has to be named. `options` are those of the driver. `now` stamps the readings, in whole milliseconds.

    Raises a `DriverError` of one sentence if the address or the driver cannot be used or the device does not answer;
    with `wait` a device that is not there yet is no error, and is tried until it comes.
    """
    spec = registry.find(driver) if driver else await identify(url)
    spec = spec.configured(options or {})
    check_url(url, spec.serial, spec.ble, spec.hid)
    async with OpenDevice(spec, url, now).linked(wait=wait) as device:
        yield device
