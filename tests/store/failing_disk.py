"""A disk that fails or hangs while a store writes to it."""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
from collections.abc import Callable

import pytest

from gateway.store.hash_chain import insert
from gateway.store.line_log import LineLog

__all__ = ["fail_disk", "hang_disk"]


def fail_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Have every write of every store fail; returns what ends that."""

    def no_space(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    return _replace(monkeypatch, no_space, full)


def hang_disk(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, Callable[[], None]]:
    """Have writes wait; returns the event that one does, and what ends that."""
    writing, leave = threading.Event(), threading.Event()
    append = LineLog.append

    def wait() -> None:
        writing.set()
        leave.wait(20)

    def append_late(log: LineLog, lines: object) -> bool:
        wait()
        return append(log, lines)  # type: ignore[arg-type]

    def insert_late(connection: sqlite3.Connection, lines: object) -> None:
        wait()
        insert(connection, lines)  # type: ignore[arg-type]

    end = _replace(monkeypatch, append_late, insert_late)

    def let_go() -> None:
        leave.set()
        end()

    return writing, let_go


def _replace(
    monkeypatch: pytest.MonkeyPatch, append: Callable[..., object], into_file: Callable[..., object]
) -> Callable[[], None]:
    before = LineLog.append
    monkeypatch.setattr(LineLog, "append", append)
    monkeypatch.setattr("gateway.store.line_writer.insert", into_file)

    def end() -> None:
        monkeypatch.setattr(LineLog, "append", before)
        monkeypatch.setattr("gateway.store.line_writer.insert", insert)

    return end
