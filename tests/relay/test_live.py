"""The WebSocket: what a viewer is told, and what it may ask."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from gateway.bus import topics
from gateway.model.sides import Side
from gateway.record.availability import Availability
from gateway.record.table_state import TableState
from gateway.record.wire import TABLE_STATE
from gateway.relay.hall.present_hall import PresentHall

from .conftest import Relay, Watch, eventually
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
        '{"type":"subscribe","tables":"t1"}',
        '{"type":"subscribe","tables":["' + "x" * 65 + '"]}',
        '{"type":"subscribe","tables":[' + ",".join(['"t"'] * 501) + "]}",
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
        relay.public.show_time()
        await good.until_type("time")


async def test_a_viewer_that_stops_reading_is_sent_the_whole_later_and_the_others_go_on(
    relay: Relay, table: FakeTable
) -> None:
    await table.state()
    await eventually(lambda: relay.hall.tables and relay.hall.tables[0].state is not None)
    async with relay.watch("?v=2") as good, relay.watch("?v=2") as slow:
        await good.until_type("table")
        await slow.until_type("table")
        slow.connection.transport.pause_reading()
        for n in range(600):
            fen = f"{n}" + "x" * 20_000
            _say_state(relay.hall, table.make_state(), fen)
            await good.until(lambda message, fen=fen: _fen(message) == fen)  # type: ignore[misc]
        slow.connection.transport.resume_reading()
        last = await slow.until(lambda message: (_fen(message) or "").startswith("599x"))
        assert last["type"] == "table"
        assert len(slow.seen) < 600
        _say_state(relay.hall, table.make_state(), "and on")
        assert _fen(await slow.until_type("change")) == "and on"


def _fen(message: dict[str, Any]) -> str | None:
    state = message.get("state") or {}
    found = state.get("fen") or state.get("set", {}).get("fen")
    return found if isinstance(found, str) else None


def _say_state(hall: PresentHall, state: TableState, fen: str) -> None:
    """What would need a minute over the bus."""
    state = msgspec.structs.replace(state, fen=fen)
    hall.show_state(hall.find(state.table), state, TABLE_STATE.encode(state))


async def test_a_viewer_gets_what_it_looks_at(broker: Broker, event: str, relay: Relay, table: FakeTable) -> None:
    async with FakeTable(broker.url, event, "t2").running() as second:
        for each in (table, second):
            each.write_game(1)
            await each.state()
        await eventually(lambda: relay.held("t1") == relay.held("t2") == 3)
        async with relay.watch("?v=2&tables=&follow=t1&summaries=1") as viewer:
            assert (await viewer.until_type("hello"))["protocol"] == 2
            summaries = await viewer.until_type("summaries")
            assert set(summaries["tables"]) == {"t1", "t2"}
            assert summaries["tables"]["t2"]["set"]["state"]["players"]["white"]["name"] == "Ann Able"
            assert "moves" not in summaries["tables"]["t2"]["set"]["state"]
            assert len((await viewer.until_type("table"))["entries"]) == 3
            await second.state(fen="not for us", ply=7)
            await table.state(fen="for us", moves=("32-28",))
            change = await viewer.until_type("change")
            assert (change["table"], change["state"]["set"]["fen"], change["state"]["set"]["moves"]) == (
                "t1",
                "for us",
                ["32-28"],
            )
            quiet = await viewer.until(lambda message: "t2" in message.get("tables", ()))
            assert quiet["tables"]["t2"]["in"]["state"]["set"]["ply"] == 7
            wanted = {"type": "subscribe", "tables": ["t2"], "follow": [], "again": ["t1"]}
            await viewer.connection.send(json.dumps(wanted))
            shown = await viewer.until_type("table")
            assert (shown["table"], shown["state"]["fen"], shown["entries"]) == ("t2", "not for us", [])
            await table.state(fen="no longer for us")
            await second.state(fen="for us now")
            await viewer.until(lambda message: _fen(message) == "for us now")
            assert not any(_fen(message) in {"not for us", "no longer for us"} for message in viewer.seen[:-2])


async def test_messages_are_compressed_for_whoever_agrees(relay: Relay, table: FakeTable) -> None:
    table.write_game(4)
    await table.state()
    await eventually(lambda: relay.held("t1") == 9)
    address = f"{relay.url.replace('http', 'ws')}/ws?v=2"
    async with relay.watch("?v=2") as plain, connect(address, proxy=None) as connection:
        (agreed,) = connection.protocol.extensions
        assert agreed.remote_no_context_takeover  # type: ignore[attr-defined]
        packed = Watch(connection)
        for viewer in (plain, packed):
            await viewer.until_type("table")
        await table.state(fen="x" * 500)
        for viewer in (plain, packed):
            assert (await viewer.until_type("change"))["state"]["set"]["fen"] == "x" * 500
        assert plain.raw[1:] == packed.raw[1:]
        await connection.send(json.dumps({"type": "subscribe", "tables": ["t1"], "again": ["t1"]}))
        await packed.until_type("table")


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
