"""A line store in one table of a PostgreSQL database: what has piled up is written by one statement, in one round trip.

`append_many` means the same as in a file: what it has returned for is committed, and what it has raised for is not
there. A connection may break while a commit is under way, and then nobody knows; so the lines of it are remembered, and
taken back before anything else is written. That is safe, since nobody else may write (`database.py`), and it is
necessary: whoever was told that a line is not kept gives its number to another.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from gateway.model.errors import JournalError

from .database import Database
from .database_words import DatabaseFault, DatabaseRefused
from .hash_chain import NOTHING, chained, first_break
from .port import StoredLine
from .recent_lines import RecentLines
from .verifying import Verified

__all__ = ["LINES", "PEOPLE", "PostgresqlStore"]

LINES: Final = "lines"
PEOPLE: Final = "people"
"""The tables that migrations make."""
_CLOSING_S: Final = 5.0


class _Tip(NamedTuple):
    n: int
    hash: bytes


_EMPTY = _Tip(0, NOTHING)


class _PendingWrite(NamedTuple):
    lines: tuple[StoredLine, ...]
    done: asyncio.Future[None]


class _Rows:
    """The rows to insert: the lines of all writes that can be made, chained behind what the table holds."""

    def __init__(self, tips: dict[str, _Tip], held: dict[tuple[str, int], bytes]) -> None:
        self.tips = dict(tips)
        self.new: dict[tuple[str, int], tuple[bytes, bytes]] = {}
        """Data and hash, by stream and number."""
        self.filled: set[str] = set()
        """Streams in which a gap was filled: all hashes behind it change."""
        self._held = held

    def add(self, lines: Iterable[StoredLine], *, skip_repeats: bool) -> None:
        """Put lines behind; raises `JournalError` for a number that is taken, and then nothing of them is added."""
        tips, new, filled = dict(self.tips), dict(self.new), set(self.filled)
        for stream, n, data in lines:
            tip, key = tips.get(stream, _EMPTY), (stream, n)
            if n > tip.n:
                tips[stream] = _Tip(n, chained(tip.hash, data))
                new[key] = data, tips[stream].hash
                continue
            held = new[key][0] if key in new else self._held.get(key)
            if held is None:
                new[key] = data, NOTHING
                filled.add(stream)
            elif held != data and not skip_repeats:
                raise JournalError(
                    f"The database already holds another line {n} of {stream}: two programs have written to it."
                )
        self.tips, self.new, self.filled = tips, new, filled


class PostgresqlStore:
    """A `LineStore` in one table of a database that no other relay may write to meanwhile."""

    def __init__(self, database: Database, table: str = LINES, *, skip_repeats: bool = False) -> None:
        """The same line under the same number changes nothing. With `skip_repeats` so does another line under a number
        that is taken; else that is an error."""
        self._database = database
        self._table = table
        self._skip_repeats = skip_repeats
        self._tips: dict[str, _Tip] = {}
        """The last line of each stream that was written to, as it was committed."""
        self._doubtful: list[tuple[str, int]] = []
        """Lines whose commit was under way when something broke."""
        self._doubtful_fillings: set[str] = set()
        self._settled = 0
        """How often it was found out what became of lines."""
        self._recent = RecentLines()
        self._queue: list[_PendingWrite] = []
        self._writing: asyncio.Task[None] | None = None
        database.settle.append(self._settle)

    async def append_many(self, lines: Iterable[StoredLine]) -> None:
        """Return once the lines are committed; raises `JournalError` if they are not."""
        batch = tuple(lines)
        if not batch:
            return
        write = _PendingWrite(batch, asyncio.get_running_loop().create_future())
        self._queue.append(write)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all(), name=f"writer of {self._table}")
        await write.done

    async def read(self, stream: str, after: int = 0, limit: int = -1) -> list[bytes]:
        """The lines numbered above `after`, in order."""
        tip = self._tips.get(stream)
        held = self._recent.find(stream, after, limit, None if tip is None else tip.n)
        if held is not None:
            return held
        query = f"SELECT n, data FROM {self._table} WHERE stream = $1 AND n > $2 ORDER BY n LIMIT $3"  # noqa: S608
        settled = self._settled
        rows = [(n, data) for n, data in await self._fetch(query, stream, after, None if limit < 0 else limit)]
        if settled == self._settled and not self._doubtful and not self._database.read_only:
            self._recent.add(stream, rows)
        return [data for _, data in rows]

    async def last(self, stream: str) -> int:
        """The highest number of a stream, 0 if it is empty."""
        ((n,),) = await self._fetch(f"SELECT max(n) FROM {self._table} WHERE stream = $1", stream)  # noqa: S608
        return int(n or 0)

    async def contiguous(self, stream: str) -> int:
        """The highest number up to which nothing is missing."""
        query = (
            f"SELECT min(a.n) FROM {self._table} a WHERE stream = $1 AND NOT EXISTS "  # noqa: S608
            f"(SELECT 1 FROM {self._table} b WHERE b.stream = $1 AND b.n = a.n + 1) AND EXISTS "
            f"(SELECT 1 FROM {self._table} c WHERE c.stream = $1 AND c.n = 1)"
        )
        ((n,),) = await self._fetch(query, stream)
        return int(n or 0)

    async def hash(self, stream: str, n: int) -> str:
        """The hash of a line and all before it; empty if there is no such line."""
        found = await self._fetch(f"SELECT hash FROM {self._table} WHERE stream = $1 AND n = $2", stream, n)  # noqa: S608
        return bytes(found[0][0]).hex() if found else ""

    async def trim(self, stream: str, upto: int) -> None:
        """Drop the lines of a stream up to this number."""
        async with self._database.writer() as connection:
            await connection.execute(f"DELETE FROM {self._table} WHERE stream = $1 AND n <= $2", stream, upto)  # noqa: S608
            self._recent.trim(stream, upto)
            if stream in self._tips and self._tips[stream].n <= upto:
                del self._tips[stream]

    async def streams(self) -> list[str]:
        """The names of the streams that hold anything."""
        return sorted(name for (name,) in await self._fetch(f"SELECT DISTINCT stream FROM {self._table}"))  # noqa: S608

    async def verified(self, stream: str) -> Verified:
        """How sound a stream is."""
        query = f"SELECT n, data, hash FROM {self._table} WHERE stream = $1 ORDER BY n"  # noqa: S608
        rows = await self._fetch(query, stream)
        found = first_break(rows)
        return Verified(len(rows), hashed=True, broken_at=None if found is None else found.n)

    async def finish(self) -> None:
        """Wait for what is queued, as long as the database can be expected to answer."""
        if self._writing is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_CLOSING_S):
                    await self._writing

    async def _fetch(self, query: str, *arguments: object) -> Sequence[Any]:
        async with self._database.reader() as connection:
            return list(await connection.fetch(query, *arguments))

    # -- writing ------------------------------------------------------------------------------------------------------

    async def _write_all(self) -> None:
        while self._queue:
            pile, self._queue = self._queue, []
            try:
                failed = await self._write(pile)
            except JournalError as error:
                failed = {id(write): error for write in pile}
            except BaseException as error:  # not for us to know, but nobody may wait for ever
                for write in pile:
                    if not write.done.done():
                        write.done.set_exception(JournalError(f"Writing was broken off: {error!r}"))
                raise
            for write in pile:
                if write.done.done():  # nobody waits any more
                    continue
                if (why := failed.get(id(write))) is None:
                    write.done.set_result(None)
                else:
                    write.done.set_exception(why)

    async def _write(self, pile: Sequence[_PendingWrite]) -> dict[int, JournalError]:
        """Write all that can be written; returns what is wrong with the others."""
        failed: dict[int, JournalError] = {}
        async with self._database.writer() as connection:
            lines = [line for write in pile for line in write.lines]
            await self._look_up_tips(connection, {line.stream for line in lines})
            rows = _Rows(self._tips, await self._held(connection, lines))
            for write in pile:
                try:
                    rows.add(write.lines, skip_repeats=self._skip_repeats)
                except JournalError as error:
                    failed[id(write)] = error
            if rows.new:
                self._doubtful, self._doubtful_fillings = list(rows.new), rows.filled
                await self._insert(connection, rows)
                self._doubtful, self._doubtful_fillings = [], set()
                self._tips = {stream: tip for stream, tip in rows.tips.items() if stream not in rows.filled}
                self._remember(rows)
        return failed

    def _remember(self, rows: _Rows) -> None:
        """Hold what was committed."""
        for stream in rows.filled:
            self._recent.forget(stream)
        new: dict[str, list[tuple[int, bytes]]] = {}
        for (stream, n), (data, _) in rows.new.items():
            if stream not in rows.filled:
                new.setdefault(stream, []).append((n, data))
        for stream, lines in new.items():
            self._recent.add(stream, lines)

    async def _insert(self, connection: Any, rows: _Rows) -> None:
        columns = (
            [stream for stream, _ in rows.new],
            [n for _, n in rows.new],
            [data for data, _ in rows.new.values()],
            [own for _, own in rows.new.values()],
        )
        query = (
            f"INSERT INTO {self._table} (stream, n, data, hash) "  # noqa: S608
            "SELECT * FROM unnest($1::text[], $2::int8[], $3::bytea[], $4::bytea[])"
        )
        if not rows.filled:
            await connection.execute(query, *columns)  # one statement is all or nothing by itself
            return
        async with connection.transaction():
            await connection.execute(query, *columns)
            for stream in rows.filled:
                await self._rechain(connection, stream)

    async def _look_up_tips(self, connection: Any, streams: set[str]) -> None:
        unknown = sorted(streams - self._tips.keys())
        if not unknown:
            return
        query = (
            "SELECT s.stream, t.n, t.hash FROM unnest($1::text[]) AS s(stream) CROSS JOIN LATERAL "  # noqa: S608
            f"(SELECT n, hash FROM {self._table} l WHERE l.stream = s.stream ORDER BY n DESC LIMIT 1) AS t"
        )
        self._tips |= {stream: _Tip(n, own) for stream, n, own in await connection.fetch(query, unknown)}

    async def _held(self, connection: Any, lines: Iterable[StoredLine]) -> dict[tuple[str, int], bytes]:
        """What the table holds under the numbers that may be taken."""
        below = [(stream, n) for stream, n, _ in lines if n <= self._tips.get(stream, _EMPTY).n]
        if not below:
            return {}
        query = (
            f"SELECT l.stream, l.n, l.data FROM {self._table} l "  # noqa: S608
            "JOIN unnest($1::text[], $2::int8[]) AS w(stream, n) ON l.stream = w.stream AND l.n = w.n"
        )
        rows = await connection.fetch(query, [stream for stream, _ in below], [n for _, n in below])
        return {(stream, n): data for stream, n, data in rows}

    async def _rechain(self, connection: Any, stream: str) -> None:
        """Give every line of a stream its hash anew, after a gap was filled."""
        numbers, hashes, before = [], [], NOTHING
        query = f"SELECT n, data FROM {self._table} WHERE stream = $1 ORDER BY n"  # noqa: S608
        for n, data in await connection.fetch(query, stream):
            before = chained(before, data)
            numbers.append(n)
            hashes.append(before)
        await connection.execute(
            f"UPDATE {self._table} l SET hash = w.hash FROM unnest($2::int8[], $3::bytea[]) AS w(n, hash) "  # noqa: S608
            "WHERE l.stream = $1 AND l.n = w.n",
            stream,
            numbers,
            hashes,
        )

    async def _settle(self, connection: Any) -> None:
        """Take back what nobody was promised, and see that everything is there that somebody was."""
        if self._doubtful:
            self._settled += 1
            for stream, _ in self._doubtful:  # somebody may have read what is taken back
                self._recent.forget(stream)
            async with connection.transaction():
                await connection.execute(
                    f"DELETE FROM {self._table} l USING unnest($1::text[], $2::int8[]) AS w(stream, n) "  # noqa: S608
                    "WHERE l.stream = w.stream AND l.n = w.n",
                    [stream for stream, _ in self._doubtful],
                    [n for _, n in self._doubtful],
                )
                for stream in self._doubtful_fillings:
                    await self._rechain(connection, stream)
            for stream in self._doubtful_fillings:
                self._tips.pop(stream, None)
            self._doubtful, self._doubtful_fillings = [], set()
        there = await connection.fetchval(
            f"SELECT count(*) FROM {self._table} l "  # noqa: S608
            "JOIN unnest($1::text[], $2::int8[], $3::bytea[]) AS w(stream, n, hash) "
            "ON l.stream = w.stream AND l.n = w.n AND l.hash = w.hash",
            list(self._tips),
            [tip.n for tip in self._tips.values()],
            [tip.hash for tip in self._tips.values()],
        )
        if there != len(self._tips):
            raise DatabaseRefused(
                DatabaseFault.LACKING,
                f"The database {self._database.address} lacks lines that it had taken: a backup was put back, or a "
                "copy that was behind has taken over. The relay has to start anew from what is there; what tables hold "
                "is fetched from them.",
            )
