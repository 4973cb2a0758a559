"""A store to look at while its owner goes on writing it: nothing is written, nothing is locked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from gateway.model.errors import JournalError

from .port import StoredLine
from .sqlite import in_words, open_file, streams_of

__all__ = ["ReadOnlyStore"]

_CONTIGUOUS = (
    "SELECT count(*) FROM (SELECT n, row_number() OVER (ORDER BY n) AS place FROM lines WHERE stream = ?) "
    "WHERE n = place"
)


class ReadOnlyStore:
    """A `LineStore` that refuses to be written; what it reads, it reads at once."""

    def __init__(self, path: Path) -> None:
        """Raises `JournalError` if there is no such file."""
        self.path = path
        self._connection = open_file(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def append_many(self, lines: Iterable[StoredLine]) -> None:
        """Nothing is written here."""
        if list(lines):
            raise JournalError(f"The journal {self.path} is only read here.")

    async def read(self, stream: str, after: int = 0, limit: int = -1) -> list[bytes]:
        """The lines numbered above `after`, in order."""
        query = "SELECT data FROM lines WHERE stream = ? AND n > ? ORDER BY n LIMIT ?"
        return [data for (data,) in self._rows(query, stream, after, limit)]

    async def last(self, stream: str) -> int:
        """The highest number of a stream, 0 if it is empty."""
        return int(self._rows("SELECT max(n) FROM lines WHERE stream = ?", stream)[0][0] or 0)

    async def contiguous(self, stream: str) -> int:
        """The highest number up to which nothing is missing."""
        return int(self._rows(_CONTIGUOUS, stream)[0][0])

    async def hash(self, stream: str, n: int) -> str:
        """The hash of a line and all before it; empty if there is no such line."""
        found = self._rows("SELECT hash FROM lines WHERE stream = ? AND n = ?", stream, n)
        return bytes(found[0][0]).hex() if found else ""

    async def trim(self, stream: str, upto: int) -> None:
        """Nothing is dropped here."""
        raise JournalError(f"The journal {self.path} is only read here: {stream} keeps its lines up to {upto}.")

    async def streams(self) -> list[str]:
        """The names of the streams that hold anything."""
        try:
            return streams_of(self._connection)
        except sqlite3.Error as error:
            raise in_words(self.path, "read", error) from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _rows(self, query: str, *values: str | int) -> list[tuple[bytes, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise in_words(self.path, "read", error) from error
