"""Devices that are plugged in or within reach, which drivers may fit it, and which of them it answers to."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from . import registry
from .errors import NotReachedError, PortReason, PortUnavailableError, UnrecognisedDeviceError
from .link import Link, monotonic_ms
from .readings import (
    ClockMissing,
    ClockTimes,
    Identity,
    LeverPressed,
    LinkDown,
    LinkUp,
    Noise,
    Reading,
    Snapshot,
    Stamped,
    Unknown,
)
from .spec import BleProfile, DriverSpec, HidProfile, SerialLine
from .transport import check_url

if TYPE_CHECKING:
    from .serial_ports import SerialPort

__all__ = ["Candidate", "Probe", "at_address", "check_address", "identify", "in_reach", "on_the_air", "probe"]

PATIENCE_S = 4.0
"""How long a driver may try a port: the slowest board needs three of its lines, or one answer of three."""

MORE_S = 0.5
"""How long to listen on once the board is seen: a serial number, which tells one board from another, may follow."""

SCAN_S = 5.0
"""How long to listen for the advertisement of a device."""

VENDORS = {0x045B: ("dgt",), 0x10C4: ("certabo", "tabutronic", "dgt"), 0x0403: ("chesslink", "dgt")}
"""USB makers (DGT; Silicon Labs, FTDI: chips of cables) to the drivers that are tried first."""

MICROCONTROLLERS = frozenset({0x2341, 0x2A03, 0x2E8A, 0x303A, 0x1A86, 0x239A, 0x16C0})
"""Arduino (twice), Raspberry Pi, Espressif, WCH, Adafruit, PJRC: what people make boards and buttons of."""

KEYBOARDS = Path("/dev/input/by-id")
PINS = Path("/dev/input/by-path")

BUTTONS = "buttons"
"""The one driver whose devices speak only when somebody presses them, and are reached as keys."""

ANYTHING = (SerialLine(9600), BleProfile("", "", ()), HidProfile(0))
"""Line settings that fit whatever transport an address names: only the address itself is checked."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One port or advertisement, and the drivers that may fit it."""

    url: str
    what: str
    drivers: tuple[str, ...]
    """Drivers that may fit, likeliest first."""
    keys: bool = False
    """It may be the buttons of a clock: only a person can say."""


@dataclass(frozen=True, slots=True)
class Probe:
    """The answer of a device to a driver."""

    said: Reading | None
    """What tells most about it; a `LinkDown` if it cannot be reached, None if it said nothing."""
    size: tuple[int, int] | None = None
    """Rows and columns of the board, if it showed itself."""
    clockless: bool = False
    """It is a board that may have a clock, and says that none is plugged in."""

    @property
    def unreachable(self) -> str:
        """Why no other driver need be tried; empty if one may be."""
        if not isinstance(self.said, LinkDown) or "(wrong device)" in self.said.reason:
            return ""
        return self.said.reason if self.said.permanent or "Cannot open" in self.said.reason else ""

    def driver(self, tried: str, drivers: Sequence[str]) -> str:
        """The driver that fits; empty if the one that was tried does not.

        Some drivers understand a sibling's device too: then the device gives its name.
        """
        if self.said is None or isinstance(self.said, LinkDown):
            return ""
        product = self.said.product.lower() if isinstance(self.said, Identity) else ""
        return next((name for name in drivers if product.startswith(name)), tried)


def check_address(url: str) -> None:
    """Raise `BadUrlError` if this can be nobody's address."""
    check_url(url, *ANYTHING)


# -- which drivers may fit ---------------------------------------------------------------------------------------------


def at_address(url: str, specs: Sequence[DriverSpec], driver: str = "") -> Candidate:
    """The drivers that may fit a given address; one that is asked for by name is tried in any case."""
    scheme = url.partition("://")[0]
    if scheme == "evdev" and driver != BUTTONS:
        return Candidate(url, "given", (), keys=True)
    fits = (spec.name for spec in specs if _tried(spec, driver) and _reaches(spec, scheme, driver))
    return Candidate(url, "given", tuple(fits))


def in_reach(specs: Sequence[DriverSpec], driver: str = "") -> list[Candidate]:
    """Serial ports, USB devices and keys of this computer."""
    return [*_serial_ports(specs, driver), *_usb_devices(specs), *_keyboards(specs)]


async def on_the_air(specs: Sequence[DriverSpec], seconds: float) -> list[Candidate]:
    """Bluetooth devices that advertise; raises `PortUnavailableError` without a working radio."""
    from .transport.ble import discover

    profiles = _ble_profiles(specs)
    found = []
    for heard in await discover(seconds):
        if fits := heard.fitting(profiles):
            what = f"{heard.name or 'nameless'}, {heard.rssi} dBm"
            found.append(Candidate(f"ble://{heard.address}", what, fits))
    return found


def _tried(spec: DriverSpec, driver: str) -> bool:
    """A device that speaks when it likes is tried only by whoever asks for it: silence would tell nothing."""
    return spec.answers or spec.name == driver


def _reaches(spec: DriverSpec, scheme: str, driver: str) -> bool:
    if scheme == "tcp" and spec.name == driver:
        return True  # a double of anything, or somebody's bridge
    return {"ble": spec.ble, "hid": spec.hid}.get(scheme, spec.serial) is not None


def _serial_ports(specs: Sequence[DriverSpec], driver: str) -> list[Candidate]:
    from .serial_ports import serial_ports

    wired = [spec.name for spec in specs if spec.serial is not None and _tried(spec, driver)]
    buttons = any(spec.name == BUTTONS for spec in specs)
    found = []
    ports = serial_ports()
    numbers = [port.serial_number for port in ports]
    for port in ports:
        what = " ".join(filter(None, (port.manufacturer, port.product, port.serial_number))) or "serial port"
        keys = buttons and port.vid in MICROCONTROLLERS
        # Ports on the main board are there whether or not anything is plugged in: listed, and tried last.
        candidate = Candidate(_lasting(port, numbers), what, _likeliest_first(wired, port.vid), keys)
        found.append((port.vid is None, candidate))
    return [one for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].url))]


def _likeliest_first(drivers: Sequence[str], vendor: int | None) -> tuple[str, ...]:
    likely = [name for name in VENDORS.get(vendor or 0, ()) if name in drivers]
    return (*likely, *(name for name in drivers if name not in likely))


def _lasting(port: SerialPort, numbers: Sequence[str]) -> str:
    """An address that is still right after a restart: by the serial number, if it has one of its own."""
    named = port.device.startswith("/dev/serial/by-")
    if named or not port.serial_number or numbers.count(port.serial_number) > 1:
        return f"serial://{port.device}"
    return f"serial://usb:{port.serial_number}"


def _usb_devices(specs: Sequence[DriverSpec]) -> list[Candidate]:
    """Devices with reports of their own, by their makers; keyboards and mice are among them and fit no driver."""
    from .transport.hid import list_hid_devices

    found = []
    for device in list_hid_devices():
        fits = tuple(spec.name for spec in specs if spec.hid is not None and spec.hid.vendor == device.vendor)
        if fits:
            found.append(Candidate(device.url, device.name, fits))
    return found


def _keyboards(specs: Sequence[DriverSpec]) -> list[Candidate]:
    """Keys that could be buttons; only a person knows whether they are, so they are listed and not tried."""
    if not any(spec.name == BUTTONS for spec in specs):
        return []
    # Each GPIO pin has a file of its own; together they are one clock.
    pins = sorted(str(path) for path in PINS.glob("platform-*-event*") if "usb" not in path.name)
    found = [Candidate("evdev://" + ",".join(pins), "keys on GPIO pins", (), keys=True)] if pins else []
    paths = sorted(KEYBOARDS.glob("*-event-kbd"))
    return [*found, *(Candidate(f"evdev://{path}", "keyboard, or buttons as one", (), keys=True) for path in paths)]


# -- which of them it answers to ---------------------------------------------------------------------------------------


async def probe(spec: DriverSpec, url: str) -> Probe:
    """Talk to a device by this driver for a moment."""
    heard: list[Reading] = []
    enough = asyncio.Event()

    def hear(stamped: Stamped) -> None:
        heard.append(stamped.reading)
        if isinstance(stamped.reading, LeverPressed | LinkDown):
            enough.set()
        elif isinstance(stamped.reading, Snapshot | ClockTimes):
            asyncio.get_running_loop().call_later(MORE_S, enough.set)

    link = asyncio.create_task(Link(spec, url, monotonic_ms).run(hear))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_S):
            await enough.wait()
    link.cancel()
    await asyncio.wait([link])
    sizes = [(reading.rows, reading.cols) for reading in heard if isinstance(reading, Snapshot)]
    clockless = any(isinstance(reading, ClockMissing) for reading in heard)
    return Probe(_most_informative(heard), sizes[-1] if sizes else None, clockless)


def _most_informative(heard: Sequence[Reading]) -> Reading | None:
    said = [reading for reading in heard if not isinstance(reading, LinkUp | Noise | Unknown | LinkDown)]
    kinds = ([reading for reading in said if isinstance(reading, kind)] for kind in (Identity, Snapshot, ClockTimes))
    down = [reading for reading in heard if isinstance(reading, LinkDown)]
    up = [reading for reading in heard if isinstance(reading, LinkUp)]  # not of its own if it never answers
    best = next(filter(None, kinds), said) or down or up
    return best[-1] if best else None


async def identify(url: str) -> DriverSpec:
    """The driver of the device at this address, by the address itself or by trying those that may fit.

    Raises `NotReachedError` if it cannot be opened, `UnrecognisedDeviceError` if it answers to no driver.
    """
    check_address(url)
    names = dict.fromkeys((*registry.BUILT_IN, *registry.names()))  # the commonest first
    candidate = await _candidate(url, [registry.find(name) for name in names])
    if len(candidate.drivers) == 1:
        return registry.find(candidate.drivers[0])
    for name in candidate.drivers:
        found = await probe(registry.find(name), url)
        if found.unreachable:
            raise NotReachedError(url, found.unreachable)
        if driver := found.driver(name, candidate.drivers):
            return registry.find(driver)
    raise UnrecognisedDeviceError(url)


async def _candidate(url: str, specs: Sequence[DriverSpec]) -> Candidate:
    """The drivers that may fit, as few as the address or what is known of the port lets be."""
    scheme, _, rest = url.partition("://")
    if scheme == "evdev":
        return Candidate(url, "keys", (BUTTONS,))
    candidate = at_address(url, specs)
    if scheme == "ble":
        return replace(candidate, drivers=await _advertised(url, unquote(rest).strip("/"), specs))
    if scheme == "serial":
        return replace(candidate, drivers=_likeliest_first(candidate.drivers, _vendor(rest)))
    return candidate


async def _advertised(url: str, wanted: str, specs: Sequence[DriverSpec]) -> tuple[str, ...]:
    """The drivers that fit a name or an address, by the name itself or by what the device advertises."""
    from .transport.ble import discover

    profiles = _ble_profiles(specs)
    if named := tuple(driver for driver, profile in profiles.items() if profile.knows_name(wanted)):
        return named
    for heard in await discover(SCAN_S):
        if wanted.strip().lower() in (heard.name.lower(), heard.address.lower()):
            return heard.fitting(profiles)
    raise PortUnavailableError(url, PortReason.NOT_HEARD)


def _ble_profiles(specs: Sequence[DriverSpec]) -> dict[str, BleProfile]:
    return {spec.name: spec.ble for spec in specs if spec.ble is not None}


def _vendor(port: str) -> int | None:
    """The USB maker of a serial port, if it is one of USB."""
    from .serial_ports import serial_ports

    for known in serial_ports():
        if port == f"usb:{known.serial_number}" or Path(port).resolve() == Path(known.device).resolve():
            return known.vid
    return None
