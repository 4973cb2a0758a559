"""Crowds of viewers beside a bare broadcast of as many bytes, by the same library and to the same crowd, in one run.

Server and viewers are processes of their own; what a server costs is the time of its process. One send is the news of
one move to one viewer: its line, its state and its clock, which the bare server sends as one message of the same size.
"""

from __future__ import annotations

import contextlib
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple, Self

MANY, SOME = 5000, 500
HALL, PHONE_HALL = 50, 24
PHONE_MOVES = 15
"""Moves a minute at a table that plays blitz."""
_OTHER_FILES = 200
_ONE_TABLE = "/ws?v=2&tables=t1&follow=t1"


class Seen(NamedTuple):
    """What a crowd has seen, and what it has cost."""

    cpu_us: float
    """The server's, for each send: what it takes beyond the same play with nobody there."""
    p99_ms: float
    bytes: float
    """For each send."""


def rows() -> Iterator[tuple[str, str, str, str]]:
    """The rows of the table."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < MANY + _OTHER_FILES:
        raise SystemExit(
            f"A server of {MANY} viewers needs {MANY + _OTHER_FILES} open files, and this computer allows {hard}: "
            "raise the hard limit (`ulimit -Hn`)."
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    yield from _one_game()
    yield from _one_table_of_many()
    yield from _phone()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _one_game() -> Iterator[tuple[str, str, str, str]]:
    ours = _crowd("hall", 1, MANY)
    bare = _crowd("bare", round(ours.bytes), MANY)
    yield _row(f"{MANY} viewers of one game: p99 of a move's age", ours.p99_ms, bare.p99_ms, "ms")
    yield _row(f"{MANY} viewers of one game: CPU for each send", ours.cpu_us, bare.cpu_us, "us")


def _one_table_of_many() -> Iterator[tuple[str, str, str, str]]:
    alone = _crowd("hall", 1, SOME)
    among = _crowd("hall", HALL, SOME)
    bare = _crowd("bare", round(among.bytes), SOME)
    what = f"{SOME} viewers of one table in a hall of {HALL}"
    for name, other in (("the same alone in the hall", alone), ("bare broadcast", bare)):
        yield _row(f"{what}: bytes for each send", among.bytes, other.bytes, "B", name)
        yield _row(f"{what}: CPU for each send", among.cpu_us, other.cpu_us, "us", name)


def _phone() -> Iterator[tuple[str, str, str, str]]:
    before = _crowd("hall", PHONE_HALL, 1, path="/ws", every_s=0.2)
    for name, deflate in (("", False), (", compressed", True)):
        now = _crowd("hall", PHONE_HALL, 1, every_s=0.2, deflate=deflate)
        yield _row(
            f"a phone on one table of {PHONE_HALL}{name}: in a minute of blitz",
            now.bytes * PHONE_MOVES / 1000,
            before.bytes * PHONE_MOVES / 1000,
            "kB",
            "whole states of all tables",
        )


def _row(what: str, ours: float, theirs: float, unit: str, name: str = "bare broadcast") -> tuple[str, str, str, str]:
    return what, f"{ours:.1f} {unit}", f"{name}: {theirs:.1f} {unit}", f"{ours / theirs:.2f}"


def _crowd(
    kind: str, size: int, count: int, *, path: str = _ONE_TABLE, every_s: float = 0.5, deflate: bool = False
) -> Seen:
    """A crowd at a server; `size` is the tables of a hall, or the bytes of a message."""
    moves = 20
    shares = [share for share in (count // 2, count - count // 2) if share]
    with contextlib.ExitStack() as running:
        server = running.enter_context(_Process("bench.viewer_server", kind))
        port = server.hear()["port"]
        server.tell(do="prepare", tables=size, moves=2 * moves)
        server.hear()
        server.tell(do="play", first=0, moves=moves, every_s=min(0.1, every_s))
        alone_s = server.hear()["cpu_s"]
        crowd = [
            running.enter_context(
                _Process("bench.viewer_crowd", str(port), str(share), path, "deflate" if deflate else "plain")
            )
            for share in shares
        ]
        for each in crowd:
            each.hear()
        server.tell(do="crowd", of=count)
        server.hear()
        for each in crowd:
            each.tell()
            each.hear()
        server.tell(do="play", first=moves, moves=moves, every_s=every_s)
        cpu_s = server.hear()["cpu_s"] - alone_s
        for each in crowd:
            each.tell()
        told = [each.hear() for each in crowd]
    sends = count * moves
    seen = sum(each["moves"] for each in told)
    if not deflate and path == _ONE_TABLE and seen < sends:
        raise SystemExit(f"{sends - seen} of {sends} moves did not reach a viewer")
    return Seen(cpu_s / sends * 1e6, max(each["p99_ms"] for each in told), sum(each["bytes"] for each in told) / sends)


class _Process:
    """A process that is told and tells lines of JSON."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def tell(self, **what: object) -> None:
        """Give it a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        """Its next line."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("A process of the measurement has ended.")
        found: dict[str, Any] = json.loads(line)
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
