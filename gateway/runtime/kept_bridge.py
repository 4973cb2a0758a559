"""A bridge event without a page: its record is in a file of its own, or at a relay."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Protocol

from gateway.event.bridge.bridge_acts import BridgeAct
from gateway.event.bridge.bridge_entries import BridgeEntry
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.relay.hall.bridge_record import BridgeRecord
from gateway.store import SqliteStore

from .relay_client import RelayClient

__all__ = ["FileBridge", "KeptBridge", "RelayBridge"]

_FILE_EVENT = "bridge"


class KeptBridge(Protocol):
    """A keeper of the record."""

    def fold(self) -> BridgeFold:
        """The event as it stands."""

    def act(self, *acts: BridgeAct) -> list[BridgeEntry]:
        """Do them and keep them, one after the other; raises a `GatewayError`."""


class FileBridge:
    """A bridge event in a file, with no relay."""

    def __init__(self, path: Path, by: str) -> None:
        self._path = path
        self._by = by

    def fold(self) -> BridgeFold:
        """The event as it stands."""
        with SqliteStore(self._path) as store:
            return asyncio.run(_load(store)).fold

    def act(self, *acts: BridgeAct) -> list[BridgeEntry]:
        """Do them and keep them."""
        with SqliteStore(self._path) as store:
            return asyncio.run(_act(store, acts, self._by))


class RelayBridge:
    """The bridge event of a relay."""

    def __init__(self, client: RelayClient) -> None:
        self._client = client

    def fold(self) -> BridgeFold:
        """The event as it stands."""
        return BridgeFold.of(self._client.bridge_record())

    def act(self, *acts: BridgeAct) -> list[BridgeEntry]:
        """Have the relay do them."""
        return [self._client.bridge_act(act) for act in acts]


async def _load(store: SqliteStore) -> BridgeRecord:
    record = BridgeRecord(_FILE_EVENT, store, lambda: time.time_ns() // 1_000_000)
    await record.load()
    return record


async def _act(store: SqliteStore, acts: tuple[BridgeAct, ...], by: str) -> list[BridgeEntry]:
    record = await _load(store)
    return [await record.act(act, by) for act in acts]
