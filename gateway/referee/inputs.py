"""Inputs: all that the referee must judge. Each becomes one entry of the record, so that a game can be judged again.

Inputs carry what a display needs (the board after a move, the clock's face), so that nobody behind the record has to
know the rules.
"""

from __future__ import annotations

import enum

import msgspec

from gateway.clock.face import ClockFace
from gateway.clock.facts import ClockFact
from gateway.model.bridge_signals import BridgeSignal
from gateway.model.instants import Instant
from gateway.model.irregularities import Irregularity
from gateway.model.messages import Message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.model.results import Result
from gateway.model.sides import BySide, Side

from .acts import Act
from .assignment import Assignment, Unfit
from .options import Options
from .player_requests import PlayerRequest

__all__ = [
    "Acted",
    "Assigned",
    "BoardMatched",
    "BoardMismatched",
    "Clocked",
    "DeviceChanged",
    "DiskChanged",
    "Input",
    "Irregular",
    "Known",
    "MomentReached",
    "Moved",
    "PlayerRequested",
    "ResultShown",
    "Retracted",
    "SetUp",
    "Signalled",
    "Touched",
]


class Known(enum.StrEnum):
    """The way in which a move was known."""

    SETTLED = "settled"
    """What was shown stood still long enough."""
    PRESSED = "pressed"
    """It was shown when the clock was pressed."""
    TRACED = "traced"
    """Worked out from what was touched: the reply had begun before the move had settled."""
    INFERRED = "inferred"
    """The board was out of sight meanwhile, or what followed showed that it had been told wrongly."""
    ENTERED = "entered"
    """An arbiter entered it."""


class _Input(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of all inputs."""


class SetUp(_Input, frozen=True, tag="set_up"):
    """A new game is on the table."""

    game: int
    """The number of the game at this table, from 1."""
    rules: str
    """The game's name: `draughts-international`."""
    rulebook: str
    control: str
    players: BySide[Person]
    fen: str
    board: str
    rows: int
    cols: int
    draws: str = "automatic"
    """Whether draw rules end the game by themselves (`automatic`) or wait for a claim (`claim`)."""
    turned: bool = False
    """The board lies the other way round: White sits where the device has its top."""
    options: Options = Options()
    """What the event has settled where the rules leave it open."""
    set_clock: bool = False
    """The clock is set by us: to the control now, and when an arbiter changes a time."""
    assignment: int = 0
    """The number of the assignment that is played; 0 at a table that stands alone."""
    pairing: PairingId = PairingId("")
    round: RoundNumber = RoundNumber(0)
    start: Instant | None = None
    """When the round is to start; None where that is not announced, or was before the pieces were set up."""


class Assigned(_Input, frozen=True, tag="assigned"):
    """The event says what is to be played next."""

    assignment: Assignment
    unfit: Unfit | None = None
    """Why the devices of this table cannot serve it."""


class Moved(_Input, frozen=True, tag="moved"):
    """A move was seen on the board."""

    side: Side
    move: str
    """In full, as in `gateway.games.game.Move.text`."""
    text: str
    """As people write it."""
    path: tuple[int, ...]
    taken: tuple[int, ...]
    board: str
    fen: str
    known: Known = Known.SETTLED
    alternatives: tuple[str, ...] = ()
    """Other legal moves that what was seen would fit as well."""
    base: str = ""
    """The position the move was made from, where that is an irregular one which the opponent has played on from."""
    stood: str = ""
    """The irregular turn that led there, as the list of moves has it: `[20-30]`."""
    pressed_first: bool = False
    """The clock was pressed before it was made."""
    unproven: bool = False
    """Board, clock or computer were away, and no press has confirmed a turn since: nobody is charged by whose it is."""


class Retracted(_Input, frozen=True, tag="retracted"):
    """The last move was changed before it was complete: the hand had not let go. Another move may follow."""

    side: Side
    text: str
    board: str
    fen: str


class Irregular(_Input, frozen=True, tag="irregular"):
    """An irregularity: something was done on the board that is not a move by the rules."""

    kind: Irregularity
    side: Side
    """Who did it, as far as can be told."""
    cells: tuple[int, ...]
    """Where the board differs from the position."""
    shown: str
    """What the sensors show."""
    text: str = ""
    """What it looks like, in notation: `32-27`."""
    pressed: bool = True
    """False: the clock still runs for the turn in which it was done, so that it may yet be put right."""
    base: str = ""
    """The position it was done from, where that is an irregular one which the other side has left on the board."""
    stood: str = ""
    """The irregular turn that led there, as the list of moves has it: `[20-30]`."""


class Clocked(_Input, frozen=True, tag="clocked"):
    """A fact about the clock."""

    fact: ClockFact
    face: ClockFace


class BoardMismatched(_Input, frozen=True, tag="board_mismatched"):
    """The board was out of sight, and no moves were found that lead to what it shows."""

    cells: tuple[int, ...]
    """Where it differs from the position."""
    shown: str
    """What the sensors show."""


class BoardMatched(_Input, frozen=True, tag="board_matched"):
    """The board shows the position again."""

    unseen: bool = False
    """Moves were made while it was out of sight, and have led back to it."""


class ResultShown(_Input, frozen=True, tag="result_shown"):
    """The players have put both kings in the centre, as they do to show how the game has ended."""

    result: Result


class DeviceChanged(_Input, frozen=True, tag="device"):
    """A device went away or came back."""

    device: str
    """`board`, `clock`, or `sensor` for one of the board's."""
    online: bool
    detail: Message | None = None
    square: str = ""
    """Whose sensor it is, where it is one."""

    @property
    def subject(self) -> str:
        """What tells it from other devices of the table: `board`, `sensor e4`."""
        return f"{self.device} {self.square}".rstrip()


class DiskChanged(_Input, frozen=True, tag="disk"):
    """The disk of the table's computer has begun to fail, or can be written again."""

    failing: bool


class Signalled(_Input, frozen=True, tag="signalled"):
    """A button of a bridge table was pressed. Nothing is ruled here: the bridge event makes of it what follows."""

    signal: BridgeSignal
    """Which of the two."""


class Touched(_Input, frozen=True, tag="touched"):
    """A side has lifted a piece on its move; told only where that answers something (`Play.touch_answers`)."""

    side: Side
    cell: int


class Acted(_Input, frozen=True, tag="acted"):
    """An arbiter did something."""

    command: str
    """The id of the command, so that a repeat is recognised."""
    who: str
    role: str
    act: Act


class PlayerRequested(_Input, frozen=True, tag="player_request"):
    """A player asked for something by a button of the clock, or by what he did at the board: a swap, an offer."""

    side: Side
    request: PlayerRequest


class MomentReached(_Input, frozen=True, tag="moment_reached"):
    """The instant that `machine.next_deadline` named has come."""

    unsettled: bool = False
    """The board does not show the position, or is not seen: what a press has ended there is not told yet."""


Input = (
    Assigned
    | SetUp
    | Moved
    | Retracted
    | Irregular
    | Clocked
    | BoardMismatched
    | BoardMatched
    | ResultShown
    | Touched
    | DeviceChanged
    | DiskChanged
    | Signalled
    | Acted
    | PlayerRequested
    | MomentReached
)
