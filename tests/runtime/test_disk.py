"""A table whose disk fails in the middle of a game."""

from __future__ import annotations

import asyncio
import functools
import sqlite3
from pathlib import Path

import pytest

from firmware_sim.doubles import make_double
from firmware_sim.ports import TcpPort
from firmware_sim.timebase import WallTime
from gateway.model.instants import Instant
from gateway.record.fold import fold
from gateway.record.table_state import Status, TableState
from gateway.record.wire import ENTRY
from gateway.referee.rulings import AlertKind
from gateway.runtime.agent import Agent
from gateway.runtime.publisher import ENTRIES
from gateway.runtime.settings import BrokerSection, DeviceSection, GameSection, TableSettings
from gateway.store import hash_chain, read_file
from gateway.table.state import Event
from tests.ports import free_port

from .running import running


def settings(folder: Path, board: str) -> TableSettings:
    return TableSettings(
        event="open",
        table="t1",
        journal=folder / "t1.journal",
        broker=BrokerSection(url=f"mqtt://127.0.0.1:{free_port()}"),
        game=GameSection(rules="chess", rulebook="chess-rapid", control="10m"),
        device=DeviceSection(driver="chesslink", url=board),
    )


def alerts(seen: TableState) -> set[AlertKind]:
    return {alert.kind for alert in seen.arbiters.alerts} if seen.arbiters is not None else set()


async def test_the_game_goes_on_without_a_disk_and_is_written_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, board = WallTime(), make_double("chesslink")

    def move(origin: int, target: int) -> None:
        board.surface.put(target, board.surface.lift(origin, time.now()), time.now())

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    async with TcpPort(board.device, time=time) as cable:
        agent = await Agent.open(settings(tmp_path, cable.url))
        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY)
            move(52, 36)
            await until(lambda seen: seen.moves == ("e4",))
            insert = hash_chain._insert
            monkeypatch.setattr(hash_chain, "_insert", fail)
            move(12, 28)
            await until(lambda seen: seen.moves == ("e4", "e5") and AlertKind.DISK in alerts(seen))
            move(62, 45)
            await until(lambda seen: seen.moves == ("e4", "e5", "Nf3"))
            assert len(read_file(tmp_path / "t1.journal", ENTRIES)) < agent._table.last
            monkeypatch.setattr(hash_chain, "_insert", insert)
            await until(lambda seen: AlertKind.DISK not in alerts(seen))
            last = agent._table.last
    written = [ENTRY.decode(line) for line in read_file(tmp_path / "t1.journal", ENTRIES)]
    assert written[-1].n == last
    record = fold(written)
    assert record.state.play is not None
    assert record.state.play.texts == ("e4", "e5", "Nf3")
    assert not record.differences


async def test_raw_readings_are_kept_to_a_bounded_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.runtime.agent._RAW_KEPT", 10)
    monkeypatch.setattr("gateway.runtime.agent._BEAT_MS", 10)
    time, board = WallTime(), make_double("chesslink")
    async with TcpPort(board.device, time=time) as cable:
        agent = await Agent.open(settings(tmp_path, cable.url))
        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY)
            for origin, target in ((52, 36), (12, 28), (62, 45), (1, 18), (61, 34), (5, 26)):
                board.surface.put(target, board.surface.lift(origin, time.now()), time.now())
                await until(functools.partial(_is_beyond, agent._table.last))
            assert agent._counts["raw"] > 30
    assert len(read_file(tmp_path / "t1.journal", "raw")) < 30


async def test_an_agent_says_that_it_is_awake_and_one_that_hangs_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.runtime.agent._BEAT_MS", 20)
    time, board = WallTime(), make_double("chesslink")
    async with TcpPort(board.device, time=time) as cable:
        agent = await Agent.open(settings(tmp_path, cable.url))
        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY)
            first = agent._publisher._beat
            await until(lambda _: agent._publisher._beat > first)
            hangs = asyncio.Event()
            monkeypatch.setattr(agent, "_events", lambda: _never(hangs))
            await asyncio.wait_for(hangs.wait(), 20)
            last = agent._publisher._beat
            await asyncio.sleep(0.2)  # ten beats
            assert agent._publisher._beat == last


def _is_beyond(last: int, seen: TableState) -> bool:
    return seen.last > last


async def _never(entered: asyncio.Event) -> list[tuple[Instant, Event]]:
    entered.set()
    await asyncio.Event().wait()
    return []
