"""The audit: who did what through the relay, from which session, and what came of it. Lines that only grow.

It is beside the tables' records, not above them: what happened at a table is there. Here is also what never got as far
as a table, and what is done to people. The latest `AUDIT_MAX` lines are kept.
"""

from __future__ import annotations

import asyncio
import enum
import logging
from collections.abc import Callable
from typing import Any, Final

import msgspec

from gateway.model.errors import JournalError
from gateway.model.messages import Message
from gateway.referee.acts import Act
from gateway.store import LineStore, StoredLine

from .sessions import BrowserSession

__all__ = ["AUDIT_MAX", "Audit", "AuditKind", "AuditLine"]

log = logging.getLogger(__name__)

AUDIT_MAX: Final = 100_000
_TRIM_EVERY: Final = 1000
_STREAM = "audit"


class AuditKind(enum.StrEnum):
    """The kind of thing that was done, or tried."""

    ACT = "act"
    REQUEST = "request"
    """A player's request, from his own page."""
    ASSIGNED = "assigned"
    SIGNED_IN = "signed_in"
    NOT_SIGNED_IN = "not_signed_in"
    SIGNED_OUT = "signed_out"
    SIGNED_OUT_EVERYWHERE = "signed_out_everywhere"
    INVITED = "invited"
    WITHDRAWN = "withdrawn"
    """An invitation was withdrawn."""
    ACCOUNT_MADE = "account_made"
    PASSWORD = "password"  # noqa: S105 - a kind of line
    """A password was changed."""
    ROLE = "role"
    """A role was changed."""
    DISABLED = "disabled"
    ENABLED = "enabled"
    CARD = "card"
    """A player's card was replaced by a new one."""
    QUEUE = "queue"
    """Something was done about a matter of the queue."""
    SECTOR = "sector"
    """Somebody watches other tables, or has handed them over."""
    READINGS = "readings"
    """What a table's sensors told was looked at."""
    TOURNAMENT = "tournament"
    """Something was done to the tournament."""
    BRIDGE = "bridge"
    """Something was done to the bridge event."""
    ROUND_CLOCK = "round_clock"
    """Something was done to the round clock."""
    DELAYED = "delayed"
    """An audience was put behind the hall, or less far."""
    WITHHELD = "withheld"
    """A table was held back from spectators; `about` is why."""
    RELEASED = "released"
    """A table that was held back was released."""
    PUSHED = "pushed"
    """Something that is sent to others was tried again."""
    ADMITTED = "admitted"
    """A table was let in, or not, or a claim was given out for it."""


class AuditLine(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One line of the audit."""

    n: int
    at: int
    """The relay's clock, in milliseconds since 1970."""
    kind: AuditKind
    who: str
    """The name; of somebody who could not sign in, the one he gave."""
    role: str = ""
    session: str = ""
    """Which of his browsers: the beginning of its session's digest."""
    address: str = ""
    """Where from."""
    table: str = ""
    act: Act | None = None
    about: str = ""
    """Whom or what it concerns, where that is not a table."""
    delay: int = 0
    """How far behind the hall an audience was put, in milliseconds."""
    as_role: str = ""
    """The role that was given."""
    did: str = ""
    """What was done about a matter of the queue: `take`, `hand_over`, `let_go`, `resolve`, `reopen`."""
    ok: bool = True
    why: Message | None = None
    """Why it was refused."""
    article: str = ""
    entry: int = 0
    """The number of the entry of the table's record."""


_LINE = msgspec.json.Decoder(AuditLine)


class Audit:
    """The lines, on disk; without a store the latest ones, in memory."""

    def __init__(self, now: Callable[[], int], store: LineStore | None = None) -> None:
        """`now` is the wall clock in milliseconds since 1970."""
        self._now = now
        self._store = store
        self._last = 0
        self._held: list[bytes] = []
        self._one_at_a_time = asyncio.Lock()

    async def load(self) -> None:
        """Go on after the last line that the store holds."""
        if self._store is not None:
            self._last = await self._store.last(_STREAM)

    async def note(self, kind: AuditKind, by: BrowserSession | None, who: str = "", **rest: Any) -> None:
        """Take note of something that somebody did; `who` where there is no session. What cannot be written is said
        in the log, and keeps nobody from acting."""
        if by is not None:
            rest |= {"role": by.official.role, "session": by.short}
            who = by.official.name
        async with self._one_at_a_time:
            self._last += 1
            line = AuditLine(n=self._last, at=self._now(), kind=kind, who=who, **rest)
            data = msgspec.json.encode(line)
            if self._store is None:
                self._held = [*self._held[-_TRIM_EVERY:], data]
                return
            try:
                await self._store.append_many([StoredLine(_STREAM, self._last, data)])
                if self._last % _TRIM_EVERY == 0:
                    await self._store.trim(_STREAM, self._last - AUDIT_MAX)
            except JournalError as error:
                log.error("The audit lacks a line, since it cannot be written (%s): %s", error, data.decode())  # noqa: TRY400

    async def read(self, before: int = 0, limit: int = 100) -> list[AuditLine]:
        """The latest lines, those numbered below `before` if it is not 0, newest first."""
        upto = self._last if not before else min(before - 1, self._last)
        after = max(0, upto - limit)
        lines = await self._store.read(_STREAM, after, upto - after) if self._store is not None else self._held
        decoded = (_LINE.decode(line) for line in lines)
        return sorted((line for line in decoded if after < line.n <= upto), key=lambda line: -line.n)
