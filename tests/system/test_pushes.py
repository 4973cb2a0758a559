"""A relay's process that sends to lichess, to a webhook and to a client of LiveChess's API, and is killed meanwhile."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from firmware_sim.doubles import make_double
from firmware_sim.ports import TcpPort
from firmware_sim.timebase import WallTime
from tests.ports import free_port
from tests.relay.conftest import eventually
from tests.relay.push.lichess_stub import LichessStub
from tests.relay.push.test_webhook import SECRET, Receiver

from .hall import Hall, viewer

pytestmark = pytest.mark.system

CHESS = ("--rules", "chess", "--rulebook", "chess-rapid", "--control", "10m", "--pairing", "r3b1", "--round", "3")


async def test_what_is_played_reaches_others_though_the_relay_is_killed(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("lip_secret")
    (tmp_path / "secret").write_text(SECRET)
    time, board, port = WallTime(), make_double("chesslink"), free_port()
    async with (
        LichessStub(0, asyncio.get_running_loop().time, faults=0) as lichess,
        Receiver(now_s=None) as receiver,
        TcpPort(board.device, time=time) as cable,
    ):
        more = f"""
            [[lichess]]
            round = 3
            broadcast = "aBcDeFgH"
            token_file = "{tmp_path}/token"
            home = "{lichess.url}"
            [[webhooks]]
            url = "{receiver.url}"
            secret_file = "{tmp_path}/secret"
            [livechess]
            port = {port}
            """
        async with Hall(tmp_path, more) as hall, viewer(hall) as seen:
            await hall.start_table("t1", cable.url, driver="chesslink", game="")
            await seen.until(lambda: seen.tables.get("t1", {}).get("devices", {}).get("board"))
            await hall.assign("t1", *CHESS)
            await seen.until(lambda: seen.status("t1") == "ready")
            async with connect(f"ws://127.0.0.1:{port}/api/v1.0") as socket:
                param = {"feed": "eboardevent", "id": 1, "param": {"serialnr": "t1"}}
                await socket.send(json.dumps({"id": 2, "call": "subscribe", "param": param}))
                board.surface.put(36, board.surface.lift(52, time.now()), time.now())
                async with asyncio.timeout(60):
                    while _san(await socket.recv()) != ["e4"]:
                        pass
            await eventually(lambda: lichess.games == {"test/r3b1": (["e4"], "*")}, 60)
            await eventually(lambda: _moves(receiver) == ["e4"], 60)
            await hall.kill("relay")
            board.surface.put(28, board.surface.lift(12, time.now()), time.now())
            await hall.start_relay()
            await eventually(lambda: lichess.games == {"test/r3b1": (["e4", "e5"], "*")}, 60)
            await eventually(lambda: _moves(receiver) == ["e4", "e5"], 60)


def _san(text: str | bytes) -> Any:
    return (json.loads(text)["param"] or {}).get("san")


def _moves(receiver: Receiver) -> list[str]:
    return [event["entry"]["what"]["text"] for event in receiver.events.values() if event["kind"] == "move"]
