"""Measurements of a table's agent: how it does, not how the game stands. They go to the relay, where one scrape has
all tables: a Pi opens no port for it, and the broker's permissions say who may speak for a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from gateway.model.instants import Instant

from .exposition import Family, Histogram
from .wire import Form

__all__ = ["MEASUREMENTS", "Measurements", "table_families"]

_Count = Annotated[int, msgspec.Meta(ge=0)]


class Measurements(msgspec.Struct, frozen=True, omit_defaults=True):
    """The agent as it is now; counts are of this process."""

    at: Instant
    version: str = ""
    started: float = 0.0
    """When the process started, in seconds since 1970 by the computer's clock."""
    entries: _Count = 0
    """The number of the last line of the record."""
    unsent: _Count = 0
    """Lines that the broker has not acknowledged."""
    inbox: _Count = 0
    """Readings and commands that wait to be worked on."""
    replies: _Count = 0
    """Answers to commands that wait to be sent."""
    held: _Count = 0
    """Lines that wait in memory for a disk that fails."""
    disk: bool = True
    """Whether the journal can be written."""
    readings: _Count = 0
    """Events taken by the table."""
    commits: _Count = 0
    """Commits of the journal."""
    connections: _Count = 0
    """Connections to the broker so far; all but the first are reconnections."""
    device_losses: _Count = 0
    """How often a board or a clock was lost."""
    drift: float | None = None
    """By what part the hardware clock runs fast (above 0) or slow; None while there is too little to tell."""
    synchronised: bool = False
    """Whether somebody keeps the computer's clock right."""
    cpu: float = 0.0
    """Processor time used, in seconds."""
    memory: _Count = 0
    """Memory in use (resident), in bytes."""
    disk_free: _Count = 0
    """Bytes left on the journal's disk."""
    certificate_until: float | None = None
    """When the table's certificate ends, in seconds since 1970."""
    sensor_to_broker: Histogram = Histogram()
    """Seconds from a sensor's byte to the broker's acknowledgement of the line that followed from it."""


MEASUREMENTS = Form(Measurements, 16 * 1024)


def table_families(found: dict[str, Measurements]) -> Iterator[Family]:
    """The metrics of tables by their names."""

    def of(name: str, kind: str, meaning: str, value: str) -> Family:
        family = Family(f"flagfall_table_{name}", kind, meaning)  # type: ignore[arg-type]
        for table, each in found.items():
            family.add(getattr(each, value), table=table)
        return family

    yield of("sensor_to_broker_seconds", "histogram", "From a sensor's byte to the broker's word.", "sensor_to_broker")
    yield of("entries", "gauge", "Number of the last line of the table's record.", "entries")
    yield of("unsent_lines", "gauge", "Lines that the broker has not acknowledged.", "unsent")
    yield of("inbox_events", "gauge", "Readings and commands that wait to be worked on.", "inbox")
    yield of("replies_waiting", "gauge", "Answers to commands that wait to be sent.", "replies")
    yield of("held_lines", "gauge", "Lines that wait in memory for a disk that fails.", "held")
    yield of("disk_writable", "gauge", "Whether the table's journal can be written.", "disk")
    yield of("disk_free_bytes", "gauge", "Bytes left on the journal's disk.", "disk_free")
    yield of("readings_total", "counter", "Events that the table has taken.", "readings")
    yield of("journal_commits_total", "counter", "Commits of the table's journal.", "commits")
    yield of("broker_connections_total", "counter", "Connections of the agent to the broker.", "connections")
    yield of("device_losses_total", "counter", "How often a board or a clock was lost.", "device_losses")
    yield of("clock_drift_ratio", "gauge", "Part by which the hardware clock runs fast.", "drift")
    yield of("clock_synchronised", "gauge", "Whether the computer's clock is kept right.", "synchronised")
    yield of("cpu_seconds_total", "counter", "Processor time that the agent has used.", "cpu")
    yield of("memory_bytes", "gauge", "Resident memory of the agent.", "memory")
    yield of("start_time_seconds", "gauge", "When the agent started, since 1970.", "started")
    yield of(
        "certificate_expiry_seconds", "gauge", "When the table's certificate ends, since 1970.", "certificate_until"
    )
