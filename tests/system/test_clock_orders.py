"""Asked and done on real processes: a DGT clock on its board, which people stop and set by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from drivers.readings import Seat

from .hall import OPENING, Board, Hall, Viewer, request, sign_in, viewer

pytestmark = pytest.mark.system


async def act(hall: Hall, **what: Any) -> None:
    status, _, body = await request(hall, "POST", "/api/tables/t1/commands", {"act": what}, await sign_in(hall))
    assert status == 200, body


def orders(seen: Viewer) -> list[tuple[str, str | None]]:
    return [(order["what"], order.get("side")) for order in seen.face("t1")["orders"]]


def facts(seen: Viewer) -> list[str]:
    """The order facts of the record, as everybody may read them."""
    told = [entry["what"] for _, entry in sorted(seen.entries["t1"].items())]
    found = [what["fact"]["type"] for what in told if what["type"] == "clocked"]
    return [each for each in found if each.startswith("order_")]


async def test_a_pause_and_a_time_are_asked_until_people_have_done_them_also_over_a_restart(
    hall: Hall, tmp_path: Path
) -> None:
    board = Board(tmp_path / "board")
    clock = board.kit.clock
    async with board.port, viewer(hall) as seen:
        await hall.start_table("t1", board.port.url)
        await seen.until(lambda: seen.status("t1") == "ready")
        await board.play(OPENING[:1])
        await seen.until(lambda: seen.ply("t1") == 1)
        await act(hall, type="pause", why="noise")
        await seen.until(lambda: orders(seen) == [("stand", None)])
        assert clock.running, "nobody has touched it"
        await hall.kill("t1")
        await seen.until(lambda: seen.tables["t1"]["online"] is False)
        await hall.start_table("t1", board.port.url)
        await seen.until(lambda: seen.tables["t1"]["online"])
        assert orders(seen) == [("stand", None)]
        clock.run_stop(board.time.now())
        await seen.until(lambda: orders(seen) == [])
        await act(hall, type="adjust_time", side="black", change="set", ms=307_000, why="disturbed")
        await seen.until(lambda: orders(seen) == [("show", "black")])
        assert seen.face("t1")["orders"][0]["to_ms"] == 307_000
        now = board.time.now()
        clock.adjust(clock.seconds(Seat.LEFT, now) * 1000, 307_000, now)
        await seen.until(lambda: orders(seen) == [] and seen.face("t1")["black_ms"] == 307_000)
        await act(hall, type="resume")
        await seen.until(lambda: orders(seen) == [("run", "black")])
        clock.run_stop(board.time.now())
        await seen.until(lambda: orders(seen) == [])
        await board.play(OPENING[1:2])
        await seen.until(lambda: seen.ply("t1") == 2)
    assert facts(seen) == ["order_asked", "order_done"] * 3


async def test_a_clock_that_sets_itself_is_asked_and_shows_it(hall: Hall, tmp_path: Path) -> None:
    board = Board(tmp_path / "board")
    clock = board.kit.clock
    clock.remote = True
    async with board.port, viewer(hall) as seen:
        await hall.start_table("t1", board.port.url, game='control = "5m"\nset_clock = true')
        await seen.until(lambda: seen.status("t1") == "ready" and seen.face("t1")["white_ms"] == 300_000)
        await board.play(OPENING[:1])
        await seen.until(lambda: seen.ply("t1") == 1)
        await act(hall, type="pause")
        await seen.until(lambda: seen.status("t1") == "paused" and not clock.running and orders(seen) == [])
        await act(hall, type="resume")
        await seen.until(lambda: clock.running and orders(seen) == [] and seen.face("t1")["running"] == "black")
        clock.remote = False
        await act(hall, type="pause")
        await seen.until(lambda: [order.get("by_hand", True) for order in seen.face("t1")["orders"]] == [True])
        clock.run_stop(board.time.now())
        await seen.until(lambda: orders(seen) == [])
