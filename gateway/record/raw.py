"""What came in, before anybody judged it. Kept beside the game, never published; stepping a table through it again
gives the same entries.
"""

from __future__ import annotations

import msgspec

from drivers.readings import Reading
from gateway.model.instants import Instant

from .commands import Command
from .wire import Form

__all__ = ["RAW", "RawEvent"]


class RawEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event of a table: a reading, a command, a resumption, or (none of them) a moment reached."""

    at: Instant
    reading: Reading | None = None
    command: Command | None = None
    resumed: int | None = None
    """The agent was started anew and took up the record after this entry."""


RAW = Form(RawEvent)
