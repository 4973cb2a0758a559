"""The pace of reading: where messages come thick, they are read a few at a time instead of one by one.

To wake up for a message takes longer than to take it. A relay that hears hundreds a second from a thousand tables would
spend half its time there; nobody who looks at a board sees a twentieth of a second.
"""

from __future__ import annotations

from typing import Final

__all__ = ["REST_S", "ReadingPace"]

REST_S: Final = 0.05
"""Seconds for which nothing is read, so that more has come together."""
_THICK: Final = 200.0
"""Messages a second; what comes slower is read as it comes."""
_AT_ONCE: Final = 16
"""Messages that come in one breath now and then, which are not thick yet."""
_WINDOW: Final = 20
"""Messages that a Mosquitto sends before it waits for acknowledgements, if nobody has told it otherwise. After so many
nobody rests: more may be waiting there."""
_REMEMBERED: Final = 64
"""Messages that are held against a time that was thick: after a quarter of a second of quiet it is forgotten."""


class ReadingPace:
    """The rest after reading, by what has come in the last moments."""

    def __init__(self) -> None:
        self._level = 0.0
        self._at = 0.0

    def took(self, messages: int, now: float) -> float:
        """So many messages were read; returns the seconds to rest, 0 if the next is wanted as soon as it is there."""
        drained = max(0.0, self._level - (now - self._at) * _THICK)
        self._level, self._at = min(drained + messages, float(_REMEMBERED)), now
        return REST_S if self._level > _AT_ONCE and messages < _WINDOW else 0.0
