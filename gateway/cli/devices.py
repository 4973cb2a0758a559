"""`flagfall devices`: what is plugged in or within reach, which driver fits, and whether it answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import serialx
import typer
from rich.console import Console
from rich.live import Live
from rich.table import Table

from drivers import registry
from drivers.errors import DriverError
from drivers.link import Link
from drivers.readings import (
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
from drivers.spec import BleProfile, DriverSpec, HidProfile, SerialLine
from drivers.transport import check_url
from drivers.transport.hid import list_hid_devices
from gateway.model.errors import SettingsError

from .decode import Options, configured
from .device_screen import Face
from .settings_writer import KEYS, Found, sections, write_configuration

__all__ = ["devices"]

PATIENCE_S = 4.0
"""How long a driver may try a port: the slowest board needs three of its lines, or one answer of three."""

MORE_S = 0.5
"""What stands there is known; a serial number, which tells one board from another, may follow."""

VENDORS = {0x045B: ("dgt",), 0x10C4: ("certabo", "tabutronic", "dgt"), 0x0403: ("chesslink", "dgt")}
"""USB makers (DGT; Silicon Labs, FTDI: chips of cables) to the drivers that are tried first."""

MICROCONTROLLERS = frozenset({0x2341, 0x2A03, 0x2E8A, 0x303A, 0x1A86, 0x239A, 0x16C0})
"""Arduino (twice), Raspberry Pi, Espressif, WCH, Adafruit, PJRC: what people make boards and buttons of."""

KEYBOARDS = Path("/dev/input/by-id")
PINS = Path("/dev/input/by-path")

ANYTHING = (SerialLine(9600), BleProfile("", "", ()), HidProfile(0))
"""Whatever a device is reached by: only the address itself is checked."""

HELP_SECONDS = "How long to listen for Bluetooth; 0 leaves it out."


def devices(
    watch: Annotated[bool, typer.Option("--watch", help="Show live readings as a board drawing.")] = False,
    url: Annotated[list[str] | None, typer.Option(help="Look at this address only; may be given twice.")] = None,
    driver: Annotated[str, typer.Option(help="Try this driver only.")] = "",
    option: Options = None,
    try_them: Annotated[bool, typer.Option("--try/--no-try", help="Open each and see which driver answers.")] = True,
    bluetooth: Annotated[float, typer.Option(metavar="SECONDS", help=HELP_SECONDS)] = 5.0,
    write: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a table configuration for the first board, and a clock beside it."),
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop watching after so long.")] = None,
) -> None:
    """List serial ports and Bluetooth advertisements with the driver that fits, and try them."""
    logging.getLogger("drivers").addHandler(logging.NullHandler())  # that a wrong driver gets no answer is no news
    console = Console()
    for given in url or ():
        check_url(given, *ANYTHING)
    if driver == "buttons" and (try_them or watch):
        console.print("Press a button of the clock now, so that it can be told from others.")
    found, remarks = asyncio.run(_find(url or [], driver, bluetooth))
    if try_them or watch or write:
        found = asyncio.run(_try_all(found, option))
    _print(console, found, remarks)
    first = next((one for one in found if one.driver), None)
    if (watch or write) and first is None:
        raise SettingsError("No device answered: check that it is switched on and that no other program uses it.")
    if write is not None:
        write_configuration(write, found)
        console.print(f"{write} is ready: see to its event, table and game, then: flagfall table --config {write}")
    elif first is not None and not watch:
        console.print("\n" + sections(found), markup=False, highlight=False)
    if watch and first is not None:
        asyncio.run(_watch(console, configured(first.driver, option), first.url, seconds))


# -- finding -----------------------------------------------------------------------------------------------------------


async def _find(urls: Sequence[str], driver: str, bluetooth_s: float) -> tuple[list[Found], list[str]]:
    specs = [registry.find(driver)] if driver else [registry.find(name) for name in registry.names()]
    if urls:
        return [_given(url, specs, driver) for url in urls], []
    found = _serial_ports(specs, driver) + _usb_devices(specs) + _keyboards(specs)
    remarks = []
    if bluetooth_s > 0:
        try:
            found += await _advertisements(specs, bluetooth_s)
        except (ImportError, DriverError) as error:
            remarks.append(f"Bluetooth is left out: {error}")
    return found, remarks


def _given(url: str, specs: Sequence[DriverSpec], driver: str) -> Found:
    road = url.partition("://")[0]
    if road == "evdev" and driver != "buttons":
        return Found(url, "given", (), KEYS)
    fits = (spec.name for spec in specs if _tried(spec, driver) and _reaches(spec, road, driver))
    return Found(url, "given", tuple(fits))


def _tried(spec: DriverSpec, driver: str) -> bool:
    """A device that speaks when it likes is tried only by whoever asks for it: silence would tell nothing."""
    return spec.answers or spec.name == driver


def _reaches(spec: DriverSpec, road: str, driver: str) -> bool:
    if road == "tcp" and spec.name == driver:
        return True  # a double of anything, or somebody's bridge
    return {"ble": spec.ble, "hid": spec.hid}.get(road, spec.serial) is not None


def _serial_ports(specs: Sequence[DriverSpec], driver: str) -> list[Found]:
    wired = [spec.name for spec in specs if spec.serial is not None and _tried(spec, driver)]
    buttons = any(spec.name == "buttons" for spec in specs)
    found = []
    ports = serialx.list_serial_ports()
    numbers = [port.serial_number for port in ports]
    for port in ports:
        likely = [name for name in VENDORS.get(port.vid or 0, ()) if name in wired]
        what = " ".join(filter(None, (port.manufacturer, port.product, port.serial_number))) or "serial port"
        # Ports on the main board are there whether or not anything is plugged in: listed, and tried last.
        drivers = (*likely, *(name for name in wired if name not in likely))
        silent = KEYS if buttons and port.vid in MICROCONTROLLERS else ""
        found.append((port.vid is None, Found(_lasting(port, numbers), what, drivers, silent)))
    return [one for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].url))]


def _lasting(port: serialx.SerialPortInfo, numbers: Sequence[str | None]) -> str:
    """An address that is still right after a restart: by the serial number, if it has one of its own."""
    named = port.device.startswith("/dev/serial/by-")
    if named or not port.serial_number or numbers.count(port.serial_number) > 1:
        return f"serial://{port.device}"
    return f"serial://usb:{port.serial_number}"


def _usb_devices(specs: Sequence[DriverSpec]) -> list[Found]:
    """Devices with reports of their own, by their makers; keyboards and mice are among them and fit no driver."""
    found = []
    for device in list_hid_devices():
        fits = tuple(spec.name for spec in specs if spec.hid is not None and spec.hid.vendor == device.vendor)
        if fits:
            found.append(Found(device.url, device.name, fits))
    return found


def _keyboards(specs: Sequence[DriverSpec]) -> list[Found]:
    """Keys that could be buttons; only a person knows whether they are, so they are listed and not tried."""
    if not any(spec.name == "buttons" for spec in specs):
        return []
    # Each GPIO pin has a file of its own; together they are one clock.
    pins = sorted(str(path) for path in PINS.glob("platform-*-event*") if "usb" not in path.name)
    found = [Found("evdev://" + ",".join(pins), "keys on GPIO pins", (), KEYS)] if pins else []
    paths = sorted(KEYBOARDS.glob("*-event-kbd"))
    return [*found, *(Found(f"evdev://{path}", "keyboard, or buttons as one", (), KEYS) for path in paths)]


async def _advertisements(specs: Sequence[DriverSpec], seconds: float) -> list[Found]:
    from drivers.transport.ble import discover

    found = []
    for heard in await discover(seconds):
        fits = tuple(spec.name for spec in specs if spec.ble is not None and heard.fits(spec.ble))
        if fits:
            found.append(Found(f"ble://{heard.address}", f"{heard.name or 'nameless'}, {heard.rssi} dBm", fits))
    return found


# -- trying ------------------------------------------------------------------------------------------------------------


async def _try_all(found: Sequence[Found], options: Sequence[str] | None) -> list[Found]:
    """All ports at once, the drivers of each in turn."""
    return list(await asyncio.gather(*(_try(one, options) for one in found)))


async def _try(found: Found, options: Sequence[str] | None) -> Found:
    answer = found.answer or ("nobody answered" if found.drivers else "no driver fits")
    for name in found.drivers:
        spec = configured(name, options if len(found.drivers) == 1 else None)
        said, size, clockless = await _listen(spec, found.url)
        if isinstance(said, LinkDown):
            if (said.permanent or "Cannot open" in said.reason) and "(wrong device)" not in said.reason:
                return Found(found.url, found.what, found.drivers, said.reason)
            continue
        if said is not None:
            driver = _named(said, found.drivers) or name
            return Found(found.url, found.what, found.drivers, _words(said), driver, size, spec.chosen, clockless)
    return Found(found.url, found.what, found.drivers, answer)


async def _listen(spec: DriverSpec, url: str) -> tuple[Reading | None, tuple[int, int] | None, bool]:
    """The most telling thing that a device says to this driver, a `LinkDown` if it cannot be reached; the size of its
    board; and whether it misses a clock."""
    heard: list[Reading] = []
    enough = asyncio.Event()

    def hear(stamped: Stamped) -> None:
        heard.append(stamped.reading)
        if isinstance(stamped.reading, LeverPressed | LinkDown):
            enough.set()
        elif isinstance(stamped.reading, Snapshot | ClockTimes):
            asyncio.get_running_loop().call_later(MORE_S, enough.set)

    link = asyncio.create_task(Link(spec, url, _now).run(hear))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_S):
            await enough.wait()
    link.cancel()
    await asyncio.wait([link])
    said = [reading for reading in heard if not isinstance(reading, LinkUp | Noise | Unknown | LinkDown)]
    down = [reading for reading in heard if isinstance(reading, LinkDown)]
    up = [reading for reading in heard if isinstance(reading, LinkUp)]  # not of its own if it never answers
    telling = ([reading for reading in said if isinstance(reading, kind)] for kind in (Identity, Snapshot, ClockTimes))
    best = next(filter(None, telling), said) or down or up
    sizes = [(reading.rows, reading.cols) for reading in heard if isinstance(reading, Snapshot)]
    clockless = any(isinstance(reading, ClockMissing) for reading in heard)
    return best[-1] if best else None, sizes[-1] if sizes else None, clockless


def _named(reading: Reading, drivers: Sequence[str]) -> str:
    """The driver whose name the device gives for its own: some drivers understand a sibling's device too."""
    product = reading.product.lower() if isinstance(reading, Identity) else ""
    return next((name for name in drivers if product.startswith(name)), "")


def _words(reading: Reading) -> str:
    match reading:
        case Identity(product, serial, firmware):
            parts = (product, f"serial number {serial}" if serial else "", f"version {firmware}" if firmware else "")
            return ", ".join(filter(None, parts))
        case Snapshot(rows, cols, cells):
            return f"a board of {rows}x{cols} with {len(cells) - cells.count('.')} pieces"
        case ClockTimes(left_ms, right_ms):
            left, right = (str(timedelta(seconds=ms // 1000)) for ms in (left_ms, right_ms))
            return f"a clock that shows {left} and {right}"
        case LeverPressed(seat):
            return f"its {seat} button was pressed"
        case LinkUp():
            return "it is open, and has said nothing yet"
        case _:
            return "it answers"


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


# -- telling -----------------------------------------------------------------------------------------------------------


def _print(console: Console, found: Sequence[Found], remarks: Sequence[str]) -> None:
    if found:
        table = Table("address", "what", "driver", "answer", box=None, pad_edge=False)
        for one in found:
            table.add_row(one.url, one.what, one.driver or "?", one.answer)
        console.print(table)
    else:
        console.print("No serial port, and no Bluetooth device that a driver knows.")
    for remark in remarks:
        console.print(remark, markup=False, style="dim")


async def _watch(console: Console, spec: DriverSpec, url: str, seconds: float | None) -> None:
    face = Face(spec.title, url, spec.geometries)
    with Live(face.draw(), console=console, auto_refresh=False) as live:

        def hear(stamped: Stamped) -> None:
            face.take(stamped)
            live.update(face.draw(), refresh=True)

        link = Link(spec, url, _now)
        with contextlib.suppress(TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(seconds):
                await link.run(hear)
