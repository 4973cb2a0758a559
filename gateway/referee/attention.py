"""Attention: how soon an arbiter is wanted for a case or an alert, for what class of thing, and what may be done.

Whether an act can be done now is `acting`'s to say, and who may do it, that of `powers`.
"""

from __future__ import annotations

import enum

import msgspec

from .acts import (
    Act,
    AdjustTime,
    Arrive,
    EnterMove,
    EnterRequest,
    Pause,
    Penalise,
    ReplaceClock,
    RetractMoves,
    RunClock,
    SetGrace,
    SetPosition,
    SetResult,
    StartRound,
)
from .powers import tag_of
from .rulings import AlertKind, CaseKind, Choice

__all__ = ["ALERTS", "CASES", "Attention", "Concern"]


class Concern(enum.StrEnum):
    """The class of what an arbiter is wanted for; each has a sound of its own."""

    CASE = "case"
    """Something that a person must decide, or is about to."""
    CALL = "call"
    """A player calls."""
    TIME = "time"
    """A flag, a clock that does not show what it should, a player who is late."""
    DEVICE = "device"
    """A board, a clock or a computer that fails."""
    INFORMATION = "information"
    """Good to know; often the rules leave it to the players."""


class Attention(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The attention that a kind of case or alert asks for."""

    concern: Concern
    urgent: bool = False
    """Somebody waits, or time runs."""
    acts: tuple[str, ...] = ()
    """Acts that may answer it, the likeliest first; a case is answered by its choices."""
    suggested: Choice | None = None
    """The choice that the text itself names, where it does not leave it to anybody's judgement."""


def _alert(concern: Concern, *acts: type[Act], urgent: bool = False) -> Attention:
    return Attention(concern=concern, urgent=urgent, acts=tuple(tag_of(act) for act in acts))


def _case(suggested: Choice | None = None) -> Attention:
    return Attention(concern=Concern.CASE, urgent=True, suggested=suggested)


ALERTS: dict[AlertKind, Attention] = {
    AlertKind.BOARD_DIFFERS: _alert(Concern.DEVICE, EnterMove, RetractMoves, SetPosition, Pause, urgent=True),
    AlertKind.ILLEGAL_MOVE: _alert(Concern.CASE, Pause, RetractMoves, Penalise, urgent=True),
    AlertKind.IRREGULAR: _alert(Concern.CASE, Pause, SetPosition, Penalise, urgent=True),
    AlertKind.DEVICE_LOST: _alert(Concern.DEVICE, Pause, ReplaceClock, urgent=True),
    AlertKind.CLOCK: _alert(Concern.TIME, AdjustTime, RunClock, ReplaceClock, Pause, urgent=True),
    AlertKind.CLOCK_ORDER: _alert(Concern.TIME, AdjustTime, RunClock, ReplaceClock, urgent=True),
    AlertKind.MOVE_INFERRED: _alert(Concern.INFORMATION, RetractMoves, EnterMove),
    AlertKind.DRAW_CLAIMABLE: _alert(Concern.INFORMATION, EnterRequest),
    AlertKind.UNDECLARED_FIVE: _alert(Concern.INFORMATION, EnterRequest),
    AlertKind.FORBIDDEN_MOVE: _alert(Concern.INFORMATION, EnterRequest),
    AlertKind.FLAG_DOWN: _alert(Concern.TIME, EnterRequest, SetResult, AdjustTime, urgent=True),
    AlertKind.CALLED: _alert(Concern.CALL, Pause, AdjustTime, EnterRequest, Penalise, urgent=True),
    AlertKind.ABSENT: _alert(Concern.TIME, Arrive, SetGrace, SetResult, urgent=True),
    AlertKind.LATE_START: _alert(Concern.TIME, StartRound, AdjustTime, Arrive, urgent=True),
    AlertKind.CONTROL: _alert(Concern.INFORMATION),
    AlertKind.SETUP: _alert(Concern.DEVICE, urgent=True),
    AlertKind.DISK: _alert(Concern.DEVICE, urgent=True),
    AlertKind.ASSIGNMENT: _alert(Concern.INFORMATION, urgent=True),
}
"""What to do is said in the catalogues: `advice.flag_down`."""

CASES: dict[CaseKind, Attention] = {
    CaseKind.IRREGULARITY: _case(),  # the opponent chooses
    CaseKind.OFFENCE: _case(Choice.IMPOSE),
    CaseKind.OPENING: _case(),
    CaseKind.POSITION: _case(Choice.PUT_BACK),
    CaseKind.RULE_DRAW: _case(Choice.DRAW),
    CaseKind.TIME_TROUBLE: _case(),
    CaseKind.FLAGS: _case(),
    CaseKind.SHARED_TIME: _case(),
    CaseKind.CLOCK_FAILURE: _case(),
    CaseKind.ABSENCE: _case(Choice.FORFEIT),
    CaseKind.NO_MATE: _case(Choice.DRAW),
    CaseKind.NORMAL_MEANS: _case(),
    CaseKind.INCREMENT: _case(),
    CaseKind.ILLEGAL_POSITION: _case(Choice.DRAW),
    CaseKind.COMPLAINT: _case(),
    CaseKind.RESULT: _case(),
    CaseKind.APPEAL: _case(),
}
