"""A game of a table as a file, for everybody."""

from __future__ import annotations

import msgspec
import pytest
from playwright.async_api import expect

from gateway.games import registry
from gateway.games.game_files import read_games
from gateway.referee.inputs import Moved
from tests.browsing import assert_accessible, open_visits

from .conftest import ARBITER, Relay, eventually
from .fakes import Broker, FakeTable, set_up
from .gallery import GalleryTable, judge


async def test_a_game_is_served_in_its_notation(relay: Relay, table: FakeTable) -> None:
    position = registry.find("draughts-international").start()
    start = set_up(table.players)
    table.write(type(start)(**{f: getattr(start, f) for f in start.__struct_fields__} | {"fen": position.fen()}))
    for text in ("32-28", "19-23", "28x19"):
        move = position.read(text)
        then = position.play(move)
        table.write(Moved(position.turn, move.text, text, move.path, move.taken, then.board(), then.fen()))
        position = then
    await table.state()
    await eventually(lambda: relay.held("t1") == 4)
    async with relay.client() as client:
        answer = await client.get("/api/tables/t1/games/1.pdn")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("application/x-pdn")
        (game,) = read_games(answer.text, "1.pdn")
        assert (len(game.moves), game.tags["White"], game.tags["Event"]) == (3, "Ann Able", relay.hall.event)
        listed = (await client.get("/api/tables/t1/games")).json()["games"]
        assert [(each["game"], each["moves"], each["result"], each["form"]) for each in listed] == [
            (1, ["32-28", "19-23", "28x19"], None, "pdn")
        ]
        assert (await client.get("/api/tables/t9/games")).status_code == 404
        for path in ("t1/games/2.pdn", "t1/games/1.pgn", "t9/games/1.pdn"):
            refused = await client.get(f"/api/tables/{path}")
            assert refused.status_code == 404, path
            assert refused.json()["why"]
        assert (await client.get("/api/tables/t1/games/1.doc")).status_code == 404


FORMS = ("print/tables/t1/games/1", "print/tables/t1/games/1/protocol")


@pytest.mark.browser
async def test_a_protocol_tells_everybody_what_is_public_and_arbiters_all(
    relay: Relay, broker: Broker, event: str
) -> None:
    async with GalleryTable(broker.url, event, 1, plies=60).running() as table, open_visits() as visits:
        judge(table)  # a warning is between the arbiter and the player
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        async with relay.client() as client:
            public = (await client.get(f"/{FORMS[1]}", params={"language": "both"})).text
        assert "对局报告 / Protocol of the game" in public
        assert "warning" not in public
        page = await visits.open(f"{relay.url}/sign-in/{ARBITER.key}")
        await page.goto(f"{relay.url}/desk#t1")
        async with page.expect_popup() as opened:
            await page.get_by_role("link", name="Protocol of the game").click()
        form = await opened.value
        await expect(form.locator(".course")).to_contain_text("Black: warning")
        await expect(form.locator(".timed tbody tr")).to_have_count(30)
        await expect(form.locator(".signatures")).to_contain_text("Ton Sijbrands")
        await assert_accessible(form)
        await form.goto(f"{relay.url}/{FORMS[0]}")
        await assert_accessible(form)
        assert b"MediaBox [0 0 594" in await form.pdf(prefer_css_page_size=True), "A4"


@pytest.mark.parametrize("wrong", [{"rules": "go"}, {"rules": "chess"}, {"fen": ""}, {"control": "x"}, {}])
async def test_a_record_that_makes_no_sense_is_told_of(relay: Relay, table: FakeTable, wrong: dict[str, str]) -> None:
    """Whatever a table sends, asking for its games is no mistake of the relay's."""
    if not wrong:
        table.now = lambda: 999_999_999_999_999
    table.write(msgspec.structs.replace(set_up(table.players), **wrong))
    await table.state()
    await eventually(lambda: relay.held("t1") == 1)
    table.lines.append(b'{"n":2,"what":{"type":"of a later version"}}')
    await table.send(2)
    await eventually(lambda: relay.held("t1") == 2)
    async with relay.client(arbiter=True) as client:
        for path in ("api/tables/t1/games", "api/tables/t1/games/1.pdn", *FORMS):
            assert (await client.get(f"/{path}")).status_code in {200, 404}, path
