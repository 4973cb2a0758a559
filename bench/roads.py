"""Roads to measure on: a broker of each kind that is installed, open on this computer and closed with certificates."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sys
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from pathlib import Path

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import PartyKind
from gateway.bus.addresses import Brokers, Credentials
from gateway.bus.broker import BrokerEngine, wait_until_up
from gateway.bus.client import Bus, Session
from tests.ports import free_port

EVENT = "bench"
_HOST = "127.0.0.1"


class Road:
    """One broker, run by the command that an organiser uses; closed if there is an authority."""

    def __init__(self, folder: Path, engine: BrokerEngine, authority: AuthorityFolder | None) -> None:
        self.name = f"{engine}{', TLS' if authority else ''}"
        self.folder = folder / self.name.replace(", ", "-").lower()
        self.folder.mkdir()
        self._engine = engine
        self._authority = authority
        self._port = free_port()
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"{'mqtts' if self._authority else 'mqtt'}://{_HOST}:{self._port}"

    def brokers(self, name: str) -> Brokers:
        """The way to it for a party."""
        if self._authority is None:
            return Brokers.at(self.url)
        files = self._authority.certificate, self._authority.certificate_of(name), self._authority.key_of(name)
        return Brokers.at(self.url, credentials=Credentials(*files))

    def section(self, name: str) -> str:
        """The same as a section of a table's settings."""
        files = zip(("ca", "certificate", "key"), self.brokers(name).credentials, strict=True)
        return "\n".join(["[broker]", f'url = "{self.url}"', *(f'{key} = "{file}"' for key, file in files if file)])

    async def start(self) -> None:
        command = [sys.executable, "-m", "gateway", "broker", "--engine", self._engine, "--port", str(self._port)]
        command += ["--data", str(self.folder / "data")]
        if self._authority is not None:
            command += ["--authority", str(self._authority.path)]
        with (self.folder / "broker.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(*command, stdout=log, stderr=log)
        await wait_until_up(_HOST, self._port, self._process)

    async def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            await self._process.wait()
            self._process = None

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        await self.start()
        try:
            yield
        finally:
            await self.stop()


def roads(folder: Path, tables: Iterable[str]) -> list[Road]:
    """The roads of this computer, with certificates for a relay and these tables."""
    authority = AuthorityFolder.create(folder / "authority", EVENT, 60, datetime.now(UTC))
    parties = [("broker", PartyKind.BROKER), ("relay", PartyKind.RELAY), *((name, PartyKind.TABLE) for name in tables)]
    for name, kind in parties:
        authority.make_party(name, kind, () if kind is PartyKind.TABLE else (_HOST,), datetime.now(UTC))
    engines = [BrokerEngine.NATS]
    if shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin"):
        engines.append(BrokerEngine.MOSQUITTO)
    return [Road(folder, engine, closed) for engine in engines for closed in (None, authority)]


@contextlib.asynccontextmanager
async def standing(brokers: Brokers, name: str) -> AsyncIterator[Session]:
    """A session of our own client."""
    stands: asyncio.Queue[Session] = asyncio.Queue()

    async def work(session: Session) -> None:
        stands.put_nowait(session)
        await asyncio.Event().wait()

    task = asyncio.create_task(Bus(brokers, name).run(work))
    try:
        yield await stands.get()
    finally:
        await dropped(task)


async def dropped(*tasks: asyncio.Task[None]) -> None:
    """End tasks."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
