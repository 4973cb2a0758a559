"""The plan of a round clock: rounds, boards, how long everything lasts. BR (一) has 7½ to 8½ minutes for a board."""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.instants import Millis
from gateway.model.messages import message

__all__ = ["BOOK_BOARD_MS", "MINUTE", "PhaseKind", "RoundPhase", "RoundPlan", "RoundWarning"]

MINUTE = Millis(60_000)

BOOK_BOARD_MS = (Millis(450_000), Millis(510_000))
"""What the book has for a board, from and to."""

_Length = Annotated[int, msgspec.Meta(ge=0, le=24 * 60 * 60_000)]
_BoardTime = Annotated[int, msgspec.Meta(ge=1000, le=6 * 60 * 60_000)]


class PhaseKind(enum.StrEnum):
    """An activity of the hall."""

    PLAY = "play"
    MOVE = "move"
    """Players and boards go to their next tables."""
    BREAK = "break"
    OVER = "over"


class RoundWarning(enum.StrEnum):
    """A call before a round ends."""

    LAST_BOARD = "last_board"
    """The last board should have begun."""
    NO_NEW_BOARD = "no_new_board"
    """Whoever has not begun the last board does not begin it any more."""
    TIME_LEFT = "time_left"
    """So much is left of the round: for a hall that plays one game a round."""


class RoundPhase(msgspec.Struct, frozen=True):
    """A part of the plan."""

    kind: PhaseKind
    round: int
    """The round that is played, or that has just been."""
    length: Millis


class RoundPlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The plan that is announced: rounds, boards, and how long everything lasts."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=99)]
    boards: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    """Boards of a round. With one, nothing is called about boards: so any event can have a clock for all."""
    board_ms: _BoardTime = 8 * MINUTE
    """Time for a board; the book has 7½ to 8½ minutes."""
    first_extra_ms: _Length = 0
    """More for the first round, in which people find their seats."""
    move_ms: _Length = 2 * MINUTE
    breaks: Annotated[dict[int, _Length], msgspec.Meta(max_length=98)] = {}
    """Breaks by the round after which they are held; nobody moves besides."""
    last_board_ms: _Length | None = None
    """How long before the end the last board should have begun; None: the time for a board."""
    no_new_board_ms: _Length | None = 4 * MINUTE
    """How long before the end no board is begun any more; None: nothing is called."""
    time_left_ms: _Length | None = None
    """How long before the end it is called how much is left; None: nothing is called."""

    def __post_init__(self) -> None:
        if any(not 1 <= after < self.rounds for after in self.breaks):
            raise TournamentError(message("round_clock.break_outside", rounds=self.rounds))

    @property
    def phases(self) -> tuple[RoundPhase, ...]:
        """Everything in its order."""
        found = []
        for number in range(1, self.rounds + 1):
            play = self.boards * self.board_ms + (self.first_extra_ms if number == 1 else 0)
            found.append(RoundPhase(PhaseKind.PLAY, number, Millis(play)))
            if number in self.breaks:
                found.append(RoundPhase(PhaseKind.BREAK, number, Millis(self.breaks[number])))
            elif number < self.rounds:
                found.append(RoundPhase(PhaseKind.MOVE, number, Millis(self.move_ms)))
        return tuple(found)

    @property
    def warnings(self) -> tuple[tuple[RoundWarning, Millis], ...]:
        """What is called in each round, and how long before its end; the earliest first."""
        several = self.boards > 1
        last = self.board_ms if self.last_board_ms is None else self.last_board_ms
        calls = (
            (RoundWarning.LAST_BOARD, last if several else None),
            (RoundWarning.NO_NEW_BOARD, self.no_new_board_ms if several else None),
            (RoundWarning.TIME_LEFT, self.time_left_ms),
        )
        given = [(call, Millis(before)) for call, before in calls if before is not None]
        return tuple(sorted(given, key=lambda call: -call[1]))

    @property
    def total_ms(self) -> Millis:
        """How long all of it lasts."""
        return Millis(sum(phase.length for phase in self.phases))

    def board_due(self, left_ms: Millis) -> int:
        """The board of a round that should be in play when so much of the round is left, from 1."""
        begun = self.boards - -(-left_ms // self.board_ms) + 1
        return min(self.boards, max(1, begun))
