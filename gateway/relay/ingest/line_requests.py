"""Requests for lines: one task that asks each table for what it has and we have not, as fast as its quota allows."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from gateway.relay.hall.command_client import NoBroker
from gateway.relay.hall.present_hall import PresentHall

from .table_source import TableSource

__all__ = ["LineRequests"]

log = logging.getLogger(__name__)

_LOOK_S = 0.02
"""Looking at every table for what is missing takes long in a big hall: a flood of gaps must leave time for the rest."""


class LineRequests:
    """The requests for lines, table by table."""

    def __init__(self, hall: PresentHall) -> None:
        self._hall = hall
        self._open: set[TableSource] = set()
        """Tables that may have to be asked for something."""
        self._look = asyncio.Event()

    def look_at(self, source: TableSource) -> None:
        """There may be something to ask a table for."""
        self._open.add(source)
        self._look.set()

    def count(self, source: TableSource) -> None:
        """Lines of a table came, or it told of them: show how many are missing, and ask for those."""
        source.table.missing = source.resequencer.missing
        if source.resequencer.missing:
            self.look_at(source)

    def has_room(self, source: TableSource) -> bool:
        """Whether a table may have more stored; arbiters are told when it may not, and when it may again."""
        before, admitted = source.quota.exceeded, source.quota.admits(asyncio.get_running_loop().time())
        if before == admitted:
            if not admitted:
                log.warning(
                    "Table %s sends more than any table has to tell: it is taken slowly from now on, so that it fills "
                    "no disk. See to that computer; if it is not yours, revoke its certificate.",
                    source.table.name,
                )
            self._hall.show_flooding(source.table, not admitted)
        return admitted

    async def run(self) -> None:
        """Ask until cancelled."""
        clock = asyncio.get_running_loop().time
        while True:
            now = clock()
            for source in list(self._open):
                await self._ask(source, now)
            pause = self._pause(now)
            self._look.clear()
            # Not `wait_for`, which before Python 3.12 can lose a cancellation.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._look.wait()
            await asyncio.sleep(_LOOK_S)

    async def _ask(self, source: TableSource, now: float) -> None:
        if self._hall.command_client.session is None or source.table.online is False:
            return
        if source.quota.exceeded and not self.has_room(source):
            return
        lines = source.gap_requests.next(now)
        if lines is not None:
            try:
                await self._hall.command_client.request_lines(source.table.name, lines)
            except NoBroker as error:
                log.debug("Could not ask table %s for lines: %s", source.table.name, error)

    def _pause(self, now: float) -> float | None:
        """How long nobody need be asked; None: until something happens."""
        if self._hall.command_client.session is None:
            return None
        pauses: list[float] = []
        for source in list(self._open):
            wake = source.wake_at(now)
            if wake is None:
                self._open.discard(source)
            elif source.table.online is not False:
                pauses.append(max(0.0, wake - now))
        return min(pauses, default=None)
