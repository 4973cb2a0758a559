"""The shape of every codec: bytes in, readings out, bytes to send, and when to be woken. No I/O, no clock.

`at` is an instant in integer milliseconds on whatever clock the caller keeps; a codec only compares and adds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .readings import Reading
from .requests import Request

__all__ = ["Codec"]


class Codec(Protocol):
    """One device's protocol as seen from the host.

    After every call that takes `at`, the caller must send what `data_to_send` returns and look at `next_deadline`
    again. A codec lives as long as one connection; after a reconnect the link makes a fresh one.
    """

    def connected(self, at: int) -> None:
        """The line is open: queue whatever makes the device talk."""

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed. Never raises on what a device sends."""

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Ask something of the device; the readings are refusals known at once."""

    def wake(self, at: int) -> Sequence[Reading]:
        """The deadline has come: retry, poll or give up. A `LinkDown` among the readings asks the link to reconnect."""

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first; each item is one write."""

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
