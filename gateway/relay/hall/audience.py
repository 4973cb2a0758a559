"""Who may see what. The only module that decides it: everything a spectator gets has passed one of these functions."""

from __future__ import annotations

import enum

import msgspec

from gateway.record.entries import Visibility
from gateway.record.table_state import TableState
from gateway.record.wire import ENTRY, TABLE_STATE, WireError

__all__ = ["Audience", "may_see", "public_state"]


class Audience(enum.Enum):
    """For whom something is written."""

    ARBITERS = "arbiters"
    EVERYBODY = "everybody"


def may_see(audience: Audience, line: bytes) -> bool:
    """Whether this audience may have the line. What we cannot read in full is not for everybody."""
    if audience is Audience.ARBITERS:
        return True
    try:
        return ENTRY.decode(line).see is Visibility.ALL
    except WireError:
        return False


def public_state(state: TableState) -> bytes:
    """The state for everybody, written anew from the fields we know, without the arbiters' part."""
    return TABLE_STATE.encode(msgspec.structs.replace(state, arbiters=None))
