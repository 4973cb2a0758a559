from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from gateway.model.errors import DiskTrouble, JournalDamaged, JournalError
from gateway.store import SqliteStore, StoredLine, hash_chain, read_file
from gateway.store.hash_chain import Break, break_of


def lines(stream: str, *numbers: int) -> list[StoredLine]:
    return [StoredLine(stream, n, b"%d" % n) for n in numbers]


def test_a_file_that_is_something_else_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "a.journal").write_bytes(b"not a database, but long enough to be looked at" * 30)
    with pytest.raises(JournalDamaged, match=r"what others hold of it .* is fetched back"):
        SqliteStore(tmp_path / "a.journal")


def test_a_store_of_another_format_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "a.journal") as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(JournalError, match="format 99"):
        SqliteStore(tmp_path / "a.journal")


def _write_until_killed(path: Path, told: int) -> None:
    async def work() -> None:
        store = SqliteStore(path)
        for n in range(1, 100_000):
            await store.append_many(lines("t1", n))
            os.write(told, b"%d\n" % n)

    asyncio.run(work())


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    process = multiprocessing.get_context("fork").Process(
        target=_write_until_killed, args=(tmp_path / "a.journal", writer)
    )
    process.start()
    os.close(writer)
    heard = b""
    while heard.count(b"\n") < 200:
        heard += os.read(reader, 4096)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    while more := os.read(reader, 65536):
        heard += more
    os.close(reader)
    acknowledged = int(heard.splitlines()[-1])
    assert len(read_file(tmp_path / "a.journal", "t1")) >= acknowledged


async def test_the_loop_goes_on_while_lines_are_read(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "a.journal") as store:
        await store.append_many(lines("t1", 1))
        entered, leave = threading.Event(), threading.Event()

        def slow(*_: object) -> int:
            entered.set()
            leave.wait(20)
            return 1

        store._reader.create_function("slow", 0, slow)
        reading = asyncio.create_task(store._aside(lambda: store._number("SELECT slow() WHERE ?1 != ''", "t1")))
        await asyncio.to_thread(entered.wait, 20)
        await store.append_many(lines("t1", 2))  # neither the loop nor the writer waits for the reader
        assert not reading.done()
        leave.set()
        assert await reading == 1
        assert await store.read("t1") == [b"1", b"2"]


async def test_what_a_disk_has_changed_or_lost_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with SqliteStore(path) as store:
        await store.append_many(lines("t1", 1, 2, 3, 4, 5))
        await store.append_many(lines("raw", 1, 2, 3, 4))
        await store.trim("raw", 2)
        assert await store.read("raw") == [b"3", b"4"]
    with contextlib.closing(sqlite3.connect(path)) as file:
        assert [break_of(file, stream) for stream in ("t1", "raw")] == [None, None]
        file.execute("UPDATE lines SET data = x'00' WHERE stream = 't1' AND n = 4")
        assert break_of(file, "t1") == Break(4)
        file.execute("DELETE FROM lines WHERE stream = 't1' AND n = 2")
        assert break_of(file, "t1") == Break(2, missing=True)


async def test_a_journal_from_before_there_were_hashes_is_read_and_gets_them(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        file.execute("CREATE TABLE lines (stream TEXT, n INTEGER, data BLOB, PRIMARY KEY (stream, n)) WITHOUT ROWID")
        file.executemany("INSERT INTO lines VALUES (?, ?, ?)", lines("t1", 1, 2))
        file.execute("PRAGMA user_version = 1")
    assert read_file(path, "t1") == [b"1", b"2"]
    with SqliteStore(path) as store:
        await store.append_many(lines("t1", 3))
        assert await store.read("t1") == [b"1", b"2", b"3"]
    with contextlib.closing(sqlite3.connect(path)) as file:
        assert break_of(file, "t1") is None


async def test_nobody_else_may_read_a_journal(tmp_path: Path) -> None:
    (tmp_path / "a.journal").touch(0o644)
    with SqliteStore(tmp_path / "a.journal") as store:
        await store.append_many(lines("t1", 1))
        modes = _modes(tmp_path)
    assert set(modes.values()) == {0o600}, modes


async def test_a_disk_that_fails_is_told_from_a_file_that_is_damaged_and_writing_goes_on_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SqliteStore(tmp_path / "a.journal") as store:
        await store.append_many(lines("t1", 1))
        insert = hash_chain._insert
        monkeypatch.setattr(hash_chain, "_insert", _no_space)
        with pytest.raises(DiskTrouble, match="cannot be written"):
            await store.append_many(lines("t1", 2))
        monkeypatch.setattr(hash_chain, "_insert", insert)
        await store.append_many(lines("t1", 2, 3))
        assert await store.read("t1") == [b"1", b"2", b"3"]


async def test_a_file_that_was_replaced_meanwhile_is_not_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SqliteStore(tmp_path / "a.journal") as store:
        await store.append_many(lines("t1", 1))
        insert = hash_chain._insert
        monkeypatch.setattr(hash_chain, "_insert", _no_space)
        with pytest.raises(DiskTrouble):
            await store.append_many(lines("t1", 2))
        monkeypatch.setattr(hash_chain, "_insert", insert)
        _remove_all(tmp_path)
        with pytest.raises(JournalError, match="replaced"):
            await store.append_many(lines("t1", 2))


def _modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def _remove_all(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()


def _no_space(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")
