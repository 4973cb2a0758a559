"""A table agent as a process, on each broker of a closed hall: what it answers, and what it leaves behind."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from gateway.bus.broker import BrokerEngine
from gateway.bus.broker_client import BrokerClient
from gateway.bus.topics import AVAILABILITY, COMMANDS, REPLIES, Address
from tests.closed_hall import ENGINES, EVENT, ClosedHallForTests

pytestmark = pytest.mark.system
T1 = Address(EVENT, "t1")


async def next_on(client: BrokerClient, topic: str) -> dict[str, Any]:
    async with asyncio.timeout(60):
        async for address, heard, payload in client.messages:
            if heard.of(address) == topic:
                found: dict[str, Any] = json.loads(payload)
                return found
    raise AssertionError("unreachable: messages never end")


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_stop_in_good_order_leaves_no_online_behind(tmp_path: Path, engine: BrokerEngine) -> None:
    config = tmp_path / "t1.toml"
    async with ClosedHallForTests(tmp_path, engine).running() as hall:
        files = hall.credentials("t1")
        config.write_text(
            f'event = "{EVENT}"\ntable = "t1"\njournal = "{tmp_path}/t1.journal"\n[broker]\nurl = "{hall.url}"\n'
            f'ca = "{files.authority}"\ncertificate = "{files.certificate}"\nkey = "{files.key}"\n'
            f'[device]\nurl = "serial://{tmp_path}/none"\n',
            encoding="utf-8",
        )
        async with hall.client("relay", "listens") as relay:
            await relay.subscribe(AVAILABILITY.of(T1), qos=1)
            await relay.subscribe(REPLIES.of(T1), qos=1)
            with (tmp_path / "t1.log").open("wb") as log:
                command = [sys.executable, "-m", "gateway", "table", "--config", str(config)]
                table = await asyncio.create_subprocess_exec(*command, stderr=log)
            while not (await next_on(relay, AVAILABILITY.of(T1)))["online"]:
                pass
            await relay.publish(COMMANDS.of(T1), b'{"id": "r-9", "do": {"type": "teleport"}}', qos=1)
            answer = await next_on(relay, REPLIES.of(T1))
            assert (answer["id"], answer["ok"]) == ("r-9", False)
            table.terminate()
            assert await table.wait() == 0
        async with hall.client("relay", "newcomer") as late:
            await late.subscribe(AVAILABILITY.of(T1), qos=1)
            kept = await next_on(late, AVAILABILITY.of(T1))
            assert (kept["online"], kept["stopped"]) == (False, True)
