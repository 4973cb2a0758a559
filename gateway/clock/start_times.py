"""The times from which a game starts: what a clock has to show before anybody presses, and which side's is wrong."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Millis
from gateway.model.sides import BySide, Side

from .control import AT_START, PER_MOVE, Shared, TimeControl
from .face import ClockFace, Source
from .hardware_stages import Place

__all__ = ["WrongTime", "start_times", "wrong_times"]


class WrongTime(msgspec.Struct, frozen=True):
    """A side's time that is not the control's."""

    side: Side
    expected_ms: Millis
    shown_ms: Millis


def start_times(control: TimeControl) -> tuple[BySide[Millis], ...]:
    """The pairs of times that a clock may show before the start: makes differ in when they pay the first increment.

    None where nobody can say: shared time is not on such a clock.
    """
    if isinstance(control.white[0], Shared):
        return ()
    place = Place(control, BySide(0, 0))
    plain, paid = place.times(PER_MOVE), place.times(AT_START)
    return (plain,) if plain == paid else (plain, paid)


def wrong_times(face: ClockFace, control: TimeControl) -> tuple[WrongTime, ...]:
    """The sides whose clock does not show what the control begins with, each with both values.

    The agent sets its own clock by the control, so only hardware can be wrong. Both sides must show the same one of the
    pairs: 3:02 against 3:00 is a clock that somebody has set by hand for one side only.
    """
    wanted = start_times(control)
    if face.source is Source.AGENT or not wanted:
        return ()
    shown = BySide(face.white_ms, face.black_ms)
    wrong = [tuple(_wrong(shown, want)) for want in wanted]
    return min(wrong, key=len)


def _wrong(shown: BySide[Millis], want: BySide[Millis]) -> list[WrongTime]:
    return [WrongTime(side, want[side], shown[side]) for side in Side if shown[side] != want[side]]
