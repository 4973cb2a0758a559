"""What a driver tells about itself before anything is opened."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from .codec import Codec

__all__ = ["Capability", "DriverSpec", "Parity", "SerialLine"]


class Capability(enum.StrEnum):
    """Something that a device can do."""

    PIECES = "pieces"
    """Tells which piece stands on a cell, not only that one does."""
    CLOCK = "clock"
    """Reports a clock's times."""
    TEXT = "text"
    """Shows a short text on the clock."""
    LAMPS = "lamps"
    """Has lamps on the board."""
    BATTERY = "battery"
    """Reports the charge of its battery."""


class Parity(enum.StrEnum):
    """The parity bit of a serial line."""

    NONE = "none"
    EVEN = "even"
    ODD = "odd"


@dataclass(frozen=True, slots=True)
class SerialLine:
    """How the bits go over the wire."""

    baud: int
    data_bits: int = 8
    parity: Parity = Parity.NONE
    stop_bits: int = 1


@dataclass(frozen=True, slots=True)
class DriverSpec:
    """One kind of device, as listed in `drivers.registry`."""

    name: str
    """What a person writes in the settings."""
    title: str
    """What a person reads."""
    codec: Callable[[], Codec]
    """Makes a fresh codec for one connection."""
    capabilities: frozenset[Capability] = frozenset()
    geometries: tuple[tuple[int, int], ...] = ()
    """Rows and columns of the boards it reads; which of them is there, the device tells."""
    scan_ms: int = 0
    """How long the sensors need to see the whole board: a picture is not settled before that."""
    serial: SerialLine | None = None
    """Line settings, for devices on a serial port."""
    answers: bool = True
    """The device answers when greeted, so it counts as reached only once it has. False: it speaks when it likes."""
