"""Services as systemd runs them: ready, awake and stopping on a real socket, logs in journald's manner."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gateway.bus.broker import BrokerEngine
from gateway.runtime.service_manager import ServiceManager
from tests.ports import free_port
from tests.system.hall import Board

PATIENCE_S = 60.0
WATCHDOG_S = 1.5


class Ear:
    """systemd's end of the socket."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)
        self.heard: list[str] = []

    async def until(self, line: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not any(re.fullmatch(line, each) for each in self.heard):
                self.heard += (await asyncio.get_running_loop().sock_recv(self._socket, 4096)).decode().split("\n")

    async def again(self, line: str) -> None:
        """Hear it once more, whatever was heard before."""
        while True:
            try:
                self._socket.recv(4096)
            except BlockingIOError:
                break
        self.heard.clear()
        await self.until(line)

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    found = Ear(tmp_path / "notify")
    yield found
    found.close()


async def start(ear: Ear, folder: Path, *words: str) -> asyncio.subprocess.Process:
    log = folder / "service.log"
    with log.open("ab") as file:
        place = os.fstat(file.fileno())
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": str(ear.path),
            "WATCHDOG_USEC": str(int(WATCHDOG_S * 1_000_000)),
            "JOURNAL_STREAM": f"{place.st_dev}:{place.st_ino}",
        }
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gateway", *words, stderr=file, stdout=file, env=environment
        )


def config(folder: Path, text: str) -> str:
    path = folder / "service.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


async def test_a_table_is_awake_although_its_disk_hangs(ear: Ear, tmp_path: Path) -> None:
    settings = config(
        tmp_path,
        f'event = "test"\ntable = "t1"\njournal = "{tmp_path}/t1.journal"\n'
        f'[broker]\nurl = "mqtt://127.0.0.1:{free_port()}"\n'
        f'[device]\ndriver = "dgt"\nurl = "serial://{tmp_path}/board"\n'
        '[game]\ncontrol = "5m"\n',
    )
    table = await start(ear, tmp_path, "table", "--config", settings)
    await ear.until("READY=1")
    await ear.until("STATUS=waiting; without board, clock, broker")
    await ear.again("WATCHDOG=1")
    disk = sqlite3.connect(tmp_path / "t1.journal", isolation_level=None)
    disk.execute("BEGIN IMMEDIATE")  # nobody else writes until this ends
    async with Board(tmp_path / "board").port:  # plugged in: there is something to write
        await ear.until("STATUS=ready; without broker, disk")
        await ear.again("WATCHDOG=1")
        disk.execute("ROLLBACK")
        disk.close()
        await ear.until("STATUS=ready; without broker")
    table.send_signal(signal.SIGSTOP)  # hung: it says nothing until it goes on
    table.send_signal(signal.SIGCONT)
    await ear.again("WATCHDOG=1")
    table.terminate()
    await ear.until("STOPPING=1")
    assert await table.wait() == 0
    lines = (tmp_path / "service.log").read_text(encoding="utf-8").splitlines()
    assert lines
    assert all(re.match(r"<[3467]>\S", line) for line in lines), lines
    assert "<6>Table t1 of test, 0 entries on record." in lines
    assert any(line.startswith("<4>") for line in lines)
    assert not any(re.search(r"\d\d:\d\d:\d\d", line) for line in lines)


async def test_a_relay_and_a_broker_tell_how_they_stand(ear: Ear, tmp_path: Path) -> None:
    port, pages = free_port(), free_port()
    broker = await start(ear, tmp_path, "broker", "--data", str(tmp_path / "broker"), "--port", str(port))
    await ear.until("READY=1")
    await ear.again("WATCHDOG=1")
    broker.send_signal(signal.SIGSTOP)  # its port still takes connections, and that must not count
    ear.heard.clear()
    settings = config(
        tmp_path,
        f'event = "test"\nstore = "{tmp_path}/relay.journal"\n[broker]\nurl = "mqtt://127.0.0.1:{port}"\n'
        f"[listen]\nport = {pages}\n",
    )
    relay = await start(ear, tmp_path, "relay", "--config", settings)
    await ear.until("READY=1")
    await ear.until("STATUS=0 of 0 tables online; without broker")
    broker.send_signal(signal.SIGCONT)
    await ear.until("STATUS=0 of 0 tables online")
    await ear.again("WATCHDOG=1")
    relay.terminate()
    await ear.until("STOPPING=1")
    await relay.wait()
    broker.terminate()
    await broker.wait()


async def test_a_broker_that_hangs_is_not_told_awake(ear: Ear, tmp_path: Path) -> None:
    for engine in BrokerEngine:
        ear.heard.clear()
        words = ["broker", "--data", str(tmp_path / engine), "--port", str(free_port()), "--engine", engine]
        broker = await start(ear, tmp_path, *words)
        await ear.until("READY=1")
        await ear.again("WATCHDOG=1")
        broker.send_signal(signal.SIGSTOP)
        await ear_falls_silent(ear)
        broker.send_signal(signal.SIGCONT)
        await ear.again("WATCHDOG=1")
        broker.terminate()
        await broker.wait()


async def ear_falls_silent(ear: Ear) -> None:
    """Nothing is told within the time after which systemd would start the service anew."""
    while True:
        try:
            async with asyncio.timeout(WATCHDOG_S):
                await ear.again("WATCHDOG=1")
        except TimeoutError:
            return


@pytest.mark.parametrize("usec", ["", "0", "nonsense"])
def test_without_a_manager_nothing_is_told(usec: str) -> None:
    manager = ServiceManager({"WATCHDOG_USEC": usec})
    assert not manager.listens
    assert manager.watchdog_s == 0
    manager.ready("good")
    manager.awake()
    manager.stopping()


def test_a_watchdog_of_another_process_is_not_ours() -> None:
    assert ServiceManager({"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "1"}).watchdog_s == 0
    assert ServiceManager({"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": str(os.getpid())}).watchdog_s == 5


def test_a_socket_without_a_file_and_one_that_is_gone(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as found:
        name = f"flagfall-test-{os.getpid()}"
        found.bind(f"\0{name}")
        manager = ServiceManager({"NOTIFY_SOCKET": f"@{name}"})
        manager.status("one\ntwo")
        assert found.recv(100) == b"STATUS=one two"
        manager.status("one\ntwo")  # no news
        manager.stopping()
        assert found.recv(100) == b"STOPPING=1"
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).stopping()
