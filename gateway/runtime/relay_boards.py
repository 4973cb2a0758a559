"""The boards of a relay's hall, followed from another computer: for a browser that plays or watches there.

The relay's server-sent events are read as long as the program runs; a relay that is away is waited for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import httpx
import msgspec

from gateway.feeds.eboards.eboard import is_chess960
from gateway.feeds.eboards.shown_boards import ShownBoards, ShownTable
from gateway.model.errors import GatewayError
from gateway.record.table_state import ClockMessage, TableState

__all__ = ["RelayBoards"]

log = logging.getLogger(__name__)

_AGAIN_S = 3.0
_SILENT_S = 30.0
"""The relay says something every ten seconds; after so long the connection is dead."""


class _Event(msgspec.Struct):
    """The fields that any of the events may have."""

    table: str = ""
    journal: int | None = None
    offset: int | None = None
    online: bool | msgspec.UnsetType | None = msgspec.UNSET
    clock: ClockMessage | msgspec.UnsetType | None = msgspec.UNSET
    state: TableState | msgspec.UnsetType | None = msgspec.UNSET
    entry: dict[str, Any] = {}


class _Known(msgspec.Struct):
    """The knowledge of one table."""

    state: TableState | None = None
    journal: int = 1
    offset: int = 0
    online: bool = True
    clock: ClockMessage | None = None
    start: tuple[int, str] = (0, "")
    """Which game, and where its pieces stood at first."""


_EVENT = msgspec.json.Decoder(_Event)


class RelayBoards(ShownBoards):
    """The chess tables of a relay, or one of them."""

    def __init__(self, table: str = "") -> None:
        super().__init__()
        self._table = table
        self._known: dict[str, _Known] = {}
        self.heard = asyncio.Event()
        """Set once the relay has said something."""

    async def run(self, client: httpx.AsyncClient, sign_in: str, changed: Callable[[], None]) -> None:
        """Follow until cancelled; `sign_in` is the path of a sign-in link, or empty."""
        told = ""
        while True:
            try:
                if sign_in and (await client.get(sign_in)).status_code >= 400:
                    raise GatewayError("the sign-in link does not open.")
                await self._follow(client, changed)
                trouble = "The relay has ended the connection."
            except (httpx.HTTPError, httpx.InvalidURL, GatewayError) as error:
                trouble = f"The relay cannot be followed: {str(error) or type(error).__name__}"
            if trouble != told:
                log.warning("%s It is tried again.", trouble)
            told = trouble
            for known in self._known.values():
                known.online = False
            self._show_all(changed)
            await asyncio.sleep(_AGAIN_S)

    async def _follow(self, client: httpx.AsyncClient, changed: Callable[[], None]) -> None:
        query = {"table": self._table} if self._table else {}
        patience = httpx.Timeout(15, read=_SILENT_S)
        async with client.stream("GET", "/api/events", params=query, timeout=patience) as answer:
            if answer.status_code != 200:
                raise GatewayError(
                    f"it answered {answer.status_code}{' (no such table)' * (answer.status_code == 404)}."
                )
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    self._take(line[6:])
                    changed()
                    self.heard.set()

    def _take(self, text: str) -> None:
        try:
            event = _EVENT.decode(text)
        except msgspec.MsgspecError as error:
            raise GatewayError(f"its events are of another version: {error}.") from error
        if not event.table:
            return
        known = self._known.setdefault(event.table, _Known())
        if event.state is not msgspec.UNSET:
            known.state = event.state
        if event.clock is not msgspec.UNSET:
            known.clock = event.clock
        elif isinstance(event.state, TableState) and event.state.clock is not None:
            known.clock = ClockMessage(event.state.at, event.state.clock)
        if event.online is not msgspec.UNSET:
            known.online = event.online is not False
        if event.journal is not None:
            known.journal = event.journal
        if event.offset is not None:
            known.offset = event.offset
        what = event.entry.get("what", {})
        if isinstance(what, dict) and what.get("type") == "set_up":
            known.start = (what["game"], what["fen"])
        self._show(known)

    def _show(self, known: _Known) -> None:
        state = known.state
        if state is None:
            return
        start = known.start[1] if is_chess960(state.rules) and known.start[0] == state.game else ""
        face = None if known.clock is None else known.clock.face
        self.show(ShownTable(state, known.journal, known.offset, known.online, face, start))

    def _show_all(self, changed: Callable[[], None]) -> None:
        for known in self._known.values():
            self._show(known)
        changed()
