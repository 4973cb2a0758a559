"""A table whose settings name no board: on the bus at once, it finds what answers, and keeps it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from drivers import discovery
from firmware_sim.doubles import make_double
from firmware_sim.ports import TcpPort
from firmware_sim.timebase import WallTime
from gateway.model.errors import SettingsError
from gateway.record.table_state import LackKind
from gateway.referee.assignment import Assignment
from gateway.runtime import board_search, searching_agent
from gateway.runtime.agent import Agent
from gateway.runtime.board_search import DeviceAddress, FoundDevices, kept_devices, search_devices, with_devices
from gateway.runtime.searching_agent import serve_searching
from gateway.runtime.service_manager import ServiceManager
from gateway.runtime.settings import BrokerSection, TableSettings
from gateway.runtime.settings_reading import load
from gateway.table.readiness import lacks
from tests.ports import free_port

from .running import running


def settings(folder: Path, *addresses: str) -> TableSettings:
    return TableSettings(
        event="open",
        table="t1",
        journal=folder / "t1.journal",
        broker=BrokerSection(url=f"mqtt://127.0.0.1:{free_port()}"),
        search=addresses,
    )


def _lacks_device(agent: Agent) -> bool:
    return any(lack.kind is LackKind.DEVICE for lack in lacks(agent._table, agent._timeline.now()))


async def test_a_table_without_a_board_is_there_says_so_and_takes_its_assignment(tmp_path: Path) -> None:
    agent = await Agent.open(settings(tmp_path))
    async with running(agent) as until:
        await until(lambda state: _lacks_device(agent))
        agent._happened_now(Assignment(n=1, rules="chess", rulebook="chess-rapid", control="10m"))
        await until(lambda state: agent._table.referee.assignment is not None)
        assert not agent.sees_device


async def ended(serving: asyncio.Task[None]) -> None:
    serving.cancel()
    await asyncio.wait([serving])


async def test_the_board_that_answers_is_taken_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_search, "_PAUSE_S", 0.05)
    monkeypatch.setattr(discovery, "in_reach", lambda specs: [])
    port = free_port()
    given = settings(tmp_path, f"tcp://127.0.0.1:{port}")
    serving = asyncio.create_task(serve_searching(given, ServiceManager()))
    try:
        await asyncio.sleep(0)  # it looks before the board is there
        async with TcpPort(make_double("dgt").device, port, WallTime()), asyncio.timeout(30):
            while kept_devices(given) is None:  # noqa: ASYNC110 - a file
                await asyncio.sleep(0.05)
            await ended(serving)  # before the board goes: it may be about to connect
    finally:
        await ended(serving)
    kept = kept_devices(given)
    assert kept is not None
    assert kept.device == DeviceAddress("dgt", given.search[0])
    device = with_devices(given, kept).device
    assert device is not None
    assert device.driver == "dgt"


async def test_another_board_is_taken_once_the_known_one_stays_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_search, "_PAUSE_S", 0.05)
    monkeypatch.setattr(searching_agent, "_PATIENCE_S", 0.1)
    monkeypatch.setattr(discovery, "in_reach", lambda specs: [])
    gone, port = free_port(), free_port()
    before = settings(tmp_path, f"tcp://127.0.0.1:{gone}")
    (tmp_path / "t1.journal.devices").write_text(
        f'{{"device": {{"driver": "dgt", "url": "{before.search[0]}"}}, "clock": null}}'
    )
    given = settings(tmp_path, f"tcp://127.0.0.1:{port}")
    serving = asyncio.create_task(serve_searching(given, ServiceManager()))
    try:
        async with TcpPort(make_double("dgt").device, port, WallTime()), asyncio.timeout(30):
            while (kept := kept_devices(given)) is None or kept.device != DeviceAddress("dgt", given.search[0]):  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.05)
            await ended(serving)  # before the board goes: it may be about to connect
    finally:
        await ended(serving)


async def test_a_search_ends_when_the_known_board_is_back() -> None:
    assert await search_devices((), lambda: True) is None


def test_a_damaged_note_of_what_was_found_is_no_note(tmp_path: Path) -> None:
    (tmp_path / "t1.journal.devices").write_text("{")
    assert kept_devices(settings(tmp_path)) is None


def test_an_address_to_search_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "t1.toml"
    path.write_text(f'event = "open"\ntable = "t1"\njournal = "{tmp_path}/j"\nsearch = ["nowhere"]\n')
    with pytest.raises(SettingsError, match="search"):
        load(TableSettings, path)


async def test_what_was_assigned_before_the_board_was_found_and_does_not_fit_on_it_stops_nobody(tmp_path: Path) -> None:
    given = settings(tmp_path)
    agent = await Agent.open(given)
    async with running(agent) as until:
        await until(lambda state: _lacks_device(agent))
        agent._happened_now(Assignment(n=1, rules="draughts-international", rulebook="draughts-rapid", control="10m"))
        await until(lambda state: agent._table.referee.assignment is not None)
    async with TcpPort(make_double("chesslink").device, time=WallTime()) as cable:
        found = FoundDevices(DeviceAddress("chesslink", cable.url))
        agent = await Agent.open(with_devices(given, found))
        async with running(agent) as until:
            await until(lambda state: agent.sees_device and any(device.online for device in state.devices))
            await until(lambda state: agent._table.tracker.shown)
            kinds = [lack.kind for lack in lacks(agent._table, agent._timeline.now())]
            assert kinds == [LackKind.ASSIGNMENT]
