"""Raw readings through the relay: who gets them, what is asked too much, and the player on a table's page."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from drivers.readings import Seat
from gateway.model.instants import Instant
from gateway.record.commands import SendReadings
from gateway.record.sensor_replay import ReplayPart, SensorReplay
from gateway.relay.access.arbiters import Arbiter
from tests.browsing import assert_accessible, open_visits
from tests.table.virtual import VirtualTable, setup

from .conftest import ARBITER, JUNIOR, Relay, eventually, run_relay
from .fakes import Broker
from .judged import JudgedTable

CLERK = Arbiter("Cleo", "clerk", "key-of-cleo-01234567890")
PATH = "/api/tables/t1/readings"


@pytest.fixture
async def relay(broker: Broker, event: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Relay]:
    path = tmp_path_factory.mktemp("relay") / "relay.journal"
    async with run_relay(broker.url, event, path, arbiters=(ARBITER, JUNIOR, CLERK)) as relay:
        yield relay


@pytest.fixture
async def judged(broker: Broker, event: str, relay: Relay) -> AsyncIterator[JudgedTable]:
    """Two moves of chess, the first with a piece that was touched before."""
    real = VirtualTable(setup(event=event, rules="chess", rulebook="chess-rapid"))
    real.connect()
    real.wait(4000)
    real.start_clock()
    for cell, piece in ((62, "."), (62, "N"), (52, "."), (36, "P")):  # a knight is lifted and put back, then e4
        real.put(cell, piece, 1000)
    real.press()
    for cell, piece in ((12, "."), (28, "p")):
        real.put(cell, piece, 1000)
    real.press()
    async with JudgedTable(broker.url, event, real).running() as table:
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        yield table


async def test_only_arbiters_get_readings_and_no_more_than_a_minute(relay: Relay, judged: JudgedTable) -> None:
    now = judged.real.at
    async with relay.client() as anybody, relay.client(arbiter=CLERK) as clerk, relay.client(arbiter=JUNIOR) as junior:
        assert (await anybody.get(PATH)).status_code == 401
        assert (await clerk.get(PATH)).status_code == 403
        answer = await junior.get(PATH, params={"at": now})
        assert answer.status_code == 200, answer.text
        content = answer.json()
        kinds = {each["reading"]["type"] for each in content["readings"]}
        assert {"square", "clock"} <= kinds
        assert "virtual:" not in answer.text, "where a device is plugged in stays at the table"
        assert judged.commands[-1].do == SendReadings("Jo", "arbiter", now - 30_000, now)
        asked = len(judged.commands)
        for wrong in ({"at": -1}, {"before": 60_001}, {"after": -5}, {"at": 2**60}, {"at": "now"}, {"before": "1e9"}):
            assert (await junior.get(PATH, params=wrong)).status_code == 422, wrong
        assert len(judged.commands) == asked, "nothing of it reached the table"
        refused = await junior.get(PATH, params={"at": now, "before": 60_000, "after": 1})
        assert refused.status_code == 409
        assert "at most 60 s" in refused.json()["why"]
        assert (await junior.get("/api/tables/t9/readings")).status_code == 404
        # Nothing of it is in what everybody sees.
        assert "readings" not in (await anybody.get("/api/tables/t1")).text


async def test_readings_of_another_table_or_another_question_are_nobodys(relay: Relay) -> None:
    client = relay.hall.command_client
    replay = SensorReplay(Instant(0), Instant(1), 8, 8, "", Seat.LEFT, ())
    client.take_readings("t1", ReplayPart("unknown", 1, 1, replay))
    assert client._replays == {}


@pytest.mark.browser
async def test_an_arbiter_looks_at_a_dispute(relay: Relay, judged: JudgedTable) -> None:
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/sign-in/{JUNIOR.key}")
        await page.evaluate("location.hash = 't1'")
        started = page.locator(".log-list .is-started summary")
        await started.click()
        await page.get_by_role("button", name="Replay the sensors around this").click()
        player, what = page.locator("dialog.replay"), page.locator(".replay-what")
        pieces = player.locator(".figure")
        await expect(pieces).to_have_count(32)
        await assert_accessible(page)
        # Step by step: the knight that was lifted and put back, then the move.
        told = []
        for _ in range(4):
            await player.get_by_role("button", name="Step on").click()
            told.append(await what.inner_text())
        assert told == ["g1: empty", "g1: white knight", "e2: empty", "e4: white pawn"]
        await expect(player.locator(".touched")).to_have_count(1)
        await player.get_by_role("button", name="Step back").click()
        await expect(pieces).to_have_count(31)
        await player.locator("select").first.select_option("0.25")
        await player.get_by_role("button", name="Play").click()
        await expect(pieces).to_have_count(32)
        await player.get_by_role("button", name="Pause").click()
        await expect(player.locator(".replay-marks .press")).to_have_count(2)
        await page.keyboard.press("Escape")
        await expect(player).to_have_count(0)
        # A telephone in Chinese; and those who see nothing more than everybody have no such button.
        await page.set_viewport_size({"width": 390, "height": 844})
        await page.locator(".tools select").first.select_option("zh")
        await page.get_by_role("button", name="回放传感器读数").click()
        await expect(player).to_be_visible()
        await assert_accessible(page)
        clerk = await visits.open(f"{relay.url}/sign-in/{CLERK.key}")
        await clerk.evaluate("location.hash = 't1'")
        await expect(clerk.locator(".ply")).to_have_count(1)
        await expect(clerk.get_by_role("button", name="Replay the sensors")).to_have_count(0)
        assert visits.errors(page) == visits.errors(clerk) == []
