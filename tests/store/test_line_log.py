"""The log beside a file: what it holds is not lost, and what is not of this file is not taken for it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.store import SqliteStore, StoredLine, read_file
from gateway.store.hash_chain import ChainedLine, break_of
from gateway.store.line_log import LineLog, logged_lines
from gateway.store.line_writer import LineWriter
from gateway.store.sqlite_file import BESIDE, open_file, streams_of
from tests.examples import examples

FILE = 7


def entries(*numbers: int) -> list[StoredLine]:
    return [StoredLine("entries", n, b"line %d" % n) for n in numbers]


def texts(*numbers: int) -> list[bytes]:
    return [line.data for line in entries(*numbers)]


def behind(writer: LineWriter) -> bool:
    return writer.is_behind


def empty(file: sqlite3.Connection) -> None:
    file.execute("DELETE FROM lines")


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def copy(path: Path, target: Path, *endings: str) -> Path:
    """The files as a power cut leaves them that has taken the rest."""
    for ending in endings:
        if beside(path, ending).exists():
            shutil.copy(beside(path, ending), beside(target, ending))
    return target


@pytest.mark.parametrize("count", [1, 2, 47, 255, 256, 300])
def test_what_was_written_outlives_a_power_cut_that_takes_all_that_sqlite_had_not_flushed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    path, cut = tmp_path / "a.journal", tmp_path / "cut.journal"
    begin_anew = LineLog.begin_anew

    def flushed(log: LineLog) -> None:
        copy(path, cut, "", "-wal")  # from then on the log is all that there is
        begin_anew(log)

    monkeypatch.setattr(LineLog, "begin_anew", flushed)
    writer = LineWriter(path, skip_repeats=False)
    for n in range(1, count + 1):
        writer.write([*entries(n), StoredLine("raw", n, b"reading")])
        if n % 3 == 0:
            writer.catch_up()
    copy(path, cut, "-log")
    monkeypatch.undo()
    assert read_file(cut, "entries") == texts(*range(1, count + 1))
    again = LineWriter(cut, skip_repeats=False)
    again.write(entries(count + 1))
    again.close()
    writer.close()
    assert read_file(cut, "entries") == texts(*range(1, count + 2))
    with contextlib.closing(open_file(cut)) as file:
        assert [break_of(file, stream) for stream in streams_of(file)] == [None, None]


def test_a_log_holds_nothing_that_a_flushed_file_has_and_is_removed_in_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    writer = LineWriter(path, skip_repeats=False)
    for n in range(1, 50):
        writer.write(entries(n))
        writer.catch_up()
    assert len(logged_lines(path, _number(path))) < 40  # it began anew with SQLite's own
    writer.close()
    with SqliteStore(path):
        pass
    assert {file.name for file in tmp_path.iterdir()} == {"a.journal", "a.journal.lock"}


def test_a_line_before_the_end_of_its_stream_goes_into_the_file_at_once_with_all_before_it(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    writer = LineWriter(path, skip_repeats=False)
    writer.write(entries(1, 4))
    assert behind(writer)
    writer.write(entries(2))
    assert not behind(writer)
    writer.write(entries(5))
    cut = copy(path, tmp_path / "cut.journal", *BESIDE)
    assert read_file(cut, "entries") == texts(1, 2, 4, 5)
    writer.close()


def test_lines_that_were_trimmed_do_not_come_back(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    writer = LineWriter(path, skip_repeats=False)
    writer.write(entries(1, 2, 3))
    writer.write((), [empty])
    assert read_file(copy(path, tmp_path / "cut.journal", *BESIDE), "entries") == []
    writer.close()


def test_a_log_of_another_file_is_left_alone(tmp_path: Path) -> None:
    for name in ("a", "b"):
        with SqliteStore(tmp_path / name):
            pass
        writer = LineWriter(tmp_path / name, skip_repeats=False)
        writer.write([StoredLine("entries", 1, name.encode())])
        copy(tmp_path / name, tmp_path / f"{name}-left", *BESIDE)
        writer.close()
    shutil.copy(beside(tmp_path / "b-left", "-log"), beside(tmp_path / "a-left", "-log"))
    beside(tmp_path / "a-left", "-wal").unlink()
    assert read_file(tmp_path / "a-left", "entries") == []


async def test_the_log_of_a_file_that_was_taken_away_is_not_taken_for_that_of_a_new_one(tmp_path: Path) -> None:
    writer = LineWriter(tmp_path / "a.journal", skip_repeats=False)
    writer.write(entries(1))
    left = copy(tmp_path / "a.journal", tmp_path / "b.journal", "-log")
    writer.close()
    with SqliteStore(left) as store:
        assert await store.read("entries") == []
        await store.append_many([StoredLine("entries", 1, b"anew")])
    assert read_file(left, "entries") == [b"anew"]


async def test_an_older_copy_of_a_file_does_not_get_lines_with_a_gap_before_them(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with SqliteStore(path) as store:
        await store.append_many(entries(1, 2))
    older = copy(path, tmp_path / "older.journal", "")
    with SqliteStore(path) as store:
        await store.append_many(entries(3))
    writer = LineWriter(path, skip_repeats=False)
    writer.write(entries(4))
    copy(path, older, "-log")
    writer.close()
    assert len(logged_lines(older, _number(older))) == 1
    assert read_file(older, "entries") == texts(1, 2)
    with SqliteStore(older) as store:
        assert await store.read("entries") == texts(1, 2)


@examples(80)
@given(st.lists(st.integers(1, 3000), min_size=1, max_size=6), st.data())
def test_a_log_that_was_damaged_anywhere_gives_what_came_before(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[int], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("log") / "a"
    log = LineLog(path, FILE)
    records = [[ChainedLine("raw", n, b"x" * size, b"hash")] for n, size in enumerate(sizes, 1)]
    ends = []
    for record in records:
        assert log.append(record)
        ends.append(log._at)
    log.close()
    held = bytearray(beside(path, "-log").read_bytes())
    place = data.draw(st.integers(0, ends[-1] - 1))
    held[place] ^= data.draw(st.integers(1, 255))
    beside(path, "-log").write_bytes(held)
    before = sum(end <= place for end in ends)
    sound = [[line for record in records[:upto] for line in record] for upto in range(before, len(records) + 1)]
    assert logged_lines(path, FILE) in sound  # more than before only where it was padding
    beside(path, "-log").write_bytes(held[:place])
    assert logged_lines(path, FILE) in sound[:2]


def test_records_of_an_earlier_life_are_not_read(tmp_path: Path) -> None:
    log = LineLog(tmp_path / "a", FILE)
    for n in range(1, 6):
        log.append([ChainedLine("raw", n, b"old", b"")])
    log.begin_anew()
    assert logged_lines(tmp_path / "a", FILE) == []
    log.append([ChainedLine("raw", 6, b"new", b"")])
    assert [line.n for line in logged_lines(tmp_path / "a", FILE)] == [6]
    assert logged_lines(tmp_path / "a", FILE + 1) == []
    log.close()


def test_what_a_log_has_no_room_for_is_the_file_s(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    writer = LineWriter(path, skip_repeats=False)
    writer.write([StoredLine("entries", 1, b"x" * 400_000)])
    assert not behind(writer)
    writer.write(entries(2))
    assert behind(writer)
    assert read_file(copy(path, tmp_path / "cut.journal", *BESIDE), "entries")[1:] == texts(2)
    writer.close()


def test_where_there_is_no_log_the_file_is_written_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    beside(path, "-log").mkdir()
    writer = LineWriter(path, skip_repeats=False)
    writer.write(entries(1))
    assert not behind(writer)
    writer.close()
    assert read_file(path, "entries") == texts(1)


def test_only_we_may_read_a_log(tmp_path: Path) -> None:
    mask = os.umask(0)
    try:
        LineLog(tmp_path / "a", FILE).close()
    finally:
        os.umask(mask)
    assert beside(tmp_path / "a", "-log").stat().st_mode & 0o777 == 0o600


def _number(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as file:
        (number,) = file.execute("PRAGMA application_id").fetchone()
    return int(number)
