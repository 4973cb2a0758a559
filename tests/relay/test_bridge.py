"""The bridge event at the relay: tables say results, two values wait for the director, the public sees what is over."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from tests.browsing import assert_accessible, open_visits

from .bridge_events import begin_bridge, bridge_act, bridge_links, say_board
from .conftest import ARBITER, Relay, run_relay
from .fakes import Broker


def api(address: str) -> str:
    return address.replace("/bridge/table/", "/api/bridge/table/")


async def test_a_result_counts_when_both_sides_say_it(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as phone:
        await begin_bridge(chief)
        links = await bridge_links(chief)
        assert sorted(links) == ["1c", "1o", "2c", "2o"]
        seen = (await phone.get(api(links["1o"]))).json()
        assert (seen["round"], seen["room"], seen["north_south"], seen["current"]) == (1, "open", "Team 1", 1)
        assert seen["seats"][0]["seats"] == {"N": "Player 1A", "E": "Player 4A", "S": "Player 1B", "W": "Player 4B"}

        said = await say_board(phone, links["1o"], "NS", 1, "4S N =")
        assert (said["boards"][0].get("result", ""), said["boards"][0]["told"]) == ("", {"NS": "4S N ="})
        said = await say_board(phone, links["1o"], "EW", 1, "4s by n =")
        assert said["boards"][0]["result"] == "4S N ="
        assert said["boards"][0]["score"] == "+420"
        why = await say_board(phone, links["1o"], "NS", 2, "7N N +1", 409)
        assert why["message"]["key"] == "bridge.impossible_tricks"
        why = await say_board(phone, links["1o"], "NS", 9, "pass", 409)
        assert why["message"]["key"] == "bridge_event.not_its_board"
        forged = links["1o"][:-4] + "0000"
        assert (await phone.get(api(forged))).status_code == 403


async def test_two_values_and_a_call_wait_for_the_director(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as phone:
        await begin_bridge(chief)
        links = await bridge_links(chief)
        await say_board(phone, links["1o"], "NS", 1, "4S N =")
        await say_board(phone, links["1o"], "EW", 1, "4S N -1")
        called = await phone.post(f"{api(links['2c'])}/call", json={"board": 2, "text": "Revoke"})
        assert called.json()["calls"] == 1
        matters = (await chief.get("/api/queue")).json()["matters"]
        assert [each["kind"] for each in matters] == ["two_board_results", "director_called"]
        assert matters[0]["told"] == {"NS": "4S N =", "EW": "4S N -1"}
        await bridge_act(chief, type="answer_call", n=int(matters[1]["bridge"]), why="Law 64: one trick")
        outcome = {"type": "played", "result": "4S N -1"}
        await bridge_act(chief, type="accept_board", table="1.1o", board=1, outcome=outcome)
        assert (await chief.get("/api/queue")).json()["matters"] == []
        why = await say_board(phone, links["1o"], "NS", 1, "4S N =", 409)
        assert why["message"]["key"] == "problem.board_fixed"


async def test_the_public_sees_a_board_when_both_rooms_have_played_it(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, relay.client() as public:
        assert 'href="/bridge"' not in (await public.get("/")).text
        await begin_bridge(chief)
        assert 'href="/bridge"' in (await public.get("/")).text
        accept = {"type": "accept_board", "board": 1, "outcome": {"type": "played", "result": "3N N ="}}
        await bridge_act(chief, **accept, table="1.1o")
        seen = (await public.get("/api/bridge")).json()
        assert "3N" not in str(seen)
        assert "current" not in str(seen["rounds"])
        await bridge_act(chief, **accept, table="1.1c")
        seen = (await public.get("/api/bridge")).json()
        (board,) = seen["rounds"][0]["matches"][0]["boards"]
        assert (board["board"], board["home"]) == (1, "0")
        assert (await public.get("/api/bridge/record")).status_code == 401
        assert (await public.post("/api/bridge/acts", json={"act": {"type": "rank"}})).status_code == 401


async def test_it_is_there_after_a_restart(broker: Broker, event: str, tmp_path: Path) -> None:
    async with run_relay(broker.url, event, tmp_path / "relay.journal") as relay, relay.client(arbiter=True) as chief:
        await begin_bridge(chief)
        links = await bridge_links(chief)
        await say_board(chief, links["1o"], "NS", 1, "4S N =")
        before = (await chief.get("/api/bridge")).json()
    async with run_relay(broker.url, event, tmp_path / "relay.journal") as relay, relay.client(arbiter=True) as chief:
        assert (await chief.get("/api/bridge")).json() == before


async def test_a_table_enters_results_on_phones(relay: Relay) -> None:
    async with relay.client(arbiter=True) as chief, open_visits() as visits:
        await begin_bridge(chief)
        links = await bridge_links(chief)
        north = await visits.open(links["1o"], width=390, height=844, mobile=True)
        await north.get_by_role("radio", name="North-South").check()
        pad = north.locator(".contract-pad")
        for kind, name in (("level", "4"), ("denomination", "Spades"), ("declarer", "N"), ("made", "Result +1")):
            await pad.locator(f".{kind}").get_by_role("button", name=name, exact=True).click()
        await assert_accessible(north)
        await pad.get_by_label("Lead").select_option("H10")
        await pad.get_by_role("button", name="Enter").click()
        await expect(north.locator(".board-chip.told")).to_have_text("1")

        east = await visits.open(links["1o"], width=390, height=844, mobile=True)
        await east.get_by_role("radio", name="East-West").check()
        await expect(east.locator(".situation .contract")).to_have_text("4♠ N +1 ♥10")
        await assert_accessible(east)
        await east.get_by_role("button", name="Confirm", exact=True).click()
        await expect(east.locator(".entered tbody")).to_contain_text("+450")
        await east.get_by_role("button", name="Call the director").click()
        await east.get_by_role("dialog").get_by_role("button", name="Call the director").click()
        await expect(east.get_by_text("The director has been called.")).to_be_visible()

        desk = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await expect(desk.get_by_role("link", name="Bridge")).to_have_text("Bridge1")
        await desk.get_by_role("link", name="Bridge").click()
        await expect(desk.locator(".bridge-call")).to_contain_text("Table 1O calls")
        await assert_accessible(desk)
