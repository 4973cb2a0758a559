"""One address takes only so many of a relay's connections, and keeps no arbiter out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from gateway.relay.access.access import RelayAccess
from gateway.relay.access.arbiters import Arbiters
from gateway.relay.web.address_limits import AddressLimits
from gateway.texts.library import Library

from .conftest import ARBITER, Relay, eventually, run_relay
from .fakes import Broker, wall

_LIMIT = 10


@pytest.fixture
async def narrow(broker: Broker, event: str, tmp_path: Path) -> AsyncIterator[Relay]:
    async with run_relay(broker.url, event, tmp_path / "relay.journal", per_address=_LIMIT) as relay:
        yield relay


@contextlib.asynccontextmanager
async def _crowd(relay: Relay, several: int) -> AsyncIterator[None]:
    async with contextlib.AsyncExitStack() as viewers:
        for _ in range(several):
            watch = await viewers.enter_async_context(relay.watch())
            await watch.until_type("hello")
        yield


async def _status(relay: Relay, path: str = "/api/health", **headers: str) -> int:
    async with httpx.AsyncClient(base_url=relay.url, headers=headers, trust_env=False) as client:
        return (await client.get(path)).status_code


async def test_one_more_than_an_address_may_have_is_told_to_come_later(
    narrow: Relay, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "gateway.relay.web.address_limits")
    async with _crowd(narrow, _LIMIT):
        async with httpx.AsyncClient(base_url=narrow.url, trust_env=False) as client:
            answer = await client.get("/api/health", headers={"Accept-Language": "zh"})
            assert (answer.status_code, answer.headers["connection"]) == (503, "close")
            assert "连接过多" in answer.json()["why"]
            page = await client.get("/api/tables", headers={"Accept": "text/html"})
            assert page.status_code == 503
            assert "Too many connections come from your address" in page.text
        with pytest.raises(InvalidStatus, match="503"):
            async with narrow.watch():
                pass
        assert len(caplog.messages) == 1  # said once, not for each
    await eventually(lambda: not narrow.public.viewers)

    # Their connections go a little later than they do as viewers.
    async with asyncio.timeout(30):
        while await _status(narrow) != 200:  # noqa: ASYNC110 - the server has no event for it
            await asyncio.sleep(0.01)


async def test_arbiters_come_in_however_many_connections_their_address_has(narrow: Relay) -> None:
    session = await narrow.cookie()
    async with _crowd(narrow, _LIMIT):
        assert await _status(narrow) == 503
        for _ in range(2 * _LIMIT):  # more than the limit: they are not counted
            assert await _status(narrow, Cookie=session) == 200
        async with narrow.watch(headers={"Cookie": session}) as watch:
            assert (await watch.until_type("hello"))["role"]
        # One who has no session yet can sign in.
        assert [await _status(narrow, path) for path in ("/", "/pages/app.js")] == [200, 200]
        assert await _status(narrow, f"/sign-in/{ARBITER.key}") in {200, 303}


class _Line:
    """A connection that goes when it likes: an encrypted one stays until the other side agrees."""

    def abort(self) -> None: ...


async def test_those_who_were_turned_away_keep_no_arbiter_out() -> None:
    sessions = RelayAccess(Arbiters([ARBITER]), wall).sessions
    limits = AddressLimits(sessions, Library.load(), _LIMIT, uncounted=lambda _: False)

    def admitted(path: str) -> bool:
        line = _Line()
        limits.opened(line, "192.0.2.1")
        return limits.admits(line, path, "")

    assert all(admitted("/ws") for _ in range(_LIMIT))
    assert not any(admitted("/ws") for _ in range(100))
    assert admitted(f"/sign-in/{ARBITER.key}")


async def test_connections_that_ask_for_nothing_make_room_for_new_ones(narrow: Relay) -> None:
    port = int(narrow.url.rpartition(":")[2])
    idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(_LIMIT + 5)]
    assert await _status(narrow) == 200
    async with asyncio.timeout(30):
        with contextlib.suppress(ConnectionResetError):
            assert await idle[0][0].read() == b""  # the oldest was cut, long before its time
    for _, writer in idle:
        writer.close()
