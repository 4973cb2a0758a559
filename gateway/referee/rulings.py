"""Rulings: all that the referee can decide. What needs a person's judgement is proposed or an alert, not a decision."""

from __future__ import annotations

import enum

import msgspec

from gateway.clock.adjustments import Change
from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message
from gateway.model.persons import Person, named
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side

from .penalties import Penalty
from .roles import Role

__all__ = [
    "BOARD",
    "CLOCK",
    "Adjourned",
    "Alert",
    "AlertKind",
    "Arrived",
    "AssignmentDeferred",
    "Case",
    "CaseDecided",
    "CaseKind",
    "CaseLapsed",
    "CaseOpened",
    "Choice",
    "ClockPut",
    "ClockRun",
    "ControlChanged",
    "Ended",
    "NewClock",
    "Offered",
    "Opened",
    "Overturned",
    "Paused",
    "Penalised",
    "PositionSet",
    "Refusal",
    "Refused",
    "Rejected",
    "Resumed",
    "RoundStarted",
    "Ruling",
    "Sealed",
    "Started",
    "TimeChanged",
    "Voided",
]


class _Ruling(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """Base of all rulings."""

    article: str = ""
    """What it rests on, as cited; empty where an arbiter's own authority is enough."""
    text: Message


class _Numbered(_Ruling, frozen=True, kw_only=True):
    """Base of what can be overturned or appealed against."""

    no: int = 0
    """Its number among the rulings of the game, from 1."""
    by: str = ""
    """Who made it, where a person did."""


class Refusal(msgspec.Struct, frozen=True):
    """A refusal: why something that was asked for is not done, and by which article."""

    why: Message
    article: str = ""


class Started(_Ruling, frozen=True, tag="started"):
    """The beginning of play."""


class RoundStarted(_Ruling, frozen=True, tag="round_started", kw_only=True):
    """The start of the round at this table."""

    run: Side | None = None
    """Whose clock is to run; None where play has begun before."""
    absent: tuple[Side, ...] = ()


class Arrived(_Ruling, frozen=True, tag="arrived", kw_only=True):
    """The arrival of a player at the board, as somebody told it or a move proved it."""

    side: Side
    late_ms: Millis = Millis(0)
    """How long after the start of the round it was."""
    run: Side | None = None
    """Whose clock is to run from now on, where another one ran until now."""
    there: bool = True
    """False: an arrival was entered by mistake, and the player is not there yet."""


class Paused(_Ruling, frozen=True, tag="paused"):
    """A stop of play, by an arbiter or by a player who calls one."""

    by: str


class Resumed(_Ruling, frozen=True, tag="resumed"):
    """The resumption of play."""

    by: str
    sealed: bool = False
    """After an adjournment: the sealed move counts as made, and the time of the side that answers it runs."""
    sealer: Side | None = None
    """Who has sealed it, whoever's time ran last."""


class Adjourned(_Ruling, frozen=True, tag="adjourned"):
    """An adjournment that has been announced."""

    by: str
    sealer: Side
    """Who is to seal a move; the opponent, if a move is made on the board after all."""


class Sealed(_Ruling, frozen=True, tag="sealed"):
    """The close of the envelope: the game is adjourned."""

    by: str
    sealer: Side


class Ended(_Numbered, frozen=True, tag="ended", kw_only=True):
    """The game is over."""

    result: Result
    reason: Reason
    lost: Side | None = None
    """Who was ruled lost after a draw; the opponent keeps the half point (GN 15.3)."""


class Refused(_Ruling, frozen=True, tag="refused"):
    """An act could not be carried out."""

    command: str


class Rejected(_Ruling, frozen=True, tag="rejected"):
    """A player asked for something that the rules do not give."""

    side: Side


class Offered(_Ruling, frozen=True, tag="offered"):
    """A draw is offered, or an offer is no longer there."""

    side: Side
    """Who offered."""
    open: bool = True
    """False: it has been refused, by word or by a move."""


class Penalised(_Numbered, frozen=True, tag="penalised", kw_only=True):
    """A player is punished."""

    side: Side
    penalty: Penalty
    count: int = 1
    """Its number among those of its kind for this player in this game, counted from 1."""
    ms: Millis = Millis(0)
    roles: tuple[Role, ...] = ()
    """Who may impose such a penalty."""


class TimeChanged(_Numbered, frozen=True, tag="time_changed", kw_only=True):
    """A side's time is to be changed on the clock."""

    side: Side
    change: Change
    ms: Millis


class ControlChanged(_Ruling, frozen=True, tag="control_changed"):
    """The control is another one from now on; times already on the clock stay."""

    control: str


class NewClock(_Numbered, frozen=True, tag="new_clock", kw_only=True):
    """A faulty clock is replaced: the new one is to show these times."""

    left_ms: BySide[Millis]


class ClockPut(_Ruling, frozen=True, tag="clock_put"):
    """A clock is put on the table: each side has half of the common time that is left."""

    by: str


class ClockRun(_Ruling, frozen=True, tag="clock_run"):
    """A side's time is let run by an arbiter."""

    side: Side
    by: str


class PositionSet(_Numbered, frozen=True, tag="position_set", kw_only=True):
    """The position is this one now: set, or moves entered or taken back."""

    board: str
    fen: str
    turn: Side
    moves: tuple[str, ...]
    """The moves of the game as they stand now."""


class Opened(_Ruling, frozen=True, tag="opened"):
    """One step of an opening protocol was done."""

    stage: str
    """What comes next; empty when the ordinary rules take over."""
    options: tuple[str, ...] = ()
    """What may be done now: `lay`, `swap`, `keep`, `more`, `declare`, `offer`, `choose`."""
    offers: tuple[int, ...] = ()
    """Fifth stones that lie on the board to be chosen from."""
    swapped: bool = False
    """The players hold other colours than at the start."""
    players: BySide[Person] = named("", "")
    """Who holds which colour now."""
    board: str = ""
    fen: str = ""


class Voided(_Ruling, frozen=True, tag="voided"):
    """The game does not count and is played again."""

    by: str = ""


class CaseKind(enum.StrEnum):
    """The kind of a case that is laid before a person."""

    IRREGULARITY = "irregularity"
    """Corrected or accepted; the opponent's choice (FMJD 5.4)."""
    OFFENCE = "offence"
    """A penalty may be imposed."""
    OPENING = "opening"
    """A stone against the opening protocol."""
    POSITION = "position"
    """What stands on the board is not what was played, and nobody can be told to have done it."""
    RULE_DRAW = "rule_draw"
    TIME_TROUBLE = "time_trouble"
    FLAGS = "flags"
    """Flags are down and who loses is not clear."""
    SHARED_TIME = "shared_time"
    CLOCK_FAILURE = "clock_failure"
    """The clock has failed: a win that is near, or a draw (GO app.6 §8)."""
    ABSENCE = "absence"
    NO_MATE = "no_mate"
    """A side cannot mate any more, as far as looking at every line shows (FIDE 5.1.2, 5.2.2, 6.9)."""
    NORMAL_MEANS = "normal_means"
    """A draw is claimed since the opponent cannot win by normal means, or makes no effort to (FIDE III.5)."""
    INCREMENT = "increment"
    """Five seconds a move are asked for, and the draw that was offered with it is refused (FIDE III.4)."""
    ILLEGAL_POSITION = "illegal_position"
    """What no rule allows has stood on the board for another move (FIDE A.5.4)."""
    COMPLAINT = "complaint"
    """A player has seen what no sensor does (FIDE 4.8), or how the game was begun (FIDE 7.2)."""
    RESULT = "result"
    """The players show a result on the board."""
    APPEAL = "appeal"


class Choice(enum.StrEnum):
    """A choice in a case."""

    CORRECT = "correct"
    ACCEPT = "accept"
    IMPOSE = "impose"
    DISMISS = "dismiss"
    PUT_BACK = "put_back"
    LET_STAY = "let_stay"
    REPLAY = "replay"
    DRAW = "draw"
    REPLACE = "replace"
    """The clock is replaced and shows what it showed when it failed."""
    PLAY_ON = "play_on"
    WHITE_WINS = "white_wins"
    BLACK_WINS = "black_wins"
    FORFEIT = "forfeit"
    WAIT = "wait"
    UPHOLD = "uphold"
    POSTPONE = "postpone"


class Case(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A case that waits for a decision."""

    id: int
    """Its number in the game, from 1."""
    kind: CaseKind
    article: str
    text: Message
    choices: tuple[Choice, ...]
    roles: tuple[Role, ...]
    """Who may decide it; of a penalty, who may impose it. Any arbiter may dismiss it."""
    side: Side | None = None
    """Whom it concerns."""
    penalty: Penalty | None = None
    """What is imposed by `impose`."""
    rests_on: tuple[int, ...] = ()
    """The rulings by which the penalty is as hard as it is: the offence was punished before."""
    needs: int = 0
    """How many of them have to hold."""
    otherwise: Penalty | None = None
    """What is imposed if they do not; None: the charge falls."""
    graver: Penalty | None = None
    """What it becomes once as many rulings hold as it `needs`."""
    ms: Millis = Millis(0)
    deadline: Instant | None = None
    """When it is decided by itself, by the last of its choices."""
    accepted_by_move: str = ""
    """The article by which the opponent's next move accepts it; empty if it does not."""
    ruling: int = 0
    """The ruling that an appeal is against."""
    shown: str = ""
    """What the sensors show."""
    move: str = ""
    """The move that waits."""
    turn: Side | None = None
    """Whose turn it is if the board is accepted."""
    reason: Reason | None = None
    """Why the game ends if it is ended here, where the kind does not say."""
    taken_ms: Millis = Millis(0)
    """What is taken off the offender's time by `impose`: the increment that the press has added."""
    put_right: bool = False
    """The board has shown the position since."""
    since: Instant = Instant(0)
    """When it was opened. Told in a table's state only: in the record the line itself has an instant."""


class CaseOpened(_Ruling, frozen=True, tag="case_opened"):
    """A case is laid before the arbiter."""

    case: Case


class CaseDecided(_Numbered, frozen=True, tag="case_decided", kw_only=True):
    """A case is closed."""

    case: int
    choice: Choice


class CaseLapsed(_Ruling, frozen=True, tag="case_lapsed"):
    """A case that nobody decided is closed: another game is set up. Its number is of the game before."""

    case: int


class Overturned(_Numbered, frozen=True, tag="overturned", kw_only=True):
    """An earlier ruling no longer holds."""

    ruling: int
    was_result: bool = False
    """The ruling had ended the game, which everybody was told."""


class AlertKind(enum.StrEnum):
    """The kind of an alert."""

    BOARD_DIFFERS = "board_differs"
    ILLEGAL_MOVE = "illegal_move"
    IRREGULAR = "irregular"
    DEVICE_LOST = "device_lost"
    CLOCK = "clock"
    CLOCK_ORDER = "clock_order"
    """What was asked of the clock is not done."""
    MOVE_INFERRED = "move_inferred"
    DRAW_CLAIMABLE = "draw_claimable"
    UNDECLARED_FIVE = "undeclared_five"
    FORBIDDEN_MOVE = "forbidden_move"
    FLAG_DOWN = "flag_down"
    """A flag is down where the players have to claim it."""
    CALLED = "called"
    """A player asks for the arbiter."""
    ABSENT = "absent"
    """Somebody was not there in time, and the texts do not say what follows."""
    LATE_START = "late_start"
    """The table was not awake at the announced start of the round."""
    CONTROL = "control"
    """The time control is of another class than the rulebook."""
    SETUP = "setup"
    """A game could not be set up."""
    DISK = "disk"
    """The record cannot be written: it is in memory, and with whoever was told."""
    ASSIGNMENT = "assignment"
    """What the event has assigned cannot be played here."""


class AssignmentDeferred(_Ruling, frozen=True, tag="assignment_deferred"):
    """An assignment came while a game is under way, and takes effect with the next one."""


BOARD = "board"
CLOCK = "clock"
"""Subjects of alerts: devices, by the names that they have in the record."""


class Alert(_Ruling, frozen=True, tag="alert"):
    """An alert: something an arbiter should look at."""

    kind: AlertKind
    subject: str = ""
    """What it is about: a device (`board`, `sensor e4`), a side, a move, a fault of the clock; empty where there is
    only one of its kind. An alert stands until one of the same kind and subject closes it."""
    open: bool = True
    """False: what an earlier alert of this kind and subject said no longer holds."""
    announce: bool = True
    """False: the players must not be told, since the rules leave it to them to notice."""


Ruling = (
    AssignmentDeferred
    | RoundStarted
    | Arrived
    | Started
    | Paused
    | Resumed
    | Adjourned
    | Sealed
    | Ended
    | Refused
    | Rejected
    | Offered
    | Penalised
    | TimeChanged
    | ControlChanged
    | NewClock
    | ClockPut
    | ClockRun
    | PositionSet
    | Opened
    | Voided
    | CaseOpened
    | CaseDecided
    | CaseLapsed
    | Overturned
    | Alert
)
