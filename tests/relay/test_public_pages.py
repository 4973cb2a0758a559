"""The public's pages as they leave the relay: readable without scripts, good to link to, and framed by others only
where nobody can act."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html import unescape

import pytest

from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from .conftest import Relay, eventually
from .event_tables import PERSONS, EventTable, event_tables
from .fakes import Broker

DESK = ("/", "/desk", "/sign-in", "/wall", "/games/t1.1", "/api/games/t1.1", "/pages/index.html")
FRAMED = ("/embed/games/t1.1", "/embed/tables/t1", "/embed/games/t1.99", "/overlay/t1")


@pytest.fixture
async def tables(broker: Broker, event: str, relay: Relay) -> AsyncIterator[list[EventTable]]:
    async with event_tables(broker.url, event, 4) as tables:
        await eventually(lambda: all(relay.held(table.address.table) == len(table.lines) for table in tables))
        yield tables


async def test_a_game_is_read_without_scripts_and_previewed_by_its_link(
    relay: Relay, event: str, tables: list[EventTable]
) -> None:
    async with relay.client() as client:
        page = await client.get("/games/t1.1")
        moves = (await client.get("/api/games/t1.1")).json()["stretches"][0]["moves"]
        assert page.headers["content-type"].startswith("text/html")
        text = unescape(page.text)
        assert f"<title>GMI Ton Sijbrands – GMI Alexander Georgiev · Round 1 · {event}</title>" in text
        plain = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
        assert [move["text"] for move in moves] == re.findall("<b>([^<]+)</b>", plain)
        assert "White wins · resignation" in plain
        assert "FMJD 7.2.1 · The opponent resigns" in plain
        assert f'<meta property="og:url" content="{relay.url}/games/t1.1">' in text
        assert 'property="og:description" content="' in text
        (picture,) = re.findall('<meta property="og:image" content="([^"]+)">', text)
        shown = await client.get(picture)
        assert (shown.status_code, shown.headers["content-type"], shown.content[:4]) == (200, "image/png", b"\x89PNG")
        chinese = (await client.get("/games/t1.1", headers={"Accept-Language": "zh-CN,zh;q=0.9"})).text
        assert 'lang="zh-Hans"' in chinese
        assert "白方胜" in chinese
        assert 'lang="zh-Hans"' in (await client.get("/games/t1.1?language=zh")).text
        home = re.sub(r"<script.*?</script>", "", unescape((await client.get("/")).text), flags=re.DOTALL)
        assert re.findall('href="(/games/[^"]+)"', home) == [f"/games/t{n}.2" for n in (1, 2, 3, 4)]
        assert "1 – 1" in home or "½ – ½" in home


async def test_a_page_that_has_not_changed_is_not_sent_again(relay: Relay, tables: list[EventTable]) -> None:
    async with relay.client() as client:
        for path in ("/", "/games/t1.1", "/games/t1.2", "/embed/tables/t1", "/overlay/t1"):
            first = await client.get(path)
            again = await client.get(path, headers={"If-None-Match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b""), path
            assert "Accept-Language" in again.headers["vary"]
        assert "max-age" in (await client.get("/games/t1.1")).headers["cache-control"]
        before = (await client.get("/games/t1.2")).headers
        assert before["cache-control"] == "no-cache"
        tables[0].play()
        await tables[0].tell()
        await eventually(lambda: relay.held("t1") == len(tables[0].lines))
        assert (await client.get("/games/t1.2", headers={"If-None-Match": before["etag"]})).status_code == 200


async def test_scripts_come_packed_and_are_kept_for_ever_until_they_change(
    relay: Relay, tables: list[EventTable]
) -> None:
    async with relay.client() as client:
        page = (await client.get("/games/t1.2")).text
        files = re.findall(r'(?:modulepreload|stylesheet)" href="([^"]+)"', page)
        assert len(files) > 20
        for path in files:
            file = await client.get(path)
            assert "immutable" in file.headers["cache-control"], path
            assert "Accept-Encoding" in file.headers["vary"]
            assert file.content == (await client.get(re.sub("@[^/]+/", "", path))).content
        packed = await client.get(files[-1], headers={"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        # Of another version there is nothing to keep.
        other = await client.get(re.sub("@[^/]+/", "@00000000/", files[0]))
        assert other.headers["cache-control"] == "no-cache"
        for nowhere in ("/pages/@", "/pages/@00000000", "/pages/@00000000/"):
            assert (await client.get(nowhere)).status_code == 404, nowhere


async def test_a_finished_game_keeps_its_address_and_a_coming_one_says_so(
    relay: Relay, tables: list[EventTable]
) -> None:
    async with relay.client() as client:
        coming = await client.get("/games/t1.3", headers={"Accept": "text/html"})
        assert coming.status_code == 404
        assert "has not begun yet" in coming.text
        assert (await client.get("/tables/t1")).headers["location"] == "/games/t1.2"
        before = (await client.get("/games/t1.1")).text
        tables[0].begin(3, PERSONS[4], PERSONS[5])
        await tables[0].tell()
        await eventually(lambda: relay.held("t1") == len(tables[0].lines))
        assert (await client.get("/games/t1.1")).text == before
        assert (await client.get("/games/t1.3")).status_code == 200
        assert (await client.get("/tables/t1")).headers["location"] == "/games/t1.3"
        for nowhere in ("/games/t1", "/games/../x", "/tables/t99", "/games/<b>.1"):
            assert (await client.get(nowhere)).status_code == 404, nowhere


async def test_others_may_frame_what_nobody_can_act_on_and_nothing_else(relay: Relay, tables: list[EventTable]) -> None:
    async with relay.client() as client, relay.client(arbiter=True) as arbiter:
        for asking in (client, arbiter):
            for path in DESK:
                headers = (await asking.get(path)).headers
                assert headers["x-frame-options"] == "DENY", path
                assert "frame-ancestors 'none'" in headers["content-security-policy"]
            for path in FRAMED:
                answer = await asking.get(path)
                assert "x-frame-options" not in answer.headers, path
                assert answer.headers["content-security-policy"].endswith("frame-ancestors *")
                assert "set-cookie" not in answer.headers
                assert "<form" not in answer.text
        # An arbiter's browser gets there what everybody gets.
        for path in FRAMED:
            assert (await client.get(path)).text == (await arbiter.get(path)).text


async def test_officials_come_to_their_desk_and_everybody_to_the_event(relay: Relay, tables: list[EventTable]) -> None:
    async with relay.client() as client, relay.client(arbiter=True) as arbiter:
        everybody, desk = await client.get("/"), await arbiter.get("/")
        assert 'data-page="event"' in everybody.text
        assert "/pages/app.js" in desk.text
        assert desk.headers["cache-control"].startswith("private")
        assert "Cookie" in everybody.headers["vary"]
        assert (await client.get("/desk")).text == desk.text


async def test_the_event_tells_rounds_pairings_and_players(relay: Relay, tables: list[EventTable]) -> None:
    async with relay.client() as client:
        event = (await client.get("/api/event")).json()
        assert event["round"] == 2
        assert [(each["round"], each["games"], each["playing"], each["over"]) for each in event["rounds"]] == [
            (1, 4, 0, 4),
            (2, 4, 2, 1),
        ]
        first = (await client.get("/api/rounds/1")).json()["games"]
        assert [each["id"] for each in first] == ["t1.1", "t2.1", "t3.1", "t4.1"]
        assert first[0]["result"] == {"result": Result.WHITE.value, "reason": Reason.RESIGNATION.value}
        assert first[0]["score"] == {"white": "2", "black": "0"}
        assert first[0]["players"][Side.WHITE] == {
            "name": "Ton Sijbrands",
            "id": "p1",
            "title": "GMI",
            "federation": "NED",
            "rating": 2398,
        }
        players = (await client.get("/api/players")).json()["players"]
        assert {each["person"]["name"]: each["games"] for each in players}["Ton Sijbrands"] == 2
        assert (await client.get("/api/rounds/9")).json()["games"] == []


async def test_no_hardware_is_told_to_the_public(relay: Relay, tables: list[EventTable]) -> None:
    """Serial numbers, firmware and batteries are for those who look after the boards."""
    async with relay.watch() as watch, relay.client() as client:
        await watch.until(lambda message: message["type"] == "table" and message["table"] == "t4")
        tables[0].play()
        await tables[0].tell()
        await watch.until(lambda message: message["type"] in {"state", "change"} and message["table"] == "t1")
        paths = ("/", "/games/t1.2", "/api/games/t1.2", "/api/tables", "/api/tables/t1", "/api/tables/t1/entries")
        told = "".join([*watch.raw, *[(await client.get(path)).text for path in paths]])
        for private in ("SN-48001", "firmware", "battery", "serial"):
            assert private not in told, private
    async with relay.client(arbiter=True) as arbiter:
        assert "SN-48001" in (await arbiter.get("/api/tables/t1")).text
