"""The table at a glance: everything somebody needs who has just come in. Published retained on `.../state`."""

from __future__ import annotations

import enum

import msgspec

from gateway.clock.face import ClockFace, Flag
from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message, message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.referee.admission import Admitted, NotNow
from gateway.referee.assignment import Assignment
from gateway.referee.consequences import Consequence
from gateway.referee.rulings import AlertKind, Case, Ended, Penalised
from gateway.referee.state import Asked, Stop

__all__ = [
    "BOARD_AWAY",
    "Adjournment",
    "ArbitersState",
    "AttendanceState",
    "ClockMessage",
    "Device",
    "DrawCounter",
    "Lack",
    "LackKind",
    "LastMove",
    "OpenAlert",
    "PlayerState",
    "Status",
    "TableState",
]


class Status(enum.StrEnum):
    """The status of a game."""

    WAITING = "waiting"
    """Nothing is assigned, the board is not in its start position yet, or no device is there."""
    READY = "ready"
    """Set up; nobody has moved and no clock runs."""
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class LastMove(msgspec.Struct, frozen=True):
    """The last move, as a display highlights it."""

    text: str
    path: tuple[int, ...]
    taken: tuple[int, ...]


class Device(msgspec.Struct, frozen=True, omit_defaults=True):
    """A board or clock and how it is."""

    name: str
    online: bool
    detail: Message | None = None
    """What is the matter with it, or worth knowing."""
    serial: str = ""
    firmware: str = ""
    battery: int | None = None


BOARD_AWAY = message("device_detail.board_away")
"""What is the matter with a clock that is plugged into a board which is away."""


class OpenAlert(msgspec.Struct, frozen=True, omit_defaults=True):
    """An alert that still holds."""

    kind: AlertKind
    since: Instant
    text: Message
    article: str = ""
    announce: bool = True
    """False: the players must not be told, since the rules leave it to them to notice."""
    subject: str = ""
    """What it is about; kind and subject tell alerts apart."""


class AttendanceState(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The attendance of a round, where it is kept."""

    start: Instant | None = None
    """When the round began, or is to begin; None if an arbiter begins it."""
    begun: bool = False
    limit: Instant | None = None
    """The last instant at which a player may come, once the start is known."""
    arrived: BySide[Instant | None] = BySide(None, None)
    """When each side came; None: not yet."""
    run: Side | None = None
    """Whose clock is to run as long as no move has been made; None before the start, and from then on."""


class DrawCounter(msgspec.Struct, frozen=True):
    """The count of a draw rule, by the article of the rulebook: `7 of 16`."""

    article: str
    count: int
    limit: int


class LackKind(enum.StrEnum):
    """Kinds of things that a round cannot well start without, the gravest first."""

    ASSIGNMENT = "assignment"
    DEVICE = "device"
    BOARD = "board"
    CLOCK = "clock"
    PLAYER = "player"
    BATTERY = "battery"


class Lack(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a table lacks for the start of the round."""

    kind: LackKind
    text: Message
    blocks: bool = True
    """False: the round can start, but somebody should see to it."""
    side: Side | None = None
    """Whom it is about, where it is about one side."""


class ArbitersState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part that only arbiters may see."""

    alerts: tuple[OpenAlert, ...] = ()
    differing: tuple[int, ...] = ()
    """Cells where the sensors show something else than the position."""
    shown: str = ""
    """What the sensors show on the whole board, when it differs."""
    cases: tuple[Case, ...] = ()
    """Cases that wait for a decision."""
    penalties: tuple[Penalised, ...] = ()
    """What has been imposed in this game and still holds."""
    stopped: Stop | None = None
    """How play was stopped, while it is."""
    offer: Side | None = None
    """Who has offered a draw that is not answered yet."""
    counters: tuple[DrawCounter, ...] = ()
    """Draw rules that are counting, where the players have to claim them."""
    flags: tuple[Flag, ...] = ()
    """Flags that are down, where the players have to claim them."""
    consequences: tuple[Consequence, ...] = ()
    """What is counted in the game (draws, offences), and what follows next."""
    next: Assignment | None = None
    """What is assigned and not on the table yet."""
    not_now: tuple[NotNow, ...] = ()
    """Acts that this moment does not allow, whoever asks, each with why."""
    requests: BySide[tuple[Admitted, ...]] = BySide((), ())
    """What each side may ask for now."""
    own_requests: BySide[tuple[Admitted, ...]] = BySide((), ())
    """The same as each player's own page offers it: what players have to notice makes no difference there."""
    asked: tuple[Asked, ...] = ()
    """What the players have asked for by their own pages in this game, the latest last; of each the last few."""
    reasons_required: bool = False
    """The event has every act that changes what stands explained."""
    unstarted: bool = False
    """The round is still to start here."""
    lacks: tuple[Lack, ...] = ()
    """What is missing for it; empty and `unstarted`: the table is ready."""


class Adjournment(msgspec.Struct, frozen=True, omit_defaults=True):
    """An adjournment that is announced, or under way. What is in the envelope nobody knows."""

    sealer: Side
    """Who is to seal a move, or has."""
    since: Instant
    sealed: bool = False
    """The envelope is closed."""
    left_ms: BySide[Millis] | None = None
    """The remaining times that were written down."""
    used_ms: BySide[Millis] | None = None


class TableState(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One table, now."""

    event: str
    table: str
    bridge: bool = False
    """A bridge table: what is said of board and game means nothing, its buttons are in the record."""
    at: Instant
    """The table's instant when this was written."""
    last: int
    """The number of the last entry."""
    first: int
    """The number of the entry that set up the present game; 0 before any."""
    game: int
    rules: str
    rulebook: str
    control: str
    players: BySide[Person]
    status: Status
    turn: Side
    rows: int
    cols: int
    board: str
    fen: str
    ply: int
    moves: tuple[str, ...]
    clock: ClockFace | None
    devices: tuple[Device, ...]
    assigned: int = 0
    """The number of the last assignment that was taken; 0 if nothing is assigned."""
    pairing: PairingId = PairingId("")
    round: RoundNumber = RoundNumber(0)
    drawn_opening: str = ""
    """The opening that was drawn for this game, as the event has it."""
    last_move: LastMove | None = None
    counters: tuple[DrawCounter, ...] = ()
    adjourned: Adjournment | None = None
    attendance: AttendanceState | None = None
    swapped: bool = False
    """The players hold the other colours than at the start of the game."""
    result: Ended | None = None
    score: BySide[str] | None = None
    """Each side's points, once there is a result."""
    arbiters: ArbitersState | None = None
    """Taken out by the relay before it shows the state to anybody else."""


class PlayerState(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One table as one of its players sees it on his own page."""

    table: str
    game: int
    rules: str
    rulebook: str
    side: Side
    """The side that he holds now; after a swap of colours, another than his card says."""
    players: BySide[Person]
    status: Status
    turn: Side
    moves: int
    """How many have been played."""
    drawn_opening: str = ""
    """The opening that was drawn for this game."""
    attendance: AttendanceState | None = None
    result: Ended | None = None
    score: BySide[str] | None = None
    offer: Side | None = None
    """Who has offered a draw that is not answered yet."""
    requests: tuple[Admitted, ...] = ()
    """What he may ask for now."""
    asked: tuple[Asked, ...] = ()
    """What he has asked for by his page in this game, the latest last."""


class ClockMessage(msgspec.Struct, frozen=True):
    """The payload of `.../clock`: the face, and the table's instant when it was sent."""

    at: Instant
    face: ClockFace
