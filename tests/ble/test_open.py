"""A board by Bluetooth in five lines, and which driver it needs."""

from __future__ import annotations

import asyncio

import pytest

import drivers
from drivers import registry
from drivers.discovery import on_the_air
from drivers.errors import PortUnavailableError
from drivers.readings import Snapshot
from firmware_sim.air import Air, BlePort
from firmware_sim.devices.ichessone import IChessOneBoard
from firmware_sim.surface import CHESS_START, Surface
from tests.drivers.listening import PATIENCE_S


async def first_snapshot(url: str) -> tuple[str, str]:
    """The driver that was found, and the first board that it told."""
    async with asyncio.timeout(PATIENCE_S), drivers.open(url) as device:
        async for reading in device:
            if isinstance(reading, Snapshot):
                return device.spec.name, reading.cells
    raise AssertionError("a device has no end")


async def test_a_name_tells_the_driver(air: Air) -> None:
    async with BlePort(IChessOneBoard(Surface(8, 8, CHESS_START)), air) as port:
        assert port.url == "ble://iChessOne"
        assert await first_snapshot(port.url) == ("ichessone", CHESS_START)


async def test_an_advertisement_tells_the_driver(air: Air, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.discovery.SCAN_S", 0.5)
    async with BlePort(IChessOneBoard(Surface(8, 8, CHESS_START)), air):
        (candidate,) = await on_the_air([registry.find("ichessone")], 0.5)
        assert await first_snapshot(candidate.url) == ("ichessone", CHESS_START)


async def test_what_does_not_advertise_is_not_heard(air: Air, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.discovery.SCAN_S", 0.1)
    with pytest.raises(PortUnavailableError, match=r"Cannot open ble://Nobody \(not heard\)"):
        await first_snapshot("ble://Nobody")
