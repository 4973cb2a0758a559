"""Sessions: who has signed in on which browser, until when. A fold over lines of their own: a restart keeps them.

A browser shows a random token; only its digest is kept. A session ends by signing out, after `SESSION_DAYS`, or when
the arbiter's key or role is changed in the settings, and what is open on it ends with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import msgspec

from gateway.model.errors import JournalError
from gateway.store import LineStore, StoredLine

from .arbiters import Arbiter, Arbiters

__all__ = ["SESSION_DAYS", "ArbiterSession", "Sessions"]

log = logging.getLogger(__name__)

SESSION_DAYS: Final = 14
SESSIONS_MAX: Final = 20
"""How many browsers one arbiter may be signed in with; one more signs out the oldest."""
_DAY_MS = 86_400_000
_STREAM = "sessions"
_TOKEN_MAX = 100


class SessionBegan(msgspec.Struct, frozen=True, tag_field="type", tag="began"):
    """An arbiter signed in."""

    session: str
    who: str
    link: str
    """What the sign-in link and the role were then, as a digest."""
    until: int


class SessionEnded(msgspec.Struct, frozen=True, tag_field="type", tag="ended"):
    """An arbiter signed out."""

    session: str


_LINE = msgspec.json.Decoder(SessionBegan | SessionEnded)


@dataclass(eq=False)
class ArbiterSession:
    """One browser's session."""

    id: str
    """The digest of its token."""
    arbiter: Arbiter
    until: int
    """When it is over, in milliseconds since 1970."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it is over; whoever serves it stops."""


class Sessions:
    """All sessions that are open."""

    def __init__(self, arbiters: Arbiters, now: Callable[[], int], store: LineStore | None = None) -> None:
        """Without a store sessions end with the process. `now` is the wall clock in milliseconds since 1970."""
        self.arbiters = arbiters
        self._store = store
        self._now = now
        self._open: dict[str, ArbiterSession] = {}
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

    async def begin(self, arbiter: Arbiter) -> str:
        """Sign an arbiter in; returns the token that his browser shows from now on."""
        token = secrets.token_urlsafe(32)
        until = self._now() + SESSION_DAYS * _DAY_MS
        await self._write(SessionBegan(_digest(token), arbiter.name, _link(arbiter), until))
        own = [session for session in self._open.values() if session.arbiter.name == arbiter.name]
        for oldest in own[:-SESSIONS_MAX]:
            await self.end(oldest)
        return token

    def find(self, token: str | None) -> ArbiterSession | None:
        """The session whose token this is; None for a missing, unknown or outlived one."""
        if not token or len(token) > _TOKEN_MAX:
            return None
        session = self._open.get(_digest(token))
        if session is not None and self._now() >= session.until:
            self._close(session)
            return None
        return session

    async def end(self, session: ArbiterSession) -> None:
        """Sign out; what the session still serves stops."""
        await self._write(SessionEnded(session.id))

    async def over(self, session: ArbiterSession) -> None:
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
        arbiter = self.arbiters.named(line.who)
        if arbiter is not None and secrets.compare_digest(_link(arbiter), line.link) and self._now() < line.until:
            self._open[line.session] = ArbiterSession(line.session, arbiter, line.until)

    def _close(self, session: ArbiterSession) -> None:
        self._open.pop(session.id, None)
        session.ended.set()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _link(arbiter: Arbiter) -> str:
    """A digest of the arbiter's key and role: a session lasts only as long as both stay as they were."""
    return _digest(f"{arbiter.key}\n{arbiter.role}")
