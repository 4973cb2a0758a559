"""`flagfall devices`: what is plugged in or within reach, which driver fits, and whether it answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.table import Table

import drivers
from drivers import discovery, registry
from drivers.discovery import Candidate
from drivers.errors import DriverError
from drivers.readings import ClockTimes, Identity, LeverPressed, LinkUp, Reading, Snapshot
from drivers.spec import DriverSpec
from gateway.model.errors import SettingsError

from .decode import DriverOptions, configured
from .device_screen import Face
from .settings_writer import KEYS, Found, sections, write_configuration

__all__ = ["devices"]

HELP_SECONDS = "How long to listen for Bluetooth; 0 leaves it out."


def devices(
    watch: Annotated[bool, typer.Option("--watch", help="Show live readings as a board drawing.")] = False,
    url: Annotated[list[str] | None, typer.Option(help="Look at this address only; may be given twice.")] = None,
    driver: Annotated[str, typer.Option(help="Try this driver only.")] = "",
    option: DriverOptions = None,
    try_them: Annotated[bool, typer.Option("--try/--no-try", help="Open each and see which driver answers.")] = True,
    bluetooth: Annotated[float, typer.Option(metavar="SECONDS", help=HELP_SECONDS)] = 5.0,
    write: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a table's settings for the first board, and a clock beside it; or add them to settings that "
            "name no board yet.",
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop watching after this many seconds.")] = None,
) -> None:
    """List serial ports and Bluetooth advertisements with the driver that fits, and try them."""
    logging.getLogger("drivers").addHandler(logging.NullHandler())  # that a wrong driver gets no answer is no news
    console = Console()
    for given in url or ():
        discovery.check_address(given)
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
        new = not write.exists()
        write_configuration(write, found)
        then = (
            f"{write} is ready: see to its event, table and game, then: flagfall table --config {write}"
            if new
            else f"{write} names its devices now. Then: sudo systemctl restart flagfall-table@{write.stem}"
        )
        console.print(then, soft_wrap=True, highlight=False)
    elif first is not None and not watch:
        console.print("\n" + sections(found), markup=False, highlight=False, soft_wrap=True)
    if watch and first is not None:
        asyncio.run(_watch(console, configured(first.driver, option), first.url, seconds))


# -- finding -----------------------------------------------------------------------------------------------------------


async def _find(urls: Sequence[str], driver: str, bluetooth_s: float) -> tuple[list[Found], list[str]]:
    specs = [registry.find(driver)] if driver else [registry.find(name) for name in registry.names()]
    if urls:
        return [_listed(discovery.at_address(url, specs, driver)) for url in urls], []
    candidates = discovery.in_reach(specs, driver)
    remarks = []
    if bluetooth_s > 0:
        try:
            candidates += await discovery.on_the_air(specs, bluetooth_s)
        except (ImportError, DriverError) as error:
            remarks.append(f"Bluetooth is left out: {error}")
    return [_listed(candidate) for candidate in candidates], remarks


def _listed(candidate: Candidate) -> Found:
    return Found(candidate.url, candidate.what, candidate.drivers, KEYS if candidate.keys else "")


# -- trying ------------------------------------------------------------------------------------------------------------


async def _try_all(found: Sequence[Found], options: Sequence[str] | None) -> list[Found]:
    """All ports at once, the drivers of each in turn."""
    return list(await asyncio.gather(*(_try(one, options) for one in found)))


async def _try(found: Found, options: Sequence[str] | None) -> Found:
    answer = found.answer or ("nobody answered" if found.drivers else "no driver fits")
    for name in found.drivers:
        spec = configured(name, options if len(found.drivers) == 1 else None)
        probe = await discovery.probe(spec, found.url)
        if probe.unreachable:
            return Found(found.url, found.what, found.drivers, probe.unreachable)
        driver = probe.driver(name, found.drivers)
        if driver and probe.said is not None:
            words = _words(probe.said)
            return Found(found.url, found.what, found.drivers, words, driver, probe.size, spec.chosen, probe.clockless)
    return Found(found.url, found.what, found.drivers, answer)


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


# -- printing ----------------------------------------------------------------------------------------------------------


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
    stopped = contextlib.suppress(TimeoutError, asyncio.CancelledError)
    with Live(face.draw(), console=console, auto_refresh=False) as live, stopped:
        async with asyncio.timeout(seconds), drivers.open(url, spec.name, options=spec.chosen, wait=True) as device:
            while True:
                face.take(await device.stamped())
                live.update(face.draw(), refresh=True)
