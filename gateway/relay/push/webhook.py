"""A webhook: public events, signed and in order, until somebody has taken them.

What has been taken is a cursor over the stored lines, kept on disk: nothing waits in memory, and a restart goes on
where it was. An answer that was lost means that some events come twice; each has an id.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import msgspec

from gateway import __version__
from gateway.relay.hall.hall import Hall
from gateway.relay.hall.hall_table import HallTable
from gateway.relay.hall.push_reports import PushReport

from .resting import rest_until
from .webhook_events import event_of, signature

__all__ = ["Webhook", "WebhookCursor", "WebhookTarget"]

log = logging.getLogger(__name__)

BATCH_MAX: Final = 100
"""Events in one delivery."""
_LOOK: Final = 500
"""Lines that are looked at at once."""
_FIRST_S, _LONGEST_S = 1.0, 300.0
REFUSALS_MAX: Final = 12
"""Refusals in a row after which a webhook is parked: some twenty minutes of them."""
_GONE = 410
_LATER = frozenset({408, 425, 429})
"""Refusals that ask for another time."""
_PATIENCE_S = 15.0


class WebhookTarget(msgspec.Struct, frozen=True):
    """The target of events, and what they are signed with."""

    url: str
    secret: str
    kinds: frozenset[str] = frozenset()
    """The kinds that are sent; without any, all."""

    @property
    def name(self) -> str:
        """The host alone: the rest of an address may be a secret."""
        return urlsplit(self.url).hostname or "?"

    def __repr__(self) -> str:
        return f"WebhookTarget({self.name!r})"


class _File(msgspec.Struct):
    tables: dict[str, tuple[int, int]] = {}


class WebhookCursor:
    """Up to which line, of which journal, each table's events have been taken."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.tables: dict[str, tuple[int, int]] = {}
        self.fresh = True
        """Nothing was sent yet: what lies before now is nobody's news."""
        try:
            if path is not None and path.exists():
                self.tables = msgspec.json.decode(path.read_bytes(), type=_File).tables
                self.fresh = False
        except (OSError, msgspec.MsgspecError, UnicodeError) as error:
            log.warning("%s cannot be read (%s): the webhook begins with what happens now.", path, error)

    def keep(self) -> None:
        """Write it down."""
        if self._path is None:
            return
        try:
            beside = self._path.with_name(f"{self._path.name}.new")
            beside.write_bytes(msgspec.json.encode(_File(self.tables)))
            beside.replace(self._path)
        except OSError as error:
            log.warning("%s cannot be written (%s): after a restart some events come again.", self._path, error)


class Webhook:
    """The sending to one address."""

    def __init__(
        self,
        target: WebhookTarget,
        hall: Hall,
        cursor: WebhookCursor,
        report: PushReport,
        now: Callable[[], int],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: random.Random | None = None,
        again: asyncio.Event | None = None,
    ) -> None:
        """`now` is the wall clock in milliseconds, by which receivers know that a signature is fresh; `again` is set
        when somebody wants it tried at once."""
        self._target = target
        self._hall = hall
        self._cursor = cursor
        self._report = report
        self._now = now
        self._pause = pause
        self._chance = chance or random.Random()  # noqa: S311 - only spreads retries
        self._again = again or asyncio.Event()
        self._failures = 0
        self._refusals = 0

    async def run(self, *, once: bool = False) -> None:
        """Send for ever; with `once`, until there is nothing more."""
        if self._cursor.fresh:
            self._cursor.tables = {table.name: (table.journal, table.held) for table in self._hall.tables}
            self._cursor.fresh = False
            self._cursor.keep()
        async with httpx.AsyncClient(timeout=_PATIENCE_S, follow_redirects=False) as client:
            with self._hall.followers.following_all() as changes:
                names = {table.name for table in self._hall.tables}
                while True:
                    while await self._deliver(client, names):
                        pass
                    self._report.ok, self._report.waiting = True, 0
                    if once:
                        return
                    names = await changes.next()

    async def _deliver(self, client: httpx.AsyncClient, names: set[str]) -> bool:
        """Send what there is of these tables, at most one delivery; False if there was nothing new."""
        events, reached = await self._gather([table for table in self._hall.tables if table.name in names])
        if events:
            body = msgspec.json.encode({"event": self._hall.event, "events": events})
            while not await self._post(client, body):
                self._report.ok, self._report.waiting = False, len(events)
                self._failures += 1
                await self._rest()
            self._failures, self._refusals, self._report.trouble, self._report.last_ok = 0, 0, "", self._now()
        if reached:
            self._cursor.tables |= reached
            self._cursor.keep()
        return bool(reached)

    async def _rest(self) -> None:
        """Wait before the next try: longer each time; after too many refusals, until somebody wants it."""
        self._again.clear()
        if self._refusals >= REFUSALS_MAX:
            self._report.parked = True
            log.error("Webhook: %s, again and again: it is parked until an operator resumes it.", self._report.trouble)
            await self._again.wait()
            self._report.parked, self._failures, self._refusals = False, 0, 0
            return
        longest = min(_LONGEST_S, _FIRST_S * 2.0 ** min(self._failures - 1, 10))
        rested = await rest_until(self._pause(longest * self._chance.uniform(0.75, 1.25)), self._again.wait())
        if not rested:
            self._failures = 0

    async def _gather(self, tables: list[HallTable]) -> tuple[list[dict[str, Any]], dict[str, tuple[int, int]]]:
        """Events that have not been taken, table by table, and up to where that brings the cursor."""
        events: list[dict[str, Any]] = []
        reached: dict[str, tuple[int, int]] = {}
        for table in tables:
            journal, n = self._cursor.tables.get(table.name, (table.journal, 0))
            upto = table.held if journal == table.journal else n + _LOOK
            until = min(upto, n + _LOOK)
            lines = await self._hall.journal_lines(table.name, journal, n, until) if until > n else []
            place, game_at = (journal, n), self._game_finder(table.name, journal) if lines else _no_game
            for line in lines:
                event = event_of(line, table.name, journal, table.offset.value, game_at)
                if event is None or (self._target.kinds and event["kind"] not in self._target.kinds):
                    continue
                if len(events) >= BATCH_MAX:
                    break
                events.append(event)
                place = (journal, _number(event))
            else:
                place = (journal, until)
            if journal != table.journal and not lines:
                place = (table.journal, 0)  # what the lost journal held has been told
            if place != (journal, n):
                reached[table.name] = place
        return events, reached

    def _game_finder(self, table: str, journal: int) -> Callable[[int], str | None]:
        games = [game for game in self._hall.game_index.of_table(table) if game.journal == journal]

        def find(n: int) -> str | None:
            return next((game.id for game in reversed(games) if game.first <= n), None)

        return find

    async def _post(self, client: httpx.AsyncClient, body: bytes) -> bool:
        """Whether it was taken."""
        headers = {
            "Content-Type": "application/json",
            "Flagfall-Signature": signature(self._target.secret, self._now() // 1000, body),
            "User-Agent": f"flagfall/{__version__}",
        }
        self._report.sent += 1
        try:
            answer = await client.post(self._target.url, content=body, headers=headers)
            if answer.is_success:
                return True
            trouble = f"{self._target.name} answered {answer.status_code}"
            refused = answer.is_client_error and answer.status_code not in _LATER
            self._refusals = REFUSALS_MAX if answer.status_code == _GONE else self._refusals + 1 if refused else 0
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            trouble = f"{self._target.name} cannot be reached ({type(error).__name__})"
        if trouble != self._report.trouble:
            log.warning("Webhook: %s. It is tried again.", trouble)
        self._report.trouble = trouble
        return False


def _no_game(_: int) -> str | None:
    return None


def _number(event: dict[str, Any]) -> int:
    return int(event["id"].split(":")[1])
