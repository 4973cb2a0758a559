"""The virtual table in this process: what a person does to it is seen on every page, and nonsense gets a sentence."""

from __future__ import annotations

import asyncio
import json
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from firmware_sim.surface import DRAUGHTS_START
from firmware_sim.timebase import VirtualTime
from gateway.cli.virtual import virtual
from gateway.lab.virtual.page import create_app
from gateway.lab.virtual.virtual_table import DeedRefused, VirtualTable
from gateway.model.errors import GatewayError, SettingsError
from tests.english import assert_sayable
from tests.ports import free_port

with warnings.catch_warnings():  # it would rather have the successor of httpx
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient, WebSocketTestSession

MAN = 63  # field 32
TO = 54  # field 28


@pytest.fixture
def time() -> VirtualTime:
    return VirtualTime()


@pytest.fixture
def table(tmp_path: Path, time: VirtualTime) -> VirtualTable:
    return VirtualTable("draughts-international", "5m+3s", tmp_path / "board", time)


@pytest.fixture
def client(table: VirtualTable) -> Iterator[TestClient]:
    with TestClient(create_app(table, "http://127.0.0.1:9/#virtual"), base_url="http://127.0.0.1") as client:
        yield client


def clock(table: VirtualTable) -> dict[str, Any]:
    face = table.state()["clock"]
    assert isinstance(face, dict)
    return face


def do(table: VirtualTable, **deed: object) -> None:
    table.do(json.dumps(deed))


def until(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message


def test_a_piece_is_lifted_and_put_down(table: VirtualTable) -> None:
    do(table, do="lift", cell=MAN)
    do(table, do="put", cell=TO, piece="M")
    board = str(table.state()["board"])
    assert (board[MAN], board[TO]) == (".", "M")
    do(table, do="reset")
    assert table.state()["board"] == DRAUGHTS_START


async def test_the_clock_tells_milliseconds_and_takes_presses(table: VirtualTable, time: VirtualTime) -> None:
    do(table, do="press", seat="right")  # its side is down already
    assert clock(table)["up"] == "left"
    do(table, do="run_stop")
    await time.advance(1250)
    assert (clock(table)["runs"], clock(table)["left_ms"]) == ("left", 303_000 - 1250)
    do(table, do="press", seat="left")
    assert (clock(table)["runs"], clock(table)["right_ms"]) == ("right", 303_000)
    do(table, do="reset")
    assert (clock(table)["runs"], clock(table)["up"], clock(table)["left_ms"]) == (None, "left", 303_000)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no",
        "[]",
        "{}",
        "\x00",
        b"\xff\xfe",
        "[" * 100_000,
        '{"do":"dance"}',
        '{"do":"lift"}',
        '{"do":"lift","cell":"3"}',
        '{"do":"lift","cell":100}',
        '{"do":"lift","cell":-1}',
        '{"do":"lift","cell":1e99}',
        '{"do":"lift","cell":44}',
        '{"do":"put","cell":44,"piece":"K"}',
        '{"do":"put","cell":44,"piece":"MM"}',
        '{"do":"put","cell":44,"piece":""}',
        '{"do":"put","cell":44,"piece":"."}',
        '{"do":"put","cell":444,"piece":"M"}',
        '{"do":"press","seat":"up"}',
    ],
)
def test_nonsense_gets_a_sentence_and_changes_nothing(table: VirtualTable, message: str | bytes) -> None:
    before = table.state()
    with pytest.raises(DeedRefused) as caught:
        table.do(message)
    assert_sayable(caught.value.message)
    assert table.state() == before


@pytest.mark.parametrize(
    ("game", "control"), [("go", "5m"), ("chess", "soon"), ("chess", "40/90m, 30m"), ("chess", "3x30s")]
)
def test_what_the_set_cannot_do_is_one_sentence(tmp_path: Path, game: str, control: str) -> None:
    with pytest.raises(GatewayError):
        VirtualTable(game, control, tmp_path / "board")


def test_a_page_sees_what_another_does(client: TestClient) -> None:
    with client.websocket_connect("ws://127.0.0.1/ws") as one, client.websocket_connect("ws://127.0.0.1/ws") as two:
        hello = until(one, "hello")
        assert (hello["rows"], hello["reserve"], hello["public"]) == (10, "MDmd", "http://127.0.0.1:9/#virtual")
        assert until(one, "state")["board"] == until(two, "state")["board"] == DRAUGHTS_START
        one.send_json({"do": "lift", "cell": MAN})
        assert until(one, "state")["board"][MAN] == until(two, "state")["board"][MAN] == "."
        one.send_bytes(b"\xff")
        refused = until(one, "refused")
        assert refused["why"]["key"] == "virtual.not_understood"
        assert refused["board"][MAN] == "."
        two.send_json({"do": "run_stop"})
        assert until(one, "state")["clock"]["runs"] == "left"


def test_the_page_is_served_with_its_scripts_and_nobody_elses(client: TestClient) -> None:
    page = client.get("/")
    assert "/virtual/virtual.js" in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]
    for path in ("/virtual/hand.js", "/pages/boards/index.js"):
        assert client.get(path).headers["content-type"].startswith("text/javascript")
    for path in ("/virtual/none.js", "/virtual/..%2Fapp.py"):
        assert client.get(path).status_code == 404
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400


def test_another_sites_page_has_no_hands_here(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect("ws://127.0.0.1/ws", headers={"origin": "http://elsewhere.example"}) as socket,
    ):
        socket.receive_json()
    assert closed.value.code == 4403


async def next_bytes(line: int) -> bytes:
    """What comes next on the line, as soon as it comes."""
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(line, ready.set)
    await ready.wait()
    loop.remove_reader(line)
    return os.read(line, 4096)


async def test_the_board_is_heard_at_the_other_end_of_the_cable(tmp_path: Path) -> None:
    table = VirtualTable("chess", "10m", tmp_path / "board")
    assert table.port.url == f"serial://{tmp_path}/board"
    async with table.port:
        line = os.open(tmp_path / "board", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            os.write(line, b"\x44\x42")  # send field updates from now on, and the whole board now
            heard = b""
            async with asyncio.timeout(3):
                while b"\x86" not in heard:  # the board has come, so updates are on
                    heard += await next_bytes(line)
                do(table, do="lift", cell=52)
                while b"\x8e\x00\x05\x34\x00" not in heard:  # field 52 is empty
                    heard += await next_bytes(line)
        finally:
            os.close(line)


@pytest.mark.parametrize("name", ["mine.txt", "nowhere/board"])
def test_a_serial_port_takes_nobodys_place(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(SettingsError, match="serial port"):
        virtual(hall=False, port=free_port(), pty=tmp_path / name)
    assert (tmp_path / "mine.txt").read_text() == "mine"
