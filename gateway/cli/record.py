"""`flagfall record`: keep what a device and the computer say to each other."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
import time
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from drivers.codec import channel_of
from drivers.link import Link
from drivers.readings import LinkDown, Stamped
from drivers.spec import DriverSpec
from drivers.transport import check_url
from drivers.transport.capture import Transfer, format_header, format_transfer
from gateway.model.errors import SettingsError

from .decode import DriverOptions, configured, format_reading

__all__ = ["record"]


def record(
    driver: Annotated[str, typer.Argument(metavar="DRIVER", help="The kind of device, such as dgt.")],
    url: Annotated[str, typer.Argument(metavar="URL", help="serial:///dev/..., tcp://host:port or ble://name.")],
    out: Annotated[
        str, typer.Option("--out", "-w", metavar="FILE", help="Where to write; - is standard output.")
    ] = "-",
    seconds: Annotated[float | None, typer.Option(help="Stop after this many seconds; otherwise at Ctrl-C.")] = None,
    note: Annotated[str, typer.Option(help="What happened, for the first line of the file.")] = "",
    show: Annotated[bool, typer.Option(help="Print the readings to standard error meanwhile.")] = False,
    option: DriverOptions = None,
) -> None:
    """Keep all traffic with a device, with times, in a file that `decode`, `sim --replay` and tests read."""
    spec = configured(driver, option)
    check_url(url, spec.serial, spec.ble, spec.hid)
    logging.getLogger("drivers").addHandler(logging.NullHandler())  # we tell it ourselves
    with contextlib.ExitStack() as stack:
        if out != "-" and Path(out).is_file() and Path(out).stat().st_size:
            raise SettingsError(f"{out} exists already and is left as it is: name another file.")
        try:
            file = sys.stdout.buffer if out == "-" else stack.enter_context(Path(out).open("wb"))
        except OSError as error:
            raise SettingsError(f"{out} cannot be written: {error.strerror}.") from error
        file.write(format_header(driver, **({"note": note} if note else {})))
        count = asyncio.run(_record(spec, url, file, seconds, show=show))
    typer.echo(f"{count} transfers", err=True)


async def _record(spec: DriverSpec, url: str, file: BinaryIO, seconds: float | None, *, show: bool) -> int:
    zero_ns = time.monotonic_ns()
    count = 0

    def now() -> int:
        return (time.monotonic_ns() - zero_ns) // 1_000_000

    def keep(at: int, way: str, data: bytes) -> None:
        nonlocal count
        count += 1
        file.write(format_transfer(Transfer(at, way, data, channel_of(data))))
        file.flush()

    def hear(stamped: Stamped) -> None:
        if isinstance(stamped.reading, LinkDown):
            typer.echo(stamped.reading.reason, err=True)
        elif show:
            typer.echo(format_reading(stamped.reading, stamped.at), err=True)

    enough = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, enough.set)
    link = asyncio.create_task(Link(spec, url, now, capture=keep).run(hear))
    stop = asyncio.create_task(enough.wait())
    await asyncio.wait((link, stop), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in (link, stop):
        task.cancel()
    await asyncio.wait((link, stop))
    with contextlib.suppress(asyncio.CancelledError):
        link.result()  # raises what went wrong there
    return count
