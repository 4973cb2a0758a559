"""Times of a capture's transfers: as they were stamped, or as far as can be worked out."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence

from drivers.readings import ClockTimes, Seat, Stamped
from drivers.transport.capture import Capture

__all__ = ["STEPS_MS", "by_the_clock", "in_order", "is_timed"]

STEPS_MS = (250, 1000)
"""Between two transfers of a capture that has no times and tells of no clock: about a scan of the board. If that does
not explain it, so long that all that is shown settles."""
_STEP_MS = STEPS_MS[0]
_LONGEST_TICK_MS = 60_000
"""The largest step of a running clock's display; beyond it somebody has set the clock."""
_PRESS_MS = 500
"""The time from the last tick before a press to the press, as close as the clock's display tells it."""


def is_timed(capture: Capture) -> bool:
    """Whether its transfers say when they came: two instants at least, since one tells nothing."""
    return len({transfer.t_ms for transfer in capture.transfers} - {None}) > 1


def in_order(capture: Capture) -> Capture:
    """The capture with an instant at each transfer that never goes back.

    Where the stamps jump back the recorder was set or started again, and time goes on from there. Transfers without a
    stamp lie evenly between those that have one.
    """
    if not is_timed(capture):
        steps = range(0, _STEP_MS * len(capture.transfers), _STEP_MS)
        return _stamped(capture, steps)
    instants: list[int] = []
    waiting, last, back = 0, 0, 0
    for transfer in capture.transfers:
        if transfer.t_ms is None:
            waiting += 1
            continue
        if not instants:
            last = transfer.t_ms
        back += max(0, last - transfer.t_ms - back)
        at = transfer.t_ms + back
        instants += [last + (at - last) * number // (waiting + 1) for number in range(1, waiting + 1)]
        instants.append(at)
        waiting, last = 0, at
    instants += [last + _STEP_MS * number for number in range(1, waiting + 1)]
    return _stamped(capture, instants)


def by_the_clock(readings: Sequence[Stamped], step_ms: int = _STEP_MS) -> list[Stamped]:
    """Readings that were stamped in steps, stamped by what the clock beside the board shows meanwhile.

    Between two of its times lies what the side that ran has used, and what came in between is spread over it. Where
    the clock tells nothing the steps have this length.
    """
    stamped: list[Stamped] = []
    waiting: list[Stamped] = []
    shown: ClockTimes | None = None
    since = now = 0
    for each in readings:
        waiting.append(each)
        if not isinstance(each.reading, ClockTimes):
            continue
        length = (each.at - since) * step_ms // _STEP_MS
        if shown is not None and shown.running:
            length = _elapsed_ms(shown, each.reading) or length
        stamped += _spread(waiting, since, now, length)
        since, now = each.at, now + length
        shown, waiting = each.reading, []
    last = readings[-1].at - since if readings else 0
    return [*stamped, *_spread(waiting, since, now, last * step_ms // _STEP_MS)]


def _elapsed_ms(before: ClockTimes, now: ClockTimes) -> int | None:
    """How much time has gone by; None if the clock does not tell."""
    if now.up is not before.up:
        return _PRESS_MS
    used = before.left_ms - now.left_ms if before.up is Seat.LEFT else before.right_ms - now.right_ms
    return used if 0 < used <= _LONGEST_TICK_MS else None


def _spread(readings: Sequence[Stamped], since: int, now: int, length: int) -> Iterator[Stamped]:
    """From that instant in steps on, over that length from now on."""
    steps = max((each.at for each in readings), default=since) - since
    return (Stamped(now + (each.at - since) * length // max(1, steps), each.reading) for each in readings)


def _stamped(capture: Capture, instants: Iterable[int]) -> Capture:
    transfers = tuple(
        dataclasses.replace(transfer, t_ms=at) for transfer, at in zip(capture.transfers, instants, strict=True)
    )
    return dataclasses.replace(capture, transfers=transfers)
