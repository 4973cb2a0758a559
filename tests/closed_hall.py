"""A closed hall for tests: an authority, and a real broker of either kind with the permissions that follow from it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import aiomqtt
import pytest

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import PartyKind
from gateway.bus.addresses import Brokers, Credentials, parse_address
from gateway.bus.broker import BrokerEngine, wait_until_up
from gateway.bus.broker_client import BrokerClient
from tests.ports import free_port

EVENT = "open"
HOST = "127.0.0.1"
ENGINES = [
    BrokerEngine.NATS,
    pytest.param(
        BrokerEngine.MOSQUITTO,
        marks=pytest.mark.skipif(
            not (shutil.which("mosquitto") or Path("/usr/sbin/mosquitto").exists()),
            reason="Mosquitto is not installed: sudo apt install mosquitto",
        ),
    ),
]


def now() -> datetime:
    return datetime.now(UTC)


_FORGOTTEN_S = 5.0
"""Seconds after which a broker is told to stop once more."""


class ClosedHallForTests:
    """An authority with a broker, a relay, two tables, a tool, and a table of another event."""

    def __init__(self, folder: Path, engine: BrokerEngine) -> None:
        self.folder = folder
        self.engine = engine
        self.port = free_port()
        self.authority = AuthorityFolder.create(folder / "authority", EVENT, 60, now())
        self.authority.make_party("broker", PartyKind.BROKER, [HOST], now())
        self.authority.make_party("relay", PartyKind.RELAY, [HOST], now())
        self.authority.make_party("tool", PartyKind.TOOL, (), now())
        self.authority.make_party("reader", PartyKind.READER, (), now())
        self.authority.make_party("foreign", PartyKind.TABLE, (), now(), "other")
        for name in ("t1", "t2"):
            self.authority.make_party(name, PartyKind.TABLE, (), now())
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"mqtts://{HOST}:{self.port}"

    @property
    def log(self) -> str:
        return (self.folder / "broker.log").read_text()

    def credentials(self, name: str) -> Credentials:
        """What a party shows; nothing for a stranger."""
        files = (self.authority.certificate_of(name), self.authority.key_of(name))
        return Credentials(self.authority.certificate, *(files if name != "stranger" else (None, None)))

    def brokers(self, name: str) -> Brokers:
        return Brokers.at(self.url, credentials=self.credentials(name))

    def client(self, name: str, identifier: str = "", will: aiomqtt.Will | None = None) -> BrokerClient:
        return BrokerClient.to(parse_address(self.url), self.credentials(name), identifier or name, will=will)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[ClosedHallForTests]:
        """Run the broker by the command that an organiser uses."""
        await self.start()
        try:
            yield self
        finally:
            await self.stop()

    async def start(self) -> None:
        command = [sys.executable, "-m", "gateway", "broker", "--engine", self.engine, "--port", str(self.port)]
        command += ["--data", str(self.folder / "data"), "--authority", str(self.authority.path)]
        with (self.folder / "broker.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(*command, stdout=log, stderr=log)
        await wait_until_up(HOST, self.port, self._process)

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        while self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, how)
            # A Mosquitto that is told to stop between its listening and its first turn forgets it.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_FORGOTTEN_S):
                    await self._process.wait()
                    self._process = None

    async def is_let_in(self, name: str, identifier: str = "probe") -> bool:
        try:
            async with self.client(name, identifier):
                return True
        except aiomqtt.MqttError:
            return False


async def eventually(true: Callable[[], Awaitable[bool]], seconds: float = 20.0) -> None:
    """Return as soon as it is true; a broker tells nobody that it has read its permissions again."""
    async with asyncio.timeout(seconds):
        while not await true():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
