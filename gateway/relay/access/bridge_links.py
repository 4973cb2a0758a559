"""Links of bridge tables: one for each table of the hall, on a card (a QR code), by which its players enter results.

A card stays on its table from round to round. A link holds the table and a code that only this relay can make.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

from gateway.event.bridge.bridge_event import BridgeEvent, BridgeRoundState, BridgeTable

__all__ = ["BridgeLinks"]

_CODE = 24
"""Figures of a code in base 16: 96 bits."""


class BridgeLinks:
    """The links of all tables of a bridge event."""

    def __init__(self, event: str, code: Callable[[str], str]) -> None:
        """`code` signs a text as only this relay can."""
        self._event = event
        self._code = code

    def link(self, label: str) -> str:
        """The last part of a table's address, `/bridge/table/...`: `2o.CODE`."""
        signed = f"bridge\n{self._event}\n{label}"
        return f"{label}.{self._code(signed)[:_CODE]}"

    def label(self, link: str) -> str | None:
        """The table that has this link; None: no table has."""
        label = link.rpartition(".")[0]
        return label if link.isascii() and hmac.compare_digest(self.link(label), link) else None

    def find(self, event: BridgeEvent, label: str) -> tuple[BridgeRoundState, BridgeTable] | None:
        """What is played at a table: its place in the last round that is published and has it."""
        for a_round in reversed(event.rounds):
            if a_round.published:
                found = next((table for table in a_round.tables if table.label == label), None)
                if found is not None:
                    return a_round, found
        return None
