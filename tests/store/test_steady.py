"""A journal on a disk that fails: full, read-only, hanging, away at the start. The disks are real: root may mount."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import shutil
import sqlite3
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from gateway.model.errors import DiskTrouble
from gateway.store import SqliteStore, SteadyStore, StoredLine, hash_chain, read_file
from gateway.store.hash_chain import Chains
from gateway.store.rescue import rescued

KEPT = "entries"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of half a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root may mount a disk")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def remount(folder: Path, mode: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{mode}", folder], check=True)


def entries(*numbers: int) -> list[StoredLine]:
    return [StoredLine(KEPT, n, b"line %d" % n) for n in numbers]


class Kept:
    """A store with its keeper, and what the keeper has told."""

    def __init__(self, store: SteadyStore) -> None:
        self.store = store
        self.told: list[bool] = []

    async def until(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(20):
            while not true():  # noqa: ASYNC110 - what is waited for is a disk
                await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def kept(path: Path) -> AsyncIterator[Kept]:
    store = await SteadyStore.open(path, KEPT)
    made = Kept(store)
    task = asyncio.create_task(store.keep(made.told.append))
    try:
        yield made
    finally:
        task.cancel()
        await asyncio.wait([task])
        await asyncio.to_thread(store.close)


def fill(folder: Path) -> Path:
    """Take all the room that is left."""
    ballast = folder / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1024))
    return ballast


async def test_a_full_disk_holds_up_nothing_and_gets_everything_once_there_is_room(small_disk: Path) -> None:
    path = small_disk / "t1.journal"
    async with kept(path) as made:
        await made.store.append_many(entries(1, 2))
        ballast = fill(small_disk)
        for n in range(3, 60):
            await made.store.append_many([StoredLine(KEPT, n, b"x" * 2000)])
        assert made.told == [True]
        assert made.store.trouble
        assert len(await made.store.read(KEPT)) == 59
        assert await made.store.read(KEPT, 1, 1) == [b"line 2"]
        ballast.unlink()
        await made.until(lambda: made.told == [True, False])
        await made.store.append_many(entries(60))
        everything = await made.store.read(KEPT)
    assert read_file(path, KEPT) == everything
    assert len(everything) == 60


async def test_a_disk_that_is_full_at_the_start_is_no_reason_not_to_start(small_disk: Path) -> None:
    path = small_disk / "t1.journal"
    with SqliteStore(path) as store:
        await store.append_many(entries(1, 2, 3))
    ballast = fill(small_disk)
    async with kept(path) as made:
        await made.until(lambda: made.told == [True])
        assert await made.store.read(KEPT) == [b"line 1", b"line 2", b"line 3"]
        await made.store.append_many(entries(4, 5))
        ballast.unlink()
        await made.until(lambda: made.told == [True, False])
    assert len(read_file(path, KEPT)) == 5


async def test_a_disk_that_becomes_read_only_is_no_end(small_disk: Path) -> None:
    path = small_disk / "t1.journal"
    async with kept(path) as made:
        await made.store.append_many(entries(1))
        # A file that is open for writing keeps a disk from becoming read-only; what a failing one does by itself is
        # that every write fails, which a full disk shows. So: close, turn, open.
    remount(small_disk, "ro")
    async with kept(path) as made:
        await made.until(lambda: made.told == [True])
        assert await made.store.read(KEPT) == [b"line 1"]
        await made.store.append_many(entries(2, 3))
        assert await made.store.last(KEPT) == 3
        remount(small_disk, "rw")
        await made.until(lambda: made.told == [True, False])
    assert read_file(path, KEPT) == [b"line 1", b"line 2", b"line 3"]


async def test_lines_that_only_the_log_beside_the_file_holds_are_read_from_a_read_only_disk(small_disk: Path) -> None:
    path = small_disk / "t1.journal"
    copies: dict[str, bytes] = {}
    with SqliteStore(path) as store:
        await store.append_many(entries(1, 2, 3))
        copies = _contents(small_disk)
    _restore(small_disk, copies)  # as after a power cut: nothing was closed
    assert any(name.endswith("-wal") for name in copies)
    remount(small_disk, "ro")
    async with kept(path) as made:
        assert await made.store.read(KEPT) == [b"line 1", b"line 2", b"line 3"]


@pytest.mark.parametrize("lines", [1, 3, 60, 700])
async def test_a_journal_is_read_from_a_disk_that_takes_no_byte(tmp_path: Path, lines: int) -> None:
    folder = tmp_path / "after"
    folder.mkdir()
    with SqliteStore(tmp_path / "t1.journal") as store:
        for n in range(1, lines + 1):  # in files of a page size, and some larger than that
            await store.append_many([StoredLine(KEPT, n, b"%d" % n * n), StoredLine("raw", n, b"reading")])
        _restore(folder, _contents(tmp_path))
    path = folder / "t1.journal"
    whole = {KEPT: [b"%d" % n * n for n in range(1, lines + 1)], "raw": [b"reading"] * lines}
    with no_byte_written():
        assert rescued(path) == whole
    log = path.with_name("t1.journal-wal")
    log.write_bytes(log.read_bytes()[:-1000])  # what is torn off was never in use, or is not committed
    with no_byte_written():
        assert all(whole[stream][: len(got)] == got for stream, got in rescued(path).items())


async def test_a_record_goes_on_when_its_disk_takes_no_byte_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "t1.journal"
    with SqliteStore(path) as store:
        await store.append_many(entries(1, 2, 3))
    with no_byte_written():
        async with kept(path) as made:
            await made.store.append_many(entries(4))
            assert await made.store.last(KEPT) == 4
            assert made.store.trouble


@contextlib.contextmanager
def no_byte_written() -> Iterator[None]:
    """No file of this process may grow or be written."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _contents(folder: Path) -> dict[str, bytes]:
    return {
        file.name: file.read_bytes() for file in folder.iterdir() if file.is_file() and not file.name.endswith("-shm")
    }


def _restore(folder: Path, copies: dict[str, bytes]) -> None:
    for name, content in copies.items():
        (folder / name).write_bytes(content)


async def test_nobody_reads_a_line_before_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    insert, writing, leave = hash_chain._insert, threading.Event(), threading.Event()

    def slow(connection: sqlite3.Connection, stream: str, n: int, data: bytes, own: bytes) -> None:
        writing.set()
        leave.wait(20)
        insert(connection, stream, n, data, own)

    async with kept(tmp_path / "t1.journal") as made:
        monkeypatch.setattr("gateway.store.steady._PATIENCE_S", 20)
        monkeypatch.setattr(hash_chain, "_insert", slow)
        writes = asyncio.create_task(made.store.append_many(entries(1)))
        await asyncio.to_thread(writing.wait, 20)
        assert await made.store.read(KEPT) == []
        leave.set()
        await writes
        assert await made.store.read(KEPT) == [b"line 1"]


async def test_whoever_wants_to_know_hears_once_of_lines_that_are_on_disk(tmp_path: Path) -> None:
    path, heard = tmp_path / "t1.journal", list[list[bytes]]()
    async with kept(path) as made:
        for n in (1, 2):
            await made.store.append_many(entries(n), lambda: heard.append(read_file(path, KEPT)))
        await made.store.append_many([], lambda: heard.append([]))
    assert heard == [[b"line 1"], [b"line 1", b"line 2"], []]


async def test_whoever_wants_to_know_hears_once_of_lines_that_a_disk_took_too_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert, leave, heard = hash_chain._insert, threading.Event(), list[list[bytes]]()

    def hang(connection: sqlite3.Connection, stream: str, n: int, data: bytes, own: bytes) -> None:
        leave.wait(20)
        insert(connection, stream, n, data, own)

    async with kept(tmp_path / "t1.journal") as made:
        monkeypatch.setattr("gateway.store.steady._PATIENCE_S", 0.05)
        monkeypatch.setattr(hash_chain, "_insert", hang)
        for n in (1, 2):
            await made.store.append_many(entries(n), lambda: heard.append(list(made.store._lines[KEPT])))
        leave.set()
        await made.until(lambda: made.told == [True, False])
        assert heard == [[b"line 1"], [b"line 1", b"line 2"]]
        assert await made.store.read(KEPT) == [b"line 1", b"line 2"]


async def test_a_disk_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    insert, leave = hash_chain._insert, threading.Event()

    def hang(connection: sqlite3.Connection, stream: str, n: int, data: bytes, own: bytes) -> None:
        leave.wait(20)
        insert(connection, stream, n, data, own)

    path = tmp_path / "t1.journal"
    async with kept(path) as made:
        for n in range(1, 41):  # however quick it has been
            await made.store.append_many(entries(n))
        monkeypatch.setattr("gateway.store.steady._PATIENCE_S", 0.05)
        monkeypatch.setattr(hash_chain, "_insert", hang)
        await made.store.append_many(entries(41))
        await made.store.append_many(entries(42))
        assert made.told == [True]
        leave.set()  # what hung is written after all, and comes once more from memory
        await made.until(lambda: made.told == [True, False])
    assert read_file(path, KEPT) == [b"line %d" % n for n in range(1, 43)]


async def test_a_file_that_was_lost_while_the_disk_was_away_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "disk" / "t1.journal"
    path.parent.write_bytes(b"in the way of a folder")
    async with kept(path) as made:
        await made.until(lambda: made.told == [True])
        await made.store.append_many([*entries(1), StoredLine("raw", 1, b"reading")])
        path.parent.unlink()
        await made.until(lambda: made.told == [True, False])
        await made.store.append_many(entries(2))
    assert read_file(path, KEPT) == [b"line 1", b"line 2"]
    assert read_file(path, "raw") == [b"reading"]


async def test_a_long_row_that_was_held_is_written_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.store.steady._PART", 7)
    path = tmp_path / "disk" / "t1.journal"
    path.parent.write_bytes(b"in the way of a folder")
    async with kept(path) as made:
        await made.store.append_many(StoredLine("raw", n, b"%d" % n) for n in range(1, 101))
        path.parent.unlink()
        await made.until(lambda: made.told == [True, False])
    assert read_file(path, "raw") == [b"%d" % n for n in range(1, 101)]


async def test_raw_readings_give_way_to_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.store.steady._HELD_MAX", 10)
    path = tmp_path / "disk" / "t1.journal"
    path.parent.write_bytes(b"in the way of a folder")
    async with kept(path) as made:
        for n in range(1, 31):
            await made.store.append_many([StoredLine("raw", n, b"reading"), *entries(n)])
        path.parent.unlink()
        await made.until(lambda: made.told == [True, False])
    assert len(read_file(path, KEPT)) == 30
    assert len(read_file(path, "raw")) == 5


async def test_a_disk_that_is_slow_for_long_gets_everything_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.store.steady._PATIENCE_S", 0.05)
    append = Chains.append

    def slow(chains: Chains, connection: sqlite3.Connection, lines: list[StoredLine]) -> None:
        time.sleep(0.2)
        append(chains, connection, lines)

    path = tmp_path / "t1.journal"
    async with kept(path) as made:
        monkeypatch.setattr(Chains, "append", slow)
        await made.store.append_many(entries(1, 2))
        await made.until(lambda: made.told == [True, False])
    assert read_file(path, KEPT) == [b"line 1", b"line 2"]


async def test_what_is_held_is_written_at_a_stop_if_the_disk_takes_it_by_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t1.journal"
    store = await SteadyStore.open(path, KEPT)
    insert = hash_chain._insert
    monkeypatch.setattr(hash_chain, "_insert", _fails)
    await store.append_many(entries(1, 2))
    assert store.held == 2
    monkeypatch.setattr(hash_chain, "_insert", insert)
    await store.finish()
    assert read_file(path, KEPT) == [b"line 1", b"line 2"]


async def test_side_streams_of_a_file_that_could_not_be_read_at_the_start_go_on_behind_what_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t1.journal"
    with SqliteStore(path) as store:
        await store.append_many(entries(1, 2))
        await store.append_many([StoredLine("raw", n, b"reading %d" % n) for n in range(1, 6)])
        await store.append_many([StoredLine("starts", 1, b"start 1")])
    with monkeypatch.context() as unreadable:
        unreadable.setattr("gateway.store.steady.mend", _trouble)
        unreadable.setattr("gateway.store.steady.rescued", lambda _: {})
        unreadable.setattr("gateway.store.reopening.mend", _trouble)
        steady = await SteadyStore.open(path, KEPT, "starts")
        # A relay has given back what it held, and the table goes on.
        await steady.append_many(entries(1, 2, 3))
        await steady.append_many([StoredLine("raw", 1, b"reading 6"), StoredLine("starts", 1, b"start 2")])
    await steady._try_again()
    assert not steady.trouble
    await steady.append_many([StoredLine("raw", 2, b"reading 7"), *entries(4)])
    assert await steady.last("raw") == 2
    assert await steady.read("raw", 1) == [b"reading 7"]
    await steady.finish()
    assert read_file(path, "raw") == [b"reading %d" % n for n in range(1, 8)]
    assert read_file(path, "starts") == [b"start 1", b"start 2"]
    assert read_file(path, KEPT) == [b"line 1", b"line 2", b"line 3", b"line 4"]


async def test_another_record_in_a_file_that_could_not_be_read_at_the_start_is_kept_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t1.journal"
    with SqliteStore(path) as store:
        await store.append_many([StoredLine(KEPT, n, b"earlier %d" % n) for n in range(1, 4)])
    with monkeypatch.context() as unreadable:
        unreadable.setattr("gateway.store.steady.mend", _trouble)
        unreadable.setattr("gateway.store.steady.rescued", lambda _: {})
        steady = await SteadyStore.open(path, KEPT)
        await steady.append_many(entries(1, 2))
    await steady._try_again()
    assert not steady.trouble
    await steady.append_many(entries(3))
    await steady.finish()
    assert read_file(path, KEPT) == [b"line 1", b"line 2", b"line 3"]
    assert read_file(_aside(tmp_path), KEPT) == [b"earlier 1", b"earlier 2", b"earlier 3"]


@pytest.mark.parametrize("harm", ["removed", "replaced", "folder", "log removed", "directory"])
async def test_a_file_that_is_taken_away_in_the_middle_is_written_anew(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "records" / "t1.journal"
    with SqliteStore(tmp_path / "other") as other:
        await other.append_many([StoredLine(KEPT, n, b"of another %d" % n) for n in range(1, 9)])
    async with kept(path) as made:
        await made.store.append_many([*entries(1, 2), StoredLine("raw", 1, b"reading")])
        match harm:
            case "removed":
                _remove(path.parent)
            case "replaced":
                _remove(path.parent)
                (tmp_path / "other").rename(path)
            case "folder":
                _remove(path.parent)
                path.mkdir()
            case "log removed":
                path.with_name("t1.journal-wal").unlink()
            case _:
                shutil.rmtree(path.parent)
        await made.store.append_many(entries(3))
        assert made.told == [True]
        if harm == "folder":
            path.rmdir()
        await made.until(lambda: made.told == [True, False])
        await made.store.append_many(entries(4))
    assert read_file(path, KEPT) == [b"line 1", b"line 2", b"line 3", b"line 4"]


def _aside(folder: Path) -> Path:
    (found,) = (each for each in folder.glob("t1.journal.other-*") if not each.name.endswith(("-wal", "-shm")))
    return found


def _remove(folder: Path) -> None:
    for each in folder.glob("t1.journal*"):
        each.unlink()


def _fails(*_: object) -> None:
    raise sqlite3.OperationalError("disk I/O error")


async def _trouble(*_: object) -> bool:
    raise DiskTrouble("The disk cannot be read.")
