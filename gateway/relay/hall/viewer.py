"""A viewer: what it looks at, and what waits to be written to it.

Nobody waits for a viewer. What is due in one moment is written to it at once. While more than `BACKLOG_MAX` waits to be
taken by a slow one, what changes is not kept for it: when it has caught up it is sent the whole of what it has missed,
as it is then. So it sees fewer states, not older ones, and lines of a record go on from the last one it was sent.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from gateway.model.errors import JournalError
from gateway.record.visibility import Visibility

from .message_bytes import MessageBytes

__all__ = [
    "BACKLOG_MAX",
    "CHANGES",
    "EVERYTHING",
    "GENERAL",
    "SUMMARIES",
    "Group",
    "Have",
    "Moments",
    "Outlet",
    "Subscription",
    "Viewer",
    "Whole",
    "Wholes",
    "is_among",
]

log = logging.getLogger(__name__)

BACKLOG_MAX = 128 * 1024
"""Bytes that may wait for one viewer before it is only told again when it has taken them."""
MOMENT_S = 0.01
"""Seconds in which changes are gathered: a move's line, state and clock are one write."""
_RETRY_S = 1.0
_ROUND = 1000
"""Viewers who are written to before the bus has its turn."""
_PIECE = 64 * 1024
"""Bytes that are gathered at most."""

CHANGES = 2
"""The protocol in which a state is sent once, and then what changes; in the one before, each is sent whole."""
GENERAL = "*"
"""Stands for a table's name: what is told of no table."""
SUMMARIES = ""
"""Stands for a table's name: the summaries of all tables."""


class Have(NamedTuple):
    """The lines of a table that a viewer holds: those up to `n` of its journal `journal`."""

    n: int
    journal: int = 1


class Group(NamedTuple):
    """Viewers who are sent the same bytes of a state."""

    visibility: Visibility
    protocol: int


class Subscription(NamedTuple):
    """The choice of what a viewer looks at."""

    tables: frozenset[str] | None = None
    """The tables that it wants whole; None: every table."""
    lines: frozenset[str] | None = None
    """The tables whose lines it wants as well, which are then among the others; None: of all that it looks at."""
    summaries: bool = False
    """Whether it wants the summaries of all tables."""

    @property
    def watched(self) -> frozenset[str] | None:
        """The tables that it looks at; None: every table."""
        return None if self.tables is None else self.tables | (self.lines or frozenset())

    @property
    def followed(self) -> frozenset[str] | None:
        """Those of which it wants lines."""
        return self.tables if self.lines is None else self.lines

    def sees(self, about: str) -> bool:
        """Whether a table, or what stands for one, is among it."""
        return self.summaries if about == SUMMARIES else is_among(about, self.watched)


EVERYTHING = Subscription()


class Outlet(Protocol):
    """A connection, as the one who writes to it sees it."""

    compresses: bool
    """The other side has agreed to compressed messages."""

    def write(self, data: bytes) -> None:
        """Write frames; what the network does not take yet waits in the backlog."""

    def backlog(self) -> int:
        """Bytes that wait to be taken."""

    async def drained(self) -> bool:
        """Return when little waits any more; False if the connection is gone."""


class Whole(NamedTuple):
    """A whole table as one viewer is sent it, or whatever stands for a table."""

    messages: list[MessageBytes]
    have: Have | None = None
    """The lines that the viewer holds then; None: none are among it."""


Wholes = Callable[[str, "Viewer"], Awaitable[Whole]]
"""Writes a whole table for one viewer; raises `LookupError` for one that is not there."""


class _Reading(NamedTuple):
    """A whole that is being read: what comes behind it, and the lines that the viewer held before."""

    behind: list[bytes]
    have: Have | None


class Moments:
    """Viewers who have something to be written, each once, a moment after the first change."""

    def __init__(self) -> None:
        self._due: dict[Viewer, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def add(self, viewer: Viewer) -> None:
        """The viewer has something to be written."""
        self._due[viewer] = None
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(MOMENT_S, self._write)

    def _write(self) -> None:
        due = list(itertools.islice(self._due, _ROUND))
        for viewer in due:
            del self._due[viewer]
            viewer.write()
        self._timer = asyncio.get_running_loop().call_later(0, self._write) if self._due else None


class Viewer:
    """One open connection, and what waits to be written to it."""

    def __init__(
        self,
        visibility: Visibility,
        outlet: Outlet,
        moments: Moments,
        whole: Wholes,
        subscription: Subscription = EVERYTHING,
        protocol: int = CHANGES,
    ) -> None:
        self.group = Group(visibility, protocol)
        self.visibility = visibility
        self.subscription = subscription
        self.have: dict[str, Have] = {}
        """The lines that the viewer holds or will hold when all is written, of tables that it follows."""
        self._outlet = outlet
        self._moments = moments
        self._whole = whole
        self._pending: list[bytes] = []
        self._size = 0
        self._wanted: dict[str, None] = {}
        self._reading: dict[str, _Reading] = {}
        """Tables whose whole is being read."""
        self._sending: asyncio.Task[None] | None = None

    def follows(self, table: str) -> bool:
        """Whether the lines of this table are wanted as well."""
        followed = self.subscription.followed
        return followed is None or table in followed

    def tell(self, message: MessageBytes, about: str = GENERAL) -> bool:
        """Have a change written; False if the whole of what it is about will be, which has it too."""
        data = message.compressed if self._outlet.compresses else message.plain
        if self._sending is not None:
            if about in self._wanted:
                return False
            reading = self._reading.get(about)
            if reading is not None:
                reading.behind.append(data)
                return True
        if not self._pending:
            if self._outlet.backlog() > BACKLOG_MAX:
                self.want(about)
                return False
            self._moments.add(self)
        self._pending.append(data)
        self._size += len(data)
        return True

    def tell_line(self, message: MessageBytes, table: str, have: Have) -> None:
        """Have a line written."""
        if self.tell(message, table):
            self.have[table] = have

    def want(self, about: str, *, afresh: bool = False) -> None:
        """Have a whole table written, as it is when its turn comes; `afresh`: lines held before are of no use."""
        reading = self._reading.pop(about, None)
        if afresh or (reading is not None and reading.have is None):
            self.have.pop(about, None)
        elif reading is not None and reading.have is not None:
            self.have[about] = reading.have
        self._wanted[about] = None
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_wholes())

    def leave(self, table: str) -> None:
        """The viewer no longer looks at a table."""
        self._wanted.pop(table, None)
        self._reading.pop(table, None)
        self.have.pop(table, None)

    def write(self) -> None:
        """Write what has gathered."""
        if self._pending:
            data = self._pending[0] if len(self._pending) == 1 else b"".join(self._pending)
            self._pending.clear()
            self._size = 0
            self._outlet.write(data)

    def close(self) -> None:
        """The connection is gone."""
        self._wanted.clear()
        self._reading.clear()
        self._pending.clear()
        if self._sending is not None:
            self._sending.cancel()

    async def _send_wholes(self) -> None:
        """One after the other, each when what was written before has been taken."""
        try:
            while self._wanted:
                # Hundreds who come at once each want many tables: let the bus have its turn between two of them.
                await asyncio.sleep(0)
                if not await self._outlet.drained():
                    return
                if self._wanted:
                    await self._send_whole(next(iter(self._wanted)))
        finally:
            self._sending = None

    async def _send_whole(self, about: str) -> None:
        del self._wanted[about]
        reading = self._reading[about] = _Reading([], self.have.get(about))
        try:
            messages, have = await self._whole(about, self)
        except LookupError:  # a table that may come yet
            messages, have = [], None
        except JournalError as error:
            log.debug("The lines of %s cannot be read for a viewer, and are tried again: %s", about, error)
            if self._reading.get(about) is reading:
                self.want(about)
                await asyncio.sleep(_RETRY_S)
            return
        if self._reading.get(about) is not reading:  # no longer wanted, or wanted anew
            return
        del self._reading[about]
        if have is not None and have > self.have.get(about, Have(0, 0)):
            self.have[about] = have
        data = [message.compressed if self._outlet.compresses else message.plain for message in messages]
        data += reading.behind
        if data and not self._pending:
            self._moments.add(self)
        self._pending += data
        self._size += sum(map(len, data))
        if self._size > _PIECE:
            self.write()


def is_among(table: str, tables: frozenset[str] | None) -> bool:
    """Whether a table is one of those; None: every table is."""
    return tables is None or table in tables
