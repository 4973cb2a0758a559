"""Faults of a process: killed, frozen, without disk or journal, with a wall clock that jumps."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
from pathlib import Path

__all__ = ["FakeClock", "fill_disk", "free_disk", "freeze", "kill", "lose_journal", "tear_journal", "thaw"]

_LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))


def kill(pid: int) -> None:
    """End it without a word of warning."""
    _signal(pid, signal.SIGKILL)


def freeze(pid: int) -> None:
    """Stop it where it is."""
    _signal(pid, signal.SIGSTOP)


def thaw(pid: int) -> None:
    """Let it go on."""
    _signal(pid, signal.SIGCONT)


def fill_disk(pid: int) -> None:
    """No file of the process can grow any more, as if the disk were full."""
    _limit(pid, 0)


def free_disk(pid: int) -> None:
    """Files can grow again."""
    _limit(pid, resource.RLIM_INFINITY)


def tear_journal(pid: int, journal: Path) -> None:
    """End it, and cut off the second half of what its journal has written last, in the middle of a page."""
    freeze(pid)
    log = journal.with_name(f"{journal.name}-wal")
    with contextlib.suppress(FileNotFoundError):
        os.truncate(log, len(log.read_bytes().rstrip(bytes(1))) // 2)  # zeros are room that it has taken beforehand
    kill(pid)


def lose_journal(pid: int, journal: Path) -> None:
    """End it, and take its journal away."""
    freeze(pid)
    for file in journal.parent.glob(f"{journal.name}*"):
        file.unlink(missing_ok=True)
    kill(pid)


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _limit(pid: int, size: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class FakeClock:
    """A wall clock of one process that can be put forward and back while it runs; other clocks of the computer go on.

    Debian's `faketime` does it. Where it is not installed, wall clocks are left alone.
    """

    available = bool(_LIBRARIES)

    def __init__(self, file: Path) -> None:
        self._file = file
        self.step(0)

    def step(self, seconds: int) -> None:
        """Show this much more than the right time, within a second."""
        self._file.write_text(f"{seconds:+d}\n", encoding="ascii")

    def environment(self) -> dict[str, str]:
        """What the process has to be started with."""
        if not self.available:
            return {}
        return {
            "LD_PRELOAD": str(_LIBRARIES[0]),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
