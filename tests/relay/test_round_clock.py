"""The round clock at the relay: who may run it, what everybody is sent, and that a restart loses nothing of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import aiomqtt
import pytest

from gateway.bus.topics import ROUND_CLOCK
from gateway.clock.round_clock_record import (
    AddRoundTime,
    PauseRoundClock,
    SetRoundClock,
    SkipPhase,
    StartRoundClock,
    UndoClockAct,
)
from gateway.clock.round_plan import MINUTE, PhaseKind, RoundPlan
from gateway.model.instants import Instant
from gateway.record.absence import ComputerTime
from gateway.record.visibility import Audience
from gateway.relay.hall.command_client import CommandClient
from gateway.relay.hall.round_clock_keeper import RoundClockKeeper
from gateway.store import SqliteStore

from .conftest import JUNIOR, Relay
from .fakes import Broker

PLAN = RoundPlan(rounds=2, boards=2, board_ms=8 * MINUTE, move_ms=2 * MINUTE)
HOUR = 60 * MINUTE


class Computer:
    """A computer whose clocks are set by hand."""

    def __init__(self) -> None:
        self.boot, self.up, self.wall, self.synchronised = "one", 1_000_000, 1_800_000_000_000, False

    def __call__(self) -> ComputerTime:
        return ComputerTime(self.boot, self.up, self.wall, self.synchronised)

    def pass_time(self, ms: int) -> None:
        self.up += ms
        self.wall += ms

    def timeline(self) -> Callable[[], int]:
        """The time line of a process that starts now."""
        start, zero = self.wall, self.up
        return lambda: start + self.up - zero


async def opened(folder: Path, computer: Computer) -> tuple[RoundClockKeeper, SqliteStore]:
    store = SqliteStore(folder / "relay.db")
    keeper = RoundClockKeeper("e", store, computer.timeline(), CommandClient("e"))
    await keeper.load(computer)
    return keeper, store


def left_of(keeper: RoundClockKeeper, now: int) -> tuple[PhaseKind, int]:
    clock = keeper.message()
    assert clock is not None
    passed = 0 if clock.since is None else now - clock.since
    return clock.phases[clock.place].kind, clock.left_ms - passed


@pytest.mark.parametrize("step", [0, 3 * HOUR, -5 * HOUR])
async def test_a_killed_relay_goes_on_to_the_millisecond(tmp_path: Path, step: int) -> None:
    """Whatever is done to the wall clock of the computer before the relay is there again."""
    computer = Computer()
    keeper, store = await opened(tmp_path, computer)
    await keeper.act(SetRoundClock(plan=PLAN), "Ines")
    await keeper.act(StartRoundClock(), "Ines")
    computer.pass_time(5 * MINUTE)
    await keeper.act(AddRoundTime(ms=MINUTE, why="a late board"), "Jo")
    store.close()
    computer.pass_time(4 * MINUTE)
    computer.wall += step
    keeper, store = await opened(tmp_path, computer)
    assert left_of(keeper, computer.timeline()()) == (PhaseKind.PLAY, 8 * MINUTE)
    assert keeper.timetable()[-1].end - computer.timeline()() == (8 + 2 + 16) * MINUTE
    assert [(entry.by, entry.act.why) for entry in keeper.entries()][-1] == ("Jo", "a late board")
    computer.pass_time(9 * MINUTE)
    await keeper.act(PauseRoundClock(), "Ines")
    assert left_of(keeper, computer.timeline()()) == (PhaseKind.MOVE, MINUTE)
    store.close()
    keeper, store = await opened(tmp_path, computer)
    assert left_of(keeper, computer.timeline()()) == (PhaseKind.MOVE, MINUTE)
    store.close()


@pytest.mark.parametrize(("synchronised", "left", "unsure"), [(True, 6, False), (False, 10, True)])
async def test_a_computer_that_was_switched_off(tmp_path: Path, synchronised: bool, left: int, unsure: bool) -> None:
    computer = Computer()
    computer.synchronised = synchronised
    keeper, store = await opened(tmp_path, computer)
    await keeper.act(SetRoundClock(plan=PLAN), "Ines")
    await keeper.act(StartRoundClock(), "Ines")
    computer.pass_time(6 * MINUTE)
    await keeper.act(AddRoundTime(ms=0), "Ines")
    store.close()
    computer.wall += 4 * MINUTE
    computer.boot, computer.up = "two", 0
    keeper, store = await opened(tmp_path, computer)
    clock = keeper.message()
    assert clock is not None
    assert clock.unsure is unsure
    assert left_of(keeper, computer.timeline()()) == (PhaseKind.PLAY, left * MINUTE)
    await keeper.act(AddRoundTime(ms=-MINUTE), "Ines")
    clock = keeper.message()
    assert clock is not None
    assert not clock.unsure, "somebody has looked"
    store.close()


async def test_it_calls_by_itself_and_undoing_takes_it_back(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "relay.db")
    now = [0]
    keeper = RoundClockKeeper("e", store, lambda: now[0], CommandClient("e"))
    told: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
    keeper.told = lambda clock: told.put_nowait((clock.place, len(clock.called)))
    await keeper.load()
    running = asyncio.create_task(keeper.run())
    await keeper.act(SetRoundClock(plan=PLAN), "Ines")
    await keeper.act(StartRoundClock(), "Ines")
    assert [told.get_nowait(), told.get_nowait()] == [(0, 0), (0, 0)]
    now[0] = 16 * MINUTE - 1  # its own waiting ends at the deadline of its time line, which we have in hand
    await keeper.act(AddRoundTime(ms=0), "Ines")
    assert told.get_nowait() == (0, 2)
    async with asyncio.timeout(30):
        now[0] = 16 * MINUTE
        while await told.get() != (1, 0):
            pass
    await keeper.act(SkipPhase(), "Ines")
    assert told.get_nowait() == (2, 0)
    await keeper.act(UndoClockAct(), "Ines")
    assert told.get_nowait() == (1, 0)
    assert [span.end for span in keeper.spans() if span.kind is PhaseKind.PLAY][-1] == Instant(16 * MINUTE)
    running.cancel()
    store.close()


async def test_everybody_is_sent_it_at_once_and_arbiters_run_it(relay: Relay, broker: Broker) -> None:
    await relay.halls.set_delay(Audience.PUBLIC, 15 * MINUTE)
    body = {"act": {"type": "set", "plan": {"rounds": 2, "boards": 2, "breaks": {"1": 600000}}}}
    async with relay.client() as anybody, relay.client(arbiter=JUNIOR) as jo, relay.watch() as watch:
        assert (await anybody.get("/api/round-clock")).json()["clock"]["plan"] is None
        assert (await anybody.post("/api/round-clock/acts", json=body)).status_code == 401
        assert (await anybody.get("/api/round-clock/entries")).status_code == 401
        answer = await jo.post("/api/round-clock/acts", json=body)
        assert answer.status_code == 200, answer.text
        assert (await watch.until_type("round_clock"))["clock"]["place"] == 0
        await jo.post("/api/round-clock/acts", json={"act": {"type": "start", "why": "all are there"}})
        frame = (await watch.until_type("round_clock"))["clock"]
        assert frame["since"] <= frame["at"]
        refused = await jo.post("/api/round-clock/acts", json={"act": {"type": "start"}})
        assert (refused.status_code, refused.json()["message"]["key"]) == (409, "round_clock.runs")
        wrong = {"act": {"type": "set", "plan": {"rounds": 2, "breaks": {"2": 1000}}}}
        assert (await jo.post("/api/round-clock/acts", json=wrong)).json()["message"][
            "key"
        ] == "round_clock.break_outside"
        shown = (await anybody.get("/api/round-clock")).json()
        assert [line["phase"]["kind"] for line in shown["timetable"]] == ["play", "break", "play"]
        ask = {"type": "change", "plan": {"rounds": 2, "boards": 2}, "finish": shown["clock"]["at"] + 44 * MINUTE}
        preview = (await jo.post("/api/round-clock/preview", json={"act": ask})).json()
        assert preview["clock"]["plan"]["board_ms"] in range(10 * MINUTE, 10 * MINUTE + 31_000)
        assert (await anybody.get("/api/round-clock")).json()["clock"]["plan"]["boards"] == 2, "nothing was done"
        (_, entry) = (await jo.get("/api/round-clock/entries")).json()["entries"]
        assert (entry["by"], entry["act"]) == ("Jo", {"type": "start", "why": "all are there"})
    async with relay.watch() as later:
        assert (await later.until_type("round_clock"))["clock"]["since"] == frame["since"]
    async with aiomqtt.Client("127.0.0.1", broker.port, timeout=10) as listener, asyncio.timeout(30):
        await listener.subscribe(ROUND_CLOCK.of(relay.hall.event), qos=1)
        message = await anext(aiter(listener.messages))
        assert message.retain
        assert isinstance(message.payload, bytes)
        kept = ROUND_CLOCK.form.receive(message.payload)
        assert (kept.since, kept.place) == (frame["since"], 0)
