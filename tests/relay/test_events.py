"""Server-sent events: what is told, what is not, and how a reader goes on where it left off."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from gateway.relay.web.feeds import event_routes

from .conftest import Relay
from .push.rounds import ChessTable


class Reader:
    """The events of one connection, one after the other."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.aiter_lines()
        self.last = ""

    async def next(self) -> tuple[str, Any]:
        fields: dict[str, str] = {}
        async with asyncio.timeout(20):
            async for line in self._lines:
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif "data" in fields:
                    self.last = fields.get("id", self.last)
                    return fields["event"], json.loads(fields["data"])
        raise EOFError

    async def entries(self, count: int) -> list[tuple[str, int]]:
        """So many lines: of which table, with which number."""
        found: list[tuple[str, int]] = []
        while len(found) < count:
            kind, data = await self.next()
            if kind == "entry":
                assert data["entry"]["visibility"] == "public"
                found.append((data["table"], data["entry"]["n"]))
        return found


@contextlib.asynccontextmanager
async def reading(relay: Relay, query: str = "", last: str = "") -> AsyncIterator[Reader]:
    async with relay.client() as client:
        headers = {"Last-Event-ID": last} if last else {}
        async with client.stream("GET", f"/api/events{query}", headers=headers) as answer:
            assert answer.status_code == 200, await answer.aread()
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield Reader(answer)


async def test_tables_as_they_are_then_every_public_line_and_nothing_silent(relay: Relay) -> None:
    table = ChessTable(relay.hall, "t1")
    await table.set_up()
    async with reading(relay) as reader:
        kind, data = await reader.next()
        assert (kind, data["table"]) == ("table", "t1")
        assert await reader.entries(1) == [("t1", 1)]
        await table.alert()
        await table.move("e4")
        assert await reader.entries(2) == [("t1", 3), ("t1", 4)]
        other = ChessTable(relay.hall, "t2")
        await other.set_up()
        assert (await reader.next())[1]["table"] == "t2"
        assert await reader.entries(1) == [("t2", 1)]


async def test_a_reader_goes_on_where_it_left_off(relay: Relay) -> None:
    tables = [ChessTable(relay.hall, f"t{number}") for number in (1, 2)]
    for table in tables:
        await table.set_up()
    async with reading(relay) as reader:
        await reader.entries(2)
        last = reader.last
    assert last == "t1:1,t2:1"
    await tables[0].move("e4")
    await tables[1].move("d4")
    async with reading(relay, last=last) as reader:
        assert sorted(await reader.entries(4)) == [("t1", 2), ("t1", 3), ("t2", 2), ("t2", 3)]
        await tables[0].move("e5")
        assert await reader.entries(2) == [("t1", 4), ("t1", 5)]
    async with reading(relay, f"?table=t1&once=true&last={reader.last}") as reader:
        with pytest.raises(EOFError):
            await reader.entries(1)


async def test_only_what_is_asked_for(relay: Relay) -> None:
    tables = [ChessTable(relay.hall, f"t{number}") for number in (1, 2)]
    for table in tables:
        await table.set_up()
    async with reading(relay, "?table=t2") as reader:
        await tables[0].move("e4")
        await tables[1].move("d4")
        assert await reader.entries(3) == [("t2", 1), ("t2", 2), ("t2", 3)]
    async with relay.client() as client:
        for query in ("?table=t9", "?game=t1.7", "?game=t9.1"):
            assert (await client.get(f"/api/events{query}")).status_code == 404


async def test_a_game_and_its_end(relay: Relay) -> None:
    table = ChessTable(relay.hall, "t1")
    await table.set_up()
    await table.move("e4")
    async with reading(relay, "?game=t1.1") as reader:
        assert await reader.entries(3) == [("t1", 1), ("t1", 2), ("t1", 3)]
        await table.move("e5")
        assert await reader.entries(2) == [("t1", 4), ("t1", 5)]
    await table.set_up()
    await table.move("d4")
    async with reading(relay, "?game=t1.1&once=true") as reader:
        assert [n for _, n in await reader.entries(5)] == [1, 2, 3, 4, 5]
    async with reading(relay, "?game=t1.2&once=true") as reader:
        assert [n for _, n in await reader.entries(3)] == [6, 7, 8]


async def test_too_many_readers_are_told_so(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_routes, "VIEWERS_MAX", 1)
    async with reading(relay), relay.client() as client:
        refused = await client.get("/api/events?once=true")
        assert refused.status_code == 503
        assert "Too many" in refused.json()["why"]


async def test_a_reader_that_has_gone_is_counted_no_more(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_routes, "VIEWERS_MAX", 1)
    async with reading(relay) as reader:
        await reader.next()
    async with asyncio.timeout(20), relay.client() as client:
        while (await client.get("/api/events?once=true")).status_code != 200:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)
