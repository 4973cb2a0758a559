"""Search for the board of a table whose settings name none: what is plugged in is tried until something answers.

Only what hangs on this computer by a cable is taken, and the addresses that the settings list. A Bluetooth board could
be the next table's: a person says whose it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import msgspec

from drivers import discovery, registry
from drivers.discovery import Candidate
from drivers.errors import DriverError
from drivers.spec import Capability, DriverSpec

from .setting_checks import is_clock
from .settings import ClockSection, DeviceSection, TableSettings

__all__ = [
    "DeviceAddress",
    "FoundDevices",
    "keep_devices",
    "kept_devices",
    "search_buttons",
    "search_devices",
    "with_devices",
]

log = logging.getLogger(__name__)

_PAUSE_S = 2.0
"""Seconds between two looks at what is plugged in."""
_REMIND_S = 300.0


class DeviceAddress(msgspec.Struct, frozen=True):
    """A driver, and where its device is."""

    driver: str
    url: str


class FoundDevices(msgspec.Struct, frozen=True):
    """The devices that were found: a board, and a clock beside it where it has none plugged in."""

    device: DeviceAddress | None
    """None at a bridge table, which has none."""
    clock: DeviceAddress | None = None


async def search_devices(addresses: Sequence[str], enough: Callable[[], bool] = lambda: False) -> FoundDevices | None:
    """Look until a board answers, or until it is enough: then None."""
    return await _search(addresses, enough, _look, _NO_BOARD)


async def search_buttons(addresses: Sequence[str], enough: Callable[[], bool] = lambda: False) -> FoundDevices | None:
    """Look until there are keys, on pins or plugged in, or until it is enough: then None."""
    return await _search(addresses, enough, _look_for_keys, _NO_BUTTONS)


_NO_BOARD = (
    "No board answers yet: plug one in and switch it on. 'flagfall devices' shows what is in reach; a Bluetooth board "
    "has to be named in [device]."
)
_NO_BUTTONS = (
    "No buttons yet: plug a keypad in, wire two buttons to the pins (docs/bridge.md), or name what hangs on a serial "
    "port in [clock]. 'flagfall devices' shows what is in reach."
)


async def _search(
    addresses: Sequence[str],
    enough: Callable[[], bool],
    look: Callable[[Sequence[DriverSpec], Sequence[str]], Awaitable[FoundDevices | None]],
    reminder: str,
) -> FoundDevices | None:
    specs = [registry.find(name) for name in dict.fromkeys((*registry.BUILT_IN, *registry.names()))]  # commonest first
    reminded = 0.0
    loop = asyncio.get_running_loop()
    while not enough():
        found = await look(specs, addresses)
        if found is not None:
            for each in filter(None, (found.device, found.clock)):
                log.info("Found %s at %s.", each.driver, each.url)
            return found
        if not reminded or loop.time() - reminded > _REMIND_S:
            log.warning(reminder)
            reminded = loop.time()
        await asyncio.sleep(_PAUSE_S)
    return None


async def _look(specs: Sequence[DriverSpec], addresses: Sequence[str]) -> FoundDevices | None:
    """One look at everything: all ports at once, the drivers of each in turn."""
    candidates = [discovery.at_address(url, specs) for url in addresses]
    try:
        candidates += [each for each in await asyncio.to_thread(discovery.in_reach, specs) if _is_plugged_in(each)]
    except (DriverError, OSError) as error:
        log.warning("Ports could not be listed: %s", error)
    answers = await asyncio.gather(*(_answer(candidate) for candidate in candidates))
    answered = [answer for answer in answers if answer is not None]
    board = next((each for each in answered if registry.find(each[0].driver).geometries), None)
    if board is None:
        return None
    address, clockless = board
    if Capability.CLOCK in registry.find(address.driver).capabilities and not clockless:
        return FoundDevices(address)
    clock = next((each for each, _ in answered if is_clock(registry.find(each.driver))), None)
    pins = next((each.url for each in candidates if each.keys and "platform-" in each.url), None)
    if clock is None and pins is not None:  # keys on pins are there because somebody has wired them
        clock = DeviceAddress(discovery.BUTTONS, pins)
    return FoundDevices(address, clock)


async def _look_for_keys(specs: Sequence[DriverSpec], addresses: Sequence[str]) -> FoundDevices | None:
    """Pins that the kernel makes keys of, else a keypad: whatever is wired to a bridge table's computer is for it."""
    candidates = [discovery.at_address(url, specs) for url in addresses]
    try:
        candidates += await asyncio.to_thread(discovery.in_reach, specs)
    except (DriverError, OSError) as error:
        log.warning("Ports could not be listed: %s", error)
    keys = sorted((each.url for each in candidates if each.keys), key=lambda url: "platform-" not in url)
    return FoundDevices(None, DeviceAddress(discovery.BUTTONS, keys[0])) if keys else None


def _is_plugged_in(candidate: Candidate) -> bool:
    """Ports on the main board serve the console or the radio: nobody is to write there unasked."""
    return (
        any(word in candidate.url.lower() for word in ("usb", "ttyacm"))
        or candidate.url.startswith("hid://")
        or candidate.keys
    )


async def _answer(candidate: Candidate) -> tuple[DeviceAddress, bool] | None:
    """The driver that a port answers to, and whether the board says that no clock is plugged in."""
    for name in candidate.drivers:
        said = await discovery.probe(registry.find(name), candidate.url)
        if said.unreachable:
            return None
        if driver := said.driver(name, candidate.drivers):
            return DeviceAddress(driver, candidate.url), said.clockless
    return None


# -- keeping it --------------------------------------------------------------------------------------------------------


def _file(settings: TableSettings) -> Path:
    return settings.journal.with_name(f"{settings.journal.name}.devices")


def keep_devices(settings: TableSettings, found: FoundDevices) -> None:
    """Keep what was found beside the journal: the next start takes it up at once."""
    try:
        _file(settings).write_bytes(msgspec.json.encode(found))
    except OSError as error:
        log.warning("What was found is not kept: %s", error)


def kept_devices(settings: TableSettings) -> FoundDevices | None:
    """What was found before; None if nothing was, or it is damaged."""
    try:
        return msgspec.json.decode(_file(settings).read_bytes(), type=FoundDevices)
    except (OSError, msgspec.MsgspecError):
        return None


def with_devices(settings: TableSettings, found: FoundDevices) -> TableSettings:
    """The settings as if they named these."""
    device = None if found.device is None else DeviceSection(driver=found.device.driver, url=found.device.url)
    clock = settings.clock
    if clock is None and found.clock is not None:
        clock = ClockSection(driver=found.clock.driver, url=found.clock.url)
    return settings.model_copy(update={"device": device, "clock": clock})
