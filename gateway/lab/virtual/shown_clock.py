"""The clock as a page shows it: that of a DGT clock on the table, or of the table where there are only buttons."""

from __future__ import annotations

from drivers.readings import Seat
from firmware_sim.devices.dgt_clock import DgtClock
from gateway.clock.face import ClockFace
from gateway.model.instants import Instant
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.record.table_state import Status, TableState

__all__ = ["shown_by_dgt", "shown_by_table"]

_RESULTS = {Result.WHITE: "1-0", Result.BLACK: "0-1", Result.DRAW: "DRAW", Result.BOTH_LOSE: "0-0"}


def shown_by_dgt(clock: DgtClock, now: int) -> dict[str, object]:
    """What its display shows; the page counts on from there."""
    return {
        "left_ms": _left_ms(clock, Seat.LEFT, now),
        "right_ms": _left_ms(clock, Seat.RIGHT, now),
        "runs": clock.up.value if clock.running else None,
        "up": clock.up.value,
        "flag": clock.flag.value if clock.flag is not None else None,
        "text": clock.text or None,
        "middle": None if clock.frozen else "stop" if clock.running else "start",
    }


def shown_by_table(
    state: TableState | None, face: ClockFace | None, at: Instant = Instant(0), *, swapped: bool = False
) -> dict[str, object]:
    """What the hall's screen shows of a table that has buttons alone; whoever began with White sits on the left."""
    seats = {side: "left" if (side is Side.WHITE) is not swapped else "right" for side in Side}
    times = {f"{seats[side]}_ms": None if face is None else int(face.shown_ms(side, at)) for side in Side}
    result = state.result if state is not None else None
    paused = state is not None and state.status is Status.PAUSED
    runs = seats[face.running] if face is not None and face.running is not None else None
    ready = state is not None and state.status is Status.READY
    flag = next((seats[flag.side] for flag in face.flags), None) if face is not None else None
    return {
        **times,
        "runs": "both" if face is not None and face.common_runs else runs,
        "up": "left" if face is None or face.turn is None else seats[face.turn],
        "flag": flag,
        "text": _RESULTS[result.result] if result is not None else "PAUSE" if paused else None,
        "middle": "start" if ready and not (face is not None and face.common_runs) else None,
    }


def _left_ms(clock: DgtClock, seat: Seat, now: int) -> int:
    """The clock shows whole seconds; the rest is how long it will go on showing the same."""
    shown = clock.seconds(seat, now)
    if shown == 0 or clock.seconds(seat, now + 1000) == shown:
        return shown * 1000
    same, other = 0, 1000
    while other - same > 1:
        middle = (same + other) // 2
        same, other = (middle, other) if clock.seconds(seat, now + middle) == shown else (same, middle)
    return (shown - 1) * 1000 + other
