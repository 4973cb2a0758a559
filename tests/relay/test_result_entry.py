"""Results that players enter: a link opens its own game until the round is fixed, and two values wait for a person."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import expect

from gateway.relay.web.tournament.result_routes import ENTRIES_MAX
from tests.browsing import assert_accessible, assert_in_reach, open_visits

from .conftest import ARBITER, Relay, run_relay
from .fakes import Broker
from .played_tournaments import play_swiss
from .test_tournament import CLERK, PAIR, begin, do

PUBLISHED = (PAIR, {"type": "publish_round"})


async def slips(client: httpx.AsyncClient, number: int = 1) -> list[str]:
    """The addresses of a round's slips."""
    answer = await client.get(f"/api/tournament/rounds/{number}/result-links")
    return [each["address"] for each in answer.json()["links"]]


def api(address: str) -> str:
    return address.replace("/result/", "/api/result/")


async def say(client: httpx.AsyncClient, slip: str, side: str, result: str) -> dict[str, Any]:
    answer = await client.post(api(slip), json={"side": side, "result": result})
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_both_say_the_same_and_the_round_ends_it(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as phone:
        await begin(chief, tables=[])
        await do(chief, PAIR)
        assert await slips(chief) == []  # not published
        await do(chief, {"type": "publish_round"})
        (slip,) = await slips(chief)
        assert slip.startswith(f"{relay.url}/result/1.1.")
        seen = (await phone.get(api(slip))).json()
        assert (seen["players"]["white"]["name"], seen["round"], seen["open"]) == ("Ann Able", 1, True)

        assert await say(phone, slip, "white", "draw") == seen | {"entered": ["white"]}  # not what it was
        said = await say(phone, slip, "black", "draw")
        assert (said["result"], said.get("counts", False)) == ("½-½", False)
        game = (await chief.get("/api/tournament")).json()["rounds"][0]["games"][0]
        assert game["reports"] == {"phone white": "½-½", "phone black": "½-½"}
        entry = await do(chief, {"type": "accept_result", "pairing": "1.1"})
        assert entry["outcome"]["score"] == {"white": "=", "black": "="}
        seen = (await phone.get(api(slip))).json()
        assert (seen["open"], seen["counts"], seen["result"]) == (False, True, "½-½")
        late = await phone.post(api(slip), json={"side": "white", "result": "white"})
        assert (late.status_code, late.json()["message"]["key"]) == (409, "problem.result_fixed")


async def test_one_player_alone_decides_nothing(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as phone:
        await begin(chief, tables=[], confirm_results=False)
        await do(chief, *PUBLISHED)
        (slip,) = await slips(chief)
        assert "counts" not in await say(phone, slip, "white", "white")
        assert (
            await say(phone, slip, "black", "black") | {"differ": True, "open": True}
            == (await phone.get(api(slip))).json()
        )
        assert (await chief.get("/api/tournament")).json()["rounds"][0]["games"][0]["disputed"]
        (matter,) = (await chief.get("/api/queue")).json()["matters"]
        assert (matter["pairing"], matter["told"]) == ("1.1", {"phone white": "1-0", "phone black": "0-1"})
        taken = {"do": {"type": "take", "matter": matter["id"], "version": 0}}
        assert (await chief.post("/api/queue", json=taken)).json()["holder"] == ARBITER.name
        said = await say(phone, slip, "black", "white")  # looked again
        assert (said["result"], said["counts"], said["open"]) == ("1-0", True, False)


async def test_a_link_opens_its_own_game_only(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as phone:
        await begin(chief, tables=[])
        await do(chief, *PUBLISHED)
        (slip,) = await slips(chief)
        await do(chief, {"type": "unpair_round"})
        assert (await phone.get(api(slip))).status_code == 403
        turned = {"type": "pair_round", "pairs": [{"white": 2, "black": 1}]}
        await do(chief, turned, {"type": "publish_round"})
        assert (await phone.get(api(slip))).status_code == 403  # the same board, another game
        (fresh,) = await slips(chief)
        for wrong in (f"{fresh[:-1]}0", fresh.replace("/1.1.", "/1.2.")):
            if wrong != fresh:
                assert (await phone.get(api(wrong))).status_code == 403
        other_site = {"Origin": "https://evil.example"}
        said = await phone.post(api(fresh), json={"side": "white", "result": "white"}, headers=other_site)
        assert said.status_code == 403
        odd = await phone.post(api(fresh), json={"side": "white", "result": "both_lose"})
        assert (odd.status_code, odd.json()["message"]["key"]) == (409, "problem.result_by_arbiter")
        for _ in range(ENTRIES_MAX):
            await say(phone, fresh, "white", "white")
        often = await phone.post(api(fresh), json={"side": "white", "result": "draw"})
        assert often.status_code == 429


@pytest.mark.browser
async def test_two_phones_collide_and_agree(relay: Relay) -> None:
    async with open_visits() as visits, relay.client(arbiter=True) as chief:
        await begin(chief, tables=[])
        await do(chief, *PUBLISHED)
        (slip,) = await slips(chief)
        white = await visits.open(slip, width=390, height=844, mobile=True)
        black = await visits.open(slip, width=360, height=740, mobile=True, dark=True)
        await assert_accessible(white)
        await white.get_by_role("button", name="Ann Able").click()
        await white.get_by_role("button", name="Ann Able won").click()
        await expect(white.get_by_role("status").last).to_have_text(
            "You entered: Ann Able won. Bo Bright still has to enter the same."
        )
        await expect(black.get_by_role("status").last).to_have_text(
            "Ann Able has entered the result. Now the other player."
        )
        await black.get_by_role("button", name="Bo Bright").click()
        await assert_accessible(black)
        await black.get_by_role("button", name="Draw").click()
        for page in (white, black):
            await expect(page.get_by_role("status").last).to_contain_text("You entered different results.")
        await assert_accessible(black)
        assert await assert_in_reach(black) >= 2
        desk = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await desk.get_by_role("link", name="Queue").click()
        alert = desk.locator(".result-alerts .matter")
        await expect(alert).to_contain_text("Game 1.1: two different results were reported.")
        await expect(alert.get_by_role("button")).to_have_text(
            ["Accept 1-0 (White's phone)", "Accept ½-½ (Black's phone)"]
        )
        await assert_accessible(desk)
        await black.reload()  # the phone knows who it is
        await black.get_by_role("button", name="Change what I entered").click()
        await black.get_by_role("button", name="Ann Able won").click()
        for page in (white, black):
            await expect(page.get_by_role("status").last).to_have_text(
                "Both of you entered 1-0. An arbiter confirms it."
            )
        await expect(alert).to_have_count(0)
        await do(chief, {"type": "accept_result", "pairing": "1.1"})
        await expect(white.get_by_role("status").last).to_have_text("The result is 1-0.")
        await white.locator(".tools select").select_option("zh")
        await expect(white.get_by_role("status").last).to_have_text("本局成绩为1-0。")
        assert visits.errors(white) == visits.errors(black) == visits.errors(desk) == []


@pytest.mark.browser
async def test_a_clerk_types_results_from_slips(broker: Broker, event: str, tmp_path: Path) -> None:
    async with (
        run_relay(broker.url, event, tmp_path / "relay.db", arbiters=(ARBITER, CLERK)) as relay,
        open_visits() as visits,
    ):
        await play_swiss(relay)
        page = await visits.open(f"{relay.url}/sign-in/{CLERK.key}")
        await page.get_by_role("link", name="Tournament").click()
        missing = page.locator(".missing-list")
        await expect(missing).to_contain_text("Missing before the next round: 4 results")
        await expect(missing.locator("li.disputed")).to_contain_text("White's phone: 1-0 · Black's phone: ½-½")
        await page.get_by_role("radio", name="Enter results").check()
        field = page.get_by_label("Board and result")
        await assert_accessible(page)

        async def type_in(text: str) -> None:
            await field.fill(text)
            await field.press("Enter")

        await type_in("8 =")
        await expect(page.locator(".entered-lines li").first).to_contain_text("½-½")
        await expect(missing).to_contain_text("3 results")
        await expect(field).to_be_focused()
        await type_in("99 1")
        await expect(page.locator(".about-typed")).to_have_text("There is no board 99 in this round.")
        await type_in("10 0")  # the players' phones told something else
        await expect(page.locator(".about-typed")).to_contain_text("Press Enter again if it is right.")
        await expect(missing).to_contain_text("3 results")
        await field.press("Enter")
        await expect(missing).to_contain_text("2 results")
        await type_in("8 1")  # a result stands
        await page.get_by_label("Reason").fill("misread")
        await page.get_by_label("Reason").press("Enter")
        await expect(page.locator(".entered-lines li").first).to_contain_text("1-0")
        await page.get_by_role("button", name="Confirm 1 result").click()
        await expect(missing).to_contain_text("1 result")
        assert visits.errors(page) == []
