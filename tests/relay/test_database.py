"""A relay whose records are in PostgreSQL: the server is killed in the middle of a game, and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from gateway.model.sides import Side
from tests.postgresql import MortalServer, own_server

from .conftest import ARBITER, Relay, eventually, run_relay
from .fakes import Broker, FakeTable, face, moved
from .test_tournament import REGULATIONS

OPEN = {"type": "open_event", "regulations": REGULATIONS}
ENTER = {"type": "enter_player", "person": {"name": "Ann Able", "rating": 2100}}


@pytest.fixture(scope="module")
def mortal() -> Iterator[MortalServer]:
    with own_server() as server:
        yield server


async def test_a_database_that_is_killed_in_the_middle_of_a_game_loses_nothing(
    broker: Broker, event: str, mortal: MortalServer
) -> None:
    url = f"{mortal.url}?schema={event}"
    async with FakeTable(broker.url, event, "t1").running() as table:
        async with run_relay(broker.url, event, url) as relay, relay.client(arbiter=True) as chief:
            table.write_game(3)
            await table.state()
            await eventually(lambda: relay.held("t1") == 7)
            assert (await act(chief, OPEN)).status_code == 200

            await asyncio.to_thread(mortal.kill)
            table.write(moved(Side.WHITE, "34-30"))
            await table.send(8)
            await table.state(ply=7)
            async with relay.watch(arbiter=True) as arbiter, relay.watch() as spectator:
                assert (await arbiter.until_type("store"))["failing"] is True
                # Boards and clocks go on, from what the bus says.
                await table.clock(face(white_ms=123_000))
                await spectator.until(lambda frame: frame["type"] == "clock" and "123000" in str(frame))
                # What the relay alone would have is refused, and does not hold.
                refused = await act(chief, ENTER)
                assert refused.status_code == 503
                assert "has no effect" in refused.json()["why"]
                assert (await chief.get("/api/tables/t1/entries")).status_code == 200  # from memory
                health = (await chief.get("/api/health")).json()
                assert not health["ok"]
                assert "PostgreSQL" in health["store"]
                async with relay.client() as stranger:
                    assert "postgresql://" not in (await stranger.get("/api/health")).text

                await asyncio.to_thread(mortal.start)
                assert (await arbiter.until_type("store"))["failing"] is False
                await eventually(lambda: relay.held("t1") == 8)
            assert (await act(chief, ENTER)).status_code == 200
            cookie = await relay.cookie()
        async with run_relay(broker.url, event, url) as relay:
            await check(relay, table, cookie)


async def act(client: httpx.AsyncClient, what: dict[str, Any]) -> httpx.Response:
    return await client.post("/api/tournament/acts", json={"act": what})


async def check(relay: Relay, table: FakeTable, cookie: str) -> None:
    """The relay has started again, and knows everything from the database."""
    assert await relay.hall.store.read(f"{relay.hall.event}/t1") == table.lines
    await eventually(lambda: relay.held("t1") == 8)  # as soon as the bus has said that there is such a table
    assert relay.hall.health("").journals == {}
    assert [entry.by for entry in relay.hall.event_record.fold.entries] == [ARBITER.name] * 2
    async with relay.client() as client:
        assert (await client.get("/api/audit", headers={"Cookie": cookie})).status_code == 200
        assert (await client.get("/api/audit")).status_code == 401
