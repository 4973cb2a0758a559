"""Presence: an agent that stops says so, one that hangs is found out, and what a broker keeps does not speak for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import expect

from gateway.bus import topics
from gateway.bus.topics import Address
from gateway.model.instants import Instant
from gateway.record.availability import Absence, Availability
from gateway.relay.ingest import ingest
from gateway.runtime.publisher import Publisher
from gateway.store import SqliteStore
from tests.browsing import open_visits

from .conftest import Relay, eventually, run_relay
from .fakes import Broker, FakeTable, face, wall


def absence(relay: Relay) -> Absence | None:
    return relay.hall.find("t1").absence


async def test_an_agent_that_stops_in_good_order_says_so(
    broker: Broker, event: str, relay: Relay, tmp_path: Path
) -> None:
    with SqliteStore(tmp_path / "t1.journal") as store:
        publisher = Publisher(Address(event, "t1"), broker.url, store, 0, lambda: Instant(wall()), "1")
        task = asyncio.create_task(publisher.run(lambda _: None, lambda _: None))
        async with relay.watch() as viewer:
            publisher.beat()
            await viewer.until(lambda frame: frame["type"] == "table" and frame["online"])
            task.cancel()
            await asyncio.wait([task])
            gone = await viewer.until_type("availability")
    assert (gone["online"], gone["absence"]) == (False, "stopped")


async def test_an_agent_whose_connection_breaks_is_lost(broker: Broker, event: str, relay: Relay) -> None:
    table = FakeTable(broker.url, event, "t1")
    async with table.running():
        await eventually(lambda: [each.name for each in relay.hall.tables] == ["t1"])
        await table.say(topics.AVAILABILITY, Availability(online=False))  # what the broker says in its name
        await eventually(lambda: absence(relay) is Absence.LOST)


async def test_an_agent_that_hangs_is_found_out_and_believed_again_when_it_wakes(
    relay: Relay, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingest, "_SILENT_S", 0.4)
    awake = Availability(online=True, devices={"board": True}, beat=Instant(1))
    await table.state()
    async with relay.watch() as viewer:
        await table.say(topics.AVAILABILITY, awake)
        silent = await viewer.until(lambda frame: frame["type"] == "availability" and frame["online"] is False)
        assert silent["absence"] == "silent"
        # A new connection says again what is known there, while whoever owns the table still hangs.
        await table.say(topics.AVAILABILITY, awake)
        await table.clock(face())
        await table.state()
        await viewer.until_type("state")
        assert absence(relay) is Absence.SILENT
        await table.say(topics.AVAILABILITY, Availability(online=True, devices={"board": True}, beat=Instant(2)))
        back = await viewer.until_type("availability")
        assert (back["online"], back["absence"]) == (True, None)


async def test_what_the_broker_has_kept_is_not_believed_for_long(
    broker: Broker, event: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingest, "_SILENT_S", 0.4)
    async with FakeTable(broker.url, event, "t1").running() as table:
        await table.say(topics.AVAILABILITY, Availability(online=True, beat=Instant(1)))
        await table.state()
        async with run_relay(broker.url, event, tmp_path / "relay.journal") as relay:
            await eventually(lambda: relay.hall.tables and absence(relay) is Absence.SILENT)


async def test_a_beat_is_no_news_to_viewers(relay: Relay, table: FakeTable) -> None:
    await table.state()
    async with relay.watch() as viewer:
        await viewer.until_type("table")
        for beat in (1, 2, 3):
            await table.say(topics.AVAILABILITY, Availability(True, {"board": True}, "0.1", beat=Instant(beat)))
        await table.say(topics.AVAILABILITY, Availability(True, {"board": False}, "0.1", beat=Instant(4)))
        changed = await viewer.until_type("availability")
    assert changed["devices"] == {"board": False}
    assert [frame["type"] for frame in viewer.seen].count("availability") == 1


@pytest.mark.browser
async def test_the_page_says_why_a_table_is_not_there(relay: Relay, table: FakeTable) -> None:
    await table.state()
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/desk")
        trouble = page.locator(".card .trouble").first
        gone = Availability(online=False)
        for away, words in ((gone, "offline"), (msgspec.structs.replace(gone, stopped=True), "switched off")):
            await table.say(topics.AVAILABILITY, away)
            await expect(trouble).to_contain_text(words)
        relay.hall.show_availability(relay.hall.find("t1"), gone, Absence.SILENT)
        await expect(trouble).to_contain_text("does not respond")
        await table.say(topics.AVAILABILITY, Availability(online=True, devices={"board": True}, beat=Instant(9)))
        await expect(trouble).to_be_hidden()
