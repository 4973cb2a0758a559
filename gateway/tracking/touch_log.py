"""The touch log, turn by turn: the memory from which the last moves can be reinterpreted.

A turn ends with the press of the clock; on a board without one, when its move was known. It is kept for as many turns
as may ever be reinterpreted, and no longer.
"""

from __future__ import annotations

import statistics

import msgspec

from gateway.model.instants import Instant, Millis

__all__ = ["LoggedTouch", "TouchLog", "Turn"]

_TURNS = 96
"""The number of turns back within which a wrong guess is looked for."""
_LATELY = 12
"""The number of turns that tell the pace."""
_HASTY_SCANS = 6
"""The time of a move, in scans, at or below which hands may be faster than the sensors."""
_TOUCHES = 160
"""A turn with more touches than that is no turn any more: somebody clears the board, or a sensor has gone mad."""


class LoggedTouch(msgspec.Struct, frozen=True):
    """A touch: from its moment on the cell shows this."""

    at: Instant
    cell: int
    piece: str


class Turn(msgspec.Struct, frozen=True):
    """A turn: what was touched until a press."""

    done: int
    """How many moves of the game were complete when it ended."""
    began: Instant
    ended: Instant
    touches: tuple[LoggedTouch, ...]
    shown: str
    """What was shown at its end."""
    out_of_sight: bool = False
    """The board was out of sight: whatever leads to this may have been played."""


class TouchLog(msgspec.Struct, frozen=True):
    """The last turns, and what was touched since."""

    turns: tuple[Turn, ...] = ()
    began: Instant = Instant(0)
    touches: tuple[LoggedTouch, ...] = ()
    """In the turn that has not ended."""

    @property
    def touches_seen(self) -> bool:
        """Whether anything was touched in the turns it keeps."""
        return bool(self.touches) or any(turn.touches for turn in self.turns)

    def shown_after(self, done: int) -> str:
        """What was shown when so many moves had been pressed for; empty if that is not known."""
        return next((turn.shown for turn in self.turns if turn.done == done), "")

    def is_hasty(self, scan_ms: Millis) -> bool:
        """Whether moves are made of late about as fast as the sensors are read."""
        lately = [turn.ended - turn.began for turn in self.turns[-_LATELY:]]
        return not lately or statistics.median(lately) < _HASTY_SCANS * scan_ms

    def touched(self, touch: LoggedTouch) -> TouchLog:
        """One more cell has changed."""
        return TouchLog(self.turns, self.began, (*self.touches, touch)[-_TOUCHES:])

    def ended(self, done: int, at: Instant, shown: str, *, keep: int = 0, out_of_sight: bool = False) -> TouchLog:
        """A turn has ended, and so many moves are complete; its last `keep` touches belong to the next one."""
        log = self.back_to(done - 1)
        cut = len(log.touches) - keep
        turn = Turn(done, log.began, at, log.touches[:cut], shown, out_of_sight)
        return TouchLog((*log.turns, turn)[-_TURNS:], at, log.touches[cut:])

    def back_to(self, done: int) -> TouchLog:
        """The log with what came after so many moves in one turn that has not ended."""
        began, touches, turns = self.began, self.touches, self.turns
        while turns and turns[-1].done > done:
            began, touches, turns = turns[-1].began, (*turns[-1].touches, *touches)[-_TOUCHES:], turns[:-1]
        return TouchLog(turns, began, touches)
