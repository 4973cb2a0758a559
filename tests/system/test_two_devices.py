"""A board without a clock and buttons beside it, on real processes: the agent keeps the time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from gateway.record.fold import fold
from gateway.record.raw import RAW
from gateway.record.wire import ENTRY
from gateway.runtime.hardware import Hardware
from gateway.runtime.publisher import ENTRIES
from gateway.runtime.settings import TableSettings
from gateway.store import read_file
from gateway.table.game_start import resume
from gateway.table.table import step

from .hall import OPENING, PATIENCE_S, BoardAndButtons, Hall, Viewer, request, sign_in, viewer

pytestmark = pytest.mark.system


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[BoardAndButtons]:
    table = BoardAndButtons(tmp_path)
    async with table.port, table.buttons:
        yield table


async def begin(hall: Hall, table: BoardAndButtons, seen: Viewer, moves: int = 3) -> None:
    await start_agent(hall, table)
    await seen.until(lambda: seen.status("t1") == "ready" and devices(seen) == {"board": True, "clock": True})
    table.start_clock()
    await seen.until(lambda: seen.status("t1") == "playing")
    await table.play(OPENING[:moves])
    await seen.until(lambda: seen.ply("t1") == moves and running(seen) == ("black" if moves % 2 else "white"))


async def start_agent(hall: Hall, table: BoardAndButtons) -> None:
    await hall.start_table("t1", table.port.url, "cpp", table.buttons.url)


def devices(seen: Viewer) -> dict[str, bool]:
    found: dict[str, bool] = seen.tables["t1"]["devices"]
    return found


def running(seen: Viewer) -> object:
    return seen.face("t1")["running"]


async def until(condition: Callable[[], object]) -> None:
    """Wait for something that a double was told."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110 - it has no bell
            await asyncio.sleep(0.01)


def attendance(seen: Viewer) -> dict[str, Any]:
    found: dict[str, Any] = seen.tables["t1"]["state"]["attendance"]
    return found


async def act(hall: Hall, **what: str | int) -> None:
    status, _, body = await request(hall, "POST", "/api/tables/t1/commands", {"act": what}, await sign_in(hall))
    assert status == 200, body


async def test_the_agent_counts_the_time_and_the_board_shows_it(hall: Hall, table: BoardAndButtons) -> None:
    async with viewer(hall) as seen:
        await begin(hall, table, seen)
        assert seen.tables["t1"]["state"]["moves"] == OPENING[:3]
        assert seen.face("t1")["source"] == "agent"
        assert seen.face("t1")["white_ms"] != 300_000
        await until(lambda: table.board.times is not None and table.board.times[1] < 300_000 + 3000)
        await act(hall, type="pause")
        await seen.until(lambda: seen.status("t1") == "paused" and running(seen) is None)
        await until(lambda: table.board.text == "PAUSE")
        stood = seen.face("t1")["black_ms"]
        await until(lambda: table.board.times is not None and table.board.times[1] == stood)
        table.start_clock()  # a press while the game is paused starts nothing
        await act(hall, type="resume")
        await seen.until(lambda: seen.status("t1") == "playing" and running(seen) == "black")
        await until(lambda: not table.board.text)
        await table.play(OPENING[3:4])
        await seen.until(lambda: seen.ply("t1") == 4 and running(seen) == "white")
        await act(hall, type="set_result", result="draw")
        await seen.until(lambda: seen.status("t1") == "over" and running(seen) is None)
        await until(lambda: table.board.text == "DRAW")


async def test_the_round_starts_at_its_time_and_who_is_late_is_known_after_a_restart(
    hall: Hall, table: BoardAndButtons
) -> None:
    async with viewer(hall) as seen:
        await start_agent(hall, table)
        await seen.until(lambda: seen.status("t1") == "ready" and devices(seen) == {"board": True, "clock": True})
        round_one = {
            "rules": "draughts-international",
            "rulebook": "draughts-rapid",
            "control": "20m",
            "options": {"grace_ms": 600_000},
            "start": time.time_ns() // 1_000_000 + 5000,
        }
        status, _, _ = await request(hall, "PUT", "/api/tables/t1/assignment", round_one, await sign_in(hall))
        assert status == 200
        await seen.until(lambda: seen.status("t1") == "ready" and "attendance" in seen.tables["t1"]["state"])
        await act(hall, type="arrive", side="white")
        await seen.until(lambda: attendance(seen).get("arrived", {}).get("white"))
        assert running(seen) is None
        await seen.until(lambda: attendance(seen).get("begun") and running(seen) == "white")
        assert attendance(seen)["start"] >= round_one["start"]
        await hall.kill("t1")
        await seen.until(lambda: seen.tables["t1"]["online"] is False)
        await start_agent(hall, table)
        await seen.until(lambda: seen.tables["t1"]["online"] and devices(seen) == {"board": True, "clock": True})
        assert attendance(seen)["arrived"]["black"] is None
        await act(hall, type="arrive", side="black", ago_ms=1000)
        await seen.until(lambda: attendance(seen)["arrived"]["black"])
        assert running(seen) == "white"


async def test_a_flag_falls_on_the_agents_clock_and_the_next_game_gets_a_fresh_one(
    hall: Hall, table: BoardAndButtons
) -> None:
    async with viewer(hall) as seen:
        await hall.start_table("t1", table.port.url, "cpp", table.buttons.url, game='control = "3s"')
        await seen.until(lambda: seen.status("t1") == "ready" and devices(seen) == {"board": True, "clock": True})
        table.start_clock()
        await table.play(OPENING[:1])
        await seen.until(lambda: seen.ply("t1") == 1)
        await seen.until(lambda: seen.status("t1") == "over")
        assert seen.tables["t1"]["state"]["result"]["result"] == "white"
        await until(lambda: table.board.text == "1-0")
        await until(lambda: table.board.times is not None and table.board.times[1] == 0)
        await table.set_up()
        await seen.until(lambda: seen.status("t1") == "ready")
        await until(lambda: table.board.times == (3000, 3000) and not table.board.text)


async def test_buttons_that_are_pulled_out_leave_the_board_in_play_and_are_taken_back(
    hall: Hall, table: BoardAndButtons
) -> None:
    async with viewer(hall) as seen:
        await begin(hall, table, seen)
        table.buttons.unplug()
        await seen.until(lambda: devices(seen) == {"board": True, "clock": False})
        assert running(seen) == "black", "the time goes on"
        await table.play(OPENING[3:4], press=False)
        await seen.until(lambda: seen.ply("t1") == 4)
        await table.buttons.plug()
        await seen.until(lambda: devices(seen) == {"board": True, "clock": True})
        table.start_clock()  # the press that was lost
        await seen.until(lambda: running(seen) == "white")
        await table.play(OPENING[4:6])
        await seen.until(lambda: seen.ply("t1") == 6)
        table.port.unplug()
        await seen.until(lambda: devices(seen) == {"board": False, "clock": True})
        await table.play(OPENING[6:7])
        await seen.until(lambda: running(seen) == "black")
        await table.port.plug()
        await seen.until(lambda: seen.ply("t1") == 7)


async def test_a_killed_agent_goes_on_counting_and_its_raw_lines_give_the_same_game_again(
    hall: Hall, table: BoardAndButtons
) -> None:
    async with viewer(hall) as seen:
        await begin(hall, table, seen)
        before = seen.face("t1")
        await hall.kill("t1")
        await seen.until(lambda: seen.tables["t1"]["online"] is False)
        await start_agent(hall, table)
        await seen.until(lambda: seen.tables["t1"]["online"] and devices(seen) == {"board": True, "clock": True})
        assert running(seen) == "black"
        await table.play(OPENING[3:6])
        await seen.until(lambda: seen.ply("t1") == 6)
        assert seen.face("t1")["white_ms"] < before["white_ms"] + 3 * 3000
    hall.processes["t1"].terminate()
    await hall.processes["t1"].wait()
    raw = [RAW.decode(line) for line in read_file(hall.folder / "t1.journal", "raw")]
    lines = read_file(hall.folder / "t1.journal", ENTRIES)
    setup = Hardware(TableSettings.from_file(hall.folder / "t1.toml"), lambda: 0).setup
    again: list[bytes] = []
    state = resume(setup, fold([]), raw[0].at)
    for event in raw:
        if event.resumed is not None:
            # Killed, an agent may lack the last second of readings; what it wrote of the game is all there.
            again = lines[: event.resumed]
            state = resume(setup, fold([ENTRY.decode(line) for line in again]), event.at)
            continue
        done = step(state, event.event, event.at)
        state = done.table
        again += [ENTRY.encode(entry) for entry in done.entries]
    assert again == lines
