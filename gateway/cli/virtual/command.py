"""`flagfall virtual` as it stands on the command line."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from gateway.model.errors import GatewayError
from gateway.relay.server import make_server
from gateway.runtime.ports import require_free

from .app import create_app
from .hall import HOST, VirtualHall
from .table import GAMES, VirtualTable

__all__ = ["virtual"]


def virtual(
    game: Annotated[str, typer.Option(help="What is played: " + ", ".join(GAMES) + ".")] = "draughts-international",
    control: Annotated[str, typer.Option(help="The time control, one the simulated clock can be set to.")] = "5m+3s",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port of the table's page.")] = 8010,
    hall: Annotated[bool, typer.Option(help="Start a broker, a relay and the table's agent as well.")] = True,
    pty: Annotated[Path | None, typer.Option(metavar="PATH", help="Link the board's serial port to this path.")] = None,
) -> None:
    """Move pieces and press the clock of a simulated board in the browser; its bytes take the road of a real one's."""
    require_free(HOST, port)
    with tempfile.TemporaryDirectory(prefix="flagfall-virtual-") as folder:
        table = VirtualTable(game, control, pty.absolute() if pty is not None else Path(folder) / "board")
        around = VirtualHall(Path(folder), game, control, table.port.url, port + 1) if hall else None
        asyncio.run(_run(table, around, port))


async def _run(table: VirtualTable, hall: VirtualHall | None, port: int) -> None:
    """Serve until Ctrl-C; raise in one sentence if a part does not stay up."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    told = asyncio.create_task(stop.wait())
    running = asyncio.create_task(_serve(table, hall, port))
    await asyncio.wait({told, running}, return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    running.cancel()
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await running
    except* GatewayError as group:
        raise _first(group) from None
    print("The virtual table is closed; nothing is left running.")


async def _serve(table: VirtualTable, hall: VirtualHall | None, port: int) -> None:
    server = make_server(create_app(table, hall.public if hall else None), HOST, port)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign, assignment]  # signals are ours
    async with table.port, asyncio.TaskGroup() as tasks:
        try:
            if hall is not None:
                print("Starting a broker, a relay and the table's agent ...", flush=True)
                await hall.open()
            serving = tasks.create_task(server.serve(), name="page")
            while not server.started and not serving.done():  # noqa: ASYNC110 - it has no other bell
                await asyncio.sleep(0.02)
            print(f"\n  Virtual table: http://{HOST}:{port}/")
            if hall is not None:
                print(f"  Everyone:      {hall.public}\n  Arbiter:       {hall.sign_in}")
                tasks.create_task(hall.keep(), name="hall")
            else:
                print(f'  For a table\'s settings: driver = "dgt", url = "{table.port.url}"')
            print("\nCtrl-C ends it.", flush=True)
            await asyncio.shield(serving)
        finally:
            server.should_exit = True
            if hall is not None:
                await hall.close()


def _first(group: BaseExceptionGroup[GatewayError]) -> GatewayError:
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error
