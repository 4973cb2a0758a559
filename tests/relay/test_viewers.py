"""Viewers: what waits for each, and who is told. Their connections are made by hand, and can be shut."""

from __future__ import annotations

import asyncio

import pytest

from gateway.record.visibility import Visibility
from gateway.relay.hall import viewer as module
from gateway.relay.hall.message_bytes import SMALL, MessageBytes
from gateway.relay.hall.viewer import Group, Have, Subscription, Viewer, Whole
from gateway.relay.hall.viewers import Viewers

from .viewing import Gate, frames

PUBLIC = Group(Visibility.PUBLIC, module.CHANGES)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOMENT_S", 0.0)


class Stage:
    """Viewers, and a source of wholes that can be held up."""

    def __init__(self) -> None:
        self.viewers = Viewers()
        self.ready = asyncio.Event()
        self.ready.set()

    def add(self, subscription: Subscription = module.EVERYTHING) -> tuple[Viewer, Gate]:
        gate = Gate()
        viewer = Viewer(Visibility.PUBLIC, gate, self.viewers.moments, self.whole, subscription)
        self.viewers.add(viewer)
        return viewer, gate

    async def whole(self, about: str, viewer: Viewer) -> Whole:
        have = viewer.have.get(about)
        await self.ready.wait()
        return Whole([text(f"whole {about} after {have.n if have else 0}")])


def text(words: str) -> MessageBytes:
    return MessageBytes(f'{{"type":"{words}"}}'.encode())


async def settle(times: int = 12) -> None:
    for _ in range(times):
        await asyncio.sleep(0)


async def test_what_is_due_in_one_moment_is_one_write() -> None:
    viewer, gate = Stage().add()
    for words in "abc":
        viewer.tell(text(words), "t1")
    assert gate.writes == 0
    await settle()
    assert (gate.writes, gate.page.types()) == (1, ["a", "b", "c"])


async def test_a_change_behind_a_whole_comes_behind_it() -> None:
    stage = Stage()
    viewer, gate = stage.add()
    stage.ready.clear()
    viewer.tell(text("before"), "t1")
    viewer.want("t1")
    viewer.tell(text("in it"), "t1")
    await settle()
    viewer.tell(text("behind"), "t1")
    viewer.tell(text("of another"), "t2")
    await settle()
    stage.ready.set()
    await settle()
    assert gate.page.types() == ["before", "of another", "whole t1 after 0", "behind"]


async def test_whoever_leaves_a_table_is_not_sent_it_any_more() -> None:
    stage = Stage()
    viewer, gate = stage.add(Subscription(frozenset({"t1"}), frozenset()))
    stage.ready.clear()
    viewer.want("t1")
    await settle()
    stage.viewers.subscribe(viewer, Subscription(frozenset({"t2"}), frozenset()), ["t1", "t2"])
    stage.ready.set()
    await settle()
    assert gate.page.types() == ["whole t2 after 0"]
    assert list(stage.viewers.watching("t1", PUBLIC)) == []


async def test_who_is_slow_is_sent_the_whole_and_lines_from_the_last_one() -> None:
    viewer, gate = Stage().add()
    viewer.tell_line(text("line 1"), "t1", Have(1))
    await settle()
    gate.shut()
    for n in range(2, 500):
        viewer.tell(text(f"state {n}"), "t1")
        viewer.tell_line(text(f"line {n}"), "t1", Have(n))
    await settle()
    assert gate.page.types() == ["line 1"]
    gate.open()
    await settle()
    assert gate.page.types() == ["line 1", "whole t1 after 1"]
    viewer.tell(text("and on"), "t1")
    await settle()
    assert gate.page.types()[-1] == "and on"


async def test_a_change_reaches_those_who_look() -> None:
    stage = Stage()
    everything = stage.add()[0]
    one = stage.add(Subscription(frozenset({"t1"})))[0]
    with_lines = stage.add(Subscription(frozenset(), frozenset({"t1"})))[0]
    without = stage.add(Subscription(frozenset({"t1"}), frozenset()))[0]
    none = stage.add(Subscription(frozenset(), frozenset(), summaries=True))[0]
    viewers = stage.viewers
    assert set(viewers.watching("t1", PUBLIC)) == {everything, one, with_lines, without}
    assert set(viewers.following("t1", Visibility.PUBLIC)) == {everything, one, with_lines}
    assert set(viewers.watching("t2", PUBLIC)) == {everything}
    assert set(viewers.with_summaries(Visibility.PUBLIC)) == {none}
    assert not viewers.watching("t1", Group(Visibility.ARBITERS, module.CHANGES))
    for viewer in (everything, one, none):
        viewers.remove(viewer)
    assert len(viewers) == 2
    assert not viewers.watching("t2", PUBLIC)


def test_bytes_are_the_same_compressed_or_not() -> None:
    for size in (0, 10, 125, 126, SMALL, 5000, 65_535, 65_536, 200_000):
        message = MessageBytes(b'"%s"' % (b"ab" * (size // 2)))
        assert list(frames(message.plain)) == [(False, message.payload)]
        assert list(frames(message.compressed)) == [(len(message.payload) >= SMALL, message.payload)]
        assert len(message.compressed) <= len(message.plain)
