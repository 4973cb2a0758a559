"""Fan-out: whatever happens at tables, and whatever a viewer looks at or misses, it holds in the end what is there."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.sides import Side
from gateway.record.availability import Availability
from gateway.record.entries import Entry
from gateway.record.lines import visibility_of_line
from gateway.record.table_state import ArbitersState, ClockMessage, LastMove, OpenAlert, TableState
from gateway.record.visibility import Visibility
from gateway.record.wire import CLOCK, ENTRY, TABLE_STATE
from gateway.referee.rulings import AlertKind
from gateway.relay.hall import summaries as summaries_module
from gateway.relay.hall import viewer as viewer_module
from gateway.relay.hall.hall_table import HallTable
from gateway.relay.hall.patches import Patch, difference, patched
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.summaries import summary_of
from gateway.relay.hall.viewer import SUMMARIES, Subscription, Viewer
from gateway.store import SqliteStore, StoredLine

from .fakes import FakeTable, face, moved
from .viewing import Gate

NAMES = ("t1", "t2", "t3")
_EVENTS = itertools.count(1)

values = st.recursive(
    st.none() | st.text(max_size=3) | st.integers(0, 9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(st.sampled_from("abcdef"), values, max_size=5)


@given(objects, objects)
def test_a_patch_makes_the_new_of_the_old(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = json.dumps(old)
    patch = difference(old, new)
    assert (patch is None) == (old == new)
    if patch is not None:
        again = msgspec.json.decode(msgspec.json.encode(patch), type=Patch)
        assert patched(old, again) == new
    assert json.dumps(old) == before


def test_moves_are_told_once() -> None:
    old = {"moves": [str(n) for n in range(200)], "ply": 200}
    new = {"moves": [*old["moves"], "32-28"], "ply": 201}  # type: ignore[misc]
    assert msgspec.json.encode(difference(old, new)) == b'{"set":{"ply":201},"add":{"moves":[200,["32-28"]]}}'
    back = msgspec.json.encode(difference(new, old))
    assert back == b'{"set":{"ply":200},"add":{"moves":[200,[]]}}'


class Stage:
    """A hall into which is put what the bus would bring, and its viewers."""

    def __init__(self, hall: PresentHall) -> None:
        self.hall = hall
        self.fakes = {name: FakeTable("mqtt://127.0.0.1:1", hall.event, name, now=self.now) for name in NAMES}
        self.at = 1_700_000_000_000
        self.viewers: list[tuple[Viewer, Gate]] = []

    def now(self) -> int:
        return self.at

    def table(self, name: str) -> HallTable:
        found = self.hall.find_or_add(name)
        assert found is not None
        return found

    async def do(self, step: tuple[Any, ...]) -> None:
        self.at += 1000
        what, *details = step
        done = getattr(self, f"do_{what}")(*details)
        if done is not None:
            await done

    async def do_move(self, name: str, more: int, alert: bool) -> None:
        await self.line(name, Visibility.PUBLIC)
        before = self.table(name).state or self.fakes[name].make_state()
        moves = (*before.moves[: len(before.moves) - (more == 0)], *(f"m{self.at}" for _ in range(more)))
        last = LastMove(f"m{self.at}", (1, 2), ())
        self.state(name, moves=moves, ply=len(moves), last_move=last, alert=alert)

    async def do_silent(self, name: str) -> None:
        await self.line(name, Visibility.ARBITERS)

    async def do_game(self, name: str) -> None:
        await self.line(name, Visibility.PUBLIC)
        held, state = self.table(name).held, self.table(name).state
        self.state(name, game=state.game + 1 if state is not None else 1, first=held, moves=(), ply=0)

    def do_journal(self, name: str) -> None:
        self.hall.begin_journal(self.table(name))
        self.state(name, first=0)

    def do_clock(self, name: str, running: Side | None) -> None:
        said = ClockMessage(Instant(self.at), face(running=running, since=self.at))
        self.hall.show_clock(self.table(name), said, CLOCK.encode(said))

    def do_availability(self, name: str, online: bool) -> None:
        self.hall.show_availability(self.table(name), Availability(online, {"board": online}))

    def do_subscribe(self, number: int, wanted: Subscription) -> None:
        self.hall.subscribe(self.viewers[number][0], wanted)

    def do_shut(self, number: int) -> None:
        self.viewers[number][1].shut()

    def do_open(self, number: int) -> None:
        self.viewers[number][1].open()

    def do_again(self, number: int, name: str) -> None:
        self.viewers[number][0].want(name)

    async def do_wait(self, times: int) -> None:
        for _ in range(times):
            await asyncio.sleep(0)

    async def line(self, name: str, see: Visibility) -> None:
        table = self.table(name)
        n = table.held + 1
        line = ENTRY.encode(Entry(n, Instant(self.at), see, moved(Side.WHITE, f"m{self.at}")))
        await self.hall.store.append_many([StoredLine(self.hall.stream(table), n, line)])
        self.hall.show_lines(table, [(n, line)])

    def state(self, name: str, *, alert: bool = False, **changes: object) -> None:
        table = self.table(name)
        open_alert = OpenAlert(AlertKind.DEVICE_LOST, Instant(self.at), message("plain", text="x"))
        base = table.state or self.fakes[name].make_state()
        state = msgspec.structs.replace(
            base,
            at=Instant(self.at),
            last=table.held,
            arbiters=ArbitersState(alerts=(open_alert,) if alert else ()),
            clock=face(running=Side.WHITE, since=self.at),
            **{"first": 1, **({"first": base.first} if table.state else {}), **changes},
        )
        self.hall.show_state(table, state, TABLE_STATE.encode(state))

    async def settle(self) -> None:
        """Let everybody take all that waits."""
        for _, gate in self.viewers:
            gate.open()
        for feed in self.hall._broadcast.summaries.values():
            feed.tell()
        for _ in range(5000):
            await asyncio.sleep(0.0002)
            if not any(viewer._sending or viewer._pending for viewer, _ in self.viewers):
                break
        else:
            raise AssertionError("it never ends")

    async def check(self) -> None:
        for viewer, gate in self.viewers:
            for table in self.hall.tables:
                wanted = viewer.subscription
                if wanted.watched is None or table.name in wanted.watched:
                    await self.check_table(viewer, gate.page.tables[table.name], table)
                if wanted.summaries:
                    assert gate.page.summaries[table.name] == summary_of(table, viewer.visibility)

    async def check_table(self, viewer: Viewer, shown: dict[str, Any], table: HallTable) -> None:
        assert shown["state"] == json.loads(table.written[viewer.visibility])
        assert shown["online"] == table.online
        if not viewer.follows(table.name):
            return
        stored = await self.hall.numbered_lines(table, table.first - 1)
        seen = [json.loads(line) for _, line in stored if viewer.visibility.includes(visibility_of_line(line))]
        assert [entry for entry in shown["entries"] if entry["n"] >= table.first] == seen


names = st.sampled_from(NAMES)
some = st.none() | st.frozensets(names)
viewer_numbers = st.integers(0, 3)
steps = st.one_of(
    st.tuples(st.just("move"), names, st.integers(0, 2), st.booleans()),
    st.tuples(st.just("move"), names, st.integers(0, 2), st.booleans()),
    st.tuples(st.just("silent"), names),
    st.tuples(st.just("game"), names),
    st.tuples(st.just("journal"), names),
    st.tuples(st.just("clock"), names, st.sampled_from([*Side, None])),
    st.tuples(st.just("availability"), names, st.booleans()),
    st.tuples(st.just("subscribe"), viewer_numbers, st.builds(Subscription, some, some, st.booleans())),
    st.tuples(st.just("shut"), viewer_numbers),
    st.tuples(st.just("open"), viewer_numbers),
    st.tuples(st.just("again"), viewer_numbers, st.sampled_from([*NAMES, SUMMARIES])),
    st.tuples(st.just("wait"), st.integers(1, 8)),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    patch = pytest.MonkeyPatch()
    patch.setattr(viewer_module, "MOMENT_S", 0.0)
    patch.setattr(summaries_module, "_GATHER_S", 0.0)
    patch.setattr(summaries_module, "_SOON_S", 0.0)
    with SqliteStore(tmp_path_factory.mktemp("store") / "lines", skip_repeats=True) as store:
        yield store
    patch.undo()


@given(st.lists(steps, max_size=40))
def test_whatever_happens_a_viewer_holds_in_the_end_what_is_there(
    store: SqliteStore, happening: list[tuple[Any, ...]]
) -> None:
    async def run() -> None:
        stage = Stage(await PresentHall.open(f"event{next(_EVENTS)}", store, lambda: stage.at))
        for number, (visibility, protocol) in enumerate(itertools.product(Visibility, (1, 2))):
            gate = Gate(compresses=number % 2 == 1)
            viewer = Viewer(visibility, gate, stage.hall.viewers.moments, stage.hall.whole, Subscription(), protocol)
            stage.viewers.append((viewer, gate))
            stage.hall.join(viewer)
        for step in happening:
            await stage.do(step)
        await stage.settle()
        await stage.check()
        for viewer, _ in stage.viewers:
            stage.hall.viewers.remove(viewer)

    asyncio.run(run())


def test_a_state_that_only_arbiters_see_is_no_change_for_others(store: SqliteStore) -> None:
    async def run() -> None:
        stage = Stage(await PresentHall.open(f"event{next(_EVENTS)}", store, lambda: stage.at))
        gate = Gate()
        viewer = Viewer(Visibility.PUBLIC, gate, stage.hall.viewers.moments, stage.hall.whole)
        stage.viewers.append((viewer, gate))
        stage.hall.join(viewer)
        stage.state("t1")
        await stage.settle()
        before = len(gate.page.seen)
        table = stage.table("t1")
        assert table.state is not None
        loud: TableState = msgspec.structs.replace(table.state, arbiters=ArbitersState(differing=(1, 2)))
        stage.hall.show_state(table, loud, TABLE_STATE.encode(loud))
        await stage.settle()
        assert len(gate.page.seen) == before

    asyncio.run(run())
