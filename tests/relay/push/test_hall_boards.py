"""The hall's boards as LiveChess serves them: by the relay itself, and on another computer that follows it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID

import chess
import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from gateway.model.results import Result
from gateway.runtime.livechess_process import serve_relay
from gateway.runtime.relay_pushes import run_pushes
from gateway.runtime.settings import LiveChessSection, RelaySettings
from gateway.runtime.store_section import StoreSection
from tests.ports import free_port
from tests.relay.conftest import ARBITER, Relay, eventually

from .rounds import ChessTable


@contextlib.asynccontextmanager
async def served(relay: Relay, folder: Path, by: str, table: str = "", sign_in: str = "") -> AsyncIterator[int]:
    """A port at which boards are served by the relay, or by `flagfall livechess`."""
    port = free_port()
    if by == "relay":
        section = LiveChessSection(port=port)
        settings = RelaySettings(event=relay.hall.event, store=StoreSection(file=folder / "store"), livechess=section)
        task = asyncio.create_task(run_pushes(settings, relay.hall, relay.hall))
    else:
        task = asyncio.create_task(serve_relay(relay.url, sign_in, table, port))
    try:
        yield port
    finally:
        task.cancel()
        await asyncio.wait([task])


async def connected(port: int, boards: int) -> tuple[ClientConnection, Any]:
    """A client that has been told of so many boards, and those."""
    async with asyncio.timeout(30):
        while True:
            try:
                socket = await connect(f"ws://127.0.0.1:{port}/api/v1.0")
            except OSError:
                await asyncio.sleep(0.01)
                continue
            while True:
                await socket.send('{"id": 1, "call": "eboards"}')
                found = json.loads(await socket.recv())["param"]
                if len(found) == boards:
                    return socket, found
                await asyncio.sleep(0.01)


async def sans_until(socket: ClientConnection, last: list[str]) -> list[list[str]]:
    found: list[list[str]] = []
    async with asyncio.timeout(30):
        while last not in found:
            param = json.loads(await socket.recv())["param"]
            found += [param["san"]] if "san" in (param or {}) else []
    return found


@pytest.mark.parametrize("by", ["relay", "command"])
async def test_a_client_follows_the_hall(relay: Relay, tmp_path: Path, by: str) -> None:
    first, second, draughts = (ChessTable(relay.hall, name) for name in ("t2", "t10", "t3"))
    for table in (first, second, draughts):
        await table.set_up()
        table.tell("chess" if table is not draughts else "draughts-russian")
    async with served(relay, tmp_path, by) as port:
        socket, boards = await connected(port, 2)
        assert [board["serialnr"] for board in boards] == ["t2", "t10"]
        assert boards[0]["comment"] == "Ann Able - Bo Bright"
        assert boards[0]["clock"]["run"] is True
        assert boards[0]["board"] == chess.STARTING_BOARD_FEN
        param = {"feed": "eboardevent", "id": 1, "param": {"serialnr": "t10"}}
        await socket.send(json.dumps({"id": 2, "call": "subscribe", "param": param}))
        await socket.recv()
        await socket.recv()
        await second.move("e4")
        await second.move("e5")
        second.tell()  # both at once
        assert await sans_until(socket, ["e4", "e5"]) == [["e4"], ["e4", "e5"]]
        setup = {"id": 1, "method": "setup", "param": {"fen": second.board.fen()}}
        await socket.send(json.dumps({"id": 3, "call": "call", "param": setup}))
        await second.move("Nf3")
        second.tell()
        assert (await sans_until(socket, ["Nf3"]))[-1] == ["Nf3"]
        param = {"feed": "eboardevent", "id": 9, "param": {"serialnr": "t3"}}
        await socket.send(json.dumps({"id": 4, "call": "subscribe", "param": param}))
        async with asyncio.timeout(30):
            while (answer := json.loads(await socket.recv()))["id"] != 4:
                pass
        assert "knows chess boards only" in answer["param"]["message"]
        await socket.close()


async def test_a_program_of_operators_reads_the_tournament(relay: Relay, tmp_path: Path) -> None:
    """As the client `livechess` does: every field that it takes, no other one, and rounds from 0 on."""
    first, second = (ChessTable(relay.hall, name, round=2) for name in ("t1", "t3"))
    for table in (first, second):
        await table.set_up(white="Able, Ann")
        table.tell()
    await first.move("e4")
    await second.end(Result.BLACK)
    async with served(relay, tmp_path, "relay") as port, httpx.AsyncClient() as client:
        await (await connected(port, 2))[0].close()

        async def get(path: str) -> Any:
            answer = await client.get(f"http://127.0.0.1:{port}/api/v1.0/{path}")
            return answer.json() if answer.status_code == 200 else answer.status_code

        (listed,) = await get("tournaments")
        assert listed == {"uuid": str(UUID(listed["uuid"])), "description": relay.hall.title, "rounds": 2}
        whole = await get(f"tournament/{listed['uuid']}")
        assert set(whole) == {"uuid", "name", "description", "location", "country", "rounds", "eboards"}
        assert whole["eboards"] == ["t1", "", "t3"]
        assert (await get(f"round/{listed['uuid']}/0"))["pairings"] == []
        played = await get(f"round/{listed['uuid']}/1")
        assert (set(played), played["nr"]) == ({"nr", "date", "pairings"}, 2)
        pairings = played["pairings"]
        assert [set(each) for each in pairings] == [{"nr", "uuid", "white", "black", "live", "result"}] * 2
        assert [(each["nr"], each["live"], each["result"]) for each in pairings] == [
            (1, True, None),
            (3, False, "BLACKWIN"),
        ]
        assert (pairings[0]["white"]["lname"], pairings[0]["white"]["fname"]) == ("Able", "Ann")
        game = await get(f"game/{pairings[0]['uuid']}")
        assert set(game) == {"chess960", "result", "comment", "clock", "moves"}
        assert (game["result"], game["moves"][0].split()[0]) == (None, "e4")
        for none in ("round/x/0", f"round/{listed['uuid']}/2", f"round/{listed['uuid']}/-1", "game/x", "tournament/x"):
            assert await get(none) == 404
    async with served(relay, tmp_path, "command") as port, httpx.AsyncClient() as client:
        await (await connected(port, 2))[0].close()
        assert (await client.get(f"http://127.0.0.1:{port}/api/v1.0/tournaments")).json() == []


async def test_one_table_has_the_port_for_itself(relay: Relay, tmp_path: Path) -> None:
    for name in ("t1", "t7"):
        table = ChessTable(relay.hall, name)
        await table.set_up()
        table.tell()
    async with served(relay, tmp_path, "command", "t7") as port:
        socket, boards = await connected(port, 1)
        assert [board["serialnr"] for board in boards] == ["t7"]
        await socket.close()


async def test_an_official_follows_with_a_sign_in_link_and_a_wrong_one_is_said(
    relay: Relay, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = ChessTable(relay.hall, "t7")
    await table.set_up()
    table.tell()
    async with served(relay, tmp_path, "command", sign_in=f"/sign-in/{ARBITER.key}") as port:
        socket, _ = await connected(port, 1)
        await socket.close()
    async with served(relay, tmp_path, "command", sign_in="/sign-in/a-key-that-is-none-at-all"):
        await eventually(lambda: "the sign-in link does not open" in caplog.text)
    assert "a-key-that-is-none-at-all" not in caplog.text
