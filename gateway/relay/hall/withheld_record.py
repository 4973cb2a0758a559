"""The record of the tables that are held back: on disk before anybody is answered, so that a restart shows nothing."""

from __future__ import annotations

from collections.abc import Iterable

from gateway.record.wire import Form
from gateway.store import LineStore, StoredLine

from .withheld import Withheld

__all__ = ["WithheldRecord"]

_FORM = Form(list[Withheld], noun="the list of tables that are held back")


class WithheldRecord:
    """The tables of one event that are held back, as they were kept last."""

    def __init__(self, event: str, store: LineStore) -> None:
        # ":" cannot be part of an event's name, so no table's own stream is called like this.
        self._stream = f"{event}:withheld"
        self._store = store
        self._last = 0

    async def load(self) -> list[Withheld]:
        """What is on disk; raises `JournalError`."""
        self._last = await self._store.last(self._stream)
        lines = await self._store.read(self._stream, self._last - 1) if self._last else []
        return _FORM.decode(lines[-1]) if lines else []

    async def keep(self, withheld: Iterable[Withheld]) -> None:
        """Have these on disk, in place of those before; raises `JournalError`."""
        await self._store.append_many([StoredLine(self._stream, self._last + 1, _FORM.encode(list(withheld)))])
        self._last += 1
        await self._store.trim(self._stream, self._last - 1)
