"""The buttons of bridge tables: whether each table's computer and its buttons are there, and who waits in vain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from gateway.model.messages import message
from gateway.model.sides import BySide
from gateway.record.availability import Absence
from gateway.referee.attention import Attention, Concern

from .bridge_matters import BRIDGE
from .hall_table import HallTable
from .matters import Matter

__all__ = ["BUTTONS_AWAY", "BridgeButtons", "bridge_buttons", "buttons_matters"]

BUTTONS_AWAY = "bridge_buttons"
AWAY = Attention(concern=Concern.DEVICE, urgent=False)


class BridgeButtons(msgspec.Struct, frozen=True, omit_defaults=True):
    """The buttons of a bridge table."""

    table: str
    online: bool
    """The table's computer is there."""
    buttons: bool
    """Its buttons are connected."""
    missing: int = 0
    """Presses, and other lines, that the table has and we do not have yet."""
    version: str = ""


def bridge_buttons(tables: Iterable[HallTable]) -> list[BridgeButtons]:
    """The buttons of these tables."""
    return [
        BridgeButtons(table.name, table.online is True, all(table.devices.values()), table.missing, table.version)
        for table in tables
    ]


def buttons_matters(tables: Iterable[HallTable]) -> Iterator[Matter]:
    """Every table that could not call by its button now; one that was stopped properly is not missed."""
    for table in tables:
        since = _away_since(table)
        if since is None:
            continue
        yield Matter(
            id=f"{BRIDGE}/1/buttons/{table.name}/{since}",
            table="",
            players=BySide("", ""),
            game=0,
            concern=AWAY.concern,
            urgent=AWAY.urgent,
            kind=BUTTONS_AWAY,
            text=message("alert.bridge_buttons", table=table.name.upper()),
            since=since,
            bridge=table.name,
        )


def _away_since(table: HallTable) -> int | None:
    if table.online is False:
        return table.absent_since if table.absence is not Absence.STOPPED else None
    part = table.state.arbiters if table.state is not None else None
    alerts = part.alerts if part is not None else ()
    return min((alert.since + table.offset.value for alert in alerts), default=None)
