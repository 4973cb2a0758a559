"""A relay on a real broker, with hand-made tables."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import os
from collections.abc import AsyncIterator, Callable, Container, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect

from gateway.authority.authority_folder import AuthorityFolder
from gateway.bus.client import Bus
from gateway.record.absence import ComputerTime
from gateway.record.visibility import Audience
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.arbiters import Arbiter, Arbiters
from gateway.relay.access.enrolment import Enrolment
from gateway.relay.access.passwords import Passwords
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.ingest.ingest import Ingest
from gateway.relay.web.address_limits import AddressLimits
from gateway.relay.web.application import create_app
from gateway.relay.web.server import make_server
from gateway.runtime.relay_stores import opened_stores
from gateway.runtime.store_section import StoreSection, as_section
from gateway.texts.library import FOLDER_VARIABLE, Library

from .fakes import Broker, FakeTable, wall

ARBITER = Arbiter("Ines", "chief arbiter", "key-of-ines-0123456789")
JUNIOR = Arbiter("Jo", "arbiter", "key-of-jo-012345678901")
_EVENTS = itertools.count(1)
_QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""What a hash costs is proven where passwords are; here many are made."""


class Relay:
    """A relay that runs: its hall, its port, and ways to look at it."""

    def __init__(self, halls: Halls, app: FastAPI, url: str) -> None:
        self.app = app
        self.halls, self.hall = halls, halls.present
        self.public = halls.of(Audience.PUBLIC)
        self.url = url

    def held(self, table: str) -> int:
        """The last line that is stored and shown; -1 for a table not heard of."""
        return next((found.held for found in self.hall.tables if found.name == table), -1)

    @contextlib.asynccontextmanager
    async def watch(
        self, query: str = "", *, arbiter: bool = False, headers: dict[str, str] | None = None
    ) -> AsyncIterator[Watch]:
        headers = {"Cookie": await self.cookie()} if arbiter else headers or {}
        address = f"{self.url.replace('http', 'ws')}/ws{query}"
        async with connect(
            address, additional_headers=headers, compression=None, proxy=None, close_timeout=0.5
        ) as connection:
            yield Watch(connection)

    async def cookie(self, who: Arbiter = ARBITER) -> str:
        async with self.client() as client:
            answer = await client.get(f"/sign-in/{who.key}")
        return answer.headers["set-cookie"].split(";")[0]

    @contextlib.asynccontextmanager
    async def client(self, *, arbiter: bool | Arbiter = False) -> AsyncIterator[httpx.AsyncClient]:
        who = arbiter if isinstance(arbiter, Arbiter) else ARBITER
        headers = {"Cookie": await self.cookie(who)} if arbiter else {}
        async with httpx.AsyncClient(base_url=self.url, headers=headers, trust_env=False, timeout=20) as client:
            yield client


class Watch:
    """A viewer that remembers what it was sent."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.seen: list[dict[str, Any]] = []
        self.raw: list[str] = []

    async def until(self, found: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message from now on that fits."""
        async with asyncio.timeout(60):
            while True:
                text = await self.connection.recv()
                assert isinstance(text, str)
                message: dict[str, Any] = json.loads(text)
                self.raw.append(text)
                self.seen.append(message)
                if found(message):
                    return message

    async def until_type(self, kind: str) -> dict[str, Any]:
        return await self.until(lambda message: message["type"] == kind)

    async def until_entry(self, n: int) -> dict[str, Any]:
        return await self.until(lambda message: message["type"] == "entry" and message["entry"]["n"] == n)

    def numbers(self) -> list[int]:
        return [message["entry"]["n"] for message in self.seen if message["type"] == "entry"]


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    broker = Broker(tmp_path_factory.mktemp("broker"))
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def event() -> str:
    """An event of its own for each test, so that what the broker retains stays apart."""
    return f"event{next(_EVENTS)}"


@functools.cache
def _library(folder: str) -> Library:
    """The languages, read once for each folder that more of them may be in (`Library.load` looks there itself)."""
    return Library.load()


@contextlib.asynccontextmanager
async def run_relay(
    url: str,
    event: str,
    store: Path | str,
    now: Callable[[], int] = wall,
    port: int = 0,
    known: Container[str] | None = None,
    arbiters: Sequence[Arbiter] = (ARBITER, JUNIOR),
    authority: AuthorityFolder | None = None,
    per_address: int | None = None,
    computer: Callable[[], ComputerTime] | None = None,
    name: str = "relay",
) -> AsyncIterator[Relay]:
    """A relay whose records are in a file, or at the address of a database."""
    async with opened_stores(StoreSection.model_validate(as_section(store))) as stores:
        hall = await PresentHall.open(event, stores.lines, now, known)
        halls = await Halls.open(hall, computer)
        ingest = Ingest(hall, Bus(url, f"{name}-{event}"))
        enrolment = None if authority is None else Enrolment(authority, ("mqtts://127.0.0.1:8883",), now)
        access = RelayAccess(Arbiters(arbiters), now, stores.people, event)
        library = _library(os.environ.get(FOLDER_VARIABLE, ""))
        access.passwords = Passwords(_QUICK)
        app = create_app(halls, access, library, enrolment)
        limits = per_address and AddressLimits(access.sessions, library, per_address, uncounted=lambda _: False)
        server = make_server(app, "127.0.0.1", port, addresses=limits or None)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        tasks = [asyncio.create_task(ingest.run()), asyncio.create_task(server.serve())]
        tasks.append(asyncio.create_task(halls.run()))
        tasks.append(asyncio.create_task(stores.watch(hall.show_store)))
        try:
            await eventually(lambda: server.started and hall.broker)
            port = server.servers[0].sockets[0].getsockname()[1]
            yield Relay(halls, app, f"http://127.0.0.1:{port}")
        finally:
            server.should_exit = True
            await asyncio.gather(tasks[1], return_exceptions=True)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def eventually(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Return as soon as it is true; what we look at offers no event to wait for."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


@pytest.fixture
async def relay(broker: Broker, event: str, tmp_path: Path) -> AsyncIterator[Relay]:
    async with run_relay(broker.url, event, tmp_path / "relay.journal") as relay:
        yield relay


@pytest.fixture
async def table(broker: Broker, event: str, relay: Relay) -> AsyncIterator[FakeTable]:
    async with FakeTable(broker.url, event, "t1").running() as table:
        yield table
