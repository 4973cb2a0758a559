"""Every act on the table page, by mouse, by touch and by keyboard, at tables that are judged by the rules.

Each table calls for an arbiter. What there is to do is taken from `walk.toml`, which has every act and every request.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Locator, expect

from gateway.referee.inputs import Acted
from gateway.referee.rulings import Refused
from tests.browsing import Visits, assert_accessible, open_visits
from tests.table.scenario import happen, lay_out

from .conftest import Relay, eventually, run_relay
from .fakes import Broker
from .judged import JudgedTable
from .page_hands import WAYS, Hand
from .test_walk import PEOPLE, WALKS, Walk

pytestmark = pytest.mark.browser


@pytest.fixture
async def visits() -> AsyncIterator[Visits]:
    async with open_visits() as visits:
        yield visits


def clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


async def fill_in(hand: Hand, walk: Walk) -> None:
    """What a walk has to say besides the name of its act."""
    given = walk.using
    for name in ("result", "side", "penalty", "choice", "ruling", "lodger", "about", "ground", "article"):
        if name in given and walk.act not in {"decide", "adjust_time"}:
            writes = name == "article" and walk.act
            await (hand.write(name, given[name]) if writes else hand.choose(name, str(given[name])))
    if walk.act == "start_round":
        await hand.choose("absent", " ".join(given["absent"]))
    if walk.act == "adjust_time":
        await hand.choose("preset", f"{given['side']} add 60000")
    await write_down(hand, walk)
    if "why" in given or walk.act in {"overturn", "void", "set_position"}:
        await hand.write("why", given.get("why", "seen by both arbiters"))


async def write_down(hand: Hand, walk: Walk) -> None:
    """What is typed and not chosen."""
    given = walk.using
    for name in ("move", "point", "number"):
        if name in given:
            await hand.write(name, str(given[name]))
    if "points" in given:
        await hand.write("points", " ".join(given["points"]))
    for side, ms in given.get("times", {}).items():
        await hand.write(side, clock(ms))
    if walk.act == "set_grace" or (walk.act == "penalise" and given.get("ms")):
        await hand.write("time", clock(given["ms"]))


async def find_control(hand: Hand, walk: Walk) -> Locator:
    """The control of an act, where it stands; a heading is unfolded if it is below one."""
    page = hand.page
    if walk.act == "decide":
        return page.locator(f".case[data-case='{walk.using['case']}'] [data-choice={walk.using['choice']}]")
    where = f"[data-request={walk.request}][data-side={walk.by}]" if walk.request else f"[data-control={walk.act}]"
    control = page.locator(f".actions {where}")
    await expect(control).to_have_count(1)
    if not await control.is_visible():
        await hand.press(page.locator(".fold").filter(has=page.locator(where)).locator("summary"))
    return control


async def until_longer(table: JudgedTable, before: int) -> None:
    await eventually(lambda: len(table.real.entries) > before)


@contextlib.asynccontextmanager
async def tables_for(
    walks: Sequence[Walk], broker: Broker, event: str, relay: Relay
) -> AsyncIterator[list[JudgedTable]]:
    """A table for each walk, as it is laid out there, with an alert besides."""
    async with contextlib.AsyncExitStack() as stack:
        tables = []
        for number, walk in enumerate(walks, start=1):
            real = lay_out(walk, walk.clock or "buttons")
            real.open()
            if walk.fen:
                real.place(walk.fen)
            for step in walk.steps:
                happen(real, step)
            real.lose("board")
            assert real.state.arbiters is not None
            assert real.state.arbiters.alerts
            table = JudgedTable(broker.url, event, real, f"t{number}")
            tables.append(await stack.enter_async_context(table.running()))
            await table.tell()
        await eventually(lambda: all(relay.held(table.address.table) == len(table.lines) for table in tables))
        yield tables


@pytest.mark.parametrize("way", WAYS)
async def test_every_act_is_done_where_an_alert_is_open(
    way: str, visits: Visits, broker: Broker, event: str, tmp_path: Path
) -> None:
    # One of each act in every way; by mouse also every other case of it, and every request.
    firsts = {f"{walk.act}{walk.request}": walk for walk in reversed(WALKS)}
    requests = {"offer_draw", "claim_draw", "declare_fifths"}
    walks = WALKS if way == "mouse" else [walk for walk in firsts.values() if walk.act or walk.request in requests]
    walks = [walk for walk in walks if walk.allowed & set(PEOPLE)]
    async with (
        run_relay(broker.url, event, tmp_path / "relay.journal", arbiters=tuple(PEOPLE.values())) as relay,
        tables_for(walks, broker, event, relay) as tables,
    ):
        hands: dict[str, Hand] = {}
        for walk, table in zip(walks, tables, strict=True):
            role = "chief" if "chief" in walk.allowed else min(walk.allowed & set(PEOPLE))
            if role not in hands:
                hands[role] = await Hand.at(visits, f"{relay.url}/sign-in/{PEOPLE[role].key}", way)
            hand = hands[role]
            page = hand.page
            print(f"{walk.act}{walk.request}: {walk.name}")  # shown where the story ends early
            await page.evaluate("name => { location.hash = name; }", table.address.table)
            await expect(page.locator("#detail-title")).to_contain_text(table.address.table.upper())
            await expect(page.locator(".alert-list li").first).to_be_visible()
            control = await find_control(hand, walk)
            await expect(control).not_to_have_attribute("aria-disabled", "true")
            before = len(table.real.entries)
            await hand.press(control)
            await fill_in(hand, walk)
            await expect(page.locator("dialog .sentence")).not_to_be_empty()
            await hand.confirm()
            await until_longer(table, before)
            acted, *ruled = (entry.what for entry in table.real.entries[before:])
            assert isinstance(acted, Acted)
            assert not [each for each in ruled if isinstance(each, Refused)], f"{walk.name}: {ruled}"
            asked = msgspec.to_builtins(acted.act)
            assert asked["type"] == (walk.act or "enter_request"), walk.name
            if walk.request:
                assert (asked["request"]["type"], asked["side"]) == (walk.request, walk.by)
            await expect(page.locator("dialog")).to_have_count(0)
            await expect(page.locator(".actions .reply.good, .actions .reply.asked")).to_be_visible()
        for hand in hands.values():
            await assert_accessible(hand.page)
            assert visits.errors(hand.page) == []
