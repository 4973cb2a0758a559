"""The measurements of an agent: gathered where they are counted, told to the relay now and then, served here."""

from __future__ import annotations

import os
import resource
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from gateway import __version__
from gateway.bus.addresses import Credentials
from gateway.model.instants import Instant
from gateway.record.exposition import Histogram
from gateway.record.measurements import Measurements

from .computer_clock import computer_time

__all__ = ["EVERY_MS", "LineLatency", "certificate_until", "measure"]

EVERY_MS = 15_000
"""How often a relay is told: the usual interval of a scrape."""
_PAGE = os.sysconf("SC_PAGE_SIZE")
_WAITING = 1000
_STARTED = time.time()


class LineLatency:
    """The time from a sensor's byte to the broker's word, line by line."""

    def __init__(self, now: Callable[[], Instant]) -> None:
        self._now = now
        self._waiting: deque[tuple[int, int]] = deque(maxlen=_WAITING)
        self.counts = Histogram()

    def began(self, n: int, at: Instant) -> None:
        """A line of this number follows from what was sensed at this instant."""
        self._waiting.append((n, at))

    def acknowledged(self, n: int) -> None:
        """The broker has all lines up to this one."""
        while self._waiting and self._waiting[0][0] <= n:
            _, at = self._waiting.popleft()
            self.counts = self.counts.with_one((self._now() - at) / 1000)


def certificate_until(credentials: Credentials) -> float | None:
    """When the certificate that we show ends; None without one that can be read."""
    if credentials.certificate is None:
        return None
    from gateway.authority.certificates import AuthorityError, valid_until

    try:
        return valid_until(credentials.certificate.read_bytes()).timestamp()
    except (OSError, AuthorityError):
        return None


def measure(journal: Path, **found: object) -> Measurements:
    """What is counted (`found`), and what the computer says of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    try:
        memory = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        memory = used.ru_maxrss * 1024
    try:
        disk = os.statvfs(journal.parent)
        free = disk.f_bavail * disk.f_frsize
    except OSError:
        free = 0
    return Measurements(
        version=__version__,
        started=round(_STARTED, 3),
        cpu=round(used.ru_utime + used.ru_stime, 3),
        memory=memory,
        disk_free=free,
        synchronised=computer_time().synchronised,
        **found,  # type: ignore[arg-type]
    )
