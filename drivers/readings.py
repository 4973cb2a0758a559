"""Readings: what a device says, decoded. The one vocabulary between drivers and whoever listens to them.

A board is a grid of cells, numbered row by row from the top left corner as the device itself counts, whatever way it
lies on the table. A cell's content is one letter, upper case for white:

    P N B R Q K    chess pieces
    M D            draughts: man, dame (king)
    S              a stone
    ?              something stands there, the sensor cannot tell what
    .              nothing

Times are whole milliseconds. `at` in `Stamped` is the instant of arrival on the clock that the caller gave the link.
"""

from __future__ import annotations

import enum

import msgspec

__all__ = [
    "EMPTY",
    "Battery",
    "ButtonPressed",
    "Calibrated",
    "ClockMissing",
    "ClockTimes",
    "FlagSign",
    "Identity",
    "LeverPressed",
    "LinkDown",
    "LinkUp",
    "Milestone",
    "Noise",
    "Past",
    "PastMark",
    "PastTime",
    "Reading",
    "RequestAnswer",
    "Seat",
    "Snapshot",
    "SquareChanged",
    "Stamped",
    "Unknown",
]

EMPTY = "."
"""The content of an empty cell."""


class Seat(enum.StrEnum):
    """A side of the clock, seen from its front. Which colour sits there is not the device's business."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> Seat:
        """The seat across."""
        return Seat.RIGHT if self is Seat.LEFT else Seat.LEFT


class FlagSign(enum.StrEnum):
    """The sign that a clock shows about one side's flag."""

    NONE = "none"
    SHOWN = "shown"
    """A flag is shown, the clock may still run (an earlier period, or a mode that does not freeze)."""
    BLOCKED = "blocked"
    """The flag has fallen and the clock stands at zero."""


class _Reading(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of all readings."""


class SquareChanged(_Reading, frozen=True, tag="square"):
    """One cell, and what it holds from now on."""

    cell: int
    piece: str


class Snapshot(_Reading, frozen=True, tag="snapshot"):
    """The whole board at once: `rows * cols` letters."""

    rows: int
    cols: int
    cells: str


class ClockTimes(_Reading, frozen=True, tag="clock"):
    """The times that the clock's display shows, to its own resolution."""

    left_ms: int
    right_ms: int
    running: bool
    up: Seat
    """Whose lever stands up: that side is on move, since the other has pressed."""
    left_flag: FlagSign = FlagSign.NONE
    right_flag: FlagSign = FlagSign.NONE
    resolution_ms: int = 1000
    battery_low: bool = False


class ClockMissing(_Reading, frozen=True, tag="clock_missing"):
    """The device's word that no clock is attached to it."""


class RequestAnswer(_Reading, frozen=True, tag="answer"):
    """The end of a request: done, refused, or never answered."""

    request: str
    """The request's type tag."""
    ok: bool
    detail: str = ""


class LeverPressed(_Reading, frozen=True, tag="lever"):
    """A press on a clock that has buttons only."""

    seat: Seat


class ButtonPressed(_Reading, frozen=True, tag="button"):
    """A press on a button of the board itself, by the name that is printed beside it. It moves nothing and starts
    nothing: a game begins when the pieces stand in the start position."""

    button: str


class Battery(_Reading, frozen=True, tag="battery"):
    """The charge that is left."""

    percent: int
    charging: bool = False


class Identity(_Reading, frozen=True, tag="identity"):
    """The identity that a device tells of itself; each field as far as it has told."""

    product: str = ""
    serial: str = ""
    firmware: str = ""


class Calibrated(_Reading, frozen=True, tag="calibrated"):
    """Something that was learned about this very device and is worth keeping: an option of its driver."""

    option: str
    value: str


class Milestone(enum.StrEnum):
    """Something that a device remembers about the board as a whole."""

    POWER = "power"
    """It was switched on."""
    START = "start"
    """The pieces stood in the start position."""
    START_TURNED = "start turned"
    """The pieces stood in the start position, with the board turned round."""
    EMPTY = "empty"
    """Nothing stood on the board."""


class PastMark(_Reading, frozen=True, tag="past_mark"):
    """A milestone in a device's memory."""

    what: Milestone


class PastTime(_Reading, frozen=True, tag="past_time"):
    """A time in a device's memory: what one side had left when the lever was moved."""

    seat: Seat
    left_ms: int


class Past(_Reading, frozen=True, tag="past"):
    """The past as a device remembers it, oldest first, without instants.

    On request: since the pieces last stood in the start position. Unasked, before the first `Snapshot` after a lost
    connection: what happened since the last `SquareChanged` or `Snapshot` that was told, and leads to that snapshot.
    """

    events: tuple[SquareChanged | PastMark | PastTime, ...]


class Noise(_Reading, frozen=True, tag="noise"):
    """Bytes that were dropped, since they belonged to no message."""

    dropped: int


class Unknown(_Reading, frozen=True, tag="unknown"):
    """A well-formed message that the codec does not know."""

    code: int
    data: str
    """The payload in hexadecimal."""


class LinkUp(_Reading, frozen=True, tag="link_up"):
    """The link's word that the device can be reached."""

    url: str


class LinkDown(_Reading, frozen=True, tag="link_down"):
    """The link's word that the device cannot be reached: what it last said is no longer known to hold."""

    reason: str
    permanent: bool = False
    """Trying again will not help until a person does something (no permission, wrong device)."""


Reading = (
    SquareChanged
    | Snapshot
    | ClockTimes
    | ClockMissing
    | RequestAnswer
    | LeverPressed
    | ButtonPressed
    | Battery
    | Identity
    | Calibrated
    | Past
    | Noise
    | Unknown
    | LinkUp
    | LinkDown
)


class Stamped(msgspec.Struct, frozen=True):
    """A reading and the instant it arrived."""

    at: int
    reading: Reading
