"""`flagfall track`: a recorded capture of a board through its codec and tracking."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from drivers import registry as drivers
from drivers.readings import ClockTimes, LinkUp, Seat
from drivers.spec import Capability
from drivers.transport.capture import Capture, decode, parse_capture
from gateway.clock.control import Period, equal
from gateway.clock.facts import ClockPressed
from gateway.clock.mirror import Mirror
from gateway.games import registry
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant, Millis
from gateway.tracking.tracker import Tracker
from gateway.tracking.vision import Vision

from .watcher import Watcher

__all__ = ["track"]

_STEP_MS = 250
"""Between two transfers of a capture that has no times: about a scan of the board."""


def track(
    capture: Annotated[Path, typer.Argument(help="A capture: JSON lines, as `flagfall record` writes them.")],
    driver: Annotated[str, typer.Option(help="The board's driver.")] = "",
    game: Annotated[str, typer.Option(help="The game that was played.")] = "chess",
) -> None:
    """Print the moves that a captured board saw, one a line, then what was irregular."""
    try:
        with capture.open("rb") as lines:
            taken = parse_capture(lines, driver)
    except OSError as error:
        raise SettingsError(f"{capture} cannot be read: {error.strerror}.") from error
    spec = drivers.find(driver or str(taken.driver))
    rules = registry.find(game)
    vision = Vision.PIECES if Capability.PIECES in spec.capabilities else Vision.OCCUPANCY
    device = next((size for size in spec.geometries if size == (rules.rows, rules.cols)), None)
    if device is None and spec.geometries:
        device = max(spec.geometries)
    tracker = Tracker.for_board(rules, Millis(spec.scan_ms), vision=vision, device=device)
    watcher = Watcher.at(tracker, rules.start())
    mirror = Mirror.set_up(equal(Period(Millis(3_600_000))), Instant(0))
    for stamped in decode(_timed(taken), spec.codec()):
        if isinstance(stamped.reading, LinkUp):
            continue
        # The clock does not turn with the board: there White has its other side.
        mirror = mirror.seated(Seat.RIGHT if watcher.tracker.layout.turned else Seat.LEFT)
        mirror, facts = mirror.take(stamped.reading, Instant(stamped.at))
        watcher.clocked = watcher.clocked and Capability.CLOCK in spec.capabilities
        watcher.hear(stamped.reading, stamped.at)
        if isinstance(stamped.reading, ClockTimes):
            for fact in facts:
                if isinstance(fact, ClockPressed):
                    watcher.press(fact.by, stamped.at)
    watcher.wait(watcher.now + 20_000)
    for note in watcher.noted:
        print(note.text)
    for alarm in watcher.alarms:
        print(f"irregular after move {alarm.ply}: {alarm.text}")


def _timed(capture: Capture) -> Capture:
    """The capture with made-up times where none were kept."""
    if any(transfer.t_ms is not None for transfer in capture.transfers):
        return capture
    transfers = tuple(
        dataclasses.replace(transfer, t_ms=number * _STEP_MS) for number, transfer in enumerate(capture.transfers)
    )
    return dataclasses.replace(capture, transfers=transfers)
