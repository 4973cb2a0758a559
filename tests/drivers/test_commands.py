"""The commands about devices: decode, record, sim, devices."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import socket
import struct
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from drivers.errors import BadCaptureError, BadOptionError, BadUrlError, UnknownDriverError
from drivers.readings import ClockTimes, LinkUp, Seat, Snapshot, SquareChanged, Stamped
from drivers.transport.capture import parse_capture
from firmware_sim.devices.capture_replay import BleReplay, CaptureReplay
from firmware_sim.doubles import make_double
from firmware_sim.gatt import Value
from firmware_sim.ports import PtyPort, TcpPort
from firmware_sim.serve import Commands
from firmware_sim.surface import CHESS_START
from gateway.cli.decode import DumpForm, decode, parse_input
from gateway.cli.device_screen import Face
from gateway.cli.devices import devices
from gateway.cli.record import record
from gateway.cli.sim import sim
from gateway.model.errors import SettingsError
from gateway.runtime.settings import TableSettings
from tests.drivers.traces import TRACES

APP = typer.Typer()
for command in (decode, record, sim, devices):
    APP.command(command.__name__)(command)

E4 = "8e00053400 8e00052401"
DUMP = "860043" + "08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302"


def run(*words: str, given: bytes | str | None = None) -> list[dict[str, object]]:
    done = CliRunner().invoke(APP, words, input=given)
    if done.exception is not None:
        raise done.exception
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_decode_hexadecimal_digits() -> None:
    lines = run("decode", "dgt", given=f"{DUMP}\n{E4}\n")
    assert [line["type"] for line in lines] == ["snapshot", "square", "square"]
    assert lines[-1] == {"type": "square", "cell": 36, "piece": "P"}


def test_decode_raw_bytes(tmp_path: Path) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(bytes.fromhex(DUMP))
    assert run("decode", "dgt", str(path))[0]["cells"] == CHESS_START


def test_decimal_numbers_are_not_hexadecimal() -> None:
    capture = parse_input(b":255 255 0 0 0 0 255 255 \r\n", DumpForm.AUTO, "tabutronic")
    assert capture.transfers[0].data.startswith(b":255")
    assert parse_input(b"0x8e, 0x00", DumpForm.AUTO, "dgt").transfers[0].data == b"\x8e\x00"


@pytest.mark.parametrize(
    "text",
    [
        "93 00 05 01 02",
        "93-00-05-01-02\r\n",
        "0x93, 0x00, 0x05, 0x01, 0x02",
        "\ufeff9300050102\r\n",
        "# the version of my board\n\n93 00 05\n01 02\n",
        "00000000: 9300 0501 02                             .....\n",
        "00000000  93 00 05 01 02                                    |.....|\n00000005\n",
        '{"hex": "9300050102"}',
    ],
)
def test_decode_whatever_people_keep_bytes_in(text: str) -> None:
    data = b"".join(transfer.data for transfer in parse_input(text.encode(), DumpForm.AUTO, "dgt").transfers)
    assert data.hex() == "9300050102"


def test_what_devices_say_in_text_is_not_taken_for_a_way_to_keep_bytes() -> None:
    said = '{"type":"timeUpdate","data":{"leftHours":0,"leftMinutes":5,"leftSeconds":0,'
    said += '"rightHours":0,"rightMinutes":4,"rightSeconds":59}}'
    assert run("decode", "dgt3000-ble", given=said)[0]["left_ms"] == 300_000
    assert run("decode", "squareoff-neo", given="11000011" * 8)[-1]["type"] == "snapshot"


def test_decode_says_that_a_capture_is_of_another_device() -> None:
    given = '{"flagfall_capture": 1, "driver": "certabo"}\n{"hex": "9300050102"}\n'
    done = CliRunner().invoke(APP, ["decode", "dgt"], input=given)
    assert done.stderr == "This is a capture of certabo, read as dgt.\n"
    assert json.loads(done.stdout)["firmware"] == "1.02"


def test_decode_says_so_when_nothing_is_understood() -> None:
    done = CliRunner().invoke(APP, ["decode", "dgt"], input="good morning")
    assert done.stdout == ""
    assert done.stderr == "The driver dgt finds no message in these 12 bytes from a device.\n"


def test_decode_a_capture() -> None:
    path = TRACES / "dgt-chess-game-1.jsonl"
    if not path.exists():
        pytest.skip("the capture is not here")
    assert len(run("decode", "dgt", str(path))) > 400


def test_mistakes_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(UnknownDriverError):
        run("decode", "abacus", given="00")
    with pytest.raises(BadOptionError, match="NAME=VALUE"):
        run("decode", "buttons", "--option", "left", given="00")
    with pytest.raises(BadCaptureError):
        run("decode", "dgt", "--form", "hex", given="8e0")
    with pytest.raises(SettingsError, match="cannot be read"):
        run("decode", "dgt", str(tmp_path / "none"))
    with pytest.raises(SettingsError, match="Choose one"):
        run("sim", "dgt")
    with pytest.raises(SettingsError, match="not made for renju"):
        run("sim", "dgt", "--tcp", "0", "--board", "renju")
    with pytest.raises(UnknownDriverError):
        run("sim", "abacus", "--tcp", "0")
    with pytest.raises(BadUrlError, match=r"write serial:///dev/ttyACM0\.$"):
        run("record", "dgt", "/dev/ttyACM0")
    with pytest.raises(BadUrlError, match="not reached over Bluetooth"):
        run("record", "dgt", "ble://DGT")
    with pytest.raises(BadUrlError, match="expected serial"):
        run("devices", "--url", "board")


def test_nobodys_file_is_overwritten(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    kept.write_text("a whole game")
    with pytest.raises(SettingsError, match="exists already"):
        run("record", "dgt", "tcp://127.0.0.1:1", "--out", str(kept))
    with pytest.raises(SettingsError, match="cannot be served: File exists"):
        run("sim", "dgt", "--pty", str(kept))
    assert kept.read_text() == "a whole game"


def test_a_double_that_cannot_be_served(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be served: No such file"):
        run("sim", "dgt", "--pty", str(tmp_path / "none" / "board"))
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(SettingsError, match="cannot be served"):
        run("sim", "dgt", "--tcp", str(taken.getsockname()[1]))
    for words in (["--tcp", "99999"], ["--tcp", "0", "--noise", "7"], ["--tcp", "0", "--burst", "0"]):
        assert CliRunner().invoke(APP, ["sim", "dgt", *words]).exit_code == 2


async def start(command: str, *words: str) -> asyncio.subprocess.Process:
    """A command as a process of its own."""
    program = f"import typer; from gateway.cli.{command} import {command}; typer.run({command})"
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, "-c", program, *words, stdin=pipe, stdout=pipe)


@asynccontextmanager
async def simulated(path: Path, *words: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """`flagfall sim` as a process of its own."""
    process = await start("sim", *words, "--pty", str(path))
    assert process.stdout is not None
    try:
        async with asyncio.timeout(20):
            assert await process.stdout.readline() == f"serial://{path}\n".encode()
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()


async def test_record_what_a_double_says_and_replay_it(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    async with simulated(tmp_path / "board", "chesslink") as process:
        assert process.stdin is not None
        process.stdin.write(b"52-36\nnonsense\n")
        await process.stdin.drain()
        recorder = await start("record", "chesslink", f"serial://{tmp_path}/board")
        assert recorder.stdout is not None
        async with asyncio.timeout(20):
            lines = [await recorder.stdout.readline() for _ in range(30)]
            recorder.send_signal(signal.SIGINT)
            lines += [await recorder.stdout.read()]
            assert await recorder.wait() == 0
        kept.write_bytes(b"".join(lines))
    capture = parse_capture(kept.read_bytes().splitlines())
    assert {transfer.way for transfer in capture.transfers} == {"in", "out"}
    readings = run("decode", "chesslink", str(kept))
    assert [reading["cells"] for reading in readings if reading["type"] == "snapshot"][-1] != CHESS_START
    async with simulated(tmp_path / "again", "chesslink", "--replay", str(kept)):
        host = os.open(tmp_path / "again", os.O_RDWR | os.O_NOCTTY)
        os.write(host, b"?")
        assert await asyncio.to_thread(os.read, host, 1)
        os.close(host)


async def test_devices_tries_and_writes_a_configuration(tmp_path: Path) -> None:
    written = tmp_path / "t7.toml"
    double = make_double("dgt", "chess")
    async with PtyPort(double.device, tmp_path / "board") as port:
        words = ["devices", "--url", port.url, "--driver", "dgt", "--write", str(written)]
        done = await asyncio.to_thread(CliRunner().invoke, APP, words)
        assert done.exit_code == 0
        assert "DGT board" in done.stdout
        settings = TableSettings.from_file(written)
        assert settings.device is not None
        assert (settings.table, settings.device.driver, settings.device.url) == ("t7", "dgt", port.url)
        again = await asyncio.to_thread(CliRunner().invoke, APP, words)
        assert isinstance(again.exception, SettingsError)


async def test_devices_watches(tmp_path: Path) -> None:
    double = make_double("tabutronic")
    async with PtyPort(double.device, tmp_path / "board") as port:
        words = ["devices", "--url", port.url, "--driver", "tabutronic", "--watch", "--seconds", "1"]
        done = await asyncio.to_thread(CliRunner().invoke, APP, words)
    assert done.exit_code == 0, done.output
    assert "◆ ◆ ◆ ◆" in done.stdout


def test_devices_that_do_not_answer(tmp_path: Path) -> None:
    done = CliRunner().invoke(APP, ["devices", "--url", f"serial://{tmp_path}/none", "--driver", "dgt", "--watch"])
    assert isinstance(done.exception, SettingsError)
    assert "Cannot open" in " ".join(done.stdout.split())


def test_a_face_shows_board_and_clock() -> None:
    face = Face("DGT", "tcp://x")
    face.take(Stamped(0, LinkUp("tcp://x")))
    face.take(Stamped(0, Snapshot(8, 8, CHESS_START)))
    face.take(Stamped(1, SquareChanged(36, "P")))
    face.take(Stamped(2, ClockTimes(61_000, 5_000, running=True, up=Seat.LEFT)))
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(face.draw())
    shown = console.export_text()
    assert "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜" in shown
    assert "▶0:01:01" in shown


def test_a_face_shows_a_board_that_never_shows_itself() -> None:
    face = Face("Yihu", "ble://x", ((19, 19),))
    face.take(Stamped(0, SquareChanged(20, "?")))
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(face.draw())
    assert "· ◆ ·" in console.export_text()


async def test_lines_move_pieces_of_a_double(tmp_path: Path) -> None:
    double = make_double("dgt", "chess")
    port = PtyPort(double.device, tmp_path / "board")
    commands = Commands(double, port, lambda: 0)
    async with port:
        for line in ("52-36", "lift 51", "put 20 Q", "run", "left", ""):
            assert await commands.obey(line) == ""
        assert (double.surface[36], double.surface[51], double.surface[20]) == ("P", ".", "Q")
        assert double.clock is not None
        assert double.clock.up is Seat.RIGHT
        assert "nothing stands" in await commands.obey("52-36")
        assert "cells 0 to 63" in await commands.obey("lift 64")
        assert "cannot" in await commands.obey("dance")
        assert await commands.obey("set up") == ""
        assert double.surface.cells == CHESS_START
        assert await commands.obey("unplug") == ""
        assert not port.path.exists()
        assert await commands.obey("plug") == ""
        assert port.path.exists()


def test_a_replay_on_the_air_keeps_the_characteristics() -> None:
    profile = make_double("squareoff-neo").device.profile  # type: ignore[attr-defined]
    bitmap = "777ac5a4-6fa8-474b-841d-091bd57d28c4"
    device = BleReplay([(0, Value(b"0" * 64, bitmap)), (0, b"4#3752.50*"), (0, Value(b"e2u", "fff4"))], profile)
    device.power_on(0)
    device.wake(0)
    assert device.data_to_send() == []
    device.listened(profile.says, 10)
    device.wake(100)
    assert [said.uuid for said in device.data_to_send() if isinstance(said, Value)] == [
        bitmap,
        profile.says,
        profile.says,
    ]


def test_a_replay_keeps_the_intervals() -> None:
    replay = CaptureReplay([(1000, b"a"), (1500, b"b"), (None, b"c")])
    replay.power_on(0)
    assert replay.next_deadline() is None
    replay.receive(b"?", 100)
    replay.wake(100)
    assert replay.data_to_send() == [b"a"]
    assert replay.next_deadline() == 600
    replay.wake(700)
    assert replay.data_to_send() == [b"b", b"c"]
    over = CaptureReplay([(0, b"a")], waits=False)
    over.power_on(0)
    over.wake(0)
    assert over.data_to_send() == [b"a"]
    assert over.next_deadline() == 5000


def test_keyboards_are_listed_and_not_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "usb-Pedal-event-kbd").touch()
    monkeypatch.setattr("drivers.discovery.KEYBOARDS", tmp_path)
    done = CliRunner().invoke(APP, ["devices", "--no-try", "--bluetooth", "0"], env={"COLUMNS": "300"})
    assert done.exit_code == 0
    assert f"evdev://{tmp_path}/usb-Pedal-event-kbd" in done.stdout


async def test_decode_reads_a_port_as_it_comes() -> None:
    process = await start("decode", "dgt", "--form", "raw")
    assert process.stdin is not None
    assert process.stdout is not None
    async with asyncio.timeout(20):
        for word in ("9300050102", E4):
            process.stdin.write(bytes.fromhex(word))
            assert json.loads(await process.stdout.readline())["type"] in ("identity", "square")
        process.stdin.close()
        assert await process.wait() == 0


def test_decode_is_told_how_bytes_came() -> None:
    press = struct.pack("@llHHi", 0, 0, 1, 105, 1)
    assert run("decode", "buttons", "--channel", "evdev", given=press) == [{"type": "lever", "seat": "left"}]
    assert run("decode", "buttons", "--channel", "evdev", "--form", "raw", given=press) == [
        {"type": "lever", "seat": "left"}
    ]


async def test_devices_tries_a_bluetooth_driver_over_tcp(tmp_path: Path) -> None:
    async with TcpPort(make_double("chessnut").device, 0) as port:
        words = ["devices", "--url", port.url, "--driver", "chessnut"]
        done = await asyncio.to_thread(CliRunner().invoke, APP, words)
    assert "a board of 8x8 with 32 pieces" in " ".join(done.stdout.split())
