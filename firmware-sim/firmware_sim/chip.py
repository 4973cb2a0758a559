"""A Bluetooth chip of one's own, by the name that bumble gives its transport: `usb:0`, `tcp-client:HOST:PORT`, ...

The chip must be free: the system's own Bluetooth service may not hold it. A second, cheap USB adapter is the usual way.
"""

from __future__ import annotations

import asyncio
from typing import Any, Self

from bumble.device import Device
from bumble.transport import open_transport
from bumble.transport.common import Transport

from .air import Air
from .antenna import random_address

__all__ = ["Chip"]


class Chip(Air):
    """Real air, and one chip to be heard on it: room for one `BlePort`."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._hci: Transport | None = None
        self._switch: _Switch | None = None

    async def __aenter__(self) -> Self:
        self._hci = await open_transport(self._name)
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._switch is not None:
            await self._switch.silent()
        if self._hci is not None:
            await self._hci.close()

    async def station(self, name: str) -> tuple[Device, Any]:
        """The chip itself; to switch it off is to fall silent."""
        if self._hci is None:
            msg = "the chip is there only inside its `async with` block"
            raise RuntimeError(msg)
        device = Device.with_hci(name, random_address(), self._hci.source, self._hci.sink)
        await device.power_on()
        self._switch = _Switch(device)
        return device, self._switch


class _Switch:
    """Switches a chip off, as far as one can from outside."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._task: asyncio.Task[None] | None = None

    def vanish(self) -> None:
        self._task = asyncio.create_task(self._silence())

    async def silent(self) -> None:
        """Wait until it is off."""
        if self._task is not None:
            await self._task

    async def _silence(self) -> None:
        await self._device.stop_advertising()
        for connection in list(self._device.connections.values()):
            await connection.disconnect()
