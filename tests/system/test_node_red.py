"""Node-RED itself, with the flow that the documentation hands out, on the public mirror of a hall."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.ports import free_port
from tests.system.hall import OPENING, Board, Hall, request, sign_in, viewer

PAGE = Path(__file__).parents[2] / "docs/home-assistant.md"
NODE_RED = shutil.which("node-red", path=f"{os.environ.get('NODE_RED', '')}:{os.environ['PATH']}")
PATIENCE_S = 40

pytestmark = pytest.mark.system


def documented_flow() -> list[dict[str, Any]]:
    """The flow of the page."""
    (found,) = re.findall(r"```json\n(\[.*?\])\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    nodes: list[dict[str, Any]] = json.loads(found)
    return nodes


@pytest.mark.skipif(NODE_RED is None, reason="Node-RED is not installed: npm install --global node-red")
async def test_the_documented_flow_in_node_red(tmp_path: Path) -> None:
    board = Board(tmp_path / "board")
    async with Hall(tmp_path, "[mirror]") as hall, board.port, viewer(hall, arbiter=True) as seen:
        await hall.start_table("t1", board.port.url)
        await seen.until(lambda: seen.status("t1") == "ready")
        nodes = documented_flow()
        for node in nodes:
            if node["type"] == "mqtt-broker":
                node["port"] = str(hall.broker_port)
            if node["type"] == "mqtt in":
                node["topic"] = node["topic"].replace("spring-open", "test")
            if node["type"] == "debug":
                node["console"] = "true"  # what the editor would show beside it
        (tmp_path / "red").mkdir()
        (tmp_path / "red/flows.json").write_text(json.dumps(nodes), encoding="utf-8")
        process = await asyncio.create_subprocess_exec(
            str(NODE_RED), "--userDir", str(tmp_path / "red"), "--port", str(free_port()), "flows.json",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        assert process.stdout is not None
        said: list[str] = []

        async def heard(word: str) -> None:
            assert process.stdout is not None
            while word not in (said[-1] if said else ""):
                line = await asyncio.wait_for(process.stdout.readline(), PATIENCE_S)
                assert line, said
                said.append(line.decode())
                print(said[-1], end="")

        try:
            await heard("Connected to broker")
            await board.play(OPENING[:2])
            await seen.until(lambda: seen.ply("t1") == 2)
            act = {"type": "set_result", "result": "white", "why": "Black has left"}
            status, _, body = await request(hall, "POST", "/api/tables/t1/commands", {"act": act}, await sign_in(hall))
            assert status == 200, body
            await heard("result: 'white'")
        finally:
            process.terminate()
            await process.wait()
        told = "".join(said)
        assert "last_move: '19-23'" in told
        assert "Unknown type" not in told
