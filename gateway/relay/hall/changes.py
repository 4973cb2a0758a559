"""Changes of the hall, as they are kept for an audience that is shown them later: what is public, and no more."""

from __future__ import annotations

import msgspec

from gateway.record.availability import Absence, Availability
from gateway.record.table_state import ClockMessage, TableState
from gateway.record.wire import Form

from .announced import AnnouncedPairing

__all__ = [
    "KEPT",
    "NOT_PUBLIC",
    "AnnouncedChange",
    "AvailabilityChange",
    "BrokerChange",
    "ClockChange",
    "HallChange",
    "KeptChange",
    "LineChange",
    "StateChange",
]


NOT_PUBLIC = msgspec.Raw(b"null")
"""Stands for a line that is not public."""


class StateChange(msgspec.Struct, frozen=True, tag_field="type", tag="state"):
    """A table has said how it stands."""

    table: str
    offset: int
    """Milliseconds to add to the table's instants to get the relay's."""
    state: TableState
    """As everybody may see it."""


class ClockChange(msgspec.Struct, frozen=True, tag_field="type", tag="clock"):
    """A table's clock has changed."""

    table: str
    offset: int
    clock: ClockMessage


class AvailabilityChange(msgspec.Struct, frozen=True, tag_field="type", tag="availability"):
    """A table's agent came or went, or one of its devices did."""

    table: str
    offset: int
    availability: Availability
    absence: Absence | None
    absent_since: int | None
    """By the relay's clock."""


class LineChange(msgspec.Struct, frozen=True, tag_field="type", tag="line"):
    """A line more."""

    table: str
    journal: int
    """The first line of another journal begins it."""
    n: int
    line: msgspec.Raw
    """Or `NOT_PUBLIC`: then it only counts."""


class AnnouncedChange(msgspec.Struct, frozen=True, tag_field="type", tag="announced"):
    """A table was told what to play next."""

    table: str
    announced: AnnouncedPairing | None


class BrokerChange(msgspec.Struct, frozen=True, tag_field="type", tag="broker"):
    """The relay's broker came or went."""

    online: bool


HallChange = StateChange | ClockChange | AvailabilityChange | LineChange | AnnouncedChange | BrokerChange


class KeptChange(msgspec.Struct, frozen=True):
    """A change that is kept."""

    n: int
    """From 1, without gaps."""
    at: int
    """When it happened, by the relay's clock."""
    change: HallChange


KEPT = Form(KeptChange)
