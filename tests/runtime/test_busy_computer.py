"""A table on a computer that has other things to do: it always comes too late to look."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from firmware_sim.doubles import make_double
from firmware_sim.ports import TcpPort
from firmware_sim.timebase import WallTime
from gateway.model.instants import Instant
from gateway.record.table_state import Status
from gateway.runtime.agent import Agent
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
