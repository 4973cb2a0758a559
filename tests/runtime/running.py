"""An agent that runs in this process, and a way to wait for what it comes to."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

from gateway.record.table_state import TableState
from gateway.runtime.agent import Agent
from gateway.table.reporting import table_state

__all__ = ["running"]

PATIENCE_S = 30
"""How long something may take that takes a moment; only a failing test waits for all of it."""


@contextlib.asynccontextmanager
async def running(agent: Agent) -> AsyncIterator[Callable[[Callable[[TableState], object]], Awaitable[None]]]:
    task = asyncio.create_task(agent.run())

    async def until(so: Callable[[TableState], object]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not so(table_state(agent._table, agent._timeline.now())):  # noqa: ASYNC110 - it tells a broker only
                await asyncio.sleep(0.01)

    try:
        yield until
    finally:
        task.cancel()
        await asyncio.wait([task])
