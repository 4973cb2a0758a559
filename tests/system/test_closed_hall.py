"""A closed hall from nothing, by the commands of docs/security.md: real processes, real certificates, a real board."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import sys
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from gateway.bus.broker import wait_until_up
from tests.ports import free_port

from .hall import HOST, KEY, PATIENCE_S, Board

pytestmark = pytest.mark.system


class ClosedHall:
    """The processes of a hall whose settings name addresses that may be anywhere."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.authority = folder / "authority"
        self.broker_port, self.port = free_port(), free_port()
        self.processes: dict[str, asyncio.subprocess.Process] = {}

    @property
    def address(self) -> str:
        return f"https://{HOST}:{self.port}"

    async def run(self, *words: str, code: int = 0) -> str:
        """Run a command to its end; what it says."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gateway", *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        said, _ = await process.communicate()
        assert process.returncode == code, said.decode()
        return said.decode()

    async def start(self, name: str, *words: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "gateway", *words, stdout=log, stderr=log
            )
        self.processes[name] = process

    async def stop(self) -> None:
        for process in reversed(self.processes.values()):
            if process.returncode is None:
                process.terminate()
                await process.wait()

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def get(self, path: str, cookie: str = "") -> Any:
        trust = ssl.create_default_context(cafile=self.authority / "authority.crt")
        request = urllib.request.Request(self.address + path, headers={"Cookie": cookie})
        with urllib.request.urlopen(request, context=trust, timeout=5) as answer:
            return json.load(answer)

    async def until(self, path: str, true: Any) -> Any:
        """What the relay answers, as soon as it is as wanted."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                try:
                    found = await asyncio.to_thread(self.get, path)
                    if true(found):
                        return found
                except urllib.error.URLError:
                    pass
                await asyncio.sleep(0.1)


async def test_from_nothing_to_a_closed_hall(tmp_path: Path) -> None:
    hall = ClosedHall(tmp_path)
    board = Board(tmp_path / "board")
    folder, url = ("--folder", str(hall.authority)), f"mqtts://{HOST}:{hall.broker_port}"
    relay = tmp_path / "relay.toml"
    relay.write_text(
        f'event = "open"\nstore = "{tmp_path}/relay.journal"\nauthority = "{hall.authority}"\n'
        f'[broker]\nurl = "{url}"\n[listen]\nhost = "0.0.0.0"\nport = {hall.port}\n'
        f'[[arbiters]]\nname = "Anna"\nrole = "chief"\nkey = "{KEY}"\n'
    )
    table = tmp_path / "t1.toml"
    table.write_text(
        f'event = "open"\ntable = "t1"\njournal = "{tmp_path}/t1.journal"\n[device]\ndriver = "dgt"\n'
        f'url = "{board.port.url}"\n[game]\ncontrol = "5m+3s"\nrulebook = "draughts-blitz"\n'
    )
    try:
        await hall.run("authority", "create", "--event", "open", *folder)
        broker = ("broker", "--host", "0.0.0.0", "--port", str(hall.broker_port), "--data", str(tmp_path / "broker"))
        assert "chief arbiter" in await hall.run(*broker, code=2)
        await hall.start("broker", *broker, "--authority", str(hall.authority))
        await wait_until_up(HOST, hall.broker_port, hall.processes["broker"])
        await hall.start("relay", "relay", "--config", str(relay))
        await hall.until("/api/health", lambda health: health["broker"])
        checked = await hall.run("broker", "check", url, "--authority", str(hall.authority))
        assert "WRONG" not in checked
        # The table: a claim at the desk, the key made here.
        said = await hall.run("authority", "claim", "t1", "--relay", hall.address, *folder)
        claim = re.search(r"https://\S+", said)
        assert claim is not None
        own = ("--folder", str(tmp_path / "t1"), "--write", str(table))
        await hall.run("enrol", claim[0], *own)
        assert tomllib.loads(table.read_text())["broker"]["url"] == url
        assert "used already" in await hall.run("enrol", claim[0], *own, code=2)
        async with board.port:
            await hall.start("t1", "table", "--config", str(table))
            await hall.until("/api/tables", lambda found: [each["online"] for each in found["tables"]] == [True])
            link = f"{hall.address}/sign-in/{KEY}"
            assigned = await hall.run(
                "assign", "t1", "--control", "10m+5s", "--ca", f"{hall.authority}/authority.crt", "--relay", link
            )
            assert "Assignment 1 of table t1" in assigned
            await hall.until("/api/tables/t1", lambda found: (found["state"] or {}).get("assigned") == 1)
            # Renewed while it plays, revoked in the end: the broker cuts it off, and it says why.
            await hall.run("enrol", "--renew", str(tmp_path / "t1" / "t1.crt"), "--at-once")
            await hall.run("authority", "revoke", "t1", *folder)
            await hall.until("/api/tables", lambda found: [each["online"] for each in found["tables"]] == [False])
            async with asyncio.timeout(PATIENCE_S):
                while "our certificate is revoked" not in hall.log("t1"):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
    finally:
        await hall.stop()
