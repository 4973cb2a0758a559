"""Reports of a USB device, with a pair of sockets or a pseudo-terminal standing in for the kernel's file."""

from __future__ import annotations

import asyncio
import os
import pty
import socket
import time
import tty
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from drivers import link as link_module
from drivers.boards.chessnut.codec import ChessnutCodec
from drivers.boards.chessnut.spec import SPEC
from drivers.codec import Packet
from drivers.errors import BadUrlError, ConnectionLostError, PortUnavailableError
from drivers.link import Backoff, Link
from drivers.readings import Battery, LinkDown, Noise, Reading, Snapshot, Stamped
from drivers.requests import ShowSquares
from drivers.spec import HidProfile
from drivers.transport import Transport, hid, open_transport
from drivers.transport.hid import HidTransport, list_hid_devices
from firmware_sim.devices.chessnut import ChessnutBoard
from firmware_sim.surface import CHESS_START, Surface
from gateway.cli.app import app

QUICK = HidProfile(vendor=0x2D80, gap_ms=0)


def plugged_in(root: Path, number: int, numbers: str, name: str, page: str = "0600ff") -> None:
    folder = root / f"hidraw{number}" / "device"
    folder.mkdir(parents=True)
    folder.joinpath("uevent").write_text(f"DRIVER=hid-generic\nHID_ID={numbers}\nHID_NAME={name}\n", encoding="utf-8")
    folder.joinpath("report_descriptor").write_bytes(bytes.fromhex(page + "0901a101"))


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(hid, "DEVICES", tmp_path)
    plugged_in(tmp_path, 0, "0003:0000046D:0000C31C", "Something else")
    plugged_in(tmp_path, 3, "0003:00002D80:00008001", "Chessnut Air, its keys", page="050109")
    plugged_in(tmp_path, 1, "0003:00002D80:00008001", "Chessnut Air")
    (tmp_path / "hidraw2").mkdir()  # just unplugged
    return tmp_path


def test_devices_are_known_by_their_makers(devices: Path) -> None:
    assert [(one.path, one.url, one.name) for one in list_hid_devices()] == [
        ("/dev/hidraw0", "hid://046d:c31c", "Something else"),
        ("/dev/hidraw1", "hid://2d80:8001", "Chessnut Air"),
    ]


def test_the_command_lists_those_that_a_driver_knows(devices: Path) -> None:
    done = CliRunner().invoke(app, ["devices", "--no-try", "--bluetooth", "0"], env={"COLUMNS": "200"})
    assert "hid://2d80:8001" in done.stdout
    assert "Something else" not in done.stdout


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("hid://nonsense", "expected hid:///dev/hidraw0"),
        ("hid://1234", "not there"),
        ("hid://2d80:9999", "not there"),
        ("hid:///dev/no-such-file", "not there"),
    ],
)
async def test_what_cannot_be_opened_is_explained(devices: Path, url: str, says: str) -> None:
    with pytest.raises((BadUrlError, PortUnavailableError), match=says):
        await open_transport(url, hid=QUICK)


async def test_another_kind_of_device_has_no_reports() -> None:
    with pytest.raises(BadUrlError, match="not reached as a USB device"):
        await open_transport("hid://2d80")


async def test_without_permission_the_rule_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PortUnavailableError, match=r"70-flagfall.rules") as raised:
        await open_transport("hid:///dev/hidraw0", hid=QUICK)
    assert raised.value.reason.permanent


async def test_opened_by_its_path() -> None:
    near, far = pty.openpty()
    tty.setraw(far)
    transport = await open_transport(f"hid://{os.ttyname(far)}", hid=QUICK)
    try:
        os.write(near, b"\x01\x3d")
        report = await transport.read()
        assert (report, isinstance(report, Packet) and report.channel) == (b"\x01\x3d", "hid")
        await transport.write(b"\x21\x01\x00")
        assert os.read(near, 64) == b"\x21\x01\x00"
    finally:
        await transport.close()
        os.close(near)
        os.close(far)
    with pytest.raises(ConnectionLostError):
        await transport.write(b"\x21")


def report_of(message: bytes) -> bytes:
    """As a board sends it over USB: positions under another mark, filling behind."""
    return (b"\x01\x3d" + message[2:34] if message[0] == 0x01 else bytes(message)).ljust(63, b"\x00")


def test_reports_mean_what_messages_mean() -> None:
    codec = ChessnutCodec()
    codec.connected(0)
    board = ChessnutBoard(Surface(8, 8, CHESS_START))
    board.power_on(0)
    for command in codec.data_to_send():
        board.receive(command, 0)
    codec.wake(0)
    for command in codec.data_to_send():
        board.receive(command, 0)
    board.wake(0)
    readings = [
        reading for said in board.data_to_send() for reading in codec.receive(Packet(report_of(said), "hid"), 0)
    ]
    assert sorted(readings, key=lambda reading: type(reading).__name__) == [
        Battery(87),
        Snapshot(8, 8, CHESS_START),
    ]
    assert codec.receive(Packet(b"\x01\x3d" + b"\xff" * 32, "hid"), 0) == [Noise(34)]
    assert codec.receive(Packet(b"\x01\x3d\x00", "hid"), 0) == [Noise(3)]


@asynccontextmanager
async def usb_board(surface: Surface) -> AsyncIterator[tuple[ChessnutBoard, Transport, socket.socket]]:
    """A double whose reports come through a pair of sockets that keep them apart, as the kernel's file does."""
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    near.setblocking(False)
    far.setblocking(False)
    board = ChessnutBoard(surface, scan_ms=5, report_ms=20)
    loop = asyncio.get_running_loop()
    begun = loop.time()

    def now() -> int:
        return round((loop.time() - begun) * 1000)

    async def serve() -> None:
        board.power_on(now())
        while True:
            board.wake(now())
            for said in board.data_to_send():
                await loop.sock_sendall(far, report_of(said))
            await asyncio.sleep(0.005)

    async def listen() -> None:
        while command := await loop.sock_recv(far, 64):
            board.receive(command, now())

    tasks = [asyncio.create_task(serve()), asyncio.create_task(listen())]
    try:
        yield board, HidTransport("hid://2d80", os.dup(near.fileno()), QUICK), far
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        near.close()
        far.close()


async def test_a_board_on_usb_is_read_lit_and_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    surface = Surface(8, 8, CHESS_START)
    heard: asyncio.Queue[Reading] = asyncio.Queue()

    def hear(stamped: Stamped) -> None:
        heard.put_nowait(stamped.reading)

    async def until(wanted: type[Reading]) -> Reading:
        async with asyncio.timeout(30):
            while not isinstance(reading := await heard.get(), wanted):
                pass
        return reading

    async with usb_board(surface) as (board, transport, far):

        async def give(*_: object) -> Transport:
            return transport

        monkeypatch.setattr(link_module, "open_transport", give)
        link = Link(SPEC, "hid://2d80", lambda: time.monotonic_ns() // 1_000_000, backoff=Backoff(first_s=60))
        task = asyncio.create_task(link.run(hear))
        assert await until(Snapshot) == Snapshot(8, 8, CHESS_START)
        surface.lift(52, 0)
        seen = await until(Snapshot)
        assert isinstance(seen, Snapshot)
        assert seen.cells == surface.cells
        link.request(ShowSquares((52, 36)))
        async with asyncio.timeout(30):
            while board.lamps != {52, 36}:  # noqa: ASYNC110 - a lamp tells nobody that it was lit
                await asyncio.sleep(0.005)
        far.shutdown(socket.SHUT_RDWR)  # unplugged
        await until(LinkDown)
        task.cancel()
        await asyncio.wait([task])
