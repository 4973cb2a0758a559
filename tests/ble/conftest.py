"""A piece of air for each test, on which bleak runs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from drivers.transport.ble import Radio, using
from firmware_sim.air import Air
from firmware_sim.bleak_bumble import backends


@pytest_asyncio.fixture
async def air() -> AsyncIterator[Air]:
    async with Air() as made:
        scanner, client = backends(made)
        with using(Radio(scanner, client)):
            yield made
