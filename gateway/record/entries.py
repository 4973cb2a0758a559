"""One line of a table's record: an input, or a ruling that followed from the input before it.

Entries of a table are numbered from 1 without gaps, over all its games.
"""

from __future__ import annotations

import enum

import msgspec

from gateway.model.instants import Instant
from gateway.referee.inputs import Input
from gateway.referee.rulings import Ruling

__all__ = ["Entry", "Visibility"]


class Visibility(enum.StrEnum):
    """Who may see an entry."""

    ALL = "all"
    ARBITERS = "arbiters"
    """Kept from players and spectators: what the rules leave to the players to notice, and what is nobody else's."""


class Entry(msgspec.Struct, frozen=True):
    """A numbered, dated line."""

    n: int
    at: Instant
    see: Visibility
    what: Input | Ruling
