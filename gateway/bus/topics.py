"""The topics: `flagfall/v1/{event}/{table}/{name}`, each typed by what travels on it.

| name           | retained | QoS | payload                                    |
|----------------|----------|-----|--------------------------------------------|
| `entries`      | no       | 1   | `record.entries.Entry`, line by line       |
| `parts`        | no       | 1   | `record.line_parts.LinePart`, of lines too long for one message |
| `state`        | yes      | 1   | `record.table_state.TableState`            |
| `clock`        | yes      | 0   | `record.table_state.ClockMessage`          |
| `availability` | yes      | 1   | `record.availability.Availability`            |
| `assignment`   | yes      | 1   | `referee.assignment.Assignment`, from the relay |
| `commands`     | no       | 1   | `record.commands.Command`, from the relay  |
| `replies`      | no       | 1   | `record.commands.Reply`                    |
| `readings`     | no       | 1   | `record.sensor_replay.ReplayPart`, for the relay only |
| `measurements` | no       | 0   | `record.measurements.Measurements`, for the relay only |
| `public`       | yes      | 1   | `record.public_mirror.PublicMirror`, from the relay, for tools |

And of an event as a whole, `flagfall/v1/{event}/{name}`, from the relay:

| name           | retained | QoS | payload                                    |
|----------------|----------|-----|--------------------------------------------|
| `round-clock`  | yes      | 1   | `record.round_clock_message.RoundClockMessage` |
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from gateway.model.errors import BusError
from gateway.record import wire
from gateway.record.availability import Availability
from gateway.record.line_parts import LINE_PART
from gateway.record.lines import LINE
from gateway.record.measurements import MEASUREMENTS as MEASURED
from gateway.record.public_mirror import MIRROR
from gateway.record.round_clock_message import ROUND_CLOCK_FORM
from gateway.record.sensor_replay import REPLAY_PART

__all__ = [
    "ASSIGNMENT",
    "AVAILABILITY",
    "CLOCK",
    "COMMANDS",
    "DISCOVERY",
    "ENTRIES",
    "HOME_ASSISTANT",
    "MEASUREMENTS",
    "PARTS",
    "PUBLIC",
    "READINGS",
    "REPLIES",
    "ROUND_CLOCK",
    "STATE",
    "TOPICS",
    "Address",
    "EventTopic",
    "Topic",
    "parse",
]

ROOT = "flagfall/v1"
HOME_ASSISTANT = "homeassistant"
"""The first level of the topics at which Home Assistant looks for devices."""
_NAME = re.compile(r"[a-z0-9_-]{1,64}")

T = TypeVar("T")


class Address(NamedTuple):
    """One table of one event."""

    event: str
    table: str


@dataclass(frozen=True, slots=True, eq=False)
class Topic(Generic[T]):
    """One kind of message of a table: its name, how the broker handles it, and the form of its payload."""

    name: str
    """The last level."""
    form: wire.Form[T]
    retained: bool = False
    """Whether the broker keeps the last message for newcomers."""
    qos: int = 1
    """The quality of service both ends use."""
    from_relay: bool = False
    """Whether the relay sends it; else the table does."""
    under: str = ""
    """Where others look for it, in place of our own topics; with `{event}` and `{table}`."""
    for_tools: bool = False
    """Whether it is for programs beside the hall, and no concern of the table's."""

    @functools.lru_cache(8192)  # noqa: B019 - topics are a handful of constants
    def of(self, address: Address) -> str:
        """The topic of one table; raises `BusError` for a name that cannot be part of one."""
        for level in address:
            _require_name(level)
        if self.under:
            return self.under.format(event=address.event, table=address.table)
        return f"{ROOT}/{address.event}/{address.table}/{self.name}"

    def of_all(self, event: str) -> str:
        """The subscription to this topic of every table."""
        return f"{ROOT}/{event}/+/{self.name}"


@dataclass(frozen=True, slots=True, eq=False)
class EventTopic(Generic[T]):
    """One kind of message of a whole event, which the relay sends and anybody in the hall may read; it is retained."""

    name: str
    form: wire.Form[T]
    qos: int = 1

    def of(self, event: str) -> str:
        """The topic of an event; raises `BusError` for a name that cannot be part of one."""
        _require_name(event)
        return f"{ROOT}/{event}/{self.name}"


def _require_name(level: str) -> None:
    if not _NAME.fullmatch(level):
        raise BusError(f"{level!r} cannot be part of a topic: use 1 to 64 of a-z, 0-9, '-' and '_'.")


ENTRIES = Topic("entries", LINE)
PARTS = Topic("parts", LINE_PART)
STATE = Topic("state", wire.TABLE_STATE, retained=True)
CLOCK = Topic("clock", wire.CLOCK, retained=True, qos=0)
AVAILABILITY = Topic("availability", wire.Form(Availability), retained=True)
ASSIGNMENT = Topic("assignment", wire.ASSIGNMENT, retained=True, from_relay=True)
COMMANDS = Topic("commands", wire.COMMAND, from_relay=True)
REPLIES = Topic("replies", wire.REPLY)
READINGS = Topic("readings", REPLAY_PART)
MEASUREMENTS = Topic("measurements", MEASURED, qos=0)
PUBLIC = Topic("public", MIRROR, retained=True, from_relay=True, for_tools=True)
DISCOVERY = Topic(
    "discovery",
    wire.Form(dict[str, Any]),
    retained=True,
    from_relay=True,
    under=HOME_ASSISTANT + "/device/flagfall_{event}_{table}/config",
    for_tools=True,
)
ROUND_CLOCK = EventTopic("round-clock", ROUND_CLOCK_FORM)

TOPICS: dict[str, Topic[Any]] = {
    topic.name: topic
    for topic in (
        ENTRIES,
        PARTS,
        STATE,
        CLOCK,
        AVAILABILITY,
        ASSIGNMENT,
        COMMANDS,
        REPLIES,
        READINGS,
        MEASUREMENTS,
        PUBLIC,
    )
}
"""All topics of a table by their names."""


@functools.lru_cache(8192)
def parse(text: str) -> tuple[Address, Topic[Any]] | None:
    """The table and the kind of message that a topic stands for; None for one that is not ours."""
    levels = text.split("/")
    if len(levels) != 5 or "/".join(levels[:2]) != ROOT or not all(_NAME.fullmatch(level) for level in levels[2:4]):
        return None
    topic = TOPICS.get(levels[4])
    return None if topic is None else (Address(levels[2], levels[3]), topic)
