"""The topics: `flagfall/v1/{event}/{table}/{channel}`.

| channel        | retained | QoS | payload                                   |
|----------------|----------|-----|-------------------------------------------|
| `entries`      | no       | 1   | `record.entries.Entry`, line by line      |
| `state`        | yes      | 1   | `record.glance.Glance`                    |
| `clock`        | yes      | 0   | `record.glance.ClockMessage`              |
| `availability` | yes      | 1   | `bus.availability.Availability`           |
| `commands`     | no       | 1   | `record.commands.Command`, from the relay |
| `replies`      | no       | 1   | `record.commands.Reply`                   |
"""

from __future__ import annotations

import enum
import re
from typing import NamedTuple

from gateway.model.errors import BusError

__all__ = ["Address", "Channel", "all_tables", "parse", "topic"]

ROOT = "flagfall/v1"
_NAME = re.compile(r"[a-z0-9_-]{1,64}")


class Channel(enum.StrEnum):
    """The last level of a topic."""

    ENTRIES = "entries"
    STATE = "state"
    CLOCK = "clock"
    AVAILABILITY = "availability"
    COMMANDS = "commands"
    REPLIES = "replies"

    @property
    def retained(self) -> bool:
        """Whether the broker keeps the last message for newcomers."""
        return self in {Channel.STATE, Channel.CLOCK, Channel.AVAILABILITY}

    @property
    def qos(self) -> int:
        """The quality of service both ends use."""
        return 0 if self is Channel.CLOCK else 1


class Address(NamedTuple):
    """One table of one event."""

    event: str
    table: str


def topic(address: Address, channel: Channel) -> str:
    """The topic of one table's channel."""
    for level in address:
        if not _NAME.fullmatch(level):
            raise BusError(f"{level!r} cannot be part of a topic: use 1 to 64 of a-z, 0-9, '-' and '_'.")
    return f"{ROOT}/{address.event}/{address.table}/{channel}"


def all_tables(event: str, channel: Channel) -> str:
    """The subscription to one channel of every table."""
    return f"{ROOT}/{event}/+/{channel}"


def parse(name: str) -> tuple[Address, Channel] | None:
    """What a topic stands for; None for one that is not ours."""
    levels = name.split("/")
    if len(levels) != 5 or "/".join(levels[:2]) != ROOT or not all(_NAME.fullmatch(level) for level in levels[2:4]):
        return None
    try:
        return Address(levels[2], levels[3]), Channel(levels[4])
    except ValueError:
        return None
