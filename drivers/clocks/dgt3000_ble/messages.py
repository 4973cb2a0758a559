"""JSON objects out of a stream, and what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from drivers.framing import REPORT_AFTER, Dropped

__all__ = ["JsonFramer", "Object", "number", "times_ms"]

Object = Mapping[str, object]

LONGEST = 1024
"""Bytes of the longest message: those of the gateway have some 250."""


DEEPEST = 8
"""Opening braces that are tried: the gateway's messages have two or three."""


class JsonFramer:
    """Objects that have a `type`. The buffer never holds more than the longest message.

    Whatever ends in a brace is tried from every opening one, the outermost first: so a message is found behind any
    garbage, and the objects inside an unfinished one, which have no `type`, are not mistaken for messages.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._dropped = 0

    def __len__(self) -> int:
        """How many bytes wait for the rest of their message."""
        return len(self._buffer)

    def feed(self, data: bytes) -> Sequence[Object | Dropped]:
        """Take bytes in any split; return what they completed."""
        found: list[Object | Dropped] = []
        for part in _after_braces(data):
            self._buffer += part
            if part.endswith(b"}"):
                self._match(found)
            self._trim(found)
        return found

    def _match(self, found: list[Object | Dropped]) -> None:
        starts: list[int] = []
        start = len(self._buffer)
        while len(starts) < DEEPEST and (start := self._buffer.rfind(b"{", 0, start)) >= 0:
            starts.append(start)
        for start in reversed(starts):
            message = _decode(bytes(self._buffer[start:]))
            if message is not None:
                self._drop(start, found)
                if self._dropped:
                    found.append(Dropped(self._dropped))
                    self._dropped = 0
                found.append(message)
                self._buffer.clear()
                return

    def _trim(self, found: list[Object | Dropped]) -> None:
        surplus = len(self._buffer) - LONGEST
        if surplus > 0:
            self._drop(surplus, found)
            del self._buffer[:surplus]

    def _drop(self, count: int, found: list[Object | Dropped]) -> None:
        self._dropped += count
        while self._dropped >= REPORT_AFTER:
            found.append(Dropped(REPORT_AFTER))
            self._dropped -= REPORT_AFTER


def _after_braces(data: bytes) -> Sequence[bytes]:
    """Cut behind every closing brace."""
    *closed, rest = data.split(b"}")
    return [*(part + b"}" for part in closed), rest]


def _decode(data: bytes) -> Object | None:
    try:
        message = msgspec.json.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) and isinstance(message.get("type"), str) else None


def number(data: object, name: str, most: int) -> int | None:
    """A whole number of an object, if it is there and credible."""
    value = data.get(name) if isinstance(data, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most else None


def times_ms(data: object) -> tuple[int, int] | None:
    """Left and right time of an object that tells both."""
    sides = []
    for side in ("left", "right"):
        parts = [number(data, side + unit, most) for unit, most in (("Hours", 9), ("Minutes", 59), ("Seconds", 59))]
        hours, minutes, seconds = parts
        if hours is None or minutes is None or seconds is None:
            return None
        sides.append(((hours * 60 + minutes) * 60 + seconds) * 1000)
    return sides[0], sides[1]
