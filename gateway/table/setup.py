"""The place of a table and its hardware, as far as the pure part needs to know them."""

from __future__ import annotations

import msgspec

from gateway.clock.control import Period
from gateway.clock.control_notation import parse_control
from gateway.clock.face import Source
from gateway.games import registry
from gateway.model.errors import GatewayError
from gateway.model.instants import Millis
from gateway.referee.assigning import check_assignment
from gateway.referee.assignment import Assignment, Unfit
from gateway.referee.limits import exceeded
from gateway.referee.state import Phase, State
from gateway.tracking.vision import Vision

__all__ = ["TableSetup"]

_FOR_THE_EYE = ("draughts-international", "chess", "renju")
"""Games whose empty places are shown while nothing is assigned, by the size of the board."""


class TableSetup(msgspec.Struct, frozen=True, kw_only=True):
    """The table's settings."""

    event: str
    table: str
    alone: Assignment | None = None
    """What is played while no event has assigned anything."""
    clock: Source = Source.HARDWARE
    """Whether the clock on the table keeps the time, or the agent does."""
    apart: bool = False
    """The clock is a device of its own: the board's readings do not concern it, nor its readings the board."""
    settable: bool = False
    """The clock lets itself be set from outside."""
    vision: Vision = Vision.PIECES
    """Whether the board tells pieces apart."""
    sizes: tuple[tuple[int, int], ...] = ()
    """Rows and columns that the board may have; none: as many as the game needs."""
    bridge: bool = False
    """A bridge table: no board, no game; its two buttons are all there is."""
    scan_ms: Millis = Millis(250)
    """How long the board needs to look at all its cells once."""

    def __post_init__(self) -> None:
        """Find out now what cannot work, not at the first move."""
        if self.alone is not None:
            check_assignment(self.alone)

    def next(self, referee: State) -> Assignment | None:
        """What is to be played when the game on the table is over; None while nothing is known.

        What was assigned before its board was found, or exchanged, and does not fit on it, is as if it were not there.
        """
        assigned = referee.assignment
        fits = assigned is not None and (assigned.rules not in registry.GAMES or self._has_room(assigned.rules))
        return assigned if fits else self.alone

    def rules(self, referee: State) -> str:
        """The game that the board is read for: the one under way, or else the next."""
        if referee.play is not None and referee.phase not in {Phase.WAITING, Phase.OVER}:
            return referee.play.setup.rules
        assigned = self.next(referee)
        return assigned.rules if assigned is not None else self._for_the_eye()

    def device(self, rules: str) -> tuple[int, int] | None:
        """The board's rows and columns, where they are not the game's."""
        game = registry.find(rules)
        return None if not self.sizes or (game.rows, game.cols) in self.sizes else max(self.sizes)

    def unfit(self, assignment: Assignment) -> Unfit | None:
        """Why the hardware cannot serve an assignment, if it cannot. What is wrong with it anyway is not looked at."""
        if exceeded(assignment) is not None:
            return Unfit.BEYOND_LIMITS
        if assignment.rules in registry.GAMES and not self._has_room(assignment.rules):
            return Unfit.BOARD_TOO_SMALL
        if not assignment.set_clock:
            return None
        if not self.settable:
            return Unfit.CLOCK_CANNOT_BE_SET
        return None if _is_one_time(assignment.control) else Unfit.CONTROL_CANNOT_BE_SET

    def _has_room(self, rules: str) -> bool:
        game = registry.find(rules)
        return not self.sizes or any(rows >= game.rows and cols >= game.cols for rows, cols in self.sizes)

    def _for_the_eye(self) -> str:
        exact = [name for name in _FOR_THE_EYE if self.sizes and self.device(name) is None]
        return next(iter([*exact, *filter(self._has_room, _FOR_THE_EYE)]), _FOR_THE_EYE[0])


def _is_one_time(control: str) -> bool:
    """A clock that is set from outside counts one time down, and knows of no bonus and no second period."""
    try:
        parsed = parse_control(control)
    except GatewayError:
        return True  # refused for what it is
    return all(
        len(stages) == 1 and isinstance(stages[0], Period) and stages[0].bonus is None
        for stages in (parsed.white, parsed.black)
    )
