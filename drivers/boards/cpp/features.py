"""The features of a board: what it is asked before anything else. One question at a time, as the protocol wants."""

from __future__ import annotations

import enum
from collections import deque

__all__ = ["Feature", "Features"]

ANSWER_MS = 1_000
TRIES = 2
"""Questions without an answer after which a board is taken to know no such questions."""


class Feature(enum.StrEnum):
    """The features that a board may have, by the names of the protocol, and one of ours."""

    GET_STATE = "get_state"
    """Tells its position when asked."""
    STATE_STREAM = "state_stream"
    """Tells its position whenever it changes."""
    MSG = "msg"
    """Shows a text."""
    TIME = "time"
    """Shows what both sides have left."""
    SQUARES = "squares"
    """Lights squares. Ours: see `docs/cpp.md`."""


class Features:
    """The questions still open, and the answers."""

    def __init__(self) -> None:
        self._open = deque(Feature)
        self._has: set[Feature] = set()
        self._tries = 0
        self._until: int | None = None

    def __contains__(self, feature: Feature) -> bool:
        """Whether the board has it, as far as it said."""
        return feature in self._has

    @property
    def known(self) -> bool:
        """All questions are settled."""
        return not self._open

    def ask(self, at: int) -> list[str]:
        """The next question, if one is open."""
        if not self._open:
            self._until = None
            return []
        self._tries += 1
        self._until = at + ANSWER_MS
        return [f"feature {self._open[0]}"]

    def answered(self, yes: bool, at: int) -> list[str]:
        """The board said ok or nok; the next question."""
        if self._open and self._until is not None:
            feature = self._open.popleft()
            self._tries = 0
            if yes:
                self._has.add(feature)
        return self.ask(at)

    def wake(self, at: int) -> list[str]:
        """Ask again, or take silence for no."""
        if self._until is None or at < self._until:
            return []
        if self._tries >= TRIES:
            self._open.clear()
        return self.ask(at)

    def next_deadline(self) -> int | None:
        """When `wake` has something to do."""
        return self._until
