"""Lines into PostgreSQL: what chained hashes, checks for repeats and group commits cost beside the bare driver.

Both write the same lines to the same server, which waits for its disk at each commit.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from statistics import median
from typing import Any

import asyncpg
import uvloop

from gateway.store import StoredLine
from gateway.store.database import Database
from gateway.store.database_address import DatabaseAddress
from gateway.store.postgresql import PostgresqlStore
from tests.postgresql import own_server

_LINE = b"x" * 300
_AT_ONCE = 100
_ROUNDS = 40
_SIDE_BY_SIDE = 50
_INSERT = "INSERT INTO bare (stream, n, data, hash) VALUES ($1, $2, $3, $4)"

Row = tuple[str, str, str, str]


def rows() -> Iterator[Row]:
    """The rows of the table."""
    with own_server(durable=True) as server:
        yield from uvloop.run(_measure(server.url))


async def _measure(url: str) -> list[Row]:
    async with Database.opened(DatabaseAddress.parse(url)) as database:
        store = PostgresqlStore(database, skip_repeats=True)
        bare = await asyncpg.connect(url)
        await bare.execute("CREATE TABLE bare (stream text, n int8, data bytea, hash bytea, PRIMARY KEY (stream, n))")
        try:
            return [
                await _in_batches(store, bare),
                await _one_by_one(store, bare),
                await _side_by_side(store, bare),
            ]
        finally:
            await bare.close()


async def _in_batches(store: PostgresqlStore, bare: Any) -> Row:
    def lines(stream: str, at: int) -> list[StoredLine]:
        return [StoredLine(stream, n, _LINE) for n in range(at * _AT_ONCE + 1, (at + 1) * _AT_ONCE + 1)]

    async def ours(at: int) -> None:
        await store.append_many(lines("batches", at))

    async def theirs(at: int) -> None:
        await bare.executemany(_INSERT, [(*line, b"") for line in lines("batches", at)])

    mine, his = await _alternately(ours, theirs)
    return (
        f"{_AT_ONCE} lines at once into PostgreSQL, chained",
        f"{mine / _AT_ONCE * 1e6:.0f} us a line",
        f"bare executemany: {his / _AT_ONCE * 1e6:.0f} us a line",
        f"{mine / his:.2f}",
    )


async def _one_by_one(store: PostgresqlStore, bare: Any) -> Row:
    async def ours(at: int) -> None:
        await store.append_many([StoredLine("single", at + 1, _LINE)])

    async def theirs(at: int) -> None:
        await bare.execute(_INSERT, "single", at + 1, _LINE, b"")

    mine, his = await _alternately(ours, theirs, 5 * _ROUNDS)
    return (
        "one line into PostgreSQL, chained",
        f"{mine * 1000:.2f} ms",
        f"bare execute: {his * 1000:.2f} ms",
        f"{mine / his:.2f}",
    )


async def _side_by_side(store: PostgresqlStore, bare: Any) -> Row:
    async def ours(at: int) -> None:
        first = at * _SIDE_BY_SIDE + 1
        await asyncio.gather(
            *(store.append_many([StoredLine("crowd", n, _LINE)]) for n in range(first, first + _SIDE_BY_SIDE))
        )

    async def theirs(at: int) -> None:
        first = at * _SIDE_BY_SIDE + 1
        await bare.executemany(_INSERT, [("crowd", n, _LINE, b"") for n in range(first, first + _SIDE_BY_SIDE)])

    mine, his = await _alternately(ours, theirs)
    return (
        f"{_SIDE_BY_SIDE} who append a line each at the same time",
        f"{mine * 1000:.2f} ms for all",
        f"bare executemany of the same: {his * 1000:.2f} ms",
        f"{mine / his:.2f}",
    )


async def _alternately(
    ours: Callable[[int], Awaitable[None]], theirs: Callable[[int], Awaitable[None]], rounds: int = _ROUNDS
) -> tuple[float, float]:
    """The median seconds of each: both have the same disk in the same minute."""
    times: dict[bool, list[float]] = {True: [], False: []}
    for at in range(rounds):
        for mine, work in ((True, ours), (False, theirs)):
            began = time.perf_counter()
            await work(at)
            times[mine].append(time.perf_counter() - began)
    return median(times[True]), median(times[False])
