"""The agent in this process: a board by cable and a clock that keeps time by Bluetooth, without any broker."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from drivers.readings import Seat
from drivers.transport.ble import Radio, using
from firmware_sim.air import Air, BlePort
from firmware_sim.bleak_bumble import backends
from firmware_sim.devices.dgt3000_gateway import Dgt3000Gateway
from firmware_sim.doubles import make_double
from firmware_sim.ports import TcpPort
from firmware_sim.timebase import WallTime
from gateway.clock.adjustments import Change
from gateway.clock.face import Source
from gateway.clock.facts import OrderDone
from gateway.model.instants import Millis
from gateway.model.sides import Side
from gateway.record.commands import ActCommand, Command
from gateway.record.table_state import Status
from gateway.record.wire import ENTRY
from gateway.referee.acts import Act, AdjustTime, Pause, Resume
from gateway.referee.inputs import Clocked
from gateway.runtime.agent import Agent
from gateway.runtime.publisher import ENTRIES
from gateway.runtime.settings import BrokerSection, ClockSection, DeviceSection, GameSection, TableSettings
from gateway.store import read_file
from gateway.table.reporting import table_state
from tests.ports import free_port

from .running import running


@pytest.fixture
async def air() -> AsyncIterator[Air]:
    async with Air() as made:
        scanner, client = backends(made)
        with using(Radio(scanner, client)):
            yield made


def settings(folder: Path, board: str, clock: str) -> TableSettings:
    return TableSettings(
        event="open",
        table="t1",
        journal=folder / "t1.journal",
        broker=BrokerSection(url=f"mqtt://127.0.0.1:{free_port()}"),
        game=GameSection(rules="chess", rulebook="chess-rapid", control="10m", set_clock=True),
        device=DeviceSection(driver="chesslink", url=board),
        clock=ClockSection(driver="dgt3000-ble", url=clock),
    )


async def test_a_clock_by_bluetooth_is_set_mirrored_lost_and_found_beside_a_board(air: Air, tmp_path: Path) -> None:
    time = WallTime()
    board, clock = make_double("chesslink"), Dgt3000Gateway()
    async with TcpPort(board.device, time=time) as cable, BlePort(clock, air, time) as radio:
        agent = await Agent.open(settings(tmp_path, cable.url, radio.url))
        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY)
            await until(lambda seen: seen.clock and seen.clock.white_ms == seen.clock.black_ms == 600_000)
            clock.run_stop(time.now())
            await until(lambda seen: seen.status is Status.PLAYING)
            board.surface.put(36, board.surface.lift(52, time.now()), time.now())
            clock.press(Seat.LEFT, time.now())
            await until(lambda seen: seen.moves == ("e4",) and seen.clock and seen.clock.running is Side.BLACK)
            radio.unplug()
            await until(lambda seen: seen.clock and seen.clock.stale)
            now = table_state(agent._table, agent._timeline.now())
            assert {device.name: device.online for device in now.devices} == {"board": True, "clock": False}
            board.surface.put(28, board.surface.lift(12, time.now()), time.now())
            await until(lambda seen: seen.moves == ("e4", "e5"))
            await radio.plug()
            await until(lambda seen: seen.clock and not seen.clock.stale)
            assert now.clock is not None
            assert now.clock.source is Source.HARDWARE
            assert all(device.online for device in table_state(agent._table, agent._timeline.now()).devices)


async def test_a_clock_by_bluetooth_is_asked_to_stand_and_to_run_and_shows_when_it_does(
    air: Air, tmp_path: Path
) -> None:
    time = WallTime()
    board, clock = make_double("chesslink"), Dgt3000Gateway()
    async with TcpPort(board.device, time=time) as cable, BlePort(clock, air, time) as radio:
        agent = await Agent.open(settings(tmp_path, cable.url, radio.url))

        def act(name: str, act: Act) -> None:
            agent._happened_now(Command(name, ActCommand("Iris", "chief", act)))

        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY and seen.clock and seen.clock.white_ms == 600_000)
            clock.run_stop(time.now())
            await until(lambda seen: seen.clock and seen.clock.running is Side.WHITE)
            act("a", Pause())
            await until(lambda seen: seen.status is Status.PAUSED and seen.clock and seen.clock.running is None)
            await until(lambda seen: seen.clock and not seen.clock.orders)
            assert clock.text == "PAUSE"
            act("b", AdjustTime(side=Side.BLACK, change=Change.SET, ms=Millis(307_000)))
            await until(lambda seen: seen.clock and seen.clock.black_ms == 307_000 and not seen.clock.orders)
            act("c", Resume())
            await until(lambda seen: seen.clock and seen.clock.running is Side.WHITE and not seen.clock.orders)
            assert not clock.text
    entries = [ENTRY.decode(line).what for line in read_file(tmp_path / "t1.journal", ENTRIES)]
    done = [what.fact for what in entries if isinstance(what, Clocked) and isinstance(what.fact, OrderDone)]
    assert [fact.order.name for fact in done][-3:] == ["stand", "show black", "run white"]
