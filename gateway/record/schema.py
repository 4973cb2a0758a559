"""The messages of the bus by name, and JSON Schema made from their definitions."""

from __future__ import annotations

from typing import Any

import msgspec

from gateway.referee.assignment import Assignment

from .availability import Availability
from .commands import Command, Reply
from .entries import Entry
from .line_parts import LinePart
from .measurements import Measurements
from .public_mirror import PublicMirror
from .round_clock_message import RoundClockMessage
from .sensor_replay import ReplayPart
from .table_state import ClockMessage, TableState

__all__ = ["MESSAGES", "json_schema"]

MESSAGES: dict[str, Any] = {
    "entry": Entry,
    "part": LinePart,
    "state": TableState,
    "clock": ClockMessage,
    "availability": Availability,
    "assignment": Assignment,
    "command": Command,
    "reply": Reply,
    "readings": ReplayPart,
    "measurements": Measurements,
    "public": PublicMirror,
    "round-clock": RoundClockMessage,
}
"""Name of a schema to the type of the messages that it describes."""


def json_schema(name: str, kind: Any) -> bytes:
    """The schema of one type, as a file."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **msgspec.json.schema(kind)}
    return msgspec.json.format(msgspec.json.encode(schema), indent=1) + b"\n"
