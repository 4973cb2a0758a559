"""Three brokers that stand in for each other, run as an organiser runs them; one is killed."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

import pytest

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import PartyKind
from gateway.bus.addresses import Brokers, Credentials
from gateway.bus.broker import wait_until_up
from gateway.bus.client import Bus, Received, Session
from gateway.bus.topics import AVAILABILITY, Address
from gateway.cli.broker_commands import _node
from gateway.model.errors import SettingsError
from gateway.record.availability import Availability
from tests.closed_hall import EVENT, HOST, now
from tests.ports import free_port

NAMES = ("north", "east", "west")


class Node:
    """One of the three, on a computer of its own: it has a copy of the authority without the key."""

    def __init__(self, folder: Path, name: str, authority: AuthorityFolder, cluster: dict[str, int]) -> None:
        self.folder = folder / name
        self.port = free_port()
        shutil.copytree(authority.path, self.folder / "authority")
        (self.folder / "authority" / "authority.key").unlink()
        self._words = ["--name", name, "--cluster", f"{HOST}:{cluster[name]}"]
        for other, port in cluster.items():
            self._words += ["--peer", f"{HOST}:{port}"] if other != name else []

    async def __aenter__(self) -> Self:
        command = [sys.executable, "-m", "gateway", "broker", "--port", str(self.port), *self._words]
        command += ["--data", str(self.folder / "data"), "--authority", str(self.folder / "authority")]
        with (self.folder / "log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(*command, stdout=log, stderr=log)
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self.process.returncode is None:
            self.process.terminate()
        await self.process.wait()

    async def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


def _authority(folder: Path) -> AuthorityFolder:
    authority = AuthorityFolder.create(folder, EVENT, 60, now())
    for name in NAMES:
        authority.make_party(name, PartyKind.BROKER, [HOST], now())
    authority.make_party("relay", PartyKind.RELAY, (), now())
    authority.make_party("t1", PartyKind.TABLE, (), now())
    return authority


@pytest.mark.long
async def test_a_broker_of_three_dies_and_nobody_is_cut_off_for_long(tmp_path: Path) -> None:
    authority = _authority(tmp_path / "authority")

    def credentials(name: str) -> Credentials:
        return Credentials(authority.certificate, authority.certificate_of(name), authority.key_of(name))

    cluster = {name: free_port() for name in NAMES}
    nodes = [Node(tmp_path, name, authority, cluster) for name in NAMES]
    urls = [f"mqtts://{HOST}:{node.port}" for node in nodes]
    heard: asyncio.Queue[str] = asyncio.Queue()
    word = "before"

    async def relay(session: Session) -> None:
        def take(received: Received[Availability]) -> None:
            heard.put_nowait(received.value.version)

        await session.subscribe(EVENT, AVAILABILITY, take)
        await session.listen()

    async def agent(session: Session) -> None:
        while True:
            await session.publish(Address(EVENT, "t1"), AVAILABILITY, Availability(True, {}, word))
            await asyncio.sleep(0.1)

    async with AsyncExitStack() as stack, asyncio.timeout(150):
        for node in nodes:
            await stack.enter_async_context(node)
        for node in nodes:
            await wait_until_up(HOST, node.port, node.process)
        # The relay is at the first broker, the table at the second.
        tasks = [
            asyncio.create_task(Bus(Brokers.at(*urls, credentials=credentials("relay")), "relay").run(relay)),
            asyncio.create_task(Bus(Brokers.at(urls[1], urls[2], credentials=credentials("t1")), "t1").run(agent)),
        ]
        await _until(heard, word)
        await nodes[0].kill()
        word = "after"
        await _until(heard, word)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert b"Authorization Violation" in await _as_route(cluster["east"], credentials("t1"), "")
        secret = authority.register().cluster_key
        assert b"Authorization Violation" not in await _as_route(cluster["east"], credentials("t1"), secret)


async def _until(heard: asyncio.Queue[str], word: str) -> None:
    while await heard.get() != word:
        pass


async def _as_route(port: int, credentials: Credentials, secret: str) -> bytes:
    """What somebody with a certificate hears who calls himself a broker of the cluster, up to the answer to that."""
    reader, writer = await asyncio.open_connection(HOST, port, ssl=credentials.context())
    login = {"verbose": False, "user": "flagfall", "pass": secret, "tls_required": True, "name": "fourth"}
    info = {"server_id": "N" + "A" * 55, "server_name": "fourth", "cluster": "flagfall", "auth_required": True}
    writer.write(f"CONNECT {json.dumps(login)}\r\nINFO {json.dumps(info)}\r\nPING\r\n".encode())
    heard = b""
    try:
        while (line := await reader.readline()) and b"-ERR" not in heard:
            heard += line
        return heard
    finally:
        writer.transport.abort()


@pytest.mark.parametrize("peers", [[], ["a:1"], ["a:1", "b:2", "c:3"], ["a", "b:2"]])
def test_two_brokers_are_no_cluster(peers: list[str]) -> None:
    with pytest.raises(SettingsError, match=r"Three brokers|HOST:PORT"):
        _node("north", "127.0.0.1:6222", peers)
