"""A bridge table with two buttons, as real processes: every press reaches the event once, whatever dies on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from drivers.readings import Seat
from firmware_sim.doubles import make_double
from firmware_sim.ports import PtyPort
from firmware_sim.timebase import WallTime
from gateway.event.bridge.bridge_changes import SAME_CALL_MS
from gateway.record.wire import ENTRY
from gateway.referee.inputs import Signalled
from gateway.runtime.publisher import ENTRIES
from gateway.store import read_file
from tests.relay.bridge_events import begin_bridge

from .hall import KEY, PATIENCE_S, Hall

pytestmark = pytest.mark.system


class ButtonHall(Hall):
    """A hall with one bridge table."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.time = WallTime()
        self.double = make_double("buttons")
        self.cable = PtyPort(self.double.device, folder / "buttons", self.time)
        self.client = httpx.AsyncClient(
            base_url=self.address, timeout=20, trust_env=False, limits=httpx.Limits(keepalive_expiry=1)
        )

    def press(self, seat: Seat) -> None:
        assert self.double.press is not None
        self.double.press(seat, self.time.now())

    async def start_buttons(self, name: str) -> None:
        settings = f"""
            event = "test"
            table = "{name}"
            journal = "{self.folder}/{name}.journal"
            bridge = true
            [broker]
            url = "mqtt://127.0.0.1:{self.broker_port}"
            [clock]
            url = "{self.cable.url}"
            """
        await self._start(name, self._flagfall("table", name, settings))

    async def signals(self) -> list[tuple[int, str]]:
        """The presses that the event has, by the lines of the table's record."""
        record = (await self.client.get("/api/bridge/record")).json()["entries"]
        acts = [entry["act"] for entry in record if entry["act"]["type"] == "signal"]
        return [(act["line"], act["signal"]) for act in acts]

    async def calls(self) -> list[dict[str, Any]]:
        matters = (await self.client.get("/api/queue")).json()["matters"]
        return [matter for matter in matters if matter["kind"] == "director_called"]

    async def until(self, so: Callable[[], Awaitable[bool]]) -> None:
        """Ask until something is so."""
        async with asyncio.timeout(PATIENCE_S):
            while not await so():  # noqa: ASYNC110 - asked by HTTP, or of a file
                await asyncio.sleep(0.05)

    async def until_signals(self, count: int) -> list[tuple[int, str]]:
        async def there() -> bool:
            return len(await self.signals()) >= count

        await self.until(there)
        return await self.signals()

    async def connected(self) -> bool:
        buttons = (await self.client.get("/api/bridge/times")).json()["buttons"]
        return any(each["online"] and each["buttons"] for each in buttons)

    async def has_pressed_twice(self) -> bool:
        """Whether the table's own record has two presses."""
        lines = read_file(self.folder / "1o.journal", ENTRIES)
        return sum(isinstance(ENTRY.decode(line).what, Signalled) for line in lines) == 2

    async def misses_buttons(self) -> bool:
        matters = (await self.client.get("/api/queue")).json()["matters"]
        return any(matter["kind"] == "bridge_buttons" for matter in matters)


async def test_every_press_counts_once_whatever_dies(tmp_path: Path) -> None:
    async with ButtonHall(tmp_path) as hall, hall.client, hall.cable:
        await hall.client.get(f"/sign-in/{KEY}")
        await begin_bridge(hall.client)
        await hall.start_buttons("1o")
        await hall.until(hall.connected)
        called = hall.time.now()
        hall.press(Seat.RIGHT)
        await hall.until_signals(1)
        (call,) = await hall.calls()
        assert call["text"]["args"]["table"] == "1O"
        assert (await hall.client.get("/api/tables")).json()["tables"] == [], "it is no table of the hall"
        # The network is gone: presses stay with the table, also when its plug is pulled.
        await hall.kill("broker")
        hall.press(Seat.LEFT)
        await hall.until(hall.has_pressed_twice)
        await hall.kill("1o")
        await hall.start_buttons("1o")
        await hall.kill("relay")
        await hall.start_broker()
        await hall.start_relay()
        await hall.client.get(f"/sign-in/{KEY}")
        await hall.until(hall.connected)
        hall.press(Seat.LEFT)
        found = await hall.until_signals(3)
        assert [signal for _, signal in found] == ["director", "board_over", "board_over"]
        assert len({line for line, _ in found}) == 3
        await asyncio.sleep(
            max(0, called + SAME_CALL_MS - hall.time.now()) / 1000
        )  # soon after it would be the same call
        hall.press(Seat.RIGHT)
        assert len(await hall.until_signals(4)) == 4
        assert await hall.calls() == []
        refused = {"type": "signal", "place": "1o", "signal": "director", "pressed": 1, "journal": 1, "line": 9}
        answer = await hall.client.post("/api/bridge/acts", json={"act": refused})
        assert answer.status_code == 409
        # Without its buttons the table cannot call: the desk is told.
        await hall.kill("1o")
        await hall.until(hall.misses_buttons)
