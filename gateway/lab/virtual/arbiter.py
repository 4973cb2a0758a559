"""The arbiter of a virtual table, who has one duty: a game that is swept off the board does not count."""

from __future__ import annotations

import asyncio
import logging
import uuid

from gateway.bus.client import Bus, Disconnected, Received, Session
from gateway.bus.topics import COMMANDS, STATE, Address
from gateway.record.commands import ActCommand, Command
from gateway.record.table_state import Status, TableState
from gateway.referee.acts import Void

__all__ = ["Referee"]

log = logging.getLogger(__name__)

_PATIENCE_S = 5.0
_UNDER_WAY = {Status.PLAYING, Status.PAUSED}


class Referee:
    """The arbiter, who follows the table on the bus while `run` runs."""

    def __init__(self, broker: str, address: Address) -> None:
        self._bus = Bus(broker, "flagfall-virtual-referee")
        self._address = address
        self._session: Session | None = None
        self._status: Status | None = None
        self._news = asyncio.Event()

    async def run(self) -> None:
        """Listen until cancelled."""

        async def session(bus: Session) -> None:
            self._session = bus
            try:
                await bus.subscribe(self._address, STATE, self._heard)
                await bus.listen()
            finally:
                self._session = None

        await self._bus.run(session)

    async def abandon(self) -> None:
        """End a game under way without a result; where the table does not answer, the pieces are its own to judge."""
        if self._session is None or self._status not in _UNDER_WAY:
            return
        asked = ActCommand("Virtual table", "chief", Void(why="the pieces were set up anew"))
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._session.publish(self._address, COMMANDS, Command(uuid.uuid4().hex, asked))
                while self._status in _UNDER_WAY:
                    self._news.clear()
                    await self._news.wait()
        except (TimeoutError, Disconnected):
            log.warning("The table was told that its game does not count, and has not answered.")

    def _heard(self, received: Received[TableState]) -> None:
        self._status = received.value.status
        self._news.set()
