"""Messages that wait to be taken: a mailbox for each table, emptied in turn. One that is flooded holds up no other.

A box that is full keeps the latest of what only counts so (a state, a clock, an assignment), behind the lines that came
before it. Of the rest it takes nothing more: lines are asked for again by number, commands sent again.
"""

from __future__ import annotations

import itertools
import logging
import time
from typing import Any, NamedTuple

from .topics import ASSIGNMENT, CLOCK, STATE, Address, Topic, parse

__all__ = ["BOXES_MAX", "BOX_BYTES", "BOX_MESSAGES", "Letter", "Mailboxes"]

log = logging.getLogger(__name__)

BOXES_MAX = 4000
"""Tables from which something waits: twice as many as a hall has at most."""
BOX_MESSAGES = 1000
"""Messages that wait from one table; a relay asks for half as many lines at once."""
BOX_BYTES = 4_000_000
_WARN_S = 60.0

_LATEST = frozenset({STATE, CLOCK, ASSIGNMENT})


class Letter(NamedTuple):
    """A message of one of our topics that came."""

    address: Address
    topic: Topic[Any]
    payload: bytes


class _Box:
    """The messages of one table by their numbers; what came when it was full, by the name of its topic."""

    def __init__(self) -> None:
        self._waiting: dict[str | int, Letter] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, number: int, letter: Letter) -> bool:
        key: str | int = number
        if len(self._waiting) >= BOX_MESSAGES or self._bytes + len(letter.payload) > BOX_BYTES:
            if letter.topic not in _LATEST:
                return False
            key = letter.topic.name
            if key in self._waiting:  # what is put again stands at the end
                self._take(key)
        self._waiting[key] = letter
        self._bytes += len(letter.payload)
        return True

    def get(self) -> Letter:
        return self._take(next(iter(self._waiting)))

    def _take(self, key: str | int) -> Letter:
        letter = self._waiting.pop(key)
        self._bytes -= len(letter.payload)
        return letter


class Mailboxes:
    """A queue of messages that is fair to tables, and bounded; what no box takes is dropped."""

    def __init__(self) -> None:
        self._boxes: dict[str, _Box] = {}
        self._numbers = itertools.count()
        self._warned_at = -_WARN_S

    def __len__(self) -> int:
        """How many messages wait."""
        return sum(map(len, self._boxes.values()))

    def empty(self) -> bool:
        """Whether none does."""
        return not self._boxes

    def put(self, topic: str, payload: bytes) -> None:
        """Take a message in."""
        known = parse(topic)
        if known is None:
            log.debug("Ignored a message on a topic that is not ours: %s", topic)
            return
        letter = Letter(*known, payload)
        table = letter.address.table
        box = self._boxes.get(table)
        if box is None and len(self._boxes) < BOXES_MAX:
            box = self._boxes[table] = _Box()
        if box is None or not box.put(next(self._numbers), letter):
            self._warn(table)

    def get(self) -> Letter:
        """The next message; there must be one."""
        name = next(iter(self._boxes))
        box = self._boxes.pop(name)
        letter = box.get()
        if box:
            self._boxes[name] = box
        return letter

    def _warn(self, table: str) -> None:
        now = time.monotonic()
        if now - self._warned_at >= _WARN_S:  # a flood of messages makes no flood of the log
            self._warned_at = now
            log.warning("More comes from table %s than can be taken; a part is dropped.", table)
