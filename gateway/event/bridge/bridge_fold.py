"""The fold of a bridge event: an act becomes an entry here, or is refused."""

from __future__ import annotations

from gateway.event.act_fold import ActFold
from gateway.event.event_refusals import EventRefused
from gateway.event.recorded_acts import Undo
from gateway.model.errors import GatewayError
from gateway.model.instants import Instant
from gateway.model.messages import message

from .bridge_acts import BridgeAct, OpenBridgeEvent
from .bridge_changes import bridge_changed, bridge_opened
from .bridge_deciding import check_bridge_regulations, checked_outcome
from .bridge_entries import BridgeEntry
from .bridge_event import BridgeEvent

__all__ = ["BridgeFold"]


class BridgeFold(ActFold[BridgeEvent, BridgeEntry], frozen=True):
    """A bridge event, and the entries that made it."""

    def decide(self, act: BridgeAct, by: str, at: Instant) -> BridgeEntry:
        """The entry for an act; raises `EventRefused`."""
        n = len(self.entries) + 1
        if self.event is None:
            if not isinstance(act, OpenBridgeEvent):
                raise EventRefused(message("bridge_event.not_open"))
            try:
                check_bridge_regulations(act.regulations)
            except GatewayError as error:
                raise EventRefused(error.message) from error
            return BridgeEntry(n, at, by, act)
        if isinstance(act, Undo):
            self.check_undo(act.n)
        return BridgeEntry(n, at, by, act, checked_outcome(self.event, act))

    @classmethod
    def _opened(cls, entry: BridgeEntry) -> BridgeEvent:
        return bridge_opened(entry)

    @classmethod
    def _changed(cls, event: BridgeEvent, entry: BridgeEntry) -> BridgeEvent:
        return bridge_changed(event, entry)

    @classmethod
    def _stands(cls, entry: BridgeEntry, _: BridgeEvent, without: BridgeEvent, /) -> bool:
        try:
            return checked_outcome(without, entry.act) == entry.outcome
        except EventRefused:
            return False
