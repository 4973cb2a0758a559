"""The door of the hall in a real browser: a table that asks to join, and a claim for one that comes later."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from playwright.async_api import expect

from gateway.authority import certificates
from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.claim_text import ClaimText
from gateway.authority.compare_word import commitment_to, compare_word, new_nonce
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.arbiters import Arbiters
from gateway.relay.access.enrolment import Enrolment
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.web.application import create_app
from gateway.relay.web.server import make_server
from gateway.store import SqliteStore
from tests.browsing import Visits, assert_accessible, open_visits

from .conftest import ARBITER, eventually
from .fakes import wall

pytestmark = pytest.mark.browser

NOW = datetime.now(UTC)


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    authority = AuthorityFolder.create(tmp_path / "authority", "open", 60, NOW)
    with SqliteStore(tmp_path / "store", skip_repeats=True) as store, SqliteStore(tmp_path / "sessions") as kept:
        hall = await PresentHall.open("open", store, wall, known={"t1"})
        enrolment = Enrolment(authority, ("mqtts://127.0.0.1:8883",), wall)
        app = create_app(await Halls.open(hall), RelayAccess(Arbiters([ARBITER]), wall, kept), enrolment=enrolment)
        server = make_server(app, "127.0.0.1", 0)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        serving = asyncio.create_task(server.serve())
        await eventually(lambda: server.started)
        hall.knock("t9")
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        server.should_exit = True
        await serving


async def test_the_desk_lets_a_table_join_by_its_word(visits: Visits, url: str) -> None:
    public = await visits.open(f"{url}/desk")
    page = await visits.open(f"{url}/sign-in/{ARBITER.key}")
    await expect(page.locator("#banners")).to_contain_text("not a table of this event: t9")
    await page.get_by_role("button", name="Let tables join").click()
    await expect(page.locator("#door")).to_contain_text(re.compile(r"Tables may ask to join for 0?[45]:\d\d"))
    key, nonce = certificates.make_key(), new_nonce()
    request = certificates.make_request(key, "t7")
    async with httpx.AsyncClient(base_url=url, trust_env=False) as device:
        body = {"name": "t7", "request": request.decode(), "commitment": commitment_to(nonce, request)}
        ticket = (await device.post("/enrol/applications", json=body)).json()
        ask = f"/enrol/applications/{ticket['ticket']}"
        assert (await device.post(ask, json={"nonce": nonce.hex()})).json()["state"] == "waiting"
        word = compare_word(ticket["authority"].encode(), request, bytes.fromhex(ticket["nonce"]), nonce)
        await expect(page.locator(".applicants li")).to_contain_text(word)
        await assert_accessible(page)
        await page.get_by_role("button", name="The words match").click()
        await expect(page.locator(".applicants li")).to_have_count(0)
        assert (await device.post(ask, json={"nonce": nonce.hex()})).json()["state"] == "admitted"
    await page.get_by_role("button", name="Close the door").click()
    await expect(page.get_by_role("button", name="Let tables join")).to_be_visible()
    assert await public.locator("#door").is_hidden()
    assert "t9" not in (await public.locator("body").text_content() or "")
    assert not visits.errors(page)


async def test_the_desk_shows_a_claim_as_text_and_code(visits: Visits, url: str) -> None:
    page = await visits.open(f"{url}/sign-in/{ARBITER.key}")
    await page.get_by_role("button", name="Claim for a table").click()
    await page.get_by_label("Name of the table").fill("t8")
    await page.get_by_role("button", name="Go on").click()
    await expect(page.locator("dialog .qr svg path").first).to_be_visible()
    text = await page.locator("dialog code.claim").text_content() or ""
    ClaimText.parse(text.removeprefix("flagfall enrol "))
    await assert_accessible(page)
    await page.get_by_role("button", name="Done").click()
    assert not visits.errors(page)
