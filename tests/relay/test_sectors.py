"""Sectors: who watches which tables, for whom a bell rings, and what goes over when somebody leaves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import expect

from gateway.relay.hall.sectors import HandSector, SectorRefused, Sectors, Watch
from gateway.store import SqliteStore
from tests.browsing import assert_accessible, open_visits

from .conftest import ARBITER, JUNIOR, eventually, run_relay
from .fakes import Broker, FakeTable, wall
from .gallery import gallery
from .test_queue import waiting


async def ask(client: httpx.AsyncClient, **do: Any) -> httpx.Response:
    return await client.post("/api/sectors", json={"do": do}, headers={"Accept-Language": "en"})


async def test_a_sector_is_kept_and_goes_over_whole(tmp_path: Path) -> None:
    people = {"Ines", "Jo"}
    with SqliteStore(tmp_path / "store", skip_repeats=True) as store:
        sectors = Sectors("open", store, wall)
        await sectors.load()
        await sectors.act(Watch(tables=["t2", "t1", "t2"]), "Ines", people)
        await sectors.act(Watch(who="Jo", tables=["t9"]), "Ines", people)
        for refused in (HandSector(to="Kim"), HandSector(to="Ines"), HandSector(who="Kim", to="Jo")):
            with pytest.raises(SectorRefused):
                await sectors.act(refused, "Ines", people)
        await sectors.act(HandSector(to="Jo"), "Ines", people)
        again = Sectors("open", store, wall)
        await again.load()
        assert again.all == sectors.all
        assert [(each.name, each.tables) for each in again.all] == [("Jo", ("t1", "t2", "t9"))]
        await again.act(Watch(tables=[]), "Jo", people)
        assert again.all == []


async def test_who_may_say_it_and_what_goes_along(broker: Broker, event: str, tmp_path: Path) -> None:
    async with (
        FakeTable(broker.url, event, "t1").running() as table,
        run_relay(broker.url, event, tmp_path / "relay.journal") as relay,
        relay.watch(arbiter=True) as ines_watches,
        relay.watch(headers={"Cookie": await relay.cookie(JUNIOR)}),
        relay.watch() as spectator,
        relay.client(arbiter=True) as ines,
        relay.client(arbiter=JUNIOR) as jo,
    ):
        await table.state(waiting(wall()))
        await eventually(lambda: len(relay.hall.matters()) == 4)
        assert (await ask(jo, type="watch", who="Ines", tables=["t1"])).status_code == 403
        assert (await ask(jo, type="watch", tables=["T 1"])).status_code == 422
        assert (await ask(jo, type="watch", tables=["t1"])).status_code == 200
        assert (await ask(ines, type="watch", who="Jo", tables=["t1", "t2"])).status_code == 200
        seen = await ines_watches.until(lambda frame: frame["type"] == "sectors" and bool(frame["sectors"]))
        assert seen["sectors"][0]["name"] == "Jo"
        # Jo has something in hand, and leaves: it goes with the tables.
        flag = (await jo.get("/api/queue")).json()["matters"][0]
        await jo.post("/api/queue", json={"do": {"type": "take", "matter": flag["id"], "version": 0}})
        assert (await ask(jo, type="hand_sector", to="Nobody")).status_code == 409
        handed = await ask(jo, type="hand_sector", to="Ines")
        assert handed.json() == {"sectors": [{"name": "Ines", "tables": ["t1", "t2"]}]}
        (hand,) = (await jo.get("/api/queue")).json()["handlings"]
        assert (hand["holder"], hand["did"]) == ("Ines", "handed_over")
        assert "sectors" not in {frame["type"] for frame in spectator.seen}
        lines = (await ines.get("/api/audit")).json()["lines"]
        done = [(line["did"], line["about"], line.get("ok", True)) for line in lines if line["kind"] == "sector"]
        assert done[:2] == [("hand_sector", "Jo", True), ("hand_sector", "Jo", False)]


@pytest.mark.browser
async def test_an_arbiter_works_on_his_own_tables(broker: Broker, event: str, tmp_path: Path) -> None:
    async with (
        gallery(broker.url, event),
        run_relay(broker.url, event, tmp_path / "relay.journal") as relay,
        open_visits() as visits,
    ):
        await eventually(lambda: len(relay.hall.matters()) == 4)
        jo = await visits.open(f"{relay.url}/sign-in/{JUNIOR.key}")
        ines = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}#/queue")
        await jo.evaluate("location.hash = '#/queue'")
        await ines.evaluate("location.hash = '#/queue'")
        await expect(jo.locator(".matter")).to_have_count(4)
        await jo.get_by_role("button", name="My tables").click()
        field = jo.locator("dialog [name=tables]")
        await field.fill("1-2, 99")
        await expect(jo.locator("dialog [role=status]")).to_contain_text("no such table: 99")
        await jo.keyboard.press("Enter")
        await expect(jo.locator("dialog")).to_be_visible()  # not with a table that there is not
        await field.fill("1-2")
        await assert_accessible(jo)
        await jo.keyboard.press("Enter")
        await expect(jo.locator(".queue > .reply")).to_contain_text("Jo watches 2 tables")
        await expect(ines.locator(".matter .watched").nth(1)).to_have_text("Watched by Jo")
        # Ines watches the rest; Jo looks at the own tables only, in the queue and in the hall.
        await ines.get_by_role("button", name="My tables").click()
        await expect(ines.locator("dialog .sectors li")).to_have_text("Jo: T1–T2")
        await ines.locator("dialog [name=tables]").fill("3-12")
        await ines.keyboard.press("Enter")
        await jo.get_by_label("Only my tables").check()
        await expect(jo.locator(".matter .where")).to_have_text(["T2", "T2", "T2"])
        await expect(jo.locator("#sections a[href='#/queue'] .badge")).to_have_text("3")
        await jo.keyboard.press("h")
        await expect(jo.locator(".card")).to_have_count(2)
        await jo.keyboard.press("5")
        await expect(jo.locator(".card")).to_have_count(12)
        await jo.keyboard.press("q")
        await expect(jo.locator(".matter").first).to_be_visible()  # the hall, too, has a button of that name
        # Jo goes home: everything goes to Ines.
        await jo.get_by_role("button", name="My tables").click()
        await jo.get_by_role("button", name="Hand over all").click()
        await jo.locator("dialog input[name=to]").click()
        await jo.locator("dialog .primary").click()
        await expect(ines.get_by_role("button", name="My tables: T1–T12")).to_be_visible()
        assert [*visits.errors(jo), *visits.errors(ines)] == []
