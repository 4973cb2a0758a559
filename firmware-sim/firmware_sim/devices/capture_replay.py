"""A device that says again what a real one said, at its intervals, whatever it is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_sim.gatt import Profile, Value

__all__ = ["BleReplay", "CaptureReplay"]

UNTIMED_MS = 20
"""The pause between transfers whose times were not kept."""

PAUSE_MS = 5000
"""The pause before a capture begins anew that needs no host to begin."""


class CaptureReplay:
    """A capture that is said again. It begins when the host first says something; one in which no host speaks begins
    at once, over and over."""

    def __init__(self, transfers: Sequence[tuple[int | None, bytes]], *, waits: bool = True) -> None:
        self.stirred: Callable[[], None] = lambda: None
        self._line = _timed(transfers)
        self._waits = waits
        self._coming: list[tuple[int, bytes]] = []
        self._begun = False
        self._out: list[bytes] = []

    def power_on(self, at: int) -> None:
        """From the beginning."""
        self._out.clear()
        self._coming.clear()
        self._begun = False
        if not self._waits:
            self._begin(at)

    def receive(self, data: bytes, at: int) -> None:  # noqa: ARG002 - whatever it says
        """The host is there."""
        if not self._begun:
            self._begin(at)
            self.stirred()

    def wake(self, at: int) -> None:
        """Say what is due."""
        while self._coming and self._coming[0][0] <= at:
            self._out.append(self._coming.pop(0)[1])
        if not self._coming and self._begun and not self._waits:
            self._begin(at + PAUSE_MS)

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued messages, oldest first."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """When it says something next."""
        return self._coming[0][0] if self._coming else None

    def _begin(self, at: int) -> None:
        self._begun = True
        self._coming = [(at + ms, data) for ms, data in self._line]


class BleReplay(CaptureReplay):
    """A capture that is said again on the air: what was kept with its characteristic is notified there, all else where
    the device says it.

    Begins when the host first listens, since some hosts do no more than that.
    """

    def __init__(self, transfers: Sequence[tuple[int | None, bytes]], profile: Profile, *, waits: bool = True) -> None:
        offered = {one.uuid for service in profile.services.values() for one in service}
        known = [
            (ms, data if isinstance(data, Value) and data.uuid in offered else Value(data, profile.says))
            for ms, data in transfers
        ]
        super().__init__(known, waits=waits)
        self.profile = profile

    def listened(self, uuid: str, at: int) -> None:
        """The host is there."""
        if uuid == self.profile.says:
            self.receive(b"", at)


def _timed(transfers: Sequence[tuple[int | None, bytes]]) -> list[tuple[int, bytes]]:
    first = next((ms for ms, _ in transfers if ms is not None), 0)
    line = []
    now = 0
    for ms, data in transfers:
        now = now + UNTIMED_MS if ms is None else max(now, ms - first)
        line.append((now, data))
    return line
