"""A tournament without a page: its record is in a file of its own, or at a relay."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Protocol

from gateway.event.event_acts import EventAct
from gateway.event.event_entries import EventEntry
from gateway.event.event_fold import EventFold
from gateway.relay.hall.event_record import EventRecord
from gateway.store import SqliteStore

from .relay_client import RelayClient

__all__ = ["FileTournament", "KeptTournament", "RelayTournament"]

_FILE_EVENT = "tournament"


class KeptTournament(Protocol):
    """A keeper of the record."""

    def fold(self) -> EventFold:
        """The tournament as it stands."""

    def act(self, act: EventAct) -> EventEntry:
        """Do it and keep it; raises a `GatewayError`."""


class FileTournament:
    """A tournament in a file, with no relay and no tables."""

    def __init__(self, path: Path, by: str) -> None:
        self._path = path
        self._by = by

    def fold(self) -> EventFold:
        """The tournament as it stands."""
        with SqliteStore(self._path) as store:
            return asyncio.run(_load(store)).fold

    def act(self, act: EventAct) -> EventEntry:
        """Do it and keep it."""
        with SqliteStore(self._path) as store:
            return asyncio.run(_act(store, act, self._by))


class RelayTournament:
    """The tournament of a relay, whose tables are told."""

    def __init__(self, client: RelayClient) -> None:
        self._client = client

    def fold(self) -> EventFold:
        """The tournament as it stands."""
        return EventFold.of(self._client.tournament_record())

    def act(self, act: EventAct) -> EventEntry:
        """Have the relay do it."""
        return self._client.tournament_act(act)


async def _load(store: SqliteStore) -> EventRecord:
    record = EventRecord(_FILE_EVENT, store, _now)
    await record.load()
    return record


async def _act(store: SqliteStore, act: EventAct, by: str) -> EventEntry:
    return await (await _load(store)).act(act, by)


def _now() -> int:
    return time.time_ns() // 1_000_000
