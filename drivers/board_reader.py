"""The board as it shows itself as a whole: when to ask for it, what of it is news, and when to give the board up."""

from __future__ import annotations

from .codec import refused
from .readings import EMPTY, LinkDown, Reading, Snapshot, SquareChanged
from .requests import ReadBoard

__all__ = ["BoardReader"]


class BoardReader:
    """A board, kept true by asking: at the start, when changes have settled, when bytes were dropped, now
    and then, and on request. So a message that gets lost is made up for. Only what is new is told.

    A board that has said nothing at all to several questions in a row is given up with a `LinkDown`.
    """

    TRIES = 3

    def __init__(
        self,
        rows: int,
        cols: int,
        question: bytes = b"",
        *,
        answer_ms: int = 1500,
        quiet_ms: int = 700,
        review_ms: int = 5_000,
    ) -> None:
        self._rows = rows
        self._cols = cols
        self.question = question
        """The bytes that ask for the board; empty where it shows itself unasked and is only waited for."""
        self.unasked = True
        """Whether it is read for no other reason than to be sure; some boards take a question for more than that."""
        self._answer_ms = answer_ms
        self._quiet_ms = quiet_ms
        self.review_ms = review_ms
        self._cells = ""
        self._tell = True
        self._requested = False
        self._tries = 0
        self._heard = False
        self._dead = False
        self._until: int | None = None
        self._next: int | None = None
        self._out: list[bytes] = []

    def __getitem__(self, cell: int) -> str:
        """What stands there as far as is known."""
        return self._cells[cell] if self._cells else EMPTY

    @property
    def cells(self) -> str:
        """The whole board as last known; empty before it was seen."""
        return self._cells

    def start(self, at: int) -> None:
        """The line is open."""
        self._ask(at)

    def want(self, at: int) -> None:
        """Somebody wants the board: ask, and tell it even if it is no news."""
        self._tell = self._requested = True
        self._ask(at)

    def heard(self) -> None:
        """The board lives: a good message came, whatever it said."""
        self._heard = True

    def doubt(self, at: int) -> None:
        """Bytes were dropped, and perhaps a change with them: look again soon."""
        if self.unasked and self._next is not None:
            self._next = min(self._next, at + self._quiet_ms)

    def whole(self, cells: str, at: int) -> list[Reading]:
        """The board showed itself."""
        self._heard = True
        self._until = None
        self._tries = 0
        known = cells == self._cells
        # Where one thing has changed another may follow, and its message get lost: look again when all is quiet.
        self._next = at + (self.review_ms if known else self._quiet_ms) if self.unasked else None
        if known and not self._tell:
            return []
        self._cells = cells
        self._tell = self._requested = False
        return [Snapshot(self._rows, self._cols, cells)]

    def changed(self, cell: int, piece: str, at: int) -> list[Reading]:
        """One cell was reported; told as it came, since a piece put back is an event too."""
        self._heard = True
        self._next = at + self._quiet_ms if self.unasked else None
        if self._cells:
            self._cells = self._cells[:cell] + piece + self._cells[cell + 1 :]
        return [SquareChanged(cell, piece)]

    def wake(self, at: int) -> list[Reading]:
        """Ask again, or give up."""
        if self._dead:
            return []
        if self._until is not None and self._until <= at:
            if self._tries >= self.TRIES:
                return self._give_up(at)
            self._ask(at)
        elif self._until is None and self._next is not None and self._next <= at:
            self._ask(at)
        return []

    def data_to_send(self) -> list[bytes]:
        """Take the queued questions."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """When `wake` has something to do."""
        if self._dead:
            return None
        return self._until if self._until is not None else self._next

    def _ask(self, at: int) -> None:
        if self._tries == 0:
            self._heard = False
        self._tries += 1
        self._until = at + self._answer_ms
        self._next = None
        if self.question:
            self._out.append(self.question)

    def _give_up(self, at: int) -> list[Reading]:
        self._until = None
        self._tries = 0
        if not self._heard:
            self._dead = True
            return [LinkDown("the board does not answer")]
        self._next = at + self.review_ms
        if not self._requested:
            return []
        self._requested = False
        return [refused(ReadBoard(), "the board does not send its position")]
