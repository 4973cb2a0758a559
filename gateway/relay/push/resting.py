"""Rests between two tries: so long, or until something else happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

__all__ = ["rest_until"]


async def rest_until(rest: Awaitable[None], *others: Awaitable[object]) -> bool:
    """Wait for the rest to be over, or for the first of the others; True if the rest was."""
    resting, *waiting = (asyncio.ensure_future(each) for each in (rest, *others))
    try:
        done, _ = await asyncio.wait({resting, *waiting}, return_when=asyncio.FIRST_COMPLETED)
        return resting in done
    finally:
        for task in (resting, *waiting):
            task.cancel()
        await asyncio.gather(resting, *waiting, return_exceptions=True)
