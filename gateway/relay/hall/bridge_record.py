"""The record of the bridge event: contestants, rounds, boards and clock, kept on disk before anybody is told."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gateway.event.bridge.bridge_acts import BridgeAct
from gateway.event.bridge.bridge_entries import BridgeEntry
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.store import LineStore

from .fold_record import FoldRecord

__all__ = ["BridgeRecord"]

_LINE = msgspec.json.Decoder(BridgeEntry)


class BridgeRecord(FoldRecord[BridgeFold, BridgeEntry, BridgeAct]):
    """The bridge event as it stands, and as it stood."""

    def __init__(self, event: str, store: LineStore, now: Callable[[], int]) -> None:
        super().__init__(f"{event}:bridge", store, now, BridgeFold(), _LINE)
