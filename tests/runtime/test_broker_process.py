"""The broker as a process: it is given what many connections need."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest

from gateway.bus.broker import BrokerEngine
from tests.closed_hall import ENGINES, eventually
from tests.ports import free_port


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_broker_may_have_more_connections_than_a_shell_allows(engine: BrokerEngine, tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("flagfall")
    words = f"broker --data {tmp_path}/broker --port {free_port()} --engine {engine}"
    broker = await asyncio.create_subprocess_exec("sh", "-c", f"ulimit -Sn 300; exec {program} {words}")

    limits = Path(f"/proc/{broker.pid}/limits")

    async def has_more() -> bool:
        found = re.search(r"Max open files +(\d+)", await asyncio.to_thread(limits.read_text, "utf-8"))
        return found is not None and int(found[1]) > 300

    try:
        await eventually(has_more)
    finally:
        broker.terminate()
        await broker.wait()
