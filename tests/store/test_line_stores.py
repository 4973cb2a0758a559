"""What every store of lines does, in a file and in a database."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.errors import JournalError
from gateway.store import LineStore, SqliteStore, StoredLine
from gateway.store.database import Database
from gateway.store.database_address import DatabaseAddress
from gateway.store.postgresql import PostgresqlStore
from tests.examples import examples
from tests.postgresql import PostgresqlServer

from .conftest import Opened


def lines(stream: str, *numbers: int) -> list[StoredLine]:
    return [StoredLine(stream, n, b"%d" % n) for n in numbers]


async def test_what_is_appended_is_read_in_order(opened: Opened) -> None:
    async with opened() as store:
        await store.append_many(lines("t1", 1, 2, 3))
        await asyncio.gather(*(store.append_many(lines("t2", n)) for n in range(1, 51)))
        assert await store.read("t1") == [b"1", b"2", b"3"]
        assert await store.read("t1", after=1, limit=1) == [b"2"]
        assert await store.last("t2") == 50
        assert await store.last("t3") == 0
        assert await store.streams() == ["t1", "t2"]


async def test_it_is_there_after_reopening(opened: Opened) -> None:
    async with opened() as store:
        await store.append_many(lines("t1", 1))
    async with opened() as store:
        assert await store.read("t1") == [b"1"]


async def test_a_number_that_is_taken_is_an_error_and_nothing_of_the_batch_stays(opened: Opened) -> None:
    async with opened() as store:
        await store.append_many(lines("t1", 1))
        with pytest.raises(JournalError, match="already holds"):
            await store.append_many([*lines("t1", 2), StoredLine("t1", 1, b"another")])
        assert await store.read("t1") == [b"1"]
        await store.append_many(lines("t1", 2))


async def test_repeats_are_dropped_where_asked(opened: Opened) -> None:
    async with opened(skip_repeats=True) as store:
        await store.append_many([StoredLine("t1", 1, b"first")])
        await store.append_many([StoredLine("t1", 1, b"again"), StoredLine("t1", 2, b"second")])
        assert await store.read("t1") == [b"first", b"second"]


@pytest.mark.parametrize(
    ("numbers", "upto"), [((), 0), ((1, 2, 3), 3), ((1, 2, 5, 6), 2), ((2, 3), 0), ((1,), 1), ((1, 3, 2), 3)]
)
async def test_how_far_nothing_is_missing(opened: Opened, numbers: tuple[int, ...], upto: int) -> None:
    async with opened() as store:
        await store.append_many(lines("t1", *numbers))
        assert await store.contiguous("t1") == upto


async def test_two_writers_are_refused(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened():
        with monkeypatch.context() as patched:
            patched.setattr("gateway.store.database._LOCK_S", 0.1)
            with pytest.raises(JournalError, match=r"in use by another (process|relay)"):
                async with opened():
                    pass
    async with opened():
        pass


async def test_a_line_that_is_there_already_changes_nothing(opened: Opened) -> None:
    async with opened() as store:
        await store.append_many(lines("t1", 1, 2))
        await store.append_many(lines("t1", 2, 3))
        assert await store.read("t1") == [b"1", b"2", b"3"]


async def test_hashes_agree_where_all_lines_before_do(opened: Opened) -> None:
    async with opened() as one, opened("b") as other:
        await one.append_many(lines("t1", 1, 2, 3))
        await other.append_many([StoredLine("open/t1", n, b"%d" % n) for n in (1, 3, 2)])
        for n in (1, 2, 3):
            assert await one.hash("t1", n) == await other.hash("open/t1", n) != ""
        await one.append_many([StoredLine("t1", 4, b"a"), StoredLine("t1", 5, b"b")])
        await other.append_many([StoredLine("open/t1", 4, b"c"), StoredLine("open/t1", 5, b"b")])
        assert await one.hash("t1", 5) != await other.hash("open/t1", 5)
        assert await one.hash("t1", 6) == ""


_LINES = st.builds(StoredLine, st.sampled_from(["a", "b"]), st.integers(1, 6), st.sampled_from([b"x", b"y"]))
_TRIM = st.tuples(st.sampled_from(["a", "b"]), st.integers(0, 5))
_STEPS = st.lists(st.one_of(st.lists(_LINES, max_size=6), _TRIM), max_size=8)


@examples(15)
@given(steps=_STEPS, skip_repeats=st.booleans())
def test_a_database_is_what_a_file_is(
    postgresql_server: PostgresqlServer,
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[list[StoredLine] | tuple[str, int]],
    skip_repeats: bool,
) -> None:
    """Whatever is appended and trimmed in whatever order: both refuse the same, and hold the same."""

    async def run(path: Path) -> None:
        async with Database.opened(
            DatabaseAddress.parse(f"{postgresql_server.url}?schema=what_a_file_is_{os.getpid()}")
        ) as database:
            table = PostgresqlStore(database, skip_repeats=skip_repeats)
            for stream in await table.streams():  # what the example before has left
                await table.trim(stream, 10)
            with SqliteStore(path / "a.journal", skip_repeats=skip_repeats) as file:
                for step in steps:
                    assert await _did(table, step) == await _did(file, step)
                    assert await _holds(table) == await _holds(file)

    asyncio.run(run(tmp_path_factory.mktemp("file")))


async def _did(store: LineStore, step: list[StoredLine] | tuple[str, int]) -> bool:
    """Whether it was done."""
    try:
        if isinstance(step, tuple):
            # Whoever trims leaves the last line, so that numbers go on.
            await store.trim(step[0], min(step[1], await store.last(step[0]) - 1))
        else:
            await store.append_many(step)
    except JournalError:
        return False
    return True


async def _holds(store: LineStore) -> list[object]:
    found: list[object] = []
    for stream in await store.streams():
        found += [stream, await store.read(stream), await store.last(stream), await store.contiguous(stream)]
        found += [await store.hash(stream, n) for n in range(1, 7)]
    return found
