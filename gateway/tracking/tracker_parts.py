"""Parts of what a tracker knows: touches, progress, the time out of sight, doubts, fruitless searches."""

from __future__ import annotations

import msgspec

from drivers.readings import PastTime, SquareChanged
from gateway.games.game import Move
from gateway.model.instants import Instant
from gateway.model.sides import Side

from .expectation import Expectation, MoveChoice
from .hypothesis import Beam
from .touch_evidence import TouchEvidence
from .touch_log import TouchLog
from .waits import BURST_MS

__all__ = ["Doubt", "Gap", "Progress", "SearchMemo", "Touches", "Unanswered"]


class Touches(msgspec.Struct, frozen=True):
    """Touches, as evidence and as a log."""

    evidence: TouchEvidence = TouchEvidence()
    """Since the board last showed the position."""
    log: TouchLog = TouchLog()
    """In the last turns, for reinterpretation."""


class Unanswered(msgspec.Struct, frozen=True):
    """Moves that led to what was shown and has not settled, where nobody presses: their answer tells that they were
    made."""

    moves: tuple[Move, ...]
    answers: Expectation
    """What may be seen after them."""
    touches: int
    """How many touches of the turn there were by then."""
    alternatives: tuple[Move, ...] = ()
    """What else would look the same."""
    doubtful: bool = False


class Progress(msgspec.Struct, frozen=True):
    """Progress of the game, by moves that were observed and by presses."""

    ply: int = 0
    """How many moves of the line have been taken notice of."""
    pressed_ply: int = 0
    """How many moves the presses have completed: more than `ply` if some were not yet seen, less if the last was seen
    before its press."""
    pressed_at: Instant = Instant(0)
    pressed_by: Side | None = None
    """Who pressed last."""
    complete: bool = True
    """The last move can no longer be changed by its hand."""
    confirmed: MoveChoice | None = None
    """A move that the reply has confirmed, to be told at the next look."""
    unanswered: Unanswered | None = None
    """The last moves that were shown since."""

    @property
    def presses(self) -> int:
        """How many presses tell of moves not yet seen."""
        return max(0, self.pressed_ply - self.ply)


class Gap(msgspec.Struct, frozen=True):
    """The time during which the board was out of sight, and what is known of it."""

    open: bool = True
    """The board was out of sight since the last move."""
    pressed: bool = False
    """Somebody has pressed since the board was lost from sight."""
    unheard: bool = False
    """Presses of both sides went unheard, and no move has been seen since."""
    half_told: bool = False
    """The board came into sight and showed the position, though one side had pressed: for a move that the sensors have
    yet to show, or, should the other press next, for one of several that led back."""
    anchor: int = -1
    """The last move before those that were worked out after the board was out of sight; -1 if there were none."""
    unsure_from: int = -1
    """How many moves the line had when the last of those was noted that nobody has seen; what is known of the game
    since rests on them. -1 if there were none."""
    lacking: bool = False
    """Moves were made out of sight, or may have been, and the board will never show them: somebody must enter them."""
    lacking_to: int = -1
    """How many moves there are with those, where presses tell; else -1."""
    may_lack: bool = False
    """One stone may have been laid out of sight: a press will tell, if none is laid before it."""
    kept: tuple[tuple[Instant, SquareChanged | PastTime], ...] = ()
    """What was laid and pressed while moves were lacking, to be looked at when they have been entered."""
    ended: Instant = Instant(0)
    """When the board came into sight last."""
    blurred: int = -1
    """Up to which move presses and touches may have come late and in another order, since nobody looked."""
    unmatched: bool = False
    """Some have, and the board has not stood in the position since."""
    tangled: int = -1
    """After which move touches and presses were heard in no order, -1 if they were not: up to the first press that was
    heard in time all is one turn."""
    looked_again: Instant = Instant(-BURST_MS)
    """When somebody looked again after a time in which nobody did; what had waited comes right then."""
    pressed_ply_when_lost: int = 0
    """The turns that were pressed for when the board went out of sight."""
    missed: tuple[tuple[Instant, SquareChanged | PastTime], ...] = ()
    """What the board remembers of the time out of sight, not yet looked at. The instants are made up."""


class Doubt(msgspec.Struct, frozen=True):
    """A doubt: what may yet turn out to have been played otherwise."""

    ply: int = -1
    """How many moves there were with the last one that may have been another; -1 if there is no doubt."""
    beam: Beam | None = None
    """The hypotheses about turns long past, while there is a doubt."""


class SearchMemo(msgspec.Struct, frozen=True):
    """Searches that have found nothing, so that they are not made again while the board shows the same."""

    reported: str = ""
    """What was seen when an anomaly or a mismatch was last reported."""
    searched: str = ""
    """What was seen when no row of moves was found to explain it."""
    glimpsed: str = ""
    """What was seen when it was found not to be as many moves as there were presses."""
    unfollowed: str = ""
    """What was seen when no row of moves was found of which each was touched, where nobody presses."""
    refuted: str = ""
    """What was shown at a press, still stood when it was searched, and was found to be no row of moves."""
    withheld: str = ""
    """What was seen when moves were taken from the line that still stand on the board: none of them until it changes to
    the position."""
    fruitless: int = 0
    """How often the last turns were reinterpreted in vain since the board last made sense."""
