"""The virtual table in this process: what a person does to it is seen on every page, and nonsense gets a sentence."""

from __future__ import annotations

import asyncio
import json
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.websockets import WebSocketDisconnect

from firmware_sim.surface import DRAUGHTS_START
from firmware_sim.timebase import VirtualTime
from gateway.cli.virtual import virtual
from gateway.games import registry
from gateway.lab.virtual.page import create_app
from gateway.lab.virtual.request_fields import request_fields
from gateway.lab.virtual.virtual_hall import assignment_of
from gateway.lab.virtual.virtual_table import DeedRefused, VirtualTable, read_deed
from gateway.model.errors import GatewayError, SettingsError
from gateway.model.sides import Side
from gateway.referee import rulebooks
from gateway.referee.player_requests import PlayerRequest
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
    with TestClient(create_app(table), base_url="http://127.0.0.1") as client:
        yield client


def clock(table: VirtualTable) -> dict[str, Any]:
    face = table.state()["clock"]
    assert isinstance(face, dict)
    return face


async def do(table: VirtualTable, **deed: object) -> None:
    await table.do(read_deed(json.dumps(deed)))


def until(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message


async def test_a_piece_is_lifted_and_put_down(table: VirtualTable) -> None:
    await do(table, do="lift", cell=MAN)
    await do(table, do="put", cell=TO, piece="M")
    board = str(table.state()["board"])
    assert (board[MAN], board[TO]) == (".", "M")
    await do(table, do="reset")
    assert table.state()["board"] == DRAUGHTS_START


async def test_the_clock_tells_milliseconds_and_takes_presses(table: VirtualTable, time: VirtualTime) -> None:
    await do(table, do="press", seat="right")  # its side is down already
    assert clock(table)["up"] == "left"
    await do(table, do="run_stop")
    await time.advance(1250)
    assert (clock(table)["runs"], clock(table)["left_ms"]) == ("left", 303_000 - 1250)
    await do(table, do="press", seat="left")
    assert (clock(table)["runs"], clock(table)["right_ms"]) == ("right", 303_000)
    await do(table, do="reset")
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
async def test_nonsense_gets_a_sentence_and_changes_nothing(table: VirtualTable, message: str | bytes) -> None:
    before = table.state()
    with pytest.raises(DeedRefused) as caught:
        await table.do(read_deed(message))
    assert_sayable(caught.value.message)
    assert table.state() == before


@pytest.mark.parametrize(("game", "control"), [("go", "5m"), ("chess", "soon")])
def test_what_the_set_cannot_do_is_one_sentence(tmp_path: Path, game: str, control: str) -> None:
    with pytest.raises(GatewayError):
        VirtualTable(game, control, tmp_path / "board")


def test_a_page_sees_what_another_does(client: TestClient) -> None:
    with client.websocket_connect("ws://127.0.0.1/ws") as one, client.websocket_connect("ws://127.0.0.1/ws") as two:
        hello = until(one, "hello")
        assert (hello["rows"], hello["reserve"], hello["public"]) == (10, "MDmd", None)
        assert set(hello["games"]) == set(registry.GAMES)
        assert until(one, "state")["board"] == until(two, "state")["board"] == DRAUGHTS_START
        one.send_json({"do": "lift", "cell": MAN})
        assert until(one, "state")["board"][MAN] == until(two, "state")["board"][MAN] == "."
        one.send_bytes(b"\xff")
        refused = until(one, "refused")
        assert refused["why"]["key"] == "virtual.not_understood"
        assert refused["board"][MAN] == "."
        two.send_json({"do": "run_stop"})
        assert until(one, "state")["clock"]["runs"] == "left"
        two.send_json({"do": "ask", "side": "white", "request": {"type": "resign"}})
        assert until(two, "refused")["why"]["key"] == "virtual.no_hall"
        two.send_json({"do": "game", "game": "go", "control": "5m"})
        assert until(two, "refused")["why"]["key"] == "problem.no_such_game"


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


@pytest.mark.parametrize("game", registry.GAMES)
async def test_every_game_has_a_set_with_its_board_and_a_clock_or_buttons(tmp_path: Path, game: str) -> None:
    for control in ("5m+3s", "10m, 3x30s"):
        table = VirtualTable(game, control, tmp_path / "board")
        rules = registry.find(game)
        assert table.state()["board"] == rules.start().board()
        assert (table.about()["rows"], table.about()["first"]) == (rules.rows, rules.first.value)
        async with table.plugged_in():
            assert (tmp_path / "board").is_symlink()
            await do(table, do="run_stop")
            await do(table, do="press", seat="left" if rules.first is Side.WHITE else "right")
        assert not (tmp_path / "board").exists()


@pytest.mark.parametrize(
    ("game", "opening"), [("renju", "taraguchi-10"), ("gomoku-double-swap", "double-swap"), ("gomoku", "")]
)
def test_a_game_begins_by_the_protocol_that_its_rulebook_knows(game: str, opening: str) -> None:
    for control in ("5m", "10m", "60m"):
        assigned = assignment_of(game, control)
        assert assigned.options.opening == opening
        assert not opening or opening in rulebooks.load(assigned.rulebook).openings


async def test_another_set_is_laid_out_on_the_same_cable(tmp_path: Path) -> None:
    table = VirtualTable("chess", "10m", tmp_path / "board")
    async with table.plugged_in():
        await table.lay("renju", "10m, 5x30s")
        assert (table.game, table.about()["cols"], table.about()["clock_apart"]) == ("renju", 15, True)
        assert (tmp_path / "board").is_symlink()
        assert (tmp_path / "board-buttons").is_symlink()
    assert not (tmp_path / "board-buttons").exists()


async def test_cables_sensors_and_noise_are_out_of_order_as_long_as_somebody_wants(tmp_path: Path) -> None:
    table = VirtualTable("renju", "10m", tmp_path / "board")

    def trouble() -> dict[str, Any]:
        found = table.state()["trouble"]
        assert isinstance(found, dict)
        return found

    async with table.plugged_in():
        await do(table, do="cable", device="board", out=True)
        await do(table, do="cable", device="clock", out=True)
        assert not (tmp_path / "board").exists()
        await do(table, do="sensor", cell=112)
        await do(table, do="noise", on=True)
        assert trouble() == {"board_out": True, "clock_out": True, "noise": True, "dead": [112]}
        for device in ("board", "clock"):
            await do(table, do="cable", device=device, out=False)
        await do(table, do="mend")
        await do(table, do="noise", on=False)
        assert trouble() == {"board_out": False, "clock_out": False, "noise": False, "dead": []}
        assert (tmp_path / "board").is_symlink()
        with pytest.raises(DeedRefused):
            await do(table, do="sensor", cell=225)


def test_every_request_of_players_can_be_asked_for_with_what_belongs_to_it() -> None:
    fields = request_fields()
    assert set(fields) == {kind.__struct_config__.tag for kind in get_args(PlayerRequest)}
    values = {"choice": "rules", "number": 3, "list": ["g7", "i9"], "text": "h8"}
    for tag, found in fields.items():
        request = {"type": tag, **{field["name"]: values[field["kind"]] for field in found}}
        read_deed(json.dumps({"do": "ask", "side": "white", "request": request}))


async def next_bytes(line: int) -> bytes:
    """What comes next on the line, as soon as it comes."""
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(line, ready.set)
    await ready.wait()
    loop.remove_reader(line)
    return os.read(line, 4096)


async def test_the_board_is_heard_at_the_other_end_of_the_cable(tmp_path: Path) -> None:
    table = VirtualTable("chess", "10m", tmp_path / "board")
    assert table.kit.settings() == f'[device]\ndriver = "dgt"\nurl = "serial://{tmp_path}/board"\n'
    async with table.plugged_in():
        line = os.open(tmp_path / "board", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            os.write(line, b"\x44\x42")  # send field updates from now on, and the whole board now
            heard = b""
            async with asyncio.timeout(3):
                while b"\x86" not in heard:  # the board has come, so updates are on
                    heard += await next_bytes(line)
                await do(table, do="lift", cell=52)
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
