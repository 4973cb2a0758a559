"""Players' cards: links that a new card ends, requests in the right role, and pages that tell no more than they may."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect

from gateway.model.sides import Side
from gateway.record.table_state import PlayerState
from gateway.record.visibility import player_state
from gateway.referee.options import Mode, Options
from gateway.referee.roles import Role
from gateway.relay.access.player_cards import PlayerCards
from gateway.relay.web.players.player_routes import CALLS_MAX, PAGES_MAX, REQUESTS_MAX
from gateway.store import SqliteStore
from gateway.table.reporting import table_state
from tests.examples import examples
from tests.table.scenario import Scenario, Step, happen, lay_out

from .conftest import JUNIOR, Relay, eventually
from .fakes import Broker
from .judged import JudgedTable

CHESS = Scenario("played", "chess-standard", [], control="90m+30s")
SECRETS = ("alerts", "cases", "flags", "differing", "counters", "not_now", "lacks", "fen", "board")


async def laid(broker: Broker, event: str, scenario: Scenario, *steps: Step) -> JudgedTable:
    real = lay_out(scenario, "buttons")
    real.open()
    for step in steps:
        happen(real, step)
    return JudgedTable(broker.url, event, real)


async def until_seen(look: Callable[[], Awaitable[Any]], true: Callable[[Any], bool]) -> Any:
    """What is seen as soon as it is so."""
    async with asyncio.timeout(30):
        while not true(found := await look()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return found


async def closing(page: ClientConnection) -> int:
    """The code with which a page is closed."""
    async with asyncio.timeout(30):
        await page.wait_closed()
    return page.close_code or 0


async def cards_of(relay: Relay, table: str = "t1") -> dict[Side, str]:
    """The links of a table's cards, as they are printed."""
    async with relay.client(arbiter=JUNIOR) as arbiter:
        page = (await arbiter.get("/print/players", params={"table": table})).text
    links = [part.partition("<")[0] for part in page.split(f"{relay.url}/play/")[1:]]
    return {
        Side.WHITE: next(each for each in links if ".w." in each),
        Side.BLACK: next(each for each in links if ".b." in each),
    }


@given(st.lists(st.tuples(st.sampled_from(["t1", "t-2", "t_3"]), st.sampled_from(list(Side))), max_size=12))
@examples(40)
def test_a_link_opens_its_own_seat_until_it_is_replaced(replaced: list[tuple[str, Side]]) -> None:
    async def walk() -> None:
        cards = PlayerCards("open")
        seats = [(table, side) for table in ("t1", "t-2", "t_3") for side in Side]
        old: set[str] = set()
        for table, side in replaced:
            old.add(cards.link(cards.card(table, side)))
            await cards.replace(table, side)
        links = {seat: cards.link(cards.card(*seat)) for seat in seats}
        assert len(set(links.values())) == len(seats)
        for seat, link in links.items():
            found = cards.find(link)
            assert found is not None
            assert (found.table, found.side) == seat
            assert cards.find(link[:-1] + ("0" if link[-1] != "0" else "1")) is None
        assert [cards.find(link) for link in old] == [None] * len(old)

    asyncio.run(walk())


async def test_cards_outlive_a_restart_and_belong_to_one_event(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "people") as store:
        first = PlayerCards("open", store)
        await first.load()
        await first.replace("t1", Side.WHITE)
        link = first.link(first.card("t1", Side.WHITE))
        again, other = PlayerCards("open", store), PlayerCards("closed", store)
        await again.load()
        await other.load()
    assert again.find(link) is not None
    assert other.find(link) is None
    for wrong in ("", "t1.w", "t1.w.é", "t1.x." + "0" * 32, "x" * 1000, link + "0"):
        assert first.find(wrong) is None


async def test_a_draw_is_offered_and_accepted_from_two_pages(relay: Relay, broker: Broker, event: str) -> None:
    steps = Step(run=Side.WHITE), Step(moves="e4 e5")
    async with (await laid(broker, event, CHESS, *steps)).running() as table, relay.client() as phone:
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        links = await cards_of(relay)

        async def seen(side: Side) -> dict[str, Any]:
            state: dict[str, Any] = (await phone.get(f"/api/play/{links[side]}")).json()["state"]
            return state

        async def ask(side: Side, kind: str, **rest: Any) -> int:
            body = {"game": (await seen(side))["game"], "request": {"type": kind, **rest}}
            return (await phone.post(f"/api/play/{links[side]}", json=body)).status_code

        white = await seen(Side.WHITE)
        offered = {each["request"] for each in white["requests"]}
        assert offered == {"offer_draw", "claim_draw", "call_arbiter", "resign", "complain"}
        assert not set(SECRETS) & set(white)
        assert await ask(Side.BLACK, "accept_draw") == 409, "nothing is offered"
        assert await ask(Side.WHITE, "offer_draw") == 200
        await eventually(lambda: table.real.table.referee.play.offer is Side.WHITE)  # type: ignore[union-attr]
        await until_seen(lambda: seen(Side.BLACK), lambda state: state.get("offer") == "white")
        assert await ask(Side.BLACK, "accept_draw") == 200
        ended = await until_seen(lambda: seen(Side.WHITE), lambda state: "result" in state)
        assert ended["result"]["result"] == "draw"
        wrong_game = {"game": 99, "request": {"type": "resign"}}
        assert (await phone.post(f"/api/play/{links[Side.WHITE]}", json=wrong_game)).status_code == 409
        async with relay.client(arbiter=True) as chief:
            lines = (await chief.get("/api/audit")).json()["lines"]
    asked = [
        (line["role"], line["act"]["request"]["type"], line["session"]) for line in lines if line["kind"] == "request"
    ]
    assert asked == [("black", "accept_draw", "card 1"), ("white", "offer_draw", "card 1")]
    said = [entry.what for entry in table.real.entries if getattr(entry.what, "role", "") in {"white", "black"}]
    assert [what.role for what in said] == [Role.WHITE, Role.BLACK]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("scenario", "before", "then"),
    [
        (
            Scenario("flag", "chess-blitz", [], control="3m", options=Options(flags=Mode.CLAIM)),
            (Step(run=Side.WHITE), Step(moves="e4")),
            Step(wait=181),
        ),
        (
            Scenario("irregular", "draughts-rapid", [], control="20m", fen="W:W28,41:B23,10,3"),
            (Step(run=Side.WHITE), Step(hand="41-37")),
            Step(press=Side.WHITE, wait=6),
        ),
        (
            Scenario("repetition", "chess-standard", [], control="90m"),
            (Step(run=Side.WHITE), Step(moves="Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")),
            Step(moves="Ng8"),
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Scenario) else "",
)
async def test_what_players_must_notice_makes_no_difference_to_their_pages(
    relay: Relay, broker: Broker, event: str, scenario: Scenario, before: tuple[Step, ...], then: Step
) -> None:
    """Only whose turn it is, and the moves that everybody sees, may tell two pages apart."""
    async with (await laid(broker, event, scenario)).running() as table, relay.client() as phone:
        if scenario.fen:
            table.real.place(scenario.fen)  # type: ignore[attr-defined]
        for step in before:
            happen(table.real, step)  # type: ignore[arg-type]
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        links = await cards_of(relay)

        async def requests() -> list[set[str]]:
            states = [(await phone.get(f"/api/play/{link}")).json()["state"] for link in links.values()]
            return [{each["request"] for each in state["requests"]} - {"claim_draw"} for state in states]

        shown = await requests()
        known = table.real.table.referee
        happen(table.real, then)  # type: ignore[arg-type]
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        assert table.real.table.referee != known
        state = next(each for each in relay.hall.tables if each.name == "t1").state
        assert state is not None
        assert state.arbiters is not None
        assert await requests() == shown


async def test_a_card_asks_for_so_much_and_no_more(relay: Relay, broker: Broker, event: str) -> None:
    steps = Step(run=Side.WHITE), Step(moves="e4 e5")
    async with (await laid(broker, event, CHESS, *steps)).running() as table, relay.client() as phone:
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        links = await cards_of(relay)

        async def ask(side: Side, kind: str, **rest: Any) -> int:
            body = {"game": 1, "request": {"type": kind, **rest}}
            return (await phone.post(f"/api/play/{links[side]}", json=body)).status_code

        calls = [await ask(Side.WHITE, "call_arbiter") for _ in range(CALLS_MAX + 1)]
        assert calls == [200] * CALLS_MAX + [429]
        rest = [await ask(Side.WHITE, "claim_draw") for _ in range(REQUESTS_MAX - CALLS_MAX + 1)]
        assert rest[-1] == 429
        assert 429 not in rest[:-1]
        assert await ask(Side.BLACK, "call_arbiter") == 200, "the other card has its own count"
        async with relay.client(arbiter=JUNIOR) as arbiter:
            new = (await arbiter.post("/api/tables/t1/cards/white")).json()
        assert await ask(Side.WHITE, "claim_draw") == 403
        assert new["link"].endswith(new["link"].rpartition("/")[2])
        assert (await phone.get(new["link"].replace("/play/", "/api/play/"))).status_code == 200


async def test_a_replaced_card_and_too_many_pages_are_closed(relay: Relay, broker: Broker, event: str) -> None:
    async with (await laid(broker, event, CHESS)).running() as table:
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        links = await cards_of(relay)
        address = f"{relay.url.replace('http', 'ws')}/ws/play/{links[Side.WHITE]}"
        pages = [await connect(address, proxy=None, compression=None) for _ in range(PAGES_MAX + 1)]
        made_way = await closing(pages[0])
        async with relay.client(arbiter=JUNIOR) as arbiter:
            await arbiter.post("/api/tables/t1/cards/white")
        replaced = await closing(pages[-1])
        async with connect(address, proxy=None, compression=None) as late:
            assert (made_way, replaced, await closing(late)) == (4429, 4403, 4403)
        for page in pages:
            await page.close()


def test_after_a_swap_of_colours_a_card_goes_with_the_player() -> None:
    options = Options(opening="taraguchi-10")
    real = lay_out(Scenario("swap", "gomoku-standard", [], control="60m", options=options), "buttons")
    real.open()
    for step in (Step(run=Side.BLACK), Step(moves="h8")):
        happen(real, step)
    before = player_state(table_state(real.table, real.at), Role.WHITE)
    assert before.side is Side.WHITE
    assert {"swap", "keep"} <= {each.request for each in before.requests}
    black = player_state(table_state(real.table, real.at), Role.BLACK)
    assert not {"swap", "keep"} & {each.request for each in black.requests}, "the choice is the other's"
    happen(real, Step(say="swap", by=Side.WHITE))
    after = player_state(table_state(real.table, real.at), Role.WHITE)
    assert after.side is Side.BLACK
    assert after.players[Side.BLACK] == before.players[Side.WHITE]
    assert "resign" in {each.request for each in after.requests}


def test_a_player_is_told_what_is_listed_here_and_nothing_new() -> None:
    """A new field has to be thought about: may a player be told it, though he has to notice things himself?"""
    listed = {"table", "game", "rules", "rulebook", "side", "players", "status", "turn", "moves"}
    listed |= {"attendance", "result", "score", "offer", "requests", "asked", "drawn_opening"}
    assert set(PlayerState.__struct_fields__) == listed
