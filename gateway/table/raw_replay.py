"""Raw events of a table as a replay: what the sensors showed at each instant, on the game's board. No I/O.

Any board will do: a reading is translated by how the board lies, and of a board that tells itself whole again and
again only changes are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from drivers.readings import (
    ClockMissing,
    ClockTimes,
    LeverPressed,
    LinkDown,
    LinkUp,
    Reading,
    Seat,
    Snapshot,
    SquareChanged,
)
from gateway.clock.keeper import Keeper
from gateway.clock.mirror import Mirror
from gateway.model.instants import Instant
from gateway.record.raw import RawEvent
from gateway.record.sensor_replay import MOST_READINGS, SensorReading, SensorReplay
from gateway.tracking.layout import Layout
from gateway.tracking.sensor_board import SensorBoard

from .state import Table

__all__ = ["ReplayWindow", "is_whole_board", "replay_of"]

_OF_CLOCKS = (ClockTimes, ClockMissing, LeverPressed)


class ReplayWindow(NamedTuple):
    """The stretch that is asked for."""

    since: Instant
    upto: Instant


def is_whole_board(event: RawEvent) -> bool:
    """Whether nothing before this event tells more of what the board showed."""
    return isinstance(event.reading, Snapshot | LinkDown)


def replay_of(table: Table, window: ReplayWindow, events: Iterable[RawEvent]) -> SensorReplay:
    """The replay of a window. Events before it tell what the board showed when it began."""
    sensors = msgspec.structs.replace(table.tracker.sensors, raw=None)
    layout = sensors.layout
    shown: str | None = None
    readings: list[SensorReading] = []
    for event in events:
        if event.at > window.upto or len(readings) > MOST_READINGS:
            break
        if event.at < window.since:
            sensors = _after(sensors, event.reading)
            continue
        if shown is None:
            shown = sensors.shown or ""
        before = sensors
        sensors = _after(sensors, event.reading)
        readings += (SensorReading(event.at, each) for each in _of_board(event.reading, layout, before))
        if event.clock is not None and isinstance(event.clock, (*_OF_CLOCKS, LinkDown, LinkUp)):
            readings.append(SensorReading(event.at, _plain(event.clock), clock=True))
    return SensorReplay(
        window.since,
        window.upto,
        layout.rows,
        layout.cols,
        (sensors.shown or "") if shown is None else shown,
        _white_seat(table),
        tuple(readings[:MOST_READINGS]),
        complete=len(readings) <= MOST_READINGS,
    )


def _after(sensors: SensorBoard, reading: Reading | None) -> SensorBoard:
    return sensors if reading is None else msgspec.structs.replace(sensors, raw=sensors.raw_after(reading))


def _of_board(reading: Reading | None, layout: Layout, before: SensorBoard) -> Iterator[Reading]:
    """What a reading of the board tells, with the game's cells; nothing where it only says what was known."""
    match reading:
        case SquareChanged() if 0 <= reading.cell < layout.size:
            cell = layout.from_device_cell(reading.cell)
            if cell is not None:
                yield SquareChanged(cell, reading.piece)
        case Snapshot() if len(reading.cells) == layout.size and reading.cells != before.raw:
            yield Snapshot(layout.rows, layout.cols, layout.from_device(reading.cells))
        case ClockTimes() | ClockMissing() | LeverPressed() | LinkDown() | LinkUp():
            yield _plain(reading)
        case _:
            return


def _plain(reading: Reading) -> Reading:
    """A reading without what is only the table computer's business: where a device is plugged in."""
    return LinkUp("") if isinstance(reading, LinkUp) else reading


def _white_seat(table: Table) -> Seat:
    clock = table.clock
    return clock.white if isinstance(clock, Keeper | Mirror) else Seat.LEFT
