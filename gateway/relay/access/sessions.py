"""Sessions: who has signed in on which browser, until when. A fold over lines of their own: a restart keeps them.

A browser shows a random token; only its digest is kept. A session ends by signing out, after `SESSION_DAYS`, or when
the person's key, password or role is changed, and what is open on it ends with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

import msgspec

from gateway.model.errors import JournalError
from gateway.referee.roles import Role, find_role
from gateway.store import LineStore, StoredLine

from .officials import Official

__all__ = ["SCREEN_DAYS", "SESSION_DAYS", "BrowserSession", "Sessions", "days_of"]

log = logging.getLogger(__name__)

SESSION_DAYS: Final = 14
SCREEN_DAYS: Final = 60
"""A screen in the hall stays signed in for the whole event: nobody stands beside it."""
SESSIONS_MAX: Final = 20
"""How many browsers one person may be signed in with; one more signs out the oldest."""
_DAY_MS = 86_400_000
_STREAM = "sessions"
_TOKEN_MAX = 100


class SessionBegan(msgspec.Struct, frozen=True, tag_field="type", tag="began"):
    """Somebody signed in."""

    session: str
    who: str
    link: str
    """What signing in rested on then, and the role, as a digest."""
    until: int


class SessionEnded(msgspec.Struct, frozen=True, tag_field="type", tag="ended"):
    """Somebody signed out."""

    session: str


_LINE = msgspec.json.Decoder(SessionBegan | SessionEnded)


class _Named(Protocol):
    """A list of those who may sign in."""

    def named(self, name: str) -> Official | None:
        """The person of this name."""


@dataclass(eq=False)
class BrowserSession:
    """One browser's session."""

    id: str
    """The digest of its token."""
    official: Official
    until: int
    """When it is over, in milliseconds since 1970."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it is over; whoever serves it stops."""

    @property
    def short(self) -> str:
        """Enough of the digest to tell sessions apart, and nothing that opens one."""
        return self.id[:8]


class Sessions:
    """All sessions that are open."""

    def __init__(self, officials: _Named, now: Callable[[], int], store: LineStore | None = None) -> None:
        """Without a store sessions end with the process. `now` is the wall clock in milliseconds since 1970."""
        self._officials = officials
        self._store = store
        self._now = now
        self._open: dict[str, BrowserSession] = {}
        self._written = 0

    async def load(self) -> None:
        """Take up the sessions that the store holds, as far as they have not ended."""
        if self._store is None:
            return
        self._written = await self._store.last(_STREAM)
        for line in await self._store.read(_STREAM):
            try:
                self._fold(_LINE.decode(line))
            except msgspec.DecodeError as error:
                log.warning("A line of the sessions cannot be read and is left out: %s.", error)

    async def begin(self, official: Official) -> str:
        """Sign somebody in; returns the token that his browser shows from now on."""
        token = secrets.token_urlsafe(32)
        until = self._now() + days_of(official.role) * _DAY_MS
        await self._write(SessionBegan(_digest(token), official.name, _link(official), until))
        for oldest in self.of(official.name)[:-SESSIONS_MAX]:
            await self.end(oldest)
        return token

    def of(self, name: str) -> list[BrowserSession]:
        """The sessions that a person has open, the oldest first."""
        return [session for session in self._open.values() if session.official.name == name]

    async def end_all(self, name: str) -> int:
        """Sign a person out on every browser; returns how many there were."""
        open_now = self.of(name)
        for session in open_now:
            await self.end(session)
        return len(open_now)

    def recheck(self, name: str) -> None:
        """Close what rests on a password or a role that a person no longer has."""
        for session in self.of(name):
            if self._officials.named(name) != session.official:
                self._close(session)

    def find(self, token: str | None) -> BrowserSession | None:
        """The session whose token this is; None for a missing, unknown or outlived one."""
        if not token or len(token) > _TOKEN_MAX:
            return None
        session = self._open.get(_digest(token))
        if session is not None and self._now() >= session.until:
            self._close(session)
            return None
        return session

    async def end(self, session: BrowserSession) -> None:
        """Sign out; what the session still serves stops."""
        await self._write(SessionEnded(session.id))

    async def over(self, session: BrowserSession) -> None:
        """Return when the session has ended, however that came about."""
        while not session.ended.is_set():
            left = (session.until - self._now()) / 1000
            if left <= 0:
                self._close(session)
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(left, _DAY_MS / 1000)):
                    await session.ended.wait()

    async def _write(self, line: SessionBegan | SessionEnded) -> None:
        """Fold it at once: a disk that fails keeps nobody in or out, but a restart will not know of it."""
        self._fold(line)
        if self._store is None:
            return
        self._written += 1
        try:
            await self._store.append_many([StoredLine(_STREAM, self._written, msgspec.json.encode(line))])
        except JournalError as error:
            log.warning("A sign-in or sign-out is not on disk, and a restart will not know of it: %s", error)

    def _fold(self, line: SessionBegan | SessionEnded) -> None:
        if isinstance(line, SessionEnded):
            if (session := self._open.get(line.session)) is not None:
                self._close(session)
            return
        official = self._officials.named(line.who)
        if official is not None and secrets.compare_digest(_link(official), line.link) and self._now() < line.until:
            self._open[line.session] = BrowserSession(line.session, official, line.until)

    def _close(self, session: BrowserSession) -> None:
        self._open.pop(session.id, None)
        session.ended.set()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def days_of(role: str) -> int:
    """How long somebody of this role stays signed in."""
    return SCREEN_DAYS if find_role(role) is Role.SCREEN else SESSION_DAYS


def _link(official: Official) -> str:
    """A digest of what signing in rests on, and the role: a session lasts only as long as both stay as they were."""
    return _digest(f"{official.stamp}\n{official.role}")
