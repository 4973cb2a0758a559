"""One line of a table's record: an input, or a ruling that followed from the input before it.

Entries of a table are numbered from 1 without gaps, over all its games.
"""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant
from gateway.referee.inputs import Input
from gateway.referee.rulings import Ruling

from .visibility import Visibility

__all__ = ["Entry"]


class Entry(msgspec.Struct, frozen=True):
    """A numbered, dated line."""

    n: int
    at: Instant
    visibility: Visibility
    what: Input | Ruling
