"""A restart in the middle of a game whose time the agent keeps, on a computer whose clocks are not to be trusted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gateway.clock.facts import TimeUnobserved
from gateway.model.sides import Side
from gateway.record.absence import ComputerTime
from gateway.record.table_state import Status, TableState
from gateway.record.wire import ENTRY
from gateway.referee.inputs import Clocked
from gateway.referee.rulings import AlertKind
from gateway.runtime import agent as agents
from gateway.runtime.agent import Agent
from gateway.runtime.computer_clock import computer_time
from gateway.runtime.publisher import ENTRIES
from gateway.runtime.settings import BrokerSection, ClockSection, DeviceSection, GameSection, TableSettings
from gateway.store import read_file
from tests.ports import free_port
from tests.system.hall import OPENING, BoardAndButtons

from .running import running

MINUTE = 60_000
YEAR = 365 * 24 * 60 * MINUTE


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[BoardAndButtons]:
    table = BoardAndButtons(tmp_path)
    async with table.port, table.buttons:
        yield table


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no relay to be asked for anything."""
    monkeypatch.setattr("gateway.runtime.lost_lines._ANSWER_S", 0.05)
    monkeypatch.setattr("gateway.runtime.lost_lines._EMPTY_S", 0.05)
    monkeypatch.setattr("gateway.runtime.lost_lines._DOUBT_S", 0.05)


def settings(folder: Path, table: BoardAndButtons) -> TableSettings:
    return TableSettings(
        event="open",
        table="t1",
        journal=folder / "t1.journal",
        broker=BrokerSection(url=f"mqtt://127.0.0.1:{free_port()}"),
        game=GameSection(control="5m"),
        device=DeviceSection(driver="cpp", url=table.port.url),
        clock=ClockSection(driver="buttons", url=table.buttons.url),
    )


async def begun(folder: Path, table: BoardAndButtons) -> TableSettings:
    """A game in which White has moved and pressed, and Black's time runs; the agent is gone."""
    where = settings(folder, table)
    async with running(await Agent.open(where)) as until:
        await until(lambda seen: seen.status is Status.READY and all(device.online for device in seen.devices))
        table.start_clock()
        await until(lambda seen: seen.status is Status.PLAYING)
        await table.play(OPENING[:1])
        await until(lambda seen: seen.ply == 1 and seen.clock and seen.clock.running is Side.BLACK)
    return where


def left_ms(seen: TableState) -> int:
    assert seen.clock is not None
    return seen.clock.shown_ms(Side.BLACK, seen.at)


def told(where: TableSettings) -> list[TimeUnobserved]:
    entries = [ENTRY.decode(line).what for line in read_file(where.journal, ENTRIES)]
    facts = [entry.fact for entry in entries if isinstance(entry, Clocked)]
    return [fact for fact in facts if isinstance(fact, TimeUnobserved)]


def alerted(seen: TableState) -> bool:
    return seen.arbiters is not None and any(
        alert.kind is AlertKind.CLOCK and alert.subject == "unobserved black" for alert in seen.arbiters.alerts
    )


@pytest.mark.parametrize("step_ms", [-YEAR, 3 * MINUTE, 50 * YEAR])
async def test_a_step_of_the_wall_clock_between_two_starts_costs_nobody_anything(
    step_ms: int, table: BoardAndButtons, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = await begun(tmp_path, table)

    def stepped() -> ComputerTime:
        now = computer_time()
        return now._replace(wall_ms=now.wall_ms + step_ms, synchronised=True)

    monkeypatch.setattr(agents, "computer_time", stepped)
    async with running(await Agent.open(where)) as until:
        await until(lambda seen: seen.status is Status.PLAYING and 4 * MINUTE < left_ms(seen) < 5 * MINUTE)
        await table.play(OPENING[1:2])
        await until(lambda seen: seen.ply == 2 and seen.clock and seen.clock.running is Side.WHITE)


async def test_a_long_absence_ends_nobodys_time_and_is_put_to_the_arbiter(
    table: BoardAndButtons, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = await begun(tmp_path, table)
    monkeypatch.setattr(agents, "computer_time", lambda: _later(20 * MINUTE))
    async with running(await Agent.open(where)) as until:
        await until(lambda seen: alerted(seen) and seen.status is Status.PLAYING and left_ms(seen) > 4 * MINUTE)
    (fact,) = told(where)
    assert (fact.side, fact.charged) == (Side.BLACK, False)
    assert fact.least_ms == fact.most_ms
    assert 20 * MINUTE <= fact.least_ms < 22 * MINUTE


async def test_a_short_absence_is_counted_and_told(
    table: BoardAndButtons, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = await begun(tmp_path, table)
    monkeypatch.setattr(agents, "computer_time", lambda: _later(2 * MINUTE))
    async with running(await Agent.open(where)) as until:
        await until(lambda seen: alerted(seen) and left_ms(seen) < 3 * MINUTE)
    assert [fact.charged for fact in told(where)] == [True]


async def test_after_a_power_cut_without_a_battery_clock_nothing_is_counted(
    table: BoardAndButtons, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = await begun(tmp_path, table)
    booted = ComputerTime("another", up_ms=30_000, wall_ms=1000, synchronised=False)
    monkeypatch.setattr(agents, "computer_time", lambda: booted)
    async with running(await Agent.open(where)) as until:
        await until(lambda seen: alerted(seen) and 4 * MINUTE < left_ms(seen) < 5 * MINUTE)
    (fact,) = told(where)
    assert (fact.charged, fact.least_ms, fact.most_ms) == (False, 30_000, None)


def _later(ms: int) -> ComputerTime:
    now = computer_time()
    return now._replace(up_ms=now.up_ms + ms)
