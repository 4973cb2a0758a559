"""The screen in the hall, as those at one table see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gateway.record.table_state import TableState

__all__ = ["Screen"]

_LOOK_S = 6.0
"""Seconds to wait for the screen to show what was done."""


class Screen:
    """One table as the hall's screen shows it, and when it changes."""

    def __init__(self) -> None:
        self.state: TableState | None = None
        self._news = asyncio.Event()

    def show(self, state: TableState) -> None:
        """Something has changed."""
        self.state = state
        self._news.set()
        self._news = asyncio.Event()

    async def until(self, wanted: Callable[[TableState], bool]) -> TableState:
        """Look until it shows this, however long that takes."""
        while self.state is None or not wanted(self.state):
            await self._news.wait()
        return self.state

    async def comes_to_show(self, wanted: Callable[[TableState], bool], within_s: float = _LOOK_S) -> bool:
        """Whether it shows this before long."""
        try:
            async with asyncio.timeout(within_s):
                await self.until(wanted)
        except TimeoutError:
            return False
        return True
