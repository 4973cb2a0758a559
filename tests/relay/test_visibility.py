"""What the rules keep from players and spectators never leaves for them, whatever kind of entry it is."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from msgspec import inspect

from gateway.bus import topics
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.record.entries import Entry
from gateway.record.lines import visibility_of_line
from gateway.record.table_state import ArbitersState, OpenAlert
from gateway.record.visibility import Visibility
from gateway.record.wire import ENTRY
from gateway.referee.inputs import BoardMatched, Input
from gateway.referee.rulings import AlertKind, Ruling

from .conftest import Relay, eventually
from .fakes import FakeTable

SECRET = "only-for-arbiters"
TEXT = message("plain", text=SECRET)
KINDS: tuple[type[Input | Ruling], ...] = (*get_args(Input), *get_args(Ruling))


def example(kind: inspect.Type) -> object:
    """A value of any wire type, with the secret in every text it holds."""
    match kind:
        case inspect.StrType():
            return SECRET
        case inspect.IntType():
            return 1
        case inspect.BoolType():
            return True
        case inspect.EnumType(cls=cls):
            return next(iter(cls)).value
        case inspect.UnionType(types=types):
            return example(next(item for item in types if not isinstance(item, inspect.NoneType)))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return [example(item)]
        case inspect.TupleType(item_types=items):
            return [example(item) for item in items]
        case inspect.DictType():
            return {}
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            value = {field.encode_name: example(field.type) for field in fields}
            return value | ({tag_field: tag} if tag_field else {})
        case _:
            raise AssertionError(f"No example for {kind}: teach this test.")


def entry_of(kind: type[Input | Ruling]) -> Input | Ruling:
    return msgspec.convert(example(inspect.type_info(kind)), kind)


def test_there_are_many_kinds_of_entry() -> None:
    assert len(KINDS) >= 13


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_entry_says_who_may_see_it(kind: type[Input | Ruling]) -> None:
    for see in Visibility:
        line = ENTRY.encode(Entry(1, Instant(5), see, entry_of(kind)))
        assert Visibility.ARBITERS.includes(visibility_of_line(line))
        assert Visibility.PUBLIC.includes(visibility_of_line(line)) is (see is Visibility.PUBLIC)


@pytest.mark.parametrize(
    "line",
    [
        b'{"n":1,"at":5,"visibility":"public","what":{"type":"from_the_future","secret":1}}',
        b'{"n":1,"at":5,"visibility":"jury","what":{"type":"board_matched"}}',
        b'{"n":1,"at":5,"what":{"type":"board_matched"}}',
        b'{"n":1}',
    ],
)
def test_what_we_cannot_read_in_full_is_not_for_everybody(line: bytes) -> None:
    assert Visibility.ARBITERS.includes(visibility_of_line(line))
    assert not Visibility.PUBLIC.includes(visibility_of_line(line))


async def test_a_spectator_receives_nothing_of_it_by_any_door(relay: Relay, table: FakeTable) -> None:
    for kind in KINDS:
        table.write(entry_of(kind), Visibility.ARBITERS)
    table.lines.append(
        b'{"n":%d,"at":5,"visibility":"public","what":{"type":"future","x":"only-for-arbiters"}}'
        % (len(table.lines) + 1)
    )
    table.write(BoardMatched(), Visibility.PUBLIC)
    last = len(table.lines)
    alert = ArbitersState((OpenAlert(AlertKind.ILLEGAL_MOVE, Instant(1), TEXT, "X 1"),), (3, 4), SECRET)
    async with relay.watch() as early, relay.watch(arbiter=True) as arbiter:
        await table.state(alert)
        await early.until_entry(last)
        await arbiter.until_entry(last)
        await table.state(alert, fen="changed")
        await early.until(lambda message: message["type"] == "state" and message["state"]["fen"] == "changed")
        await arbiter.until(lambda message: message["type"] == "state" and message["state"]["fen"] == "changed")
    async with relay.watch() as late, relay.client() as client:
        await late.until_type("table")
        doors = ["/api/tables", "/api/tables/t1", "/api/tables/t1/entries?limit=1000", "/api/health"]
        answers = [(await client.get(door)).text for door in doors]
    for text in [*early.raw, *late.raw, *answers]:
        assert SECRET not in text
        assert "arbiters" not in text
    assert early.numbers() == [last]
    assert arbiter.numbers() == list(range(1, last + 1))
    assert any(SECRET in text for text in arbiter.raw if '"type":"state"' in text)
    async with relay.client(arbiter=True) as client:
        assert SECRET in (await client.get("/api/tables/t1/entries")).text
        assert SECRET in (await client.get("/api/tables/t1")).text


async def test_a_cookie_shown_by_another_site_is_a_spectators(relay: Relay, table: FakeTable) -> None:
    from websockets.asyncio.client import connect

    await table.say_bytes(topics.STATE, b"")
    headers = {"Cookie": await relay.cookie(), "Origin": "https://elsewhere.example"}
    await eventually(lambda: relay.hall.tables)
    async with connect(f"{relay.url.replace('http', 'ws')}/ws", additional_headers=headers, proxy=None) as socket:
        assert msgspec.json.decode(await socket.recv())["role"] is None
