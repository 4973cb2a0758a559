"""Requests that may be made of a device. A codec that cannot do a thing refuses it by a `RequestAnswer`.

Where a device does not confirm, the answer is given when the bytes are handed over.
"""

from __future__ import annotations

import msgspec

__all__ = [
    "ClearSquares",
    "ClearText",
    "ReadBoard",
    "ReadPast",
    "Request",
    "SetClock",
    "ShowSquares",
    "ShowText",
    "ShowTimes",
    "tag",
]


class _Request(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of all requests."""


class ReadBoard(_Request, frozen=True, tag="read_board"):
    """Send the whole board."""


class ReadPast(_Request, frozen=True, tag="read_past"):
    """Send what the device remembers of the time when nobody listened; it may take long, and be silent meanwhile."""


class SetClock(_Request, frozen=True, tag="set_clock"):
    """Set both times of a clock that keeps time itself, and let it run for one side or for none."""

    left_ms: int
    right_ms: int
    left_runs: bool = False
    right_runs: bool = False


class ShowText(_Request, frozen=True, tag="show_text"):
    """Show a short text on the clock in place of the times; the clock goes on."""

    text: str
    beep: bool = False


class ClearText(_Request, frozen=True, tag="clear_text"):
    """Show the times again."""


class ShowSquares(_Request, frozen=True, tag="show_squares"):
    """Light the lamps of these cells, and of no others."""

    cells: tuple[int, ...]
    text: str = ""
    """The squares in a few letters, for a clock's display where there are no lamps; lamps do not need it."""


class ClearSquares(_Request, frozen=True, tag="clear_squares"):
    """Put all lamps out."""


class ShowTimes(_Request, frozen=True, tag="show_times"):
    """Show what both sides have left, on a device that displays times but keeps none."""

    white_ms: int
    black_ms: int


Request = ReadBoard | ReadPast | SetClock | ShowText | ClearText | ShowSquares | ClearSquares | ShowTimes


def tag(request: Request) -> str:
    """The type tag of a request, as a `RequestAnswer` names it."""
    return str(request.__struct_config__.tag)
