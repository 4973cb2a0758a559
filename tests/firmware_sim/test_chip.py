"""A double on a Bluetooth chip of its own; here a virtual chip at the other end of a TCP connection."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

pytest.importorskip("bumble")
pytest.importorskip("bleak")

from bumble.transport.tcp_server import open_tcp_server_transport

from drivers.boards.chesslink.spec import SPEC
from drivers.link import Link
from drivers.readings import Snapshot, Stamped
from drivers.transport.ble import Radio, using
from firmware_sim.air import Air, BleDevice, BlePort, _Controller
from firmware_sim.bleak_bumble import backends
from firmware_sim.chip import Chip
from firmware_sim.doubles import make_double
from firmware_sim.surface import CHESS_START
from tests.ports import free_port


async def test_a_double_is_heard_through_a_chip() -> None:
    port = free_port()
    hci: Any = await open_tcp_server_transport(f"127.0.0.1:{port}")
    async with Air() as air, hci, hci.server:  # a transport of bumble leaves the socket open that it listens on
        _Controller("chip", host_source=hci.source, host_sink=hci.sink, link=air._link)
        double = make_double("chesslink")
        async with (
            Chip(f"tcp-client:127.0.0.1:{port}") as chip,
            BlePort(cast("BleDevice", double.device), chip) as cable,
        ):
            heard: asyncio.Queue[Stamped] = asyncio.Queue()
            scanner, client = backends(air)
            with using(Radio(scanner, client)):
                link = asyncio.create_task(Link(SPEC, cable.url, lambda: 0).run(heard.put_nowait))
                try:
                    async with asyncio.timeout(20):
                        while (await heard.get()).reading != Snapshot(8, 8, CHESS_START):
                            pass
                finally:
                    link.cancel()
                    await asyncio.wait([link])
