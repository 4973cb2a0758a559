"""Assignments heard on the bus: a task that keeps what other relays have assigned."""

from __future__ import annotations

import asyncio
import logging

from gateway.bus.client import Received
from gateway.model.errors import JournalError
from gateway.referee.assignment import Assignment
from gateway.relay.hall.hall import TABLES_MAX
from gateway.relay.hall.present_hall import PresentHall

__all__ = ["HeardAssignments"]

log = logging.getLogger(__name__)


class HeardAssignments:
    """The latest assignment of each table until it is kept."""

    def __init__(self, hall: PresentHall) -> None:
        self._hall = hall
        self._heard: dict[str, Assignment] = {}
        self._some = asyncio.Event()

    def hear(self, received: Received[Assignment]) -> None:
        """An assignment came."""
        if received.address.table in self._heard or len(self._heard) < TABLES_MAX:
            self._heard[received.address.table] = received.value
            self._some.set()

    async def run(self) -> None:
        """Keep them until cancelled."""
        while True:
            await self._some.wait()
            self._some.clear()
            while self._heard:
                name, assignment = self._heard.popitem()
                try:
                    await self._hall.assignments.hear(name, assignment)
                except JournalError as error:
                    log.error("An assignment could not be stored: %s", error)  # noqa: TRY400 - says all there is
