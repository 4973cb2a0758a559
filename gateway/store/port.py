"""The store as its users see it: numbered lines in named streams. Nothing here waits for a disk on the event loop.

A file (`sqlite.py`) or a table of a database (`postgresql.py`) is behind it.

What `append_many` has returned for is on disk. Numbers of a stream are unique; a store neither makes nor changes them.
`hash` tells whether two stores hold the same lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

__all__ = ["LineStore", "StoredLine"]


class StoredLine(NamedTuple):
    """One line of one stream."""

    stream: str
    n: int
    data: bytes


class LineStore(Protocol):
    """Streams of numbered lines."""

    async def append_many(self, lines: Iterable[StoredLine]) -> None:
        """Return once the lines are on disk, all or none of them; raises `JournalError` if they are not."""

    async def read(self, stream: str, after: int = 0, limit: int = -1) -> list[bytes]:
        """The lines numbered above `after`, in order."""

    async def last(self, stream: str) -> int:
        """The highest number of a stream, 0 if it is empty."""

    async def contiguous(self, stream: str) -> int:
        """The highest number up to which nothing is missing."""

    async def hash(self, stream: str, n: int) -> str:
        """The hash of a line and all before it; empty if there is no such line."""

    async def trim(self, stream: str, upto: int) -> None:
        """Drop the lines of a stream up to this number."""

    async def streams(self) -> list[str]:
        """The names of the streams that hold anything."""
