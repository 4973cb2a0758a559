from __future__ import annotations

import os
import resource
import shutil
from pathlib import Path

import pytest

from gateway.store import SqliteStore, StoredLine, read_file
from gateway.store.steady import SteadyStore

LINE, RAW = b"x" * 300, b"y" * 120


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


async def write(store: SqliteStore, first: int, last: int) -> None:
    """Commit as an agent does, one line of the record and what it was read from at a time."""
    for n in range(first, last + 1):
        await store.append_many([StoredLine("entries", n, LINE), StoredLine("raw", n, RAW)])


async def test_the_log_does_not_grow_under_commits(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with SqliteStore(path) as store:
        room = log_of(path).stat().st_size
        await write(store, 1, 300)
        assert log_of(path).stat().st_size == room
        assert await store.read("entries") == [LINE] * 300


@pytest.mark.parametrize("count", [0, 1, 47, 48, 49, 100])
async def test_what_a_power_cut_leaves_is_read(tmp_path: Path, count: int) -> None:
    path, copy = tmp_path / "a.journal", tmp_path / "copy.journal"
    with SqliteStore(path) as store:
        await write(store, 1, count)
        shutil.copy(path, copy)
        shutil.copy(log_of(path), log_of(copy))
    assert read_file(copy, "entries") == [LINE] * count
    with SqliteStore(copy) as store:
        await write(store, count + 1, count + 1)
        assert await store.last("raw") == count + 1


async def test_a_log_that_was_cut_off_leaves_a_doubt(tmp_path: Path) -> None:
    """Sound lines are left, and nothing in the file says that there were more."""
    path, whole, torn = tmp_path / "a.journal", tmp_path / "whole.journal", tmp_path / "torn.journal"
    with SqliteStore(path) as store:
        await write(store, 1, 20)
        for copy in (whole, torn):
            shutil.copy(path, copy)
            shutil.copy(log_of(path), log_of(copy))
    written = len(log_of(torn).read_bytes().rstrip(bytes(1)))
    os.truncate(log_of(torn), written // 2)
    for copy, cut in ((whole, False), (torn, True), (path, False)):
        steady = await SteadyStore.open(copy, "entries")
        assert steady.damaged is cut
        assert (await steady.last("entries") < 20) is cut
        await steady.finish()


async def test_a_disk_that_is_nearly_full_keeps_what_it_has_for_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        with SqliteStore(path) as store:
            assert log_of(path).stat().st_size < 100_000
            await write(store, 1, 3)
            assert await store.last("entries") == 3
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
