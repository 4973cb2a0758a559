"""The acts: what an arbiter may do to a game, or a player through a page."""

from __future__ import annotations

import enum

import msgspec

from gateway.clock.adjustments import Change
from gateway.model.instants import Millis
from gateway.model.results import Result
from gateway.model.sides import BySide, Side

from .penalties import Penalty
from .player_requests import PlayerRequest

__all__ = [
    "About",
    "Act",
    "Adjourn",
    "AdjustTime",
    "Appeal",
    "Arrive",
    "CorrectColours",
    "Decide",
    "EnterMove",
    "EnterRequest",
    "Lodger",
    "OpenEnvelope",
    "Overturn",
    "Pause",
    "Penalise",
    "PutClock",
    "ReplaceClock",
    "Resume",
    "RetractMoves",
    "RunClock",
    "Seal",
    "SetGrace",
    "SetPosition",
    "SetResult",
    "StartRound",
    "Void",
]


class _Act(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """Base of all acts."""

    why: str = ""
    """The arbiter's reason, as typed."""


class Pause(_Act, frozen=True, tag="pause"):
    """Stop play; both clocks are to be stopped."""


class Resume(_Act, frozen=True, tag="resume"):
    """A resumption of play after a pause."""


class StartRound(_Act, frozen=True, tag="start_round", kw_only=True):
    """The start of the round at this table, before its time or where none is set: a clock runs from now on."""

    absent: tuple[Side, ...] | None = None
    """Who is not there; the others are. Not said: whoever has not arrived, where attendance is kept."""


class Arrive(_Act, frozen=True, tag="arrive", kw_only=True):
    """The arrival of a player at the board, told now or said otherwise than before."""

    side: Side
    ago_ms: Millis = Millis(0)
    """How long ago it was."""
    there: bool = True
    """False takes an arrival back that was entered by mistake, as long as no move has been made."""


class SetGrace(_Act, frozen=True, tag="set_grace", kw_only=True):
    """The grace period of this game, as an arbiter decides it: how late one may come, counted from the start."""

    ms: Millis


class Adjourn(_Act, frozen=True, tag="adjourn"):
    """An adjournment is announced: the side to move is to seal its next move, and thinks about it on its own time."""


class Seal(_Act, frozen=True, tag="seal"):
    """The sealed move is in the envelope, unread: both clocks are to be stopped, and the times are written down."""


class OpenEnvelope(_Act, frozen=True, tag="open_envelope", kw_only=True):
    """An adjourned game goes on: the times are confirmed or put right, and the sealed move is played."""

    move: str = ""
    """The sealed move; empty if nobody can tell what is written."""
    times: BySide[Millis] | None = None
    """The remaining times, where those that were written down have to be put right."""


class SetResult(_Act, frozen=True, tag="set_result", kw_only=True):
    """End the game with this result, or change the result of an ended one."""

    result: Result
    article: str = ""


class Void(_Act, frozen=True, tag="void", kw_only=True):
    """The game does not count; another one is set up."""

    article: str = ""


class CorrectColours(_Act, frozen=True, tag="correct_colours", kw_only=True):
    """The players hold each other's colours: the game does not count, and begins again with the colours exchanged."""


class SetPosition(_Act, frozen=True, tag="set_position", kw_only=True):
    """The position is this one; what was played before stays in the record."""

    fen: str
    article: str = ""


class EnterMove(_Act, frozen=True, tag="enter_move", kw_only=True):
    """The side to move has played this."""

    move: str
    sealed: bool = False
    """It comes out of the envelope (GN 20.2.4)."""


class RetractMoves(_Act, frozen=True, tag="retract_moves", kw_only=True):
    """The last moves are taken back; in an opening the last step, one at a time."""

    count: int = 1


class AdjustTime(_Act, frozen=True, tag="adjust_time", kw_only=True):
    """Give a side time, take it off, or set it."""

    side: Side
    change: Change
    ms: Millis
    article: str = ""


class PutClock(_Act, frozen=True, tag="put_clock"):
    """Put a clock on the table during shared time: each side has half of what is left (GN 14.1.3)."""


class ReplaceClock(_Act, frozen=True, tag="replace_clock", kw_only=True):
    """Replace a faulty clock; play is stopped, and the new one is to show these times."""

    times: BySide[Millis]


class RunClock(_Act, frozen=True, tag="run_clock", kw_only=True):
    """Let a side's time run, whoever's runs now or none."""

    side: Side


class Penalise(_Act, frozen=True, tag="penalise", kw_only=True):
    """Impose a penalty."""

    side: Side
    penalty: Penalty
    article: str
    """The offence, as cited."""
    ms: Millis = Millis(0)
    """How much time is given or taken."""


class Decide(_Act, frozen=True, tag="decide", kw_only=True):
    """Choose, where the referee has laid a case before the arbiter."""

    case: int
    choice: str
    agreed: bool = False
    """Both players agree to it (GN 21.1.1)."""
    charge: str = ""
    """The article of the case as it was seen; a case under another one is not decided by this. Empty: not said."""


class Overturn(_Act, frozen=True, tag="overturn", kw_only=True):
    """A ruling no longer holds; the record keeps both."""

    ruling: int
    """Its number in the game."""
    result: Result | None = None
    """What takes the place of a result that is overturned; without one, play can go on."""


class Lodger(enum.StrEnum):
    """The person who appeals."""

    PLAYER = "player"
    LEADER = "leader"
    COACH = "coach"


class About(enum.StrEnum):
    """The object of an appeal."""

    RULING = "ruling"
    FACT = "fact"
    INTERPRETATION = "interpretation"
    """How a matter that the rules cover was understood."""


class Appeal(_Act, frozen=True, tag="appeal", kw_only=True):
    """An appeal against a ruling; an arbiter enters it."""

    ruling: int
    lodger: Lodger = Lodger.PLAYER
    about: About = About.RULING


class EnterRequest(_Act, frozen=True, tag="enter_request", kw_only=True):
    """A player asked for something; entered by the player's page, or by an arbiter who heard it."""

    side: Side
    request: PlayerRequest


Act = (
    Pause
    | Resume
    | StartRound
    | Arrive
    | SetGrace
    | Adjourn
    | Seal
    | OpenEnvelope
    | SetResult
    | Void
    | CorrectColours
    | SetPosition
    | EnterMove
    | RetractMoves
    | AdjustTime
    | PutClock
    | ReplaceClock
    | RunClock
    | Penalise
    | Decide
    | Overturn
    | Appeal
    | EnterRequest
)
