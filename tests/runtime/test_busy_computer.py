"""A table on a computer that has other things to do: it always comes too late to look."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from drivers.readings import EMPTY, LeverPressed, Seat, SquareChanged
from firmware_sim.doubles import make_double
from firmware_sim.ports import TcpPort
from firmware_sim.timebase import WallTime
from gateway.model.instants import Instant
from gateway.record.raw import RAW, FromClock
from gateway.record.table_state import Status
from gateway.runtime.agent import Agent
from gateway.runtime.table_journal import RAW_STREAM
from gateway.store import read_file
from gateway.table.state import Event, Step

from .running import running
from .test_disk import settings

_BUSY_S = 0.5


async def test_a_move_that_stands_is_taken_by_an_agent_that_looks_late_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, board = WallTime(), make_double("chesslink")
    async with TcpPort(board.device, time=clock) as cable:
        agent = await Agent.open(settings(tmp_path, cable.url))
        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY)
            step = agent._step

            def slowly(at: Instant, event: Event) -> Step:
                time.sleep(_BUSY_S)
                return step(at, event)

            monkeypatch.setattr(agent, "_step", slowly)
            board.surface.put(36, board.surface.lift(52, clock.now()), clock.now())
            await until(lambda seen: seen.moves == ("e4",))


async def test_what_is_read_after_a_stall_is_known_to_have_waited(tmp_path: Path) -> None:
    """The computer stands still while the board has long shown the same, and nobody had meant to look."""
    clock, board = WallTime(), make_double("chesslink")
    async with TcpPort(board.device, time=clock) as cable:
        agent = await Agent.open(settings(tmp_path, cable.url))
        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY)
            since = agent._timeline.now()
            time.sleep(2 * _BUSY_S)  # noqa: ASYNC251 - all of the computer
            board.surface.put(36, board.surface.lift(52, clock.now()), clock.now())
            await until(lambda seen: seen.moves == ("e4",))
            assert agent._table.tracker.gap.looked_again >= since + 2 * _BUSY_S * 1000
    raw = [RAW.decode(line) for line in read_file(settings(tmp_path, cable.url).journal, RAW_STREAM)]
    assert any(event.stalled is not None and event.stalled.since >= since - 250 for event in raw)


async def test_presses_that_are_read_late_count_from_when_they_happened(tmp_path: Path) -> None:
    """The board was read first; the press before it was the first thing that happened."""
    agent = await Agent.open(settings(tmp_path, "tcp://127.0.0.1:1"))
    now = agent._timeline.now()
    late, press = SquareChanged(52, EMPTY), FromClock(LeverPressed(Seat.LEFT))
    agent._happened(now, late)
    agent._happened(Instant(now - 400), press)
    assert [event for _, event in await agent._events()] == [press, late]
    agent._store.close()
