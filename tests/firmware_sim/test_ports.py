"""The cable: a real pseudo-terminal or socket, pulled out and put back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
from pathlib import Path

import pytest

from firmware_sim.devices.certabo import CertaboBoard
from firmware_sim.faults import Burst, Cut, Fault, LineNoise, Loss, Stump, apply, one_byte_at_a_time
from firmware_sim.ports import PtyPort, TcpPort
from firmware_sim.sets import DgtSet
from firmware_sim.surface import CHESS_START, Surface
from firmware_sim.timebase import VirtualTime

VERSION = bytes.fromhex("9300050108")


async def read_exactly(fd: int, count: int) -> bytes:
    async with asyncio.timeout(5):
        return await asyncio.to_thread(_read_exactly, fd, count)


def _read_exactly(fd: int, count: int) -> bytes:
    data = b""
    while len(data) < count:
        data += os.read(fd, count - len(data))
    return data


@pytest.mark.parametrize("faults", [(), (one_byte_at_a_time,)])
async def test_a_pty_answers_at_its_path_before_and_after_a_replug(tmp_path: Path, faults: tuple[Fault, ...]) -> None:
    path = tmp_path / "board"
    async with PtyPort(DgtSet.chess().board, path, faults=faults) as port:
        for _ in range(2):
            host = os.open(path, os.O_RDWR | os.O_NOCTTY)
            os.write(host, b"\x4d")
            assert await read_exactly(host, 5) == VERSION
            port.unplug()
            assert not path.exists()
            assert os.read(host, 1) == b""  # hung up
            os.close(host)
            await port.plug()
            await port.plug()
        assert path.is_symlink()
    assert not path.is_symlink()


async def test_a_pty_does_not_echo(tmp_path: Path) -> None:
    async with PtyPort(DgtSet.chess().board, tmp_path / "board"):
        host = os.open(tmp_path / "board", os.O_RDWR | os.O_NOCTTY)
        os.write(host, b"\x0a\x0d\x4d")
        assert await read_exactly(host, 5) == VERSION
        os.close(host)


async def test_tcp_keeps_its_port_over_a_replug() -> None:
    async with TcpPort(DgtSet.chess().board, baud=1_000_000) as port:
        for _ in range(2):
            reader, writer = await asyncio.open_connection("127.0.0.1", port.port)
            writer.write(b"\x4d")
            assert await reader.readexactly(5) == VERSION
            port.unplug()
            with pytest.raises((asyncio.IncompleteReadError, ConnectionResetError)):
                await reader.readexactly(1)
            writer.close()
            await port.plug()


def test_faults_act_on_each_write() -> None:
    assert list(one_byte_at_a_time(b"abc")) == [b"a", b"b", b"c"]
    noisy = list(LineNoise(random.Random(1), rate=1.0)(b"abc"))
    assert noisy[-1] == b"abc"
    assert len(noisy[0]) >= 1
    assert list(LineNoise(random.Random(1), rate=0.0)(b"abc")) == [b"abc"]
    assert list(Loss(random.Random(1), rate=1.0)(b"abc")) == []
    cuts: list[bool] = []
    cut = Cut(5, lambda: cuts.append(True))
    assert apply([cut], b"abc") == [b"abc"]
    assert apply([cut], b"def") == [b"de"]
    assert apply([cut], b"ghi") == []
    assert cuts == [True]
    assert apply([one_byte_at_a_time, Cut(2, lambda: None)], b"abc") == [b"a", b"b"]


def test_a_stump_is_the_beginning_of_a_write() -> None:
    assert apply([Stump(random.Random(1), rate=1.0)], b"abcdef")[0] in (b"a", b"ab", b"abc", b"abcd", b"abcde")
    assert apply([Stump(random.Random(1), rate=0.0)], b"abc") == [b"abc"]


def test_a_burst_arrives_together() -> None:
    burst = Burst(3)
    assert [apply([burst], data) for data in (b"a", b"b", b"c", b"d")] == [[], [], [b"abc"], []]


class SluggishTime(VirtualTime):
    """Every sleep lasts half as long again, as on a computer with too much to do."""

    async def sleep(self, ms: float) -> None:
        await super().sleep(ms * 1.5)


async def test_a_board_of_pictures_never_falls_behind_a_slow_line(tmp_path: Path) -> None:
    time = SluggishTime()
    surface = Surface(8, 8, CHESS_START)
    async with PtyPort(CertaboBoard(surface), tmp_path / "board", time, baud=38400) as port:
        for _ in range(8):
            await time.advance(500)
            assert len(port._line) <= 1


@pytest.mark.parametrize("turns", [0, 1, 3, 4, 5])  # at the second turn asyncio of Python 3.11 itself loses the socket
async def test_a_host_that_connects_while_the_cable_is_pulled_is_dropped(turns: int) -> None:
    async with TcpPort(DgtSet.chess().board) as port:
        with socket.create_connection(("127.0.0.1", port.port)) as host:
            host.setblocking(False)
            for _ in range(turns):
                await asyncio.sleep(0)
            port.unplug()
            with contextlib.suppress(ConnectionResetError):
                async with asyncio.timeout(30):
                    while await asyncio.get_running_loop().sock_recv(host, 100):
                        pass
