"""A hall whose relay keeps its records in PostgreSQL, all of it real processes: a second relay, kill -9, tools."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import httpx
import pytest

from firmware_sim.doubles import make_double
from firmware_sim.ports import TcpPort
from firmware_sim.timebase import WallTime
from gateway.store import read_file
from tests.postgresql import own_server

from .hall import Hall, viewer

pytestmark = pytest.mark.system

CHESS = ("--rules", "chess", "--rulebook", "chess-rapid", "--control", "10m", "--pairing", "r1b1")


async def test_a_game_goes_on_though_database_and_relay_are_killed(tmp_path: Path) -> None:
    time, board = WallTime(), make_double("chesslink")

    def move(start: int, end: int) -> None:
        board.surface.put(end, board.surface.lift(start, time.now()), time.now())

    with own_server() as server:
        async with (
            TcpPort(board.device, time=time) as cable,
            Hall(tmp_path, store=server.url) as hall,
            viewer(hall) as seen,
        ):
            await hall.start_table("t1", cable.url, driver="chesslink", game="")
            await seen.until(lambda: seen.tables.get("t1", {}).get("devices", {}).get("board"))
            await hall.assign("t1", *CHESS)
            await seen.until(lambda: seen.status("t1") == "ready")
            move(52, 36)
            await seen.until(lambda: seen.ply("t1") == 1)

            second, said = await _flagfall("relay", "--config", str(_second(hall)))
            assert second == 1
            assert "in use by another relay" in said

            await asyncio.to_thread(server.kill)
            move(12, 28)
            async with httpx.AsyncClient(base_url=hall.address, trust_env=False) as client:
                while (await client.get("/api/health")).json()["ok"]:  # noqa: ASYNC110 - it offers no event
                    await asyncio.sleep(0.05)
            await hall.kill("relay")
            down, said = await _flagfall("relay", "--config", str(_second(hall)))
            assert down == 1
            assert "is PostgreSQL running there" in said
            await asyncio.to_thread(server.start)
            await hall.start_relay()
            async with viewer(hall) as again:
                await again.until(lambda: again.ply("t1") == 2)

            code, said = await _flagfall("journal", "verify", str(tmp_path / "relay.toml"))
            assert (code, said.count("each as it was written")) == (0, said.count("\n"))
            _, said = await _flagfall("journal", "export", server.url, "--stream", "test/t1")
            held = said.encode().splitlines()
            assert held == read_file(tmp_path / "t1.journal", "entries")[: len(held)]
    assert not list(tmp_path.glob("relay.journal*"))  # noqa: ASYNC240 - a look


def _second(hall: Hall) -> Path:
    """The settings of another relay for the same records."""
    text = (hall.folder / "relay.toml").read_text().replace(f"port = {hall.port}", "port = 1")
    (hall.folder / "second.toml").write_text(text)
    return hall.folder / "second.toml"


async def _flagfall(*words: str) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gateway", *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()
