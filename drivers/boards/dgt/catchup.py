"""Catching up with a board: what has been told of it, and what its memory is asked, also after a lost connection.

The first board of a new connection is held back until the memory has told what came before it, but not for long. What
is held is never lost: if the memory does not come, comes late or does not fit, the readings go on as they are.
"""

from __future__ import annotations

from collections import deque

from drivers.framing import Frame
from drivers.readings import Past, Reading, RequestAnswer, Snapshot, SquareChanged
from drivers.requests import ReadPast, tag

from .fields import Fields
from .memory import END, recall, remember
from .messages import BoardCommand, MessageId
from .questions import Questions
from .recovery import TAIL, LastKnown, missed

__all__ = ["WAIT_MS", "CatchUp"]

WAIT_MS = 3000
"""How long the board is held back unless the settings say otherwise: 2800 bytes at 9600 baud, several games."""


class CatchUp:
    """The board's readings of one connection on their way out."""

    def __init__(self, fields: Fields, questions: Questions, wait_ms: int = WAIT_MS) -> None:
        self._fields = fields
        self._questions = questions
        self._wait_ms = wait_ms
        self.board: Snapshot | None = None
        """The board as the device has it, told or held."""
        self._told: deque[SquareChanged] = deque(maxlen=TAIL)
        self._known: LastKnown | None = None
        """What was told before a lost connection, until the first board of this one is told."""
        self._known_fields = fields
        """The fields as the lost connection knew them: how this board counts may take a while to find out."""
        self._held: list[Snapshot | SquareChanged] = []
        self._until: int | None = None
        self._looked = False
        """The part before the end mark has been tried."""
        self._wanted = False
        self._forgetful = False
        """The board did not send its memory when asked: a lost connection is no reason to ask again."""

    def follows(self, before: CatchUp) -> None:
        """The connection before this one was lost."""
        self._told.extend(before._told)
        self._forgetful = before._forgetful
        if before._known is not None:  # lost again before anything was told
            self._known, self._known_fields = before._known, before._known_fields
        elif before.board is not None:
            self._known, self._known_fields = LastKnown(before.board.cells, tuple(before._told)), before._fields

    @property
    def resumes(self) -> bool:
        """It waits for the first board after a lost connection."""
        return self._known is not None

    # -- what the board says -----------------------------------------------------------------------------------------

    def whole(self, board: Snapshot, at: int) -> list[Reading]:
        """The board showed itself."""
        self.board = board
        return self._say(board, at)

    def changed(self, change: SquareChanged, at: int) -> list[Reading]:
        """One cell holds something else."""
        if self.board is not None:
            cells = self.board.cells
            self.board = Snapshot(
                self.board.rows, self.board.cols, cells[: change.cell] + change.piece + cells[change.cell + 1 :]
            )
        return self._say(change, at)

    def _say(self, reading: Snapshot | SquareChanged, at: int) -> list[Reading]:
        """Tell it, or hold it back while the memory may still tell what came before it."""
        if self._until is not None:
            self._held.append(reading)
            return []
        if self._known is not None and self._has_changed(self._known, reading):
            self._held = [reading]
            self._until = at + self._wait_ms
            self._looked = False
            self._questions.ask(BoardCommand.SEND_EE_MOVES, at)
            return []
        if self._known is not None and self.board is not None and self.board.cells == self._known.cells:
            self._fields.adopt(self._known_fields)
        self._known = None
        return self._tell([reading])

    def _has_changed(self, known: LastKnown, reading: Snapshot | SquareChanged) -> bool:
        """Whether the memory can tell more; a board of another size is another board."""
        if self._forgetful or not self._wait_ms or not isinstance(reading, Snapshot):
            return False
        return reading.cells != known.cells and len(reading.cells) == len(known.cells)

    # -- its memory --------------------------------------------------------------------------------------------------

    def want(self, at: int) -> None:
        """Somebody wants all that the board remembers."""
        self._wanted = True
        if not self._questions.downloading:
            self._questions.ask(BoardCommand.SEND_EE_MOVES, at)

    def coming(self, frame: Frame | None, at: int) -> list[Reading]:
        """The beginning has come of the message that the board is sending."""
        if frame is None or frame.code != MessageId.EE_MOVES or not self._questions.downloading:
            return []
        self._questions.coming(at)
        if self._looked or END not in frame.payload:
            return []
        self._looked = True
        return self._recover(frame.payload)

    def memory(self, data: bytes) -> list[Reading]:
        """All of it has come: perhaps a ring, whose oldest bytes lie behind the end mark."""
        newest, _, oldest = data.partition(bytes([END]))
        readings = self._recover(data) or self._recover(oldest + newest) or self._release()
        # Bytes of somebody else's conversation are told too, but nothing that comes late or out of noise in our own.
        alone = self.board is None and self._known is None and not self._questions.downloading
        if self._wanted or alone:
            self._wanted = False
            readings.append(recall(data, self._fields.remembered))
        return readings

    def no_memory(self) -> list[Reading]:
        """It was asked for and does not come."""
        self._forgetful = True
        readings = self._release()
        if self._wanted:
            self._wanted = False
            readings.append(RequestAnswer(tag(ReadPast()), ok=False, detail="the board does not send its memory"))
        return readings

    def wake(self, at: int) -> list[Reading]:
        """Wait no longer than agreed."""
        return self._release() if self._until is not None and self._until <= at else []

    def next_deadline(self) -> int | None:
        """Until when the board is held back."""
        return self._until

    def _release(self) -> list[Reading]:
        """Tell what was held, as it came."""
        held, self._held = self._held, []
        self._until = self._known = None
        return self._tell([*held])

    def _recover(self, data: bytes) -> list[Reading]:
        """What was missed, and the board behind it; nothing if this memory does not lead there."""
        if self._until is None or self._known is None or self.board is None:
            return []
        found = missed(remember(data, self._known_fields.remembered), self._known, self.board.cells)
        if found is None:
            return []
        self._fields.adopt(self._known_fields)
        # The changes that were held are among them: a board says a change when it writes it down.
        self._held = []
        self._until = self._known = None
        self.board = Snapshot(self.board.rows, self.board.cols, found.cells)
        return self._tell([Past(found.events), self.board])

    def _tell(self, readings: list[Reading]) -> list[Reading]:
        for reading in readings:
            match reading:
                case SquareChanged():
                    self._told.append(reading)
                case Past(events):
                    self._told.extend(event for event in events if isinstance(event, SquareChanged))
        return readings
