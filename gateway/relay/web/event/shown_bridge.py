"""The bridge event as a visitor is shown it: of the instant of his hall, and of that what nobody has still to play."""

from __future__ import annotations

import msgspec
from starlette.requests import HTTPConnection

from gateway.event.bridge.bridge_event import BridgeEvent
from gateway.event.bridge.bridge_window import as_public
from gateway.relay.hall.hall import Hall
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.web.visitors import Visitors

__all__ = ["ShownBridge", "ShownBridgeEvents"]


class ShownBridge(msgspec.Struct, frozen=True, kw_only=True):
    """The bridge event as somebody is shown it."""

    event: BridgeEvent | None
    acts: int
    """How many acts made it."""
    officials: bool
    hall: Hall


class ShownBridgeEvents:
    """The bridge event as every page and answer about it has it."""

    def __init__(self, hall: PresentHall, visitors: Visitors) -> None:
        self._hall = hall
        self._visitors = visitors
        self._public: tuple[int, BridgeEvent] | None = None

    def of(self, request: HTTPConnection) -> ShownBridge:
        """As whoever asks is shown it."""
        return self.of_hall(self._visitors.hall(request))

    def of_hall(self, shown: Hall) -> ShownBridge:
        """As those are shown it who look at a hall."""
        fold = self._hall.bridge_record.as_of(shown.now())
        officials = shown is self._hall
        event = fold.event
        if event is not None and not officials:
            event = self._as_public(len(fold.entries), event)
        return ShownBridge(event=event, acts=len(fold.entries), officials=officials, hall=shown)

    def _as_public(self, acts: int, event: BridgeEvent) -> BridgeEvent:
        """Made once for all who ask until something is done."""
        if self._public is None or self._public[0] != acts:
            self._public = acts, as_public(event)
        return self._public[1]
