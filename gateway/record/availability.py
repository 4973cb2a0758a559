"""Availability of a table's agent. `offline` is the agent's last will, and is also said in words when it stops; as
long as it runs, the task that owns the table says so every few seconds."""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from gateway.model.instants import Instant

__all__ = ["Absence", "Availability", "Question"]


class Absence(enum.StrEnum):
    """The way in which an agent that was there is not there."""

    STOPPED = "stopped"
    """Somebody stopped it properly."""
    LOST = "lost"
    """Its connection broke."""
    SILENT = "silent"
    """Its connection stands, yet it no longer says that it is awake: it hangs."""
    WITHHELD = "withheld"
    """It is there, and somebody holds it back from spectators: what they are shown of it stands."""


class Question(msgspec.Struct, frozen=True):
    """The question of an agent that has started and may have lost lines: what is there after these?"""

    id: str
    last: Annotated[int, msgspec.Meta(ge=0)]
    """The number of its last line."""
    hash: str
    """The hash of all lines up to it; empty without any."""


class Availability(msgspec.Struct, frozen=True, omit_defaults=True):
    """Retained; sent again on every connect, since a broker may forget and a stale will may linger."""

    online: bool
    devices: dict[str, bool] = {}
    """By device name; empty when the agent itself is away and nothing is known."""
    version: str = ""
    stopped: bool = False
    """The agent was stopped properly; an offline agent that does not say so was lost."""
    beat: Instant = Instant(0)
    """The table's instant at which the task that owns the table was last awake; 0 where nobody says."""
    bridge: bool = False
    """A bridge table: it has buttons and no game."""
    question: Question | None = None
    """What a relay is asked that holds lines of this table; it answers with `restore_lines`."""
