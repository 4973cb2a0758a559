"""Boards behind a serial server: whole games through pyserial's own RFC 2217, cut lines, and what cannot be opened."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import socket
import tty
from pathlib import Path

import pytest

import drivers
from drivers import registry
from drivers.errors import BadUrlError, PortReason, PortUnavailableError
from drivers.readings import LinkDown, LinkUp, RequestAnswer, Snapshot
from drivers.requests import ShowText
from drivers.spec import SerialLine
from drivers.transport import open_transport
from firmware_sim.doubles import make_double
from firmware_sim.hand import Habits, Hand
from firmware_sim.ports import PtyPort
from firmware_sim.timebase import WallTime
from gateway.runtime.free_ports import any_port
from tests.ble.test_games import GAME

from .listening import watching
from .scorecards import PAGE
from .serial_server import SerialServer


async def test_a_game_through_a_serial_server_whose_network_is_cut(tmp_path: Path) -> None:
    double = make_double("dgt", "chess")
    async with PtyPort(double.device, tmp_path / "board") as port:
        with SerialServer(str(port.path)) as server:
            async with watching(registry.find("dgt"), server.url) as (eye, link):
                await eye.sees(double.surface.cells)
                hand = Hand(double.surface, WallTime(), random.Random(2), speed=20, habits=Habits(slides=0.0))
                for stroke in GAME[:4]:
                    await hand.play(stroke)
                await eye.sees(double.surface.cells)
                server.cut()
                assert "the other end closed it" in (await eye.next(LinkDown)).reason
                for stroke in GAME[4:]:  # nobody sees this
                    await hand.play(stroke)
                await eye.next(LinkUp)
                await eye.next(Snapshot)
                await eye.sees(double.surface.cells)
                link.request(ShowText("HELLO"))
                assert (await eye.next(RequestAnswer)).ok
                assert double.clock is not None
                assert double.clock.text == "HELLO"
    assert set(server.settings) == {(9600, 8, "N", 1)}


@pytest.mark.skipif(
    shutil.which("ser2net", path=f"{os.environ['PATH']}:/usr/sbin") is None, reason="ser2net is not installed"
)
async def test_a_board_behind_ser2net_as_the_page_sets_it_up(tmp_path: Path) -> None:
    double = make_double("dgt", "chess")
    (setting,) = re.findall(r"```yaml ser2net\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    number = any_port()
    async with PtyPort(double.device, tmp_path / "board") as port:
        setting = setting.replace("tcp,7001", f"tcp,127.0.0.1,{number}").replace("/dev/ttyACM0", str(port.path))
        (tmp_path / "ser2net.yaml").write_text(f"%YAML 1.1\n---\n{setting}", encoding="utf-8")
        words = ("ser2net", "-n", "-d", "-c", str(tmp_path / "ser2net.yaml"))
        env = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin"}
        async with watching(registry.find("dgt"), f"rfc2217://127.0.0.1:{number}") as (eye, _):
            for piece in "PR":
                server = await asyncio.create_subprocess_exec(*words, env=env, stderr=asyncio.subprocess.DEVNULL)
                await eye.next(LinkUp)
                await eye.sees(double.surface.cells)
                server.kill()
                await server.wait()
                await eye.next(LinkDown)
                double.surface.put(36, piece, 0)


async def test_five_lines_of_python_find_the_driver(tmp_path: Path) -> None:
    double = make_double("dgt", "chess")
    async with PtyPort(double.device, tmp_path / "board") as port:
        with SerialServer(str(port.path)) as server:
            async with asyncio.timeout(20), drivers.open(server.url) as device:
                assert device.spec.name == "dgt"


async def test_every_byte_passes(tmp_path: Path) -> None:
    """Telnet doubles FF."""
    every = bytes(range(256)) * 4
    line = SerialLine(38400)
    with SerialServer(str((port := Echo(tmp_path)).path)) as server:
        transport = await open_transport(server.url, line)
        await transport.write(every)
        came = b""
        async with asyncio.timeout(20):
            while len(came) < len(every):
                came += await transport.read()
        assert came == every
        await transport.close()
        await transport.close()
    port.close()


class Echo:
    """A port that says what it is told."""

    def __init__(self, folder: Path) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = folder / "echo"
        self.path.symlink_to(os.ttyname(self._slave))
        asyncio.get_running_loop().add_reader(self._master, lambda: os.write(self._master, os.read(self._master, 4096)))

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)


async def test_what_cannot_be_opened_says_why() -> None:
    line = SerialLine(9600)
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(PortUnavailableError) as caught:
        await open_transport(f"rfc2217://127.0.0.1:{port}", line)
    assert caught.value.reason is PortReason.REFUSED
    for url, why in (
        ("rfc2217://127.0.0.1", "expected rfc2217://host:port"),
        ("rfc2217://127.0.0.1:x", "Port could not be cast"),
        ("socket://127.0.0.1:7", "write tcp://127.0.0.1:7"),
    ):
        with pytest.raises(BadUrlError, match=why):
            await open_transport(url, line)
    with pytest.raises(BadUrlError, match="not reached over a serial port"):
        await open_transport("rfc2217://127.0.0.1:7", None)


async def test_a_server_that_speaks_something_else_is_told_from_one_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("serial.rfc2217.Timeout", Hasty)

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"hello\n")
        await reader.read()
        writer.close()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(PortUnavailableError, match=f"does not speak RFC 2217; .* write tcp://127.0.0.1:{port}"):
        await open_transport(f"rfc2217://127.0.0.1:{port}", SerialLine(9600))
    server.close()


class Hasty:
    """pyserial's patience of three seconds, cut short."""

    def __init__(self, _: float) -> None:
        self._looks = 0

    def expired(self) -> bool:
        self._looks += 1
        return self._looks > 3
