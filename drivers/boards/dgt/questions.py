"""Questions to the board itself, one at a time, each with the message that answers it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .messages import BoardCommand, MessageId

__all__ = ["ANSWER_MS", "BOARD_QUESTIONS", "TRIES", "Questions"]

ANSWER_MS = 1500
"""How long to wait for an answer: the longest that we ask for, a dump of 103 bytes, takes 0.11 s on the line and up to
one scan to gather."""

TRIES = 3

BOARD_QUESTIONS = (BoardCommand.SEND_BRD, BoardCommand.SEND_BRD_50B, BoardCommand.SEND_BRD_50W)
"""Questions for the board in the order in which they are tried: a draughts board that scans 50 fields may answer only
to its own question."""

_ANSWERS: Mapping[BoardCommand, frozenset[MessageId]] = {
    **dict.fromkeys(
        BOARD_QUESTIONS, frozenset({MessageId.BOARD_DUMP, MessageId.BOARD_DUMP_50B, MessageId.BOARD_DUMP_50W})
    ),
    BoardCommand.SEND_VERSION: frozenset({MessageId.VERSION}),
    BoardCommand.SEND_EE_MOVES: frozenset({MessageId.EE_MOVES}),
}


@dataclass(slots=True)
class _Asked:
    command: BoardCommand
    tries: int
    until: int


class Questions:
    """The questions to the board. Each waits at most once, so the queue is never longer than the list of questions."""

    def __init__(self) -> None:
        self._waiting: deque[BoardCommand] = deque()
        self._asked: _Asked | None = None
        self._out: list[bytes] = []

    def ask(self, command: BoardCommand, at: int) -> None:
        """Ask when its turn comes; once is enough if it waits already."""
        if command not in self._waiting:
            self._waiting.append(command)
        self._advance(at)

    @property
    def downloading(self) -> bool:
        """The board is sending its memory and must not be disturbed."""
        return self._asked is not None and self._asked.command is BoardCommand.SEND_EE_MOVES

    def coming(self, at: int) -> None:
        """Some of the memory came: 7939 bytes take 8.3 s on the line, so each of them renews the patience."""
        if self._asked is not None and self.downloading:
            self._asked.until = at + ANSWER_MS

    def tell(self, command: BoardCommand) -> None:
        """Send a command without waiting for an answer."""
        self._out.append(bytes([command]))

    def write(self, data: Iterable[bytes]) -> None:
        """Send what is more than one byte, and has no answer."""
        self._out += data

    def answered(self, code: int, at: int) -> BoardCommand | None:
        """A message came: return the question that it ends, if it ends one."""
        if self._asked is None or code not in _ANSWERS[self._asked.command]:
            return None
        command = self._asked.command
        self._asked = None
        self._advance(at)
        return command

    def wake(self, at: int) -> BoardCommand | None:
        """Ask again or give up what is overdue; return the question given up, if one is."""
        asked = self._asked
        if asked is None or at < asked.until:
            return None
        if asked.tries < TRIES and not self.downloading:  # the memory is asked for once only
            asked.tries += 1
            asked.until = at + ANSWER_MS
            self._out.append(bytes([asked.command]))
            return None
        self._asked = None
        self._advance(at)
        return asked.command

    def data_to_send(self) -> list[bytes]:
        """Take the queued writes."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """When `wake` has something to do."""
        return None if self._asked is None else self._asked.until

    def _advance(self, at: int) -> None:
        if self._asked is None and self._waiting:
            command = self._waiting.popleft()
            self._asked = _Asked(command, tries=1, until=at + ANSWER_MS)
            self._out.append(bytes([command]))
