"""A virtual table as it runs: its page, and the hall around it, until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import uvicorn

from gateway.model.errors import SettingsError
from gateway.relay.web.server import make_server
from gateway.runtime.free_ports import require_free

from .page import create_app
from .virtual_hall import HOST, VirtualHall
from .virtual_table import VirtualTable

__all__ = ["run_virtual"]


def run_virtual(game: str, control: str, port: int, *, hall: bool, pty: Path | None) -> None:
    """Serve a virtual table until Ctrl-C, with a hall of its own if wanted."""
    require_free(HOST, port)
    with tempfile.TemporaryDirectory(prefix="flagfall-virtual-") as folder:
        table = VirtualTable(game, control, _usable(pty) if pty is not None else Path(folder) / "board")
        around = VirtualHall(Path(folder), table, port + 1) if hall else None
        asyncio.run(_run(table, around, port))


def _usable(path: Path) -> Path:
    """The path for the serial port, if nothing of somebody else's stands there."""
    if not path.absolute().parent.is_dir():
        raise SettingsError(
            f"There is no folder {path.absolute().parent} for the serial port: make it, or name another."
        )
    if path.exists() and not path.is_symlink():
        raise SettingsError(f"{path} is there already and is not a link: name another path for the serial port.")
    return path.absolute()


async def _run(table: VirtualTable, hall: VirtualHall | None, port: int) -> None:
    """Serve until Ctrl-C; raise in one sentence if a part does not stay up."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    app = create_app(table, hall)
    server = make_server(app, HOST, port)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign, assignment]  # signals are ours
    try:
        async with table.plugged_in():
            if hall is None:
                where = table.kit.settings().strip().replace("\n", "\n  ")
                await _serve(server, stop, f"For a table's settings:\n\n  {where}", port)
                return
            async with _open(hall, stop):
                await _serve(server, stop, f"Everyone:      {hall.public}\n  Arbiter:       {hall.sign_in}", port)
    finally:
        print("The virtual table is closed; nothing is left running.")


@contextlib.asynccontextmanager
async def _open(hall: VirtualHall, stop: asyncio.Event) -> AsyncIterator[None]:
    """The hall, kept up; `stop` is set when it cannot be."""
    print("Starting a broker, a relay and the table's agent ...", flush=True)
    told, opening = asyncio.create_task(stop.wait()), asyncio.create_task(hall.open())
    keeping: asyncio.Task[None] | None = None
    try:
        await asyncio.wait({told, opening}, return_when=asyncio.FIRST_COMPLETED)
        if opening.done():
            opening.result()
            keeping = asyncio.create_task(hall.keep())
            keeping.add_done_callback(lambda _: stop.set())
        yield
    finally:
        failed = keeping is not None and keeping.done()
        tasks = [task for task in (told, opening, keeping) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await hall.close()
    if failed and keeping is not None:
        keeping.result()


async def _serve(server: uvicorn.Server, stop: asyncio.Event, where: str, port: int) -> None:
    """The page, until told to stop; where everything is, once it answers."""
    if stop.is_set():
        return
    serving = asyncio.create_task(server.serve())
    serving.add_done_callback(lambda _: stop.set())
    while not server.started and not serving.done():  # noqa: ASYNC110 - it has no other bell
        await asyncio.sleep(0.02)
    print(f"\n  Virtual table: http://{HOST}:{port}/\n  {where}\n\nCtrl-C ends it.", flush=True)
    await stop.wait()
    server.should_exit = True
    await serving
