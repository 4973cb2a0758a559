"""Chaos: the same seed gives the same faults, and a verdict that sees what is broken."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gateway.lab.chaos.bus_line import BusLine
from gateway.lab.chaos.fault_plan import FaultKind, plan_faults
from gateway.lab.chaos.verdict import judge_entries, judge_table
from gateway.lab.demo.players import PlayedByHand
from gateway.model.sides import Side
from gateway.record.wire import ENTRY
from gateway.referee.inputs import BoardMismatched
from gateway.runtime.publisher import ENTRIES
from gateway.store import SqliteStore, StoredLine
from tests.table.scenario import Scenario, Step, happen, lay_out

TABLES = ["t1", "t2", "t3"]


@given(st.integers(0, 10_000), st.integers(1, 60))
def test_faults_follow_from_the_seed_and_never_meet_on_one_target(seed: int, count: int) -> None:
    plan = plan_faults(seed, count, 60, TABLES, ["broker-1"], frozenset({FaultKind.CLOCK_STEP}))
    assert plan == plan_faults(seed, count, 60, TABLES, ["broker-1"], frozenset({FaultKind.CLOCK_STEP}))
    assert all(fault.kind is not FaultKind.CLOCK_STEP for fault in plan)
    until: dict[str, float] = {}
    for fault in plan:
        assert until.get(fault.target, 0.0) <= fault.at_s
        until[fault.target] = fault.at_s + fault.lasts_s


def test_a_long_plan_has_every_kind_of_fault() -> None:
    plan = plan_faults(1, 300, 600, TABLES, ["broker-1"], frozenset())
    assert {fault.kind for fault in plan} == set(FaultKind)
    assert {fault.target for fault in plan} == {*TABLES, "broker-1", "relay"}


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(100):
            writer.write(data)
    writer.close()


async def test_a_line_can_be_held_and_cut() -> None:
    broker = await asyncio.start_server(_echo, "127.0.0.1", 0)
    line = BusLine(broker.sockets[0].getsockname()[1])
    await line.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
    writer.write(b"one")
    assert await reader.readexactly(3) == b"one"
    line.hold()
    writer.write(b"two")
    waiting = asyncio.create_task(reader.readexactly(3))
    assert not (await asyncio.wait({waiting}, timeout=0.2))[0]
    line.let_through()
    assert await waiting == b"two"
    line.cut()
    with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
        await reader.readexactly(1)
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", line.port)
    await line.start()
    _, again = await asyncio.open_connection("127.0.0.1", line.port)
    for each in (writer, again):
        each.close()
        with contextlib.suppress(ConnectionError):
            await each.wait_closed()
    await line.stop()
    broker.close()
    await broker.wait_closed()


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    """The record of a table where 32-28 19-23 28x19 14x23 was played."""
    real = lay_out(Scenario(name="", book="draughts-blitz", steps=[]), "buttons")
    real.open()
    happen(real, Step(moves="32-28 19-23 28x19 14x23"))
    return [ENTRY.encode(entry) for entry in real.entries]


HANDS = PlayedByHand(1, ["32-28", "19-23", "28x19", "14x23"], 4)


async def _judged(folder: Path, mine: list[bytes], theirs: list[bytes], hands: PlayedByHand = HANDS) -> list[str]:
    for name, stream, written in (("journal", ENTRIES, mine), ("store", "chaos/t1", theirs)):
        with SqliteStore(folder / name) as store:
            await store.append_many(StoredLine(stream, n, line) for n, line in enumerate(written, 1))
    verdict = judge_table("t1", "chaos", folder / "journal", folder / "store", [hands])
    assert verdict.lines == len(mine)
    return verdict.broken


async def test_a_sound_record_breaks_no_promise(tmp_path: Path, lines: list[bytes]) -> None:
    assert await _judged(tmp_path, lines, lines) == []


async def test_a_line_that_the_relay_lacks_or_has_otherwise_is_found(tmp_path: Path, lines: list[bytes]) -> None:
    (lost,) = await _judged(tmp_path / "lost", lines, lines[:-1])
    assert f"the relay holds {len(lines) - 1}" in lost
    (other,) = await _judged(tmp_path / "other", lines, [*lines[:-1], lines[-1] + b" "])
    assert "1 differ" in other


async def test_moves_that_nobody_played_or_nobody_wrote_down_are_found(tmp_path: Path, lines: list[bytes]) -> None:
    (wrong,) = await _judged(tmp_path / "wrong", lines, lines, PlayedByHand(1, ["32-28", "19-23", "28x19", "13x24"], 4))
    assert "14x23, which was not played" in wrong
    more = PlayedByHand(1, [*HANDS.moves, "33-28", "23x32"], 6)
    (lacking,) = await _judged(tmp_path / "lacking", lines, lines, more)
    assert "lacks 33-28, 23x32, and nobody was told" in lacking


@pytest.mark.parametrize(("later_ms", "found"), [(0, False), (60_000, True)])
def test_moves_missing_are_told_where_they_are_missing(lines: list[bytes], later_ms: int, found: bool) -> None:
    """What was told of another moment of the game says nothing about these moves."""
    entries = [ENTRY.decode(line) for line in lines]
    told = replace(entries[-1], n=len(lines) + 1, at=entries[-1].at + later_ms, what=BoardMismatched((), ""))
    hands = PlayedByHand(1, [*HANDS.moves[:2], "33-29", "20-24", *HANDS.moves[2:]], 6)
    broken = judge_entries("t1", [*entries, told], [hands]).broken
    assert any("lacks 33-29, 20-24" in what for what in broken) is found


async def test_a_charge_against_legal_hands_is_found(tmp_path: Path) -> None:
    real = lay_out(Scenario(name="", book="draughts-blitz", steps=[]), "buttons")
    real.open()
    happen(real, Step(moves="32-28"))
    happen(real, Step(hand="20-30", press=Side.BLACK, wait=5))
    lines = [ENTRY.encode(entry) for entry in real.entries]
    broken = await _judged(tmp_path, lines, lines, PlayedByHand(1, ["32-28"], 1))
    assert any("lays a case" in what for what in broken)
