"""Gap requests: when to ask a table for lines, and which. One at a time per table; silence is answered by patience.
No I/O.

Two reasons to ask: a gap, and a doubt. A doubt asks for one line that we hold, to see whether the table still keeps
the journal we know: after every new contact, and when a state says that the table has fewer lines than we hold.
"""

from __future__ import annotations

from gateway.record.commands import SendLines

from .resequencer import Resequencer

__all__ = ["GapRequests"]

_PAUSES_S = (1.5, 2.0, 4.0, 8.0, 15.0, 30.0)
_DOUBT_TRIES = 3
"""A table that never sends the doubted line has none: its first new line will tell."""
_SETTLE_S = 2.0
"""A state may overtake its own lines on the way, or be overtaken: let the dust settle before doubting."""


class GapRequests:
    """The questions to one table. Times are seconds on the caller's monotonic clock."""

    def __init__(self, resequencer: Resequencer) -> None:
        self._resequencer = resequencer
        self._asked: tuple[int, int] | None = None
        self._tries = 0
        self._again_at = 0.0
        self._doubt: int | None = None
        self._doubt_at = 0.0
        self._settling = False
        self._doubt_tries = 0

    def next(self, now: float) -> SendLines | None:
        """The question to put now, if one is due; it counts as put."""
        want = self._want(now)
        if want is None or (self._asked is not None and now < self._again_at):
            return None
        # Progress since the last question means that the connection is good: start the pauses anew.
        self._tries = self._tries + 1 if want == self._asked else 0
        if self._resequencer.gap() is None:
            self._doubt_tries += 1
            if self._doubt_tries >= _DOUBT_TRIES:
                self._doubt = None
        self._asked = want
        self._again_at = now + _PAUSES_S[min(self._tries, len(_PAUSES_S) - 1)]
        return SendLines(*want)

    def wake_at(self, now: float) -> float | None:
        """When `next` should be called again; None if only an event can change anything."""
        if self._resequencer.gap() is not None:
            return self._again_at if self._asked is not None else now
        if self._doubt is not None:
            return max(self._doubt_at, self._again_at if self._asked is not None else 0.0)
        return None

    def took(self, n: int) -> None:
        """A line came, new or again: whoever waited for the end of a stretch need not wait longer."""
        if self._asked is not None and n >= self._asked[1] and self._resequencer.held >= self._asked[1]:
            self._asked = None
        if n == self._doubt:
            self._doubt = None

    def doubt(self, n: int, now: float, *, settle: bool = False) -> None:
        """Ask for line `n`, which we hold, once; with `settle` not at once."""
        if n < 1 or n == self._doubt:
            return
        self._doubt = n
        self._doubt_tries = 0
        self._settling = settle
        self._doubt_at = now + (_SETTLE_S if settle else 0.0)

    def trust(self) -> None:
        """The state that raised a doubt was only late."""
        if self._settling:
            self._doubt = None

    def contact(self) -> None:
        """The table or the broker is back: earlier questions are lost, ask again without a pause."""
        self._asked = None
        self._tries = 0

    def _want(self, now: float) -> tuple[int, int] | None:
        gap = self._resequencer.gap()
        if gap is not None:
            return gap
        if self._doubt is not None and now >= self._doubt_at:
            return self._doubt - 1, self._doubt
        return None
