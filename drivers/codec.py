"""The shape of every codec: bytes in, readings out, bytes to send, and when to be woken. No I/O, no clock.

`at` is an instant in integer milliseconds on whatever clock the caller keeps; a codec only compares and adds.

A serial line carries one stream of bytes. BLE carries packets, each on a characteristic of its own: they travel through
these calls too, as `Packet`, which is bytes that know their channel. A codec for which channels mean different
things asks `channel_of`; all others read a packet as the bytes it is, and write plain bytes, which go to the channel
that the driver's `BleProfile` names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self, runtime_checkable

from .readings import Reading, RequestAnswer
from .requests import Request, tag

__all__ = ["Codec", "Heir", "Packet", "age_of", "channel_of", "done", "refused"]


class Packet(bytes):
    """Bytes that came, or are to go, by a named channel: a BLE characteristic's UUID in lower case."""

    channel: str
    age_ms: int
    """How long ago they came, where the system says so: a computer may have been too busy to read them."""

    def __new__(cls, data: bytes, channel: str, age_ms: int = 0) -> Self:
        """Mark bytes with their channel."""
        packet = super().__new__(cls, data)
        packet.channel = channel
        packet.age_ms = age_ms
        return packet


def channel_of(data: bytes) -> str:
    """By which channel these bytes came or go; empty for a plain stream, and where the channel does not matter."""
    return data.channel if isinstance(data, Packet) else ""


def age_of(data: bytes) -> int:
    """How many milliseconds ago these bytes came, as far as it is known."""
    return data.age_ms if isinstance(data, Packet) else 0


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


@runtime_checkable
class Heir(Protocol):
    """A codec that can use what the one before it knew, when the link has lost a connection and made another."""

    def follows(self, before: Codec) -> None:
        """Take over from the codec of the lost connection; called before `connected`."""


def refused(request: Request, why: str) -> RequestAnswer:
    """The answer to a request that cannot be met."""
    return RequestAnswer(tag(request), ok=False, detail=why)


def done(request: Request) -> RequestAnswer:
    """The answer to a request that was met, or handed to a device that does not confirm."""
    return RequestAnswer(tag(request), ok=True)
