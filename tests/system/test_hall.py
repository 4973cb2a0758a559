"""The promises, on real processes: kill what you like, nothing is lost."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from drivers.readings import Seat
from firmware_sim.devices.dgt_clock import SuddenDeathMode
from gateway.record.fold import fold
from gateway.record.raw import RAW
from gateway.record.wire import ENTRY
from gateway.runtime.publisher import ENTRIES
from gateway.store import read_file

from .hall import OPENING, Board, Hall, Viewer, request, sign_in, viewer

pytestmark = pytest.mark.system


@pytest.fixture
async def board(tmp_path: Path) -> AsyncIterator[Board]:
    board = Board(tmp_path / "board")
    async with board.port:
        yield board


async def begin(hall: Hall, board: Board, seen: Viewer, moves: int = 3) -> None:
    await hall.start_table("t1", board.port.url)
    await seen.until(lambda: seen.status("t1") == "ready")
    await board.play(OPENING[:moves])
    await seen.until(lambda: seen.ply("t1") == moves)


def record(hall: Hall) -> list[bytes]:
    """The table's own lines, read after the agent has let go of them."""
    return read_file(hall.folder / "t1.journal", ENTRIES)


def relayed(hall: Hall) -> list[bytes]:
    return read_file(hall.folder / "relay.journal")


async def test_a_move_goes_from_the_board_to_the_viewer_as_one_line(hall: Hall, board: Board) -> None:
    async with viewer(hall) as seen:
        await begin(hall, board, seen, 4)
        await seen.until(lambda: [e for e in seen.entries["t1"].values() if e["what"]["type"] == "moved"][3:])
    moved = [entry["what"]["text"] for entry in seen.entries["t1"].values() if entry["what"]["type"] == "moved"]
    assert moved == OPENING[:4]
    last = max(seen.numbers("t1"))
    await hall.kill("t1")
    await hall.kill("relay")
    ours, theirs = record(hall), relayed(hall)
    assert ours[:last] == theirs[:last], "the journal's line and the relay's are the same bytes"
    assert json.loads(ours[last - 1]) == seen.entries["t1"][last]


async def test_a_killed_agent_goes_on_from_the_same_move_and_clock(hall: Hall, board: Board) -> None:
    async with viewer(hall) as seen:
        await begin(hall, board, seen)
        await hall.kill("t1")
        await seen.until(lambda: seen.tables["t1"]["online"] is False)
        await board.play(OPENING[3:4])  # one move is made while nobody looks
        await hall.start_table("t1", board.port.url)
        await seen.until(lambda: seen.ply("t1") == 4)
        await board.play(OPENING[4:7])
        await seen.until(lambda: seen.ply("t1") == 7)
        state = seen.tables["t1"]["state"]
        assert state["moves"] == OPENING[:7]
        assert state["game"] == 1
        face = state["clock"]
        assert face["source"] == "hardware"
        for side in ("white_ms", "black_ms"):
            assert 280_000 < face[side] < 330_000
    await hall.kill("t1")
    folded = fold([ENTRY.decode(line) for line in record(hall)])
    assert folded.differences == ()


async def test_nothing_is_lost_when_the_broker_is_killed(hall: Hall, board: Board) -> None:
    async with viewer(hall) as seen:
        await begin(hall, board, seen)
        await hall.kill("broker")
        await seen.until(lambda: not seen.broker)
        await board.play(OPENING[3:6])
        await hall.start_broker()
        await seen.until(lambda: seen.ply("t1") == 6)
        await board.play(OPENING[6:8])
        await seen.until(lambda: seen.ply("t1") == 8)
        last = seen.tables["t1"]["state"]["last"]
        await seen.until(lambda: max(seen.numbers("t1")) >= last)
    await hall.kill("t1")
    await hall.kill("relay")
    assert relayed(hall)[:last] == record(hall)[:last]


async def test_nothing_is_lost_when_the_relay_is_killed(hall: Hall, board: Board) -> None:
    async with viewer(hall) as seen:
        await begin(hall, board, seen)
    await hall.kill("relay")
    await board.play(OPENING[3:6])
    await hall.start_relay()
    async with viewer(hall, arbiter=True) as seen:
        await seen.until(lambda: seen.ply("t1") == 6)
        last = seen.tables["t1"]["state"]["last"]
        await seen.until(lambda: seen.numbers("t1") and seen.numbers("t1")[-1] >= last)
        first = seen.tables["t1"]["state"]["first"]
        assert [n for n in seen.numbers("t1") if n >= first] == list(range(first, seen.numbers("t1")[-1] + 1))
    await hall.kill("t1")
    await hall.kill("relay")
    assert relayed(hall)[:last] == record(hall)[:last]


async def test_the_board_is_pulled_out_and_put_back_in_mid_game(hall: Hall, board: Board) -> None:
    async with viewer(hall) as seen:
        await begin(hall, board, seen)
        board.port.unplug()
        await seen.until(lambda: seen.tables["t1"]["devices"].get("board") is False)
        await board.play(OPENING[3:4])
        await board.port.plug()
        await seen.until(lambda: seen.ply("t1") == 4)
        await board.play(OPENING[4:6])
        await seen.until(lambda: seen.ply("t1") == 6)


async def test_an_arbiter_acts_once_is_answered_and_everybody_sees_it(hall: Hall, board: Board) -> None:
    async with viewer(hall) as seen:
        await begin(hall, board, seen)
        refused, _, _ = await request(hall, "POST", "/api/tables/t1/commands", {"act": {"type": "pause"}})
        assert refused == 401
        cookie = await sign_in(hall)
        status, _, body = await request(hall, "POST", "/api/tables/t1/commands", {"act": {"type": "pause"}}, cookie)
        assert status == 200, body
        await seen.until(lambda: seen.status("t1") == "paused")
        assert board.kit.clock.text == "PAUSE", "the players are told on the clock"
        status, _, body = await request(hall, "POST", "/api/tables/t1/commands", {"act": {"type": "pause"}}, cookie)
        assert status == 409
        assert "no game is being played" in json.loads(body)["why"]
        for act, then in (({"type": "resume"}, "playing"), ({"type": "set_result", "result": "draw"}, "over")):
            status, _, body = await request(hall, "POST", "/api/tables/t1/commands", {"act": act}, cookie)
            assert status == 200, body
            await seen.until(lambda wanted=then: seen.status("t1") == wanted)  # type: ignore[misc]
    paused = [entry for entry in seen.entries["t1"].values() if entry["what"]["type"] == "paused"]
    assert len(paused) == 1
    assert all(entry["visibility"] == "public" for entry in seen.entries["t1"].values())
    assert "arbiters" not in seen.tables["t1"]["state"]


async def test_a_clock_that_lets_itself_be_set_is_set_to_the_control_and_to_the_arbiters_time(
    hall: Hall, tmp_path: Path
) -> None:
    board = Board(tmp_path / "board", SuddenDeathMode(600_000))
    clock = board.kit.clock
    clock.remote = True
    async with board.port, viewer(hall) as seen:
        await hall.start_table("t1", board.port.url, game='control = "5m"\nset_clock = true')
        await seen.until(lambda: seen.status("t1") == "ready")
        await seen.until(lambda: seen.face("t1")["white_ms"] == seen.face("t1")["black_ms"] == 300_000)
        assert clock.seconds(Seat.LEFT, board.time.now()) == 300
        await board.play(OPENING[:1])
        await seen.until(lambda: seen.ply("t1") == 1)
        change = {"type": "adjust_time", "side": "white", "change": "add", "ms": 120_000, "why": "disturbed"}
        body = {"act": change}
        status, _, said = await request(hall, "POST", "/api/tables/t1/commands", body, await sign_in(hall))
        assert status == 200, said
        await seen.until(lambda: seen.face("t1")["white_ms"] > 400_000)
        assert clock.up is Seat.RIGHT
        assert clock.running


async def test_raw_readings_give_the_same_game_again(hall: Hall, board: Board) -> None:
    from gateway.model.instants import Millis
    from gateway.model.persons import named
    from gateway.referee.assignment import Assignment
    from gateway.table.game_start import resume
    from gateway.table.setup import TableSetup
    from gateway.table.table import step

    async with viewer(hall) as seen:
        await begin(hall, board, seen, 5)
    hall.processes["t1"].terminate()
    await hall.processes["t1"].wait()
    raw = [RAW.decode(line) for line in read_file(hall.folder / "t1.journal", "raw")]
    lines = read_file(hall.folder / "t1.journal", ENTRIES)
    setup = TableSetup(
        event="test",
        table="t1",
        alone=Assignment(
            rules="draughts-international", rulebook="draughts-blitz", control="5m+3s", players=named("Ada", "Bob")
        ),
        scan_ms=Millis(250),
    )
    table = resume(setup, fold([]), raw[0].at)
    again: list[bytes] = []
    for event in raw[1:]:
        done = step(table, event.event, event.at)
        table = done.table
        again += [ENTRY.encode(entry) for entry in done.entries]
    assert again == lines
