"""A disk that is quick is written by the loop itself, any other by the thread that is there for it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest

from gateway.store import SqliteStore, SteadyStore, StoredLine, hash_chain, read_file
from gateway.store.disk_pace import DiskPace

KEPT = "entries"
QUICK, SLOW = 0.0004, 0.02


def entries(*numbers: int) -> list[StoredLine]:
    return [StoredLine(KEPT, n, b"line %d" % n) for n in numbers]


def after(commits: Iterable[float]) -> bool:
    pace = DiskPace()
    for seconds in commits:
        pace.took(seconds)
    return pace.quick


@pytest.mark.parametrize(
    ("commits", "quick"),
    [
        ([], False),
        ([QUICK] * 15, False),
        ([QUICK] * 16, True),
        ([SLOW] * 100, False),
        ([QUICK] * 15 + [SLOW] + [QUICK] * 15, False),
        ([SLOW] + [QUICK] * 16, True),
        ([QUICK] * 16 + [0.002] * 5, True),
        ([QUICK] * 16 + [SLOW], False),
        ([QUICK] * 16 + [SLOW] + [QUICK] * 255, False),
        ([QUICK] * 16 + [SLOW] + [QUICK] * 256, True),
    ],
)
def test_a_disk_is_quick_once_it_has_shown_so(commits: list[float], quick: bool) -> None:
    assert after(commits) is quick


def test_a_disk_that_fails_is_not_quick() -> None:
    pace = DiskPace()
    for _ in range(16):
        pace.took(QUICK)
    pace.failed()
    assert not pace.quick


class Writers:
    """The threads that insert lines."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.threads: list[int] = []
        self.leave = threading.Event()
        self.leave.set()
        insert = hash_chain._insert

        def noted(connection: sqlite3.Connection, stream: str, n: int, data: bytes, own: bytes) -> None:
            self.threads.append(threading.get_ident())
            self.leave.wait(20)
            insert(connection, stream, n, data, own)

        monkeypatch.setattr(hash_chain, "_insert", noted)


class GivenPace(DiskPace):
    """A disk that is as quick as the test says."""

    def __init__(self) -> None:
        super().__init__()
        self.given = True

    @property
    def quick(self) -> bool:
        return self.given


async def test_the_loop_writes_to_a_quick_disk_and_the_thread_to_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, writers, pace, here = tmp_path / "a.journal", Writers(monkeypatch), GivenPace(), threading.get_ident()
    monkeypatch.setattr("gateway.store.sqlite.DiskPace", lambda: pace)
    store = await SteadyStore.open(path, KEPT)
    try:
        for n in range(1, 120):  # the log begins anew twice on the way
            pace.given = n % 4 != 0
            await store.append_many(entries(n))
            if n == 1 or not pace.given:  # after another's the thread may still be busy, and is asked again
                assert (writers.threads[-1] == here) is pace.given
        assert len(await store.read(KEPT)) == 119
    finally:
        store.close()
    assert read_file(path, KEPT) == [b"line %d" % n for n in range(1, 120)]
    with SqliteStore(path) as again:
        assert await again.hash(KEPT, 119) == hash_chain.hash_of(b"line %d" % n for n in range(1, 120))


async def test_what_the_thread_still_writes_comes_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writers, pace = Writers(monkeypatch), GivenPace()
    monkeypatch.setattr("gateway.store.sqlite.DiskPace", lambda: pace)
    with SqliteStore(tmp_path / "a.journal") as store:
        writers.leave.clear()
        first = asyncio.create_task(store.append_many(entries(1)))
        await asyncio.sleep(0)
        assert not store.append_now(entries(2))
        writers.leave.set()
        await first
        await store.append_many(entries(2))
        assert await store.read(KEPT) == [b"line 1", b"line 2"]


async def test_a_quick_disk_that_fails_is_told_of_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pace = GivenPace()
    monkeypatch.setattr("gateway.store.sqlite.DiskPace", lambda: pace)
    store = await SteadyStore.open(tmp_path / "a.journal", KEPT)
    try:
        await store.append_many(entries(1))

        def fails(*_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        with monkeypatch.context() as failing:
            failing.setattr(hash_chain, "_insert", fails)
            await store.append_many(entries(2))
        assert "disk I/O error" in store.trouble
        assert await store.read(KEPT) == [b"line 1", b"line 2"]
    finally:
        store.close()
