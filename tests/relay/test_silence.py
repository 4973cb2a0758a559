"""What the rules keep from players and spectators never leaves for them, whatever kind of entry it is."""

from __future__ import annotations

import types
from typing import get_args

import msgspec
import pytest

from gateway.bus.topics import Channel
from gateway.clock.facts import ClockLost
from gateway.model.instants import Instant
from gateway.model.irregularities import Irregularity
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side
from gateway.record.entries import Entry, See
from gateway.record.glance import ArbiterGlance, OpenAlert
from gateway.record.wire import ENTRY
from gateway.referee.acts import Pause
from gateway.referee.inputs import (
    Acted,
    BoardAgreed,
    BoardDiffered,
    Clocked,
    DeviceChanged,
    Input,
    Irregular,
    Moved,
    Retracted,
    SetUp,
)
from gateway.referee.rulings import Alert, AlertKind, Ended, Paused, Refused, Resumed, Ruling, Started, Wording
from gateway.relay.audience import Audience, may_see

from .conftest import Relay, eventually
from .fakes import BOARD, FEN, FakeTable, face

SECRET = "only-for-arbiters"
TEXT = Wording(SECRET, SECRET)
SAMPLES: dict[type, Input | Ruling] = {
    SetUp: SetUp(1, SECRET, "x", "5m", BySide("a", "b"), FEN, BOARD, 10, 10),
    Moved: Moved(Side.WHITE, SECRET, SECRET, (1,), (), BOARD, FEN),
    Retracted: Retracted(Side.WHITE, SECRET, BOARD, FEN),
    Irregular: Irregular(Irregularity.NO_CAPTURE, Side.WHITE, (1,), BOARD, SECRET),
    Clocked: Clocked(ClockLost(SECRET), face()),
    BoardDiffered: BoardDiffered((1, 2), SECRET),
    BoardAgreed: BoardAgreed(),
    DeviceChanged: DeviceChanged(SECRET, False, SECRET),
    Acted: Acted("c", SECRET, "arbiter", Pause(SECRET)),
    Started: Started(text=TEXT),
    Paused: Paused(by=SECRET, text=TEXT),
    Resumed: Resumed(by=SECRET, text=TEXT),
    Ended: Ended(result=Result.DRAW, reason=Reason.AGREEMENT, text=TEXT),
    Refused: Refused(command=SECRET, text=TEXT),
    Alert: Alert(kind=AlertKind.ILLEGAL_MOVE, text=TEXT),
}


def test_the_samples_are_every_kind_of_entry_there_is() -> None:
    union = next(field.type for field in msgspec.structs.fields(Entry) if field.name == "what")
    assert isinstance(union, types.UnionType)
    assert set(SAMPLES) == set(get_args(union))


@pytest.mark.parametrize("kind", SAMPLES, ids=lambda kind: kind.__name__)
def test_the_entry_says_who_may_see_it(kind: type) -> None:
    for see in See:
        line = ENTRY.encode(Entry(1, Instant(5), see, SAMPLES[kind]))
        assert may_see(Audience.ARBITERS, line)
        assert may_see(Audience.EVERYBODY, line) is (see is See.ALL)


@pytest.mark.parametrize(
    "line",
    [
        b'{"n":1,"at":5,"see":"all","what":{"type":"from_the_future","secret":1}}',
        b'{"n":1,"at":5,"see":"jury","what":{"type":"board_agreed"}}',
        b'{"n":1,"at":5,"what":{"type":"board_agreed"}}',
        b'{"n":1}',
    ],
)
def test_what_we_cannot_read_in_full_is_not_for_everybody(line: bytes) -> None:
    assert may_see(Audience.ARBITERS, line)
    assert not may_see(Audience.EVERYBODY, line)


async def test_a_spectator_receives_nothing_of_it_by_any_door(relay: Relay, table: FakeTable) -> None:
    for sample in SAMPLES.values():
        table.write(sample, See.ARBITERS)
    table.lines.append(
        b'{"n":%d,"at":5,"see":"all","what":{"type":"future","x":"only-for-arbiters"}}' % (len(table.lines) + 1)
    )
    table.write(BoardAgreed(), See.ALL)
    last = len(table.lines)
    alert = ArbiterGlance((OpenAlert(AlertKind.ILLEGAL_MOVE, Instant(1), TEXT, "X 1"),), (3, 4), SECRET)
    async with relay.watch() as early, relay.watch(arbiter=True) as arbiter:
        await table.glance(alert)
        await early.until_entry(last)
        await arbiter.until_entry(last)
        await table.glance(alert, fen="changed")
        await early.until(lambda message: message["type"] == "glance" and message["glance"]["fen"] == "changed")
        await arbiter.until(lambda message: message["type"] == "glance" and message["glance"]["fen"] == "changed")
    async with relay.watch() as late, relay.client() as client:
        await late.until_type("table")
        doors = ["/api/tables", "/api/tables/t1", "/api/tables/t1/entries?limit=1000", "/api/health"]
        answers = [(await client.get(door)).text for door in doors]
    for text in [*early.raw, *late.raw, *answers]:
        assert SECRET not in text
        assert "arbiters" not in text
    assert early.numbers() == [last]
    assert arbiter.numbers() == list(range(1, last + 1))
    assert any(SECRET in text for text in arbiter.raw if '"type":"glance"' in text)
    async with relay.client(arbiter=True) as client:
        assert SECRET in (await client.get("/api/tables/t1/entries")).text
        assert SECRET in (await client.get("/api/tables/t1")).text


async def test_a_cookie_shown_by_another_site_is_a_spectators(relay: Relay, table: FakeTable) -> None:
    from websockets.asyncio.client import connect

    await table.say(Channel.STATE, b"")
    headers = {"Cookie": await relay.cookie(), "Origin": "https://elsewhere.example"}
    await eventually(lambda: relay.hall.tables)
    async with connect(f"{relay.url.replace('http', 'ws')}/ws", additional_headers=headers, proxy=None) as socket:
        assert msgspec.json.decode(await socket.recv())["role"] is None
