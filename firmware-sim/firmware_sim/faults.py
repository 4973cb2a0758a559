"""Faults that befall bytes on their way: noise, splitting, a cut in the middle. Each is a function of one write."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

__all__ = ["Burst", "Cut", "Fault", "LineNoise", "Loss", "Stump", "apply", "one_byte_at_a_time"]

Fault = Callable[[bytes], Iterable[bytes]]
"""A function of what the device writes to the pieces that the line carries."""


def one_byte_at_a_time(data: bytes) -> Iterable[bytes]:
    """Every byte is a write of its own."""
    return (data[i : i + 1] for i in range(len(data)))


class LineNoise:
    """Bytes that nobody sent, a few before a write now and then."""

    def __init__(self, rng: random.Random, rate: float = 0.1, most: int = 6) -> None:
        self._rng = rng
        self._rate = rate
        self._most = most

    def __call__(self, data: bytes) -> Iterable[bytes]:
        """Give noise perhaps, then the write."""
        if self._rng.random() < self._rate:
            yield self._rng.randbytes(self._rng.randint(1, self._most))
        yield data


class Loss:
    """The loss of a whole write now and then."""

    def __init__(self, rng: random.Random, rate: float = 0.05) -> None:
        self._rng = rng
        self._rate = rate

    def __call__(self, data: bytes) -> Iterable[bytes]:
        """Give the write, or nothing."""
        return [] if self._rng.random() < self._rate else [data]


class Stump:
    """The loss of the end of a write now and then."""

    def __init__(self, rng: random.Random, rate: float = 0.05) -> None:
        self._rng = rng
        self._rate = rate

    def __call__(self, data: bytes) -> Iterable[bytes]:
        """Give the write, or a part of it."""
        if len(data) < 2 or self._rng.random() >= self._rate:
            return [data]
        return [data[: self._rng.randrange(1, len(data))]]


class Burst:
    """Writes that gather on their way and arrive together: a radio link that comes and goes."""

    def __init__(self, writes: int = 5) -> None:
        self._writes = writes
        self._held: list[bytes] = []

    def __call__(self, data: bytes) -> Iterable[bytes]:
        """Give nothing, or everything that was held."""
        self._held.append(data)
        if len(self._held) < self._writes:
            return []
        held, self._held = self._held, []
        return [b"".join(held)]


class Cut:
    """The end of the line after a number of bytes, in mid-frame if it falls so; `then` is called once."""

    def __init__(self, after: int, then: Callable[[], None]) -> None:
        self._left = after
        self._then: Callable[[], None] | None = then

    def __call__(self, data: bytes) -> Iterable[bytes]:
        """Give what still gets through."""
        if self._then is None:
            return
        if len(data) < self._left:
            self._left -= len(data)
            yield data
            return
        yield data[: self._left]
        then, self._then = self._then, None
        then()


def apply(faults: Sequence[Fault], data: bytes) -> list[bytes]:
    """Send one write through all faults in turn."""
    pieces = [data]
    for fault in faults:
        pieces = [out for piece in pieces for out in fault(piece)]
    return [piece for piece in pieces if piece]
