"""Boards under names that nobody expects: shouted, whispered, with a line end, renamed by their owners."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import cast

import pytest

import drivers
from drivers import registry
from drivers.discovery import on_the_air
from firmware_sim.air import Air, BleDevice, BlePort
from firmware_sim.doubles import make_double
from firmware_sim.gatt import Profile

BY_AIR = [name for name in registry.BUILT_IN if registry.find(name).ble is not None]
NAMED = [name for name in BY_AIR if (profile := registry.find(name).ble) is not None and profile.names]


def double(driver: str, name: str) -> BleDevice:
    """The double of a driver under another name."""
    board = cast("BleDevice", make_double(driver, "chess" if driver == "cpp" else "").device)
    kind = type(board)

    def profile(self: BleDevice) -> Profile:
        return replace(kind.profile.fget(self), name=name)  # type: ignore[attr-defined, no-any-return]  # a property

    board.__class__ = type(kind.__name__, (kind,), {"profile": property(profile)})
    return board


def own_name(driver: str) -> str:
    ble = registry.find(driver).ble
    assert ble is not None
    return ble.names[0]


SPELLINGS: dict[str, Callable[[str], str]] = {
    "other case, line end": lambda name: f"{name.swapcase()}\r\n",
    "blanks, number": lambda name: f"  {name}-7",
    "zeros behind it and before it": lambda name: f"\x00{name}\x00\x00",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_a_name_is_known_however_it_is_written(air: Air, spelling: str) -> None:
    specs = [registry.find(name) for name in BY_AIR]
    async with AsyncExitStack() as stack:
        ports = {
            driver: await stack.enter_async_context(BlePort(double(driver, SPELLINGS[spelling](own_name(driver))), air))
            for driver in NAMED
        }
        found = {one.url: one.drivers for one in await on_the_air(specs, 0.4)}
        for driver, port in ports.items():
            assert driver in found[f"ble://{port.address}"], driver


async def test_a_renamed_board_is_known_by_its_service(air: Air) -> None:
    specs = [registry.find(name) for name in BY_AIR]
    async with AsyncExitStack() as stack:
        ports = {
            driver: await stack.enter_async_context(BlePort(double(driver, f"b{number}"), air))
            for number, driver in enumerate(BY_AIR)
        }
        found = {one.url: one.drivers for one in await on_the_air(specs, 0.4)}
        for driver, port in ports.items():
            assert driver in found[f"ble://{port.address}"], driver


SHARING = ["squareoff-pro", "ichessone", "pegasus", "chessup"]
"""Boards that advertise the same service: only what they answer tells them apart."""


@pytest.mark.parametrize("driver", SHARING)
async def test_which_of_those_that_share_a_service_it_is_its_answers_tell(
    air: Air, driver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.discovery.SCAN_S", 0.3)
    monkeypatch.setattr("drivers.discovery.PATIENCE_S", 0.7)
    monkeypatch.setattr("drivers.discovery.MORE_S", 0.05)
    async with BlePort(double(driver, "mine"), air), asyncio.timeout(30), drivers.open("ble://MINE") as device:
        assert device.spec.name == driver
