"""A player's page on a telephone: a draw offered and accepted, the arbiter called, a relay that dies and comes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from gateway.model.sides import Side
from tests.browsing import assert_accessible, open_visits
from tests.ports import free_port
from tests.table.scenario import Step

from .conftest import eventually, run_relay
from .fakes import Broker
from .test_player_cards import CHESS, cards_of, laid

pytestmark = pytest.mark.browser


async def test_two_players_agree_over_their_own_pages(broker: Broker, event: str, tmp_path: Path) -> None:
    port = free_port()
    steps = Step(run=Side.WHITE), Step(moves="e4 e5")
    async with open_visits() as visits, (await laid(broker, event, CHESS, *steps)).running() as table:
        async with run_relay(broker.url, event, tmp_path / "relay", port=port) as relay:
            await table.tell()
            await eventually(lambda: relay.held("t1") == len(table.lines))
            links = {side: f"{relay.url}/play/{link}" for side, link in (await cards_of(relay)).items()}
            white = await visits.open(links[Side.WHITE], width=390, height=844, mobile=True)
            black = await visits.open(links[Side.BLACK], width=390, height=844, mobile=True, dark=True)
            await expect(white.get_by_role("heading", name="T1 · White")).to_be_visible()
            await expect(white.get_by_text("Your turn")).to_be_visible()
            await expect(black.get_by_text("Your opponent's turn")).to_be_visible()
            await assert_accessible(white)
            await white.get_by_role("button", name="Call the arbiter").tap()
            await white.get_by_label("What it is about").fill("noise")
            await white.locator("dialog").get_by_role("button", name="Call the arbiter").tap()
            await expect(white.get_by_text("Entered at the table.")).to_be_visible()
            await expect(white.get_by_text(re.compile("White calls the arbiter: “noise”"))).to_be_visible()
            await eventually(lambda: any(raised.alert.subject == "white" for raised in table.real.table.referee.alerts))
        await expect(white.get_by_text("No connection.")).to_be_visible()
        async with run_relay(broker.url, event, tmp_path / "relay", port=port) as relay:
            await table.tell()
            await expect(white.get_by_text("No connection.")).to_have_count(0)
            await expect(white.get_by_text(re.compile("White calls the arbiter: “noise”"))).to_be_visible()
            await white.get_by_role("button", name="Offer a draw").tap()
            await assert_accessible(white)
            await white.locator("dialog").get_by_role("button", name="Offer a draw").tap()
            await expect(black.get_by_role("heading", name="Your opponent offers a draw")).to_be_visible()
            await expect(white.get_by_text("Your draw offer stands")).to_be_visible()
            await assert_accessible(black)
            await black.get_by_label("Language").select_option("zh")
            await black.get_by_role("button", name="同意和棋").tap()
            await black.locator("dialog").get_by_role("button", name="同意和棋").tap()
            await expect(white.locator(".situation")).to_have_text(re.compile(r"^Draw|½"))
            await expect(black.get_by_role("button", name="认输")).to_have_count(0)
            # Another telephone with the same card knows all that was asked for.
            elsewhere = await visits.open(links[Side.WHITE], width=390, height=844, mobile=True)
            await expect(elsewhere.locator(".asked li")).to_have_count(2)
            await expect(elsewhere.get_by_text(re.compile("White calls the arbiter: “noise”"))).to_be_visible()
            async with relay.client(arbiter=True) as arbiter:
                await arbiter.post("/api/tables/t1/cards/white")
            await expect(white.get_by_text("This card does not work any more.")).to_be_visible()
        assert visits.errors(white, expected="ERR_CONNECTION_REFUSED") == []
        assert visits.errors(black, expected="ERR_CONNECTION_REFUSED") == []
