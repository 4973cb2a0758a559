"""A table that knows only its hardware and its place plays what an organiser assigns to it."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from .hall import OPENING, Board, Hall, viewer

pytestmark = pytest.mark.system

DRAUGHTS = ("--rules", "draughts-international", "--control", "5m+3s", "--rulebook", "draughts-blitz")


async def test_what_is_assigned_is_played_and_outlives_agent_and_broker(tmp_path: Path) -> None:
    board = Board(tmp_path / "board")
    async with Hall(tmp_path) as hall, board.port, viewer(hall) as seen:
        await hall.start_table("t1", board.port.url, game="")
        await seen.until(lambda: seen.status("t1") == "waiting" and seen.tables["t1"]["devices"].get("board"))
        said = await hall.assign("t1", *DRAUGHTS, "--white", "Ann Able", "--pairing", "r1-b1", "--round", "1")
        assert "Assignment 1 of table t1" in said
        await seen.until(lambda: seen.status("t1") == "ready")
        state = seen.tables["t1"]["state"]
        assert (state["players"]["white"]["name"], state["pairing"], state["round"]) == ("Ann Able", "r1-b1", 1)
        await board.play(OPENING[:2])
        await seen.until(lambda: seen.ply("t1") == 2)
        later = ("--start", "2030-05-01T14:00", "--option", "grace_ms=900000")
        await hall.assign("t1", *DRAUGHTS, "--white", "Cy Cole", "--pairing", "r2-b1", "--round", "2", *later)
        await seen.until(lambda: seen.tables["t1"]["state"].get("assigned") == 2)
        assert seen.tables["t1"]["state"]["players"]["white"]["name"] == "Ann Able"  # the game goes on
        await hall.kill("t1")
        await hall.kill("broker")
        await hall.start_table("t1", board.port.url, game="")
        await hall.start_broker()
        await seen.until(lambda: seen.broker and seen.tables["t1"]["online"])
        await board.play(OPENING[2:3])
        await seen.until(lambda: seen.ply("t1") == 3)
        assert seen.tables["t1"]["state"]["players"]["white"]["name"] == "Ann Able"
        assigned = json.loads(await hall.assign("t1"))
        assert (assigned["pairing"], assigned["options"]) == ("r2-b1", {"grace_ms": 900_000})
        assert assigned["start"] == datetime(2030, 5, 1, 14).astimezone().timestamp() * 1000
