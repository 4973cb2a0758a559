"""The connection to the broker, where it does not need one."""

from __future__ import annotations

import asyncio

import pytest

from gateway.bus.client import _heed_cancelling


async def test_a_cancellation_that_comes_with_the_answer_is_not_lost() -> None:
    """The client waits for an answer with a time limit, which before Python 3.12 forgets that it was cancelled."""
    answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    waiting = asyncio.Event()

    async def publish() -> None:
        waiting.set()
        await asyncio.wait_for(answer, 60)

    task = asyncio.create_task(_heed_cancelling(publish()))
    await waiting.wait()
    answer.set_result(None)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
