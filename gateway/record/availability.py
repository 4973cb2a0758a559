"""Availability of a table's agent. `offline` is the agent's last will, and is also said in words when it stops."""

from __future__ import annotations

import msgspec

__all__ = ["Availability", "Question"]


class Question(msgspec.Struct, frozen=True):
    """The question of an agent that has started and may have lost lines: what is there after these?"""

    id: str
    last: int
    """The number of its last line."""
    hash: str
    """The hash of all lines up to it; empty without any."""


class Availability(msgspec.Struct, frozen=True, omit_defaults=True):
    """Retained; sent again on every connect, since a broker may forget and a stale will may linger."""

    online: bool
    devices: dict[str, bool] = {}
    """By device name; empty when the agent itself is away and nothing is known."""
    version: str = ""
    question: Question | None = None
    """What a relay is asked that holds lines of this table; it answers with `restore_lines`."""
