"""The spec: what a driver tells about itself before anything is opened."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from .codec import Codec
from .errors import BadOptionError

__all__ = [
    "BleProfile",
    "Capability",
    "DriverSpec",
    "HidProfile",
    "JudgedBy",
    "Parity",
    "Scorecard",
    "SerialLine",
    "advertised",
]


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
    LEVER = "lever"
    """Tells when a side presses, and keeps no time."""
    SETTING = "setting"
    """Its clock keeps time, and times can be set on it from outside; it then adds no bonus of its own."""
    TIMES = "times"
    """Displays the times it is told, and keeps none itself."""


class Parity(enum.StrEnum):
    """The parity bit of a serial line."""

    NONE = "none"
    EVEN = "even"
    ODD = "odd"


@dataclass(frozen=True, slots=True)
class SerialLine:
    """The settings of a serial line."""

    baud: int
    data_bits: int = 8
    parity: Parity = Parity.NONE
    stop_bits: int = 1
    dtr: bool = True
    """Whether the line "terminal ready" is raised; some boards take that for something else."""


def advertised(name: str | None) -> str:
    """An advertised name as people write it: one was seen to end with a line end, and firmware in C fills up with
    zeros."""
    return "".join(letter if letter.isprintable() else " " for letter in name or "").strip()


@dataclass(frozen=True, slots=True)
class BleProfile:
    """The way a device is found and spoken to over Bluetooth Low Energy. All UUIDs in full and in lower case."""

    service: str
    """The service that makes it this kind of device."""
    write: str
    """The characteristic that takes writes which name no channel of their own."""
    notify: tuple[str, ...]
    """Characteristics to listen to; a device that lacks one of them is another device."""
    extra: tuple[str, ...] = ()
    """Characteristics to listen to where the device has them."""
    read: tuple[str, ...] = ()
    """Characteristics to read once after connecting, where the device has them; the value comes as a packet on that
    channel."""
    names: tuple[str, ...] = ()
    """Beginnings of the names that it advertises."""
    lines: bool = False
    """Each packet is one line of text, without a line end: the transport takes it off what is written and adds it to
    what comes, so that the codec reads lines as they come over a cable."""
    mtu: int = 23
    """The ATT MTU that the device expects, so that its messages come whole. Systems ask for the most on their own; a
    codec puts cut messages together in any case."""

    def knows_name(self, name: str) -> bool:
        """Whether devices of this kind advertise such a name, in whichever case."""
        return advertised(name).lower().startswith(tuple(known.lower() for known in self.names))


@dataclass(frozen=True, slots=True)
class HidProfile:
    """The way a device is found and spoken to as a USB device with reports of its own."""

    vendor: int
    """The maker's number."""
    channel: str = "hid"
    """How the transport marks reports, so that a codec can tell them from a stream."""
    gap_ms: int = 0
    """The pause that it needs between two reports that it is sent."""


class JudgedBy(enum.StrEnum):
    """The thing that a codec was judged by."""

    CAPTURED = "captured"
    """Bytes taken from a real device."""
    FIXTURES = "fixtures"
    """Test data of other programs that drive the device."""
    TEXT = "text"
    """Descriptions of the protocol only."""


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The knowledge about a driver, and what is not known. An empty remark means: it has none of that."""

    judged_by: JudgedBy
    tried_on: str = ""
    """The hardware on which somebody tried it; empty as long as nobody did."""
    clock: str = ""
    lamps: str = ""
    reconnect: str = ""
    unrepaired: str = ""
    """What a line that loses messages takes away for good, where the protocol has no way to ask again; empty: nothing,
    since the whole board is seen again after a loss."""
    unconfirmed: tuple[str, ...] = ()
    """What sources leave open or contradict each other in."""


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
    """How long the sensors need to see the whole board: what they show is not settled before that."""
    serial: SerialLine | None = None
    """Line settings, for devices on a serial port."""
    answers: bool = True
    """The device answers when greeted, so it counts as reached only once it has. False: it speaks when it likes."""
    ble: BleProfile | None = None
    """Service and characteristics, for devices reached over Bluetooth Low Energy."""
    hid: HidProfile | None = None
    """The maker's number and the like, for devices reached by USB reports."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What a table's settings may say about such a device: name to meaning."""
    configure: Callable[[Mapping[str, str]], Codec] | None = None
    """Makes a codec with options set; raises `ValueError` naming what is wrong with a value."""
    gains: Mapping[str, Capability] = field(default_factory=dict)
    """What a device can do that has this option set, and others of its kind cannot."""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """The options that are set."""
    scorecard: Scorecard | None = None

    def configured(self, options: Mapping[str, str]) -> DriverSpec:
        """This driver with these options set, and those set before that they do not name.

        Raises `BadOptionError` at once, not when the device connects.
        """
        for name in options:
            if name not in self.options:
                raise BadOptionError(self.name, name, f"it takes {', '.join(sorted(self.options)) or 'no options'}")
        if not options or self.configure is None:
            return self
        chosen = {**self.chosen, **options}
        try:
            self.configure(chosen)
        except ValueError as error:
            raise BadOptionError(self.name, ", ".join(sorted(options)), str(error)) from error
        gained = {self.gains[name] for name in chosen if name in self.gains}
        return replace(
            self, codec=partial(self.configure, chosen), chosen=chosen, capabilities=self.capabilities | gained
        )
