"""The cable: a real pseudo-terminal or socket, pulled out and put back."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest

from firmware_sim.faults import Burst, Cut, Fault, LineNoise, Loss, Stump, apply, one_byte_at_a_time
from firmware_sim.ports import PtyPort, TcpPort
from firmware_sim.sets import DgtSet

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
