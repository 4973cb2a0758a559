"""Running a role as a process: settings, logs, the loop, and stopping on a signal."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
from collections.abc import Coroutine
from pathlib import Path
from types import FrameType

import uvloop

from .logs import set_up_logs
from .service_manager import ServiceManager
from .settings import RelaySettings, TableSettings

__all__ = ["run_relay", "run_table", "until_told"]


def run_table(config: Path) -> None:
    """Run a table agent until it is told to stop."""
    settings = TableSettings.from_file(config)
    set_up_logs(settings.log.level, settings.log.format, settings.table)
    manager = ServiceManager()

    async def serve() -> None:
        try:
            if settings.device is None and not (settings.bridge and settings.clock):
                from .searching_agent import serve_searching

                await serve_searching(settings, manager)
            else:
                await _serve_table(settings, manager)
        finally:
            manager.stopping()

    uvloop.run(until_told(serve()))


async def _serve_table(settings: TableSettings, manager: ServiceManager) -> None:
    from .agent import Agent

    agent = await Agent.open(settings, manager)
    # What is there now stays. To look through it again and again would take tens of milliseconds each time.
    gc.collect()
    gc.freeze()
    await agent.run()


def run_relay(config: Path) -> None:
    """Run a relay until it is told to stop."""
    settings = RelaySettings.from_file(config)
    set_up_logs(settings.log.level, settings.log.format, "relay")
    from .relay_process import serve

    # Thousands of long-lived objects a viewer and few cycles: the default threshold makes pauses that viewers see.
    gc.set_threshold(50_000, 50, 1000)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _let_the_server_do_it)
    asyncio.run(serve(settings))


def _let_the_server_do_it(number: int, frame: FrameType | None) -> None:
    """The HTTP server catches the signal, ends its connections, and raises it again when it is done."""


async def until_told(work: Coroutine[object, object, None]) -> None:
    """Run until the work ends by itself or SIGINT or SIGTERM asks for an orderly end."""
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        try:
            await task
        except* Exception as group:  # noqa: BLE001 - passed on, not swallowed
            # A task group wraps the one thing that went wrong; the command line wants that thing.
            raise _only(group) from None


def _only(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
