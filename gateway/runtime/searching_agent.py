"""A table agent that finds its board by itself, at a bridge table its buttons.

On the bus from the first moment, it looks until a board answers.
What was found is kept, and taken up at once by the next start. A board that is not there any more is looked for again
when it has not shown itself for a while: perhaps another one stands on the table now.
"""

from __future__ import annotations

import asyncio
import logging

from .agent import Agent
from .board_search import FoundDevices, keep_devices, kept_devices, search_buttons, search_devices, with_devices
from .service_manager import ServiceManager
from .settings import TableSettings

__all__ = ["serve_searching"]

log = logging.getLogger(__name__)

_PATIENCE_S = 20.0
"""Seconds that a board which was found before has to answer; a Pi is often up before the board is switched on."""
_LOOK_S = 0.5


async def serve_searching(settings: TableSettings, manager: ServiceManager) -> None:
    """Serve the table until cancelled."""
    known = kept_devices(settings)
    while True:
        agent = await Agent.open(settings if known is None else with_devices(settings, known), manager)
        serving = asyncio.create_task(agent.run(), name="agent")
        searching = asyncio.create_task(_another(agent, settings, known), name="search")
        try:
            await asyncio.wait({serving, searching}, return_when=asyncio.FIRST_COMPLETED)
            if not searching.done():
                await serving  # it ends by what went wrong
                return
        finally:
            for task in (serving, searching):
                task.cancel()
            await asyncio.wait({serving, searching})
        known = searching.result()
        keep_devices(settings, known)


async def _another(agent: Agent, settings: TableSettings, known: FoundDevices | None) -> FoundDevices:
    """Devices that are not those known; never, as long as these are there."""
    if known is not None:
        try:
            async with asyncio.timeout(_PATIENCE_S):
                while not agent.sees_device:  # noqa: ASYNC110 - told by whatever happens at a table
                    await asyncio.sleep(_LOOK_S)
            await asyncio.Event().wait()
        except TimeoutError:
            log.warning("What was found before does not answer: looking for another one.")
    while True:
        look = search_buttons if settings.bridge else search_devices
        found = await look(settings.search, lambda: agent.sees_device)
        if found is None:
            await asyncio.Event().wait()
        elif found != known:
            return found
        await asyncio.sleep(_LOOK_S)  # it is there and cannot be opened
