"""The starts of a table's agent, each with what its computer knew of the time: by them a later start knows for how long
nobody was looking."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant

from .wire import Form

__all__ = ["START", "StartMark"]


class StartMark(msgspec.Struct, frozen=True):
    """One start, or the moment at which the computer's clock became right; kept in the journal, never published."""

    at: Instant
    """The table's instant."""
    boot: str
    """Which time the computer was switched on this was."""
    up_ms: int
    """How long it had been on, asleep or not."""
    wall_ms: int
    """Its wall clock, in milliseconds since 1970."""
    synchronised: bool
    """The wall clock was set by one that is right."""


START = Form(StartMark)
