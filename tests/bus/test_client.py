"""The connection to the broker, where it does not need one."""

from __future__ import annotations

import asyncio

import pytest

from gateway.bus import client
from gateway.bus.client import Bus, Session, _heed_cancelling
from tests.ports import free_port


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


async def test_where_nobody_listens_it_is_asked_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker that is starting: whoever grew tired of a busy one waits longer."""
    monkeypatch.setattr(client, "_PAUSES_S", (3600.0,))
    came, port = asyncio.Event(), free_port()

    async def nothing(_: Session) -> None:
        pass

    def answered(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.set()
        writer.close()

    bus, lost = Bus(f"mqtt://127.0.0.1:{port}", "t1"), asyncio.Event()
    monkeypatch.setattr(client.log, "log", lambda *_: lost.set())
    running = asyncio.create_task(bus.run(nothing))
    await lost.wait()
    async with await asyncio.start_server(answered, "127.0.0.1", port):
        await came.wait()
        running.cancel()
        await asyncio.wait({running})
