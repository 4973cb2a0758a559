"""Lines that a table has lost and a relay still holds: asked for at the start, before any new line gets a number.

A table that has reason to doubt its journal waits a little longer for the answer: where the file is empty, damaged or
cut off, or the computer was switched off since the last line, and a disk may have promised what it had not written. One
that was only killed asks too, since its disk may have failed just then, with lines in memory that others had been told.
Without an answer it plays on, and should a relay turn out to hold more after all, the relay keeps both records apart.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets

from gateway.record.availability import Question
from gateway.record.commands import RestoreLines
from gateway.record.entries import Entry
from gateway.record.wire import ENTRY, WireError

from .publisher import Publisher

__all__ = ["LostLines"]

log = logging.getLogger(__name__)

_ANSWER_S = 2.0
_EMPTY_S = 4.0
_DOUBT_S = 15.0
"""How long it may take to reach a broker, and then each answer: where nothing speaks for a loss, where there is no
line, and where lines may be gone. After a power cut the relay's computer starts at the same time; what devices say is
kept meanwhile, and players do not wait longer for a relay that is not there."""


class LostLines:
    """The question of one start, and the answers to it."""

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self._id = secrets.token_urlsafe(12)
        self._answers: asyncio.Queue[RestoreLines] = asyncio.Queue()

    def heard(self, answer: RestoreLines) -> None:
        """A relay has answered somebody."""
        if answer.question == self._id:
            self._answers.put_nowait(answer)

    async def fetch(self, last: int, hash_of_all: str, *, doubtful: bool) -> list[bytes]:
        """The lines after number `last`, up to which ours have this hash; none where nobody has any, or answers."""
        self._publisher.ask(Question(self._id, last, hash_of_all))
        patience_s = _ANSWER_S if not doubtful else _DOUBT_S if last else _EMPTY_S
        lines: list[bytes] = []
        try:
            async with asyncio.timeout(patience_s):
                await self._publisher.reached.wait()
            while True:
                async with asyncio.timeout(patience_s):
                    answer = await self._answers.get()
                if answer.differs:
                    log.error("A relay holds another record of this table; both are kept, and this one goes on.")
                    return []
                if answer.after == last + len(lines):
                    lines += [line.encode() for line in answer.lines]
                if last + len(lines) >= answer.last:
                    return _sound(lines, last)
        except TimeoutError:
            level = logging.WARNING if doubtful else logging.INFO
            log.log(level, "No relay said whether it holds lines that were lost here; the game goes on without them.")
            return _sound(lines, last)
        finally:
            self._publisher.ask(None)


def _sound(lines: list[bytes], after: int) -> list[bytes]:
    """The lines that are entries and follow one another."""
    for count, line in enumerate(lines):
        entry: Entry | None = None
        with contextlib.suppress(WireError):
            entry = ENTRY.decode(line)
        if entry is None or entry.n != after + count + 1:
            log.error("Line %d that a relay has sent cannot be taken up.", after + count + 1)
            return lines[:count]
    return lines
