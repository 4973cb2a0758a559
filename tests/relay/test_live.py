"""The WebSocket: what a viewer is told, and what it may ask."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.exceptions import ConnectionClosedError

from gateway.bus import topics
from gateway.model.sides import Side
from gateway.record.availability import Availability
from gateway.relay import PresentHall
from gateway.relay.hall import viewers
from gateway.relay.hall.viewers import Key

from .conftest import Relay, eventually
from .fakes import Broker, FakeTable, face, moved


async def test_hello_then_tables_then_changes(relay: Relay, table: FakeTable) -> None:
    table.write_game(1)
    await table.state()
    await eventually(lambda: relay.held("t1") == 3)
    async with relay.watch(arbiter=True) as viewer:
        hello = await viewer.until_type("hello")
        assert (hello["event"], hello["role"], hello["name"]) == (relay.hall.event, "chief arbiter", "Ines")
        assert hello["broker"] is True
        shown = await viewer.until_type("table")
        assert (shown["table"], shown["journal"], shown["after"], shown["online"]) == ("t1", 1, 0, True)
        assert [entry["n"] for entry in shown["entries"]] == [1, 2, 3]
        await table.clock(face(1000, 2000, Side.BLACK, 5))
        clock = await viewer.until_type("clock")
        assert clock["clock"]["face"]["black_ms"] == 2000
        await table.state(fen="new")
        assert (await viewer.until_type("state"))["state"]["fen"] == "new"
        await table.say(topics.AVAILABILITY, Availability(True, {"board": False}))
        assert (await viewer.until_type("availability"))["devices"] == {"board": False}
        relay.hall.show_time()
        assert (await viewer.until_type("time"))["now"] > 0


async def test_lines_go_on_from_where_a_viewer_left_off(relay: Relay, table: FakeTable) -> None:
    table.write_game(3)
    await table.state()
    await eventually(lambda: relay.held("t1") == 7)
    for query, after, count in (
        ("?have=t1:5", 5, 2),
        ("?have=t1:5:2", 0, 7),
        ("?have=t1:99", 99, 0),
        ("?have=%20,t1:x", 0, 7),
    ):
        async with relay.watch(query) as viewer:
            shown = await viewer.until_type("table")
            assert (shown["after"], len(shown["entries"])) == (after, count), query


async def test_lines_only_of_followed_tables(broker: Broker, event: str, relay: Relay, table: FakeTable) -> None:
    async with FakeTable(broker.url, event, "t2").running() as second:
        for each in (table, second):
            each.write_game(1)
            await each.state()
        await eventually(lambda: relay.held("t1") == relay.held("t2") == 3)
        async with relay.watch("?follow=") as viewer:
            for _ in range(2):
                assert (await viewer.until_type("table"))["entries"] == []
            wanted = {"type": "subscribe", "follow": ["t2", "t9"], "have": {"t2": [1, 1]}}
            await viewer.connection.send(json.dumps(wanted))
            shown = await viewer.until_type("table")
            assert (shown["table"], shown["after"], len(shown["entries"])) == ("t2", 1, 2)
            table.write(moved(Side.WHITE, "40-35"))
            second.write(moved(Side.WHITE, "41-36"))
            await table.send(4)
            await second.send(4)
            assert (await viewer.until_type("entry"))["table"] == "t2"
            await eventually(lambda: relay.held("t1") == 4)
            await table.state(fen="last")
            await viewer.until(lambda message: message["type"] == "state" and message["state"]["fen"] == "last")
            assert viewer.numbers() == [4]


async def test_a_new_game_is_shown_whole(relay: Relay, table: FakeTable) -> None:
    table.write_game(1)
    await table.state()
    await eventually(lambda: relay.held("t1") == 3)
    async with relay.watch() as viewer:
        await viewer.until_type("table")
        table.write_game(0)
        await table.send(4)
        await viewer.until_entry(4)
        await table.state(game=2, first=4)
        shown = await viewer.until_type("table")
        assert [entry["n"] for entry in shown["entries"]] == [4]


@pytest.mark.parametrize(
    "nonsense",
    [
        "{",
        "[]",
        '{"type":"unsubscribe","follow":["t1"]}',
        '{"type":"subscribe","follow":5}',
        '{"type":"subscribe","have":{"t1":"x"}}',
        '{"type":"subscribe","please":1}',
    ],
)
async def test_nonsense_ends_that_viewers_connection_only(relay: Relay, nonsense: str) -> None:
    async with relay.watch() as good, relay.watch() as bad:
        await good.until_type("hello")
        await bad.until_type("hello")
        await bad.connection.send(nonsense)
        with pytest.raises(ConnectionClosedError) as closed:
            await bad.until_type("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007
        relay.hall.show_time()
        await good.until_type("time")


async def test_a_viewer_that_stops_reading_is_let_go_and_the_others_go_on(
    relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewers, "BACKLOG_MAX", 200_000)
    async with relay.watch() as good, relay.watch() as slow:
        await good.until_type("hello")
        await slow.until_type("hello")
        slow.connection.transport.pause_reading()
        for n in range(2000):
            _tell_everybody(relay.hall, n)
            if n % 20 == 0:
                await good.until(lambda message, n=n: message["type"] == "fill" and message["n"] == n)  # type: ignore[misc]
        await eventually(lambda: len(relay.hall.viewers) == 1)
        slow.connection.transport.abort()


def _tell_everybody(hall: PresentHall, n: int) -> None:
    hall._tell_all(Key("fill", "t1", n), json.dumps({"type": "fill", "n": n, "x": "y" * 9000}))


async def test_one_viewer_too_many_is_asked_to_come_later(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    from gateway.relay.web import websocket as live

    monkeypatch.setattr(live, "VIEWERS_MAX", 1)
    async with relay.watch() as first:
        await first.until_type("hello")
        async with relay.watch() as second:
            with pytest.raises(ConnectionClosedError) as closed:
                await second.until_type("hello")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        async with relay.watch(arbiter=True) as arbiter:  # whom no crowd keeps out
            await arbiter.until_type("hello")


async def test_a_table_that_speaks_after_its_last_will_is_there(
    relay: Relay, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gateway.relay.ingest import ingest

    monkeypatch.setattr(ingest, "_LINGER_MS", -1)
    await table.state()
    await eventually(lambda: relay.hall.tables and relay.hall.tables[0].state is not None)
    async with relay.watch() as viewer:
        await viewer.until_type("table")
        await table.say(topics.AVAILABILITY, Availability(False))
        assert (await viewer.until_type("availability"))["online"] is False
        await table.state()
        assert (await viewer.until_type("availability"))["online"] is True


async def test_a_wrong_wall_clock_at_the_table_does_not_show(relay: Relay, broker: Broker, event: str) -> None:
    from .fakes import wall

    async with FakeTable(broker.url, event, "t7", now=lambda: wall() + 3_600_000).running() as table:
        for _ in range(3):
            await table.state()
            await asyncio.sleep(0)
        await eventually(lambda: relay.hall.tables and relay.hall.tables[0].offset.value < -3_599_000)
        assert -3_600_000 <= relay.hall.tables[0].offset.value < -3_599_000
