"""The clocks that may stand behind a board: which there are, how each shows a text, and what its times mean."""

from __future__ import annotations

import enum

from drivers.readings import ClockTimes, FlagSign, Seat
from drivers.requests import ShowText

from . import messages as wire
from .messages import ClockCommand
from .segments import WIDTH, segments

__all__ = ["LONGEST_S", "DgtClockModel", "read_times", "spell"]

TEXT_LENGTH = 8
LONGEST_S = 10 * 3600 - 1
"""The longest time that a clock shows: it has one digit of hours."""


class DgtClockModel(enum.Enum):
    """The knowledge of the clock behind the board."""

    UNASKED = enum.auto()
    SILENT = enum.auto()
    ABSENT = enum.auto()
    DGT_XL = enum.auto()
    DGT_3000 = enum.auto()
    OTHER = enum.auto()


def spell(request: ShowText, clock: DgtClockModel) -> tuple[ClockCommand, bytes] | str:
    """The command that shows the text on this clock, or why there is none."""
    text = request.text
    if clock is DgtClockModel.DGT_3000:
        if len(text) > TEXT_LENGTH or not text.isascii() or not text.isprintable():
            return f"a DGT 3000 shows at most {TEXT_LENGTH} ASCII characters through the board"
        return ClockCommand.ASCII, wire.text_command(text, beep=request.beep)
    if clock is DgtClockModel.DGT_XL:
        shapes = segments(text)
        if shapes is None:
            return f"a DGT XL shows at most {WIDTH} letters and digits"
        return ClockCommand.DISPLAY, wire.segment_command(shapes, beep=request.beep)
    return "it is not known how to show text on this clock"


def read_times(times: wire.Times) -> ClockTimes:
    """What the display shows."""
    return ClockTimes(
        left_ms=times.left.seconds * 1000,
        right_ms=times.right.seconds * 1000,
        running=times.running,
        up=Seat.RIGHT if times.right_up else Seat.LEFT,
        left_flag=_flag(times.left),
        right_flag=_flag(times.right),
        battery_low=times.battery_low,
    )


def _flag(face: wire.SideDisplay) -> FlagSign:
    if face.blocked:
        return FlagSign.BLOCKED
    return FlagSign.SHOWN if face.flag else FlagSign.NONE
