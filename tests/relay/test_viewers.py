"""What waits for a viewer: the newest state, every line, never too much."""

from __future__ import annotations

import asyncio

from gateway.record.visibility import Visibility
from gateway.relay.hall.viewers import BACKLOG_MAX, Key, Viewer, Viewers


async def whole(table: str, _: Viewer) -> str:
    return f"whole {table}"


def make(follow: frozenset[str] | None = None) -> Viewer:
    return Viewer(Visibility.PUBLIC, whole, follow)


async def take(viewer: Viewer) -> list[str]:
    """Everything that waits."""
    frames: list[str] = []
    while True:
        waiting = asyncio.ensure_future(viewer.next())
        for _ in range(3):
            await asyncio.sleep(0)
        if not waiting.done():
            waiting.cancel()
            return frames
        frames.append(waiting.result())


async def test_a_later_state_takes_the_place_of_an_earlier_one_and_lines_all_stay() -> None:
    viewer = make()
    viewer.offer(Key("state", "t1"), "old")
    viewer.offer(Key("entry", "t1", 1), "line 1")
    viewer.offer(Key("state", "t1"), "new")
    viewer.offer(Key("entry", "t1", 2), "line 2")
    viewer.offer(Key("state", "t2"), "other")
    assert await take(viewer) == ["new", "line 1", "line 2", "other"]


async def test_a_whole_table_replaces_what_waits_about_it() -> None:
    viewer = make()
    viewer.offer(Key("state", "t1"), "old")
    viewer.offer(Key("entry", "t1", 1), "line 1")
    viewer.offer(Key("state", "t2"), "other")
    viewer.want("t1")
    viewer.offer(Key("entry", "t1", 2), "line 2")
    assert await take(viewer) == ["other", "whole t1"]
    viewer.offer(Key("entry", "t1", 3), "line 3")
    assert await take(viewer) == ["line 3"]


async def test_who_falls_behind_is_let_go() -> None:
    viewer = make()
    line = "x" * 1000
    for n in range(BACKLOG_MAX // 1000 + 1):
        viewer.offer(Key("entry", "t1", n), line)
    assert viewer.fallen.is_set()
    assert await take(viewer) == []


async def test_states_alone_never_make_a_viewer_fall() -> None:
    viewer = make()
    for n in range(5000):
        viewer.offer(Key("state", "t1"), f"{n}" + "x" * 3000)
    assert not viewer.fallen.is_set()
    assert len(await take(viewer)) == 1


async def test_lines_go_to_those_who_follow() -> None:
    viewers = Viewers()
    all_of_them, one, none = make(), make(frozenset({"t1"})), make(frozenset())
    for viewer in (all_of_them, one, none):
        viewers.add(viewer)
    viewers.tell_line(Visibility.PUBLIC, Key("entry", "t1", 1), "1")
    viewers.tell_line(Visibility.PUBLIC, Key("entry", "t2", 1), "2")
    viewers.tell_line(Visibility.ARBITERS, Key("entry", "t2", 2), "3")
    assert [await take(viewer) for viewer in (all_of_them, one, none)] == [["1", "2"], ["1"], []]
    viewers.remove(one)
    assert len(viewers) == 2
