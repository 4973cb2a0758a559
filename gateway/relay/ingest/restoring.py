"""The restoring of lines: a task that gives tables that have started what they may have lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from gateway.model.errors import JournalError
from gateway.record.availability import Question
from gateway.record.commands import RestoreLines
from gateway.relay.hall.command_client import NoBroker
from gateway.relay.hall.hall_table import HallTable
from gateway.relay.hall.present_hall import PresentHall

from .answers import answers

__all__ = ["LineRestorer"]

log = logging.getLogger(__name__)


class LineRestorer:
    """A restorer that answers tables, each a piece in turn: nobody waits for one that asks for much."""

    def __init__(self, hall: PresentHall) -> None:
        self._hall = hall
        self._questions: dict[str, tuple[HallTable, Question]] = {}
        self._some = asyncio.Event()

    def ask(self, table: HallTable, question: Question) -> None:
        """A table asks; its latest question counts."""
        self._questions[table.name] = table, question
        self._some.set()

    async def run(self) -> None:
        """Answer until cancelled."""
        while True:
            await self._some.wait()
            self._some.clear()
            under_way: dict[str, AsyncIterator[RestoreLines]] = {}
            while self._questions or under_way:
                while self._questions:
                    name, (table, question) = self._questions.popitem()
                    under_way[name] = answers(self._hall.store, self._hall.stream(table), table.held, question)
                for name, each in list(under_way.items()):
                    if not await self._answer_once(name, each):
                        del under_way[name]

    async def _answer_once(self, name: str, all_of_it: AsyncIterator[RestoreLines]) -> bool:
        """Send the next piece of an answer; False if there is none."""
        try:
            if (answer := await anext(all_of_it, None)) is None:
                return False
            await self._hall.command_client.restore_lines(name, answer)
        except (JournalError, NoBroker) as error:
            log.warning("Table %s asks for its lines and cannot be answered: %s", name, error)
            return False
        return True
