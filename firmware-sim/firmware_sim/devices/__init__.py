"""Devices, one module each: what comes out of the cable when somebody touches board or clock.

They do no I/O: bytes and instants in, bytes and the next instant out. `ports` joins them to a cable. Written from the
protocol alone: nothing of a driver's codec may be imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

__all__ = ["SimulatedDevice"]


class SimulatedDevice(Protocol):
    """A device as far as a port needs it."""

    stirred: Callable[[], None]
    """Called by the device when somebody touched it; the port then asks again for data and deadline."""

    def power_on(self, at: int) -> None:
        """Power has come back: forget what the host had set."""

    def receive(self, data: bytes, at: int) -> None:
        """Bytes from the host, in any split."""

    def wake(self, at: int) -> None:
        """Do what is due."""

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued messages, oldest first."""

    def next_deadline(self) -> int | None:
        """When `wake` has something to do, if nobody touches anything."""
