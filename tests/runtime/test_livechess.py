"""A board that is served as LiveChess does: a real agent, a double of a board by cable, and clients over the socket."""

from __future__ import annotations

import asyncio
import json
import socket as network
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import chess
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from firmware_sim.doubles import make_double
from firmware_sim.ports import TcpPort
from firmware_sim.timebase import WallTime
from gateway.feeds.eboards.eboard import EBoard, FixedBoards
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant
from gateway.record.table_state import Status
from gateway.runtime.agent import Agent
from gateway.runtime.livechess_server import LiveChessServer
from gateway.runtime.settings import (
    BrokerSection,
    DeviceSection,
    GameSection,
    LiveChessSection,
    TableSettings,
)
from gateway.runtime.settings_reading import load
from tests.ports import free_port

from .running import running

SUBSCRIBE = {"id": 2, "call": "subscribe", "param": {"feed": "eboardevent", "id": 1, "param": {"serialnr": "t1"}}}
START = chess.STARTING_FEN.split(maxsplit=1)[0]


def settings(folder: Path, board: str, port: int, rules: str = "chess", rulebook: str = "chess-rapid") -> TableSettings:
    return TableSettings(
        event="open",
        table="t1",
        journal=folder / "t1.journal",
        broker=BrokerSection(url=f"mqtt://127.0.0.1:{free_port()}"),
        game=GameSection(rules=rules, rulebook=rulebook, control="10m"),
        device=DeviceSection(driver="chesslink", url=board),
        livechess=LiveChessSection(port=port),
    )


async def say(socket: ClientConnection, call: dict[str, Any]) -> None:
    await socket.send(json.dumps(call))


async def hear(socket: ClientConnection) -> Any:
    async with asyncio.timeout(30):
        return json.loads(await socket.recv())


async def hear_until(socket: ClientConnection, name: str, value: Any) -> list[Any]:
    """All that is told until a message of the feed has this."""
    heard: list[Any] = []
    while not heard or (heard[-1]["param"] or {}).get(name) != value:
        heard.append(await hear(socket))
    return heard


async def test_a_client_lists_the_board_follows_its_moves_and_sets_it_up(tmp_path: Path) -> None:
    time, port = WallTime(), free_port()
    board = make_double("chesslink")
    async with TcpPort(board.device, time=time) as cable:
        agent = await Agent.open(settings(tmp_path, cable.url, port))
        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY)
            async with connect(f"ws://127.0.0.1:{port}/api/v1.0", origin="https://lichess.org") as socket:  # type: ignore[arg-type]
                await say(socket, {"id": 1, "call": "eboards"})
                (only,) = (await hear(socket))["param"]
                assert (only["serialnr"], only["state"], only["board"]) == ("t1", "ACTIVE", START)
                await say(socket, SUBSCRIBE)
                assert (await hear(socket))["param"] is None
                assert (await hear(socket))["param"]["board"] == START
                in_the_air = board.surface.lift(52, time.now())
                lifted = await hear_until(socket, "board", START.replace("PPPPPPPP", "PPPP1PPP"))
                assert "san" not in lifted[-1]["param"]
                board.surface.put(36, in_the_air, time.now())
                await hear_until(socket, "san", ["e4"])
                board.surface.put(28, board.surface.lift(12, time.now()), time.now())
                await hear_until(socket, "san", ["e4", "e5"])
                # Now its own game is one of another site, which stands elsewhere.
                other = chess.Board()
                for text in ("e4", "e5", "Nf3"):
                    other.push_san(text)
                setup = {"id": 1, "method": "setup", "param": {"fen": other.fen()}}
                await say(socket, {"id": 3, "call": "call", "param": setup})
                assert (await hear_until(socket, "match", False))[0]["id"] == 3
                board.surface.put(45, board.surface.lift(62, time.now()), time.now())
                assert not [each for each in await hear_until(socket, "match", True) if "san" in each["param"]]
                board.surface.put(18, board.surface.lift(1, time.now()), time.now())
                await hear_until(socket, "san", ["Nc6"])


async def test_a_table_of_another_game_is_no_board(tmp_path: Path) -> None:
    time, port = WallTime(), free_port()
    board = make_double("chesslink")
    async with TcpPort(board.device, time=time) as cable:
        agent = await Agent.open(settings(tmp_path, cable.url, port, "draughts-russian", "draughts64-rapid"))
        async with running(agent) as until, _once_there(port) as socket:
            await until(lambda seen: seen.rules == "draughts-russian")
            await say(socket, {"id": 1, "call": "eboards"})
            assert (await hear(socket))["param"] == []
            await say(socket, SUBSCRIBE)
            assert "knows chess boards only" in (await hear(socket))["param"]["message"]


class _once_there:  # noqa: N801 - used as a function
    """A connection as soon as somebody listens."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def __aenter__(self) -> ClientConnection:
        async with asyncio.timeout(30):
            while True:
                try:
                    self._socket = await connect(f"ws://127.0.0.1:{self._port}/api/v1.0")
                except OSError:
                    await asyncio.sleep(0.01)
                else:
                    return self._socket

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """A server of one board that never changes, for two clients."""
    eboard = EBoard(serialnr="t1", source="flagfall", state="ACTIVE", board=START)
    server, chosen = LiveChessServer(FixedBoards({"t1": eboard}), lambda: Instant(1000), clients_max=2), free_port()
    serving = asyncio.create_task(server.run("127.0.0.1", chosen))
    async with _once_there(chosen):
        pass
    yield chosen
    serving.cancel()
    await asyncio.wait([serving])


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "file://",
        "https://lichess.org.evil.example",
        "http://lichess.org",
        "http://localhost.evil.example",
        "ftp://localhost",
    ],
)
async def test_a_page_of_another_site_is_refused_with_a_sentence(port: int, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{port}/api/v1.0", origin=origin)  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403
    assert origin.encode() in refused.value.response.body


@pytest.mark.parametrize("origin", ["http://localhost:3000", "http://127.0.0.1:8080", "https://[::1]"])
async def test_a_page_of_this_computer_comes_in(port: int, origin: str) -> None:
    async with connect(f"ws://127.0.0.1:{port}/api/v1.0", origin=origin) as client:  # type: ignore[arg-type]
        await say(client, {"id": 1, "call": "eboards"})
        assert (await hear(client))["id"] == 1


async def test_localhost_is_either_address(port: int) -> None:
    try:
        with network.socket(network.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("this computer has no such address")
    for host in ("127.0.0.1", "[::1]"):
        async with connect(f"ws://{host}:{port}/api/v1.0") as client:
            await say(client, {"id": 1, "call": "eboards"})
            assert (await hear(client))["id"] == 1


async def test_a_name_of_a_site_that_leads_here_is_refused(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /api/v1.0/eboards HTTP/1.1\r\nHost: evil.example:1982\r\n\r\n")
    assert (await reader.read()).startswith(b"HTTP/1.1 403")
    writer.close()


async def test_the_boards_by_http_for_listed_pages(port: int) -> None:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1.0/eboards", headers={"Origin": "https://lichess.org"}
    )

    def get() -> tuple[Any, str | None]:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read()), answer.headers["Access-Control-Allow-Origin"]

    boards, allowed = await asyncio.to_thread(get)
    assert [each["serialnr"] for each in boards] == ["t1"]
    assert allowed == "https://lichess.org"


async def test_a_client_too_many_and_a_message_too_long(port: int) -> None:
    async with _once_there(port) as first, _once_there(port) as second:
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://127.0.0.1:{port}/api/v1.0")
        assert refused.value.response.status_code == 503
        await first.send("x" * 20_000)
        await first.wait_closed()
        assert first.close_code == 1009
        await say(second, {"id": 1, "call": "eboards"})
        assert (await hear(second))["id"] == 1
    async with asyncio.timeout(30):
        while True:
            try:
                async with connect(f"ws://127.0.0.1:{port}/api/v1.0"):
                    break
            except InvalidStatus:  # the places are free when their connections have gone
                await asyncio.sleep(0.01)


def test_a_board_stays_on_its_computer(tmp_path: Path) -> None:
    file = tmp_path / "t1.toml"
    file.write_text(
        'event = "open"\ntable = "t1"\njournal = "t1.journal"\n[device]\nurl = "tcp://127.0.0.1:1"\n'
        '[livechess]\nhost = "0.0.0.0"\n'
    )
    with pytest.raises(SettingsError, match="without delay"):
        load(TableSettings, file)
