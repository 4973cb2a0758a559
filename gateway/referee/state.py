"""The referee's state: what it knows of the game on a table."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

import msgspec

from gateway.clock.arrival import Attendance
from gateway.clock.face import ClockFace
from gateway.games.game import Game, Line, Move
from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side

from .assignment import Assignment
from .inputs import Irregular, SetUp
from .options import DrawGate, Mode, Options, Supervision
from .player_requests import PlayerRequest
from .roles import Role
from .rulebooks import Rulebook
from .rulings import Alert, AlertKind, Case, Ended, Refusal, Ruling

if TYPE_CHECKING:
    from gateway.games.renju.opening_protocols import Opening
else:  # the protocols are only needed at tables that play by one
    Opening = Any

__all__ = [
    "Arrival",
    "Asked",
    "Bound",
    "Envelope",
    "Inferred",
    "Made",
    "Phase",
    "Play",
    "Pressed",
    "Raised",
    "State",
    "Trial",
]


class Phase(enum.StrEnum):
    """The phase of a game."""

    WAITING = "waiting"
    """No game has been set up."""
    READY = "ready"
    """Set up; nothing has moved and no clock runs."""
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class Made(msgspec.Struct, frozen=True):
    """A ruling that can be overturned."""

    ruling: Ruling
    role: Role | None
    """In which role it was made; None for the referee's own."""
    at: Instant
    before: Line | None = None
    """The line before a position was set."""
    texts: tuple[str, ...] = ()
    """The moves as they were written until then."""
    struck: bool = False
    """Overturned."""
    swapped: bool = False
    """The players held other colours than at the start when it was made."""
    causes: tuple[int, ...] = ()
    """The rulings that it follows from, and with which it falls."""
    confirmed: Role | None = None
    """In which role an appeal against it was dismissed last."""
    confirms: int = 0
    """The ruling that was appealed against, where this dismisses the appeal."""


class Pressed(msgspec.Struct, frozen=True):
    """A side pressed and no move of it has been seen."""

    side: Side
    until: Instant
    """When it is held to have pressed without moving."""
    waited: bool = False
    """Something was under way on the board when that came first, so that it has been put off."""


class Trial(msgspec.Struct, frozen=True):
    """A win within five rounds that has to be proved on the board, without clock (GO app.6 §8)."""

    side: Side
    left: int
    then: Side | None = None
    """Who has claimed as well and is tried next (decision O6)."""


class Bound(msgspec.Struct, frozen=True):
    """The move that was written for a claim which was wrong: it has to be played (FIDE 9.5.3)."""

    move: Move
    ply: int
    """How many moves had been played before it."""


class Envelope(msgspec.Struct, frozen=True):
    """The envelope of an adjourned game. What is written inside nobody knows before it is opened."""

    sealer: Side
    """Who seals a move, or has."""
    since: Instant
    """When it was announced, and once closed, when it was closed."""
    closed: bool = False
    answering: bool = False
    """The time of the side that is to answer has been started, though nobody has opened it yet."""
    left_ms: BySide[Millis] | None = None
    """The remaining times as written down; None where no clock has told them."""
    used_ms: BySide[Millis] | None = None


class Asked(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A request that a player has made by his own page, and what became of it."""

    command: str
    """The id of the command, by which the page knows its own."""
    role: Role
    """The player by his seat, whatever colour he holds since."""
    side: Side
    request: PlayerRequest
    at: Instant
    refusal: Refusal | None = None
    """Why the rules did not give it; None: it was entered."""


class Stop(msgspec.Struct, frozen=True):
    """A stop of play: when, and in words by whom and why."""

    since: Instant
    text: Message


class Inferred(msgspec.Struct, frozen=True):
    """A move that was worked out, not seen."""

    text: str
    ply: int
    """How many moves had been played before it."""


class Play(msgspec.Struct, frozen=True):
    """One game: how it was set up and what has been played."""

    setup: SetUp
    game: Game
    book: Rulebook
    line: Line
    texts: tuple[str, ...] = ()
    """The moves as people write them."""
    result: Ended | None = None
    offer: Side | None = None
    """Who has offered a draw that is not answered yet."""
    offered_at: Instant = Instant(0)
    """When a draw was offered last."""
    refused: Side | None = None
    """Whose offer was refused last."""
    cases: tuple[Case, ...] = ()
    """What waits for a decision."""
    opened_cases: int = 0
    """The number of cases opened so far."""
    opened_at: tuple[Instant, ...] = ()
    """When each of them was."""
    made: tuple[Made, ...] = ()
    """Numbered rulings, in order."""
    stopped: Stop | None = None
    """How play was stopped last."""
    pressed: Pressed | None = None
    pressed_ply: int = 0
    """How many moves were on the list when the clock was pressed last."""
    trial: Trial | None = None
    opening: Opening | None = None
    """The opening protocol under way."""
    opening_before: Opening | None = None
    """The same before the last move."""
    swapped: bool = False
    """The players hold other colours than at the start."""
    attendance: Attendance | None = None
    """Who has come; None where that is not kept."""
    started: Instant | None = None
    """When play began."""
    inferred: tuple[Inferred, ...] = ()
    """Moves that were inferred and that the moves after them may yet confirm."""
    bound: Bound | None = None
    uncompleted: Irregular | None = None
    """What stands on the board in place of a move, and has not been pressed for yet."""
    stood: str = ""
    """The board before an arbiter entered moves or took some back, until it has been seen to follow."""
    envelope: Envelope | None = None
    """The adjournment that is announced, or under way."""
    increment_asked: Side | None = None
    """Who has asked for an increment together with a draw that is not answered yet (FIDE III.4)."""
    changed_control: str = ""
    """The control that holds now, where it is another one than the game was set up with."""
    wrong_claims: BySide[int] = BySide(0, 0)
    """How many wins the player who began with each colour has claimed wrongly."""
    asked: tuple[Asked, ...] = ()
    """What the players have asked for by their pages, the latest last; of each the last few."""

    @property
    def bound_move(self) -> Move | None:
        """The only move that the side to move may play, where it has bound itself to one."""
        return self.bound.move if self.bound is not None and self.bound.ply == len(self.line.moves) else None

    @property
    def touch_answers(self) -> Side | None:
        """Who refuses an offer by touching a piece on his move, where the book has it so (FIDE 9.1.2.1)."""
        return None if self.offer is None or not self.book.draws.declined_by_touch else self.offer.other

    @property
    def opens(self) -> bool:
        """The opening protocol still says what comes next."""
        return self.opening is not None and not self.opening.done

    @property
    def is_sealed(self) -> bool:
        """A move is in the envelope and not opened yet: the side to move has moved, and nobody knows how."""
        return self.envelope is not None and self.envelope.closed

    @property
    def control(self) -> str:
        """The control that holds now."""
        return self.changed_control or self.setup.control

    @property
    def on_move(self) -> Side:
        """Who has to do something: to move, or to take the next step of an opening."""
        if self.opening is None or self.opening.done:
            return self.line.last.turn
        return Side.BLACK if self.opening.actor is self.opening.black else Side.WHITE

    @property
    def options(self) -> Options:
        """What the event has settled."""
        return self.setup.options

    @property
    def players(self) -> BySide[Person]:
        """Who holds which colour now."""
        players = self.setup.players
        return BySide(players.black, players.white) if self.swapped else players

    @property
    def flags(self) -> Mode:
        """Whether a flag is ruled when it is seen, or claimed."""
        return self.book.clock.flag_mode(self.options)

    @property
    def wins(self) -> Mode:
        """Whether fives and forbidden moves are ruled when they are made, or claimed."""
        return self.options.wins or self.book.wins

    @property
    def foul_lapses_by_pass(self) -> bool:
        """Whether who passes has let a forbidden move go."""
        told = self.options.foul_lapses_by_pass
        return self.book.foul_lapses_by_pass if told is None else told

    @property
    def draw_gate(self) -> DrawGate:
        """When a draw may be agreed."""
        return self.options.draw_gate or self.book.draws.gate

    @property
    def supervision(self) -> Supervision:
        """How closely arbiters watch."""
        return self.options.supervision or self.book.supervision

    @property
    def has_full_penal_time(self) -> bool:
        """Whether full supervision makes penalties in time longer (decision C8)."""
        full = self.supervision is Supervision.FULL and bool(self.book.offences.time_full_ms)
        return full and not self.options.full_blitz_one_minute

    @property
    def penal_ms(self) -> Millis:
        """What the opponent of an illegal move gets."""
        rules = self.book.offences
        return rules.time_full_ms if self.has_full_penal_time else rules.time_ms

    @property
    def leaves_to_the_opponent(self) -> bool:
        """FIDE A.5.2: an illegal move stands once it is answered. Until then the arbiter acts who sees it, and the
        opponent has to notice it without help."""
        return self.supervision is Supervision.BASIC and bool(self.book.offences.unsupervised)


class Arrival(msgspec.Struct, frozen=True):
    """A player's arrival for a game that has made way before it was played."""

    who: Person
    at: Instant


class Raised(msgspec.Struct, frozen=True):
    """An alert that still holds."""

    alert: Alert
    since: Instant

    def is_about(self, kind: AlertKind, subject: str | None = None) -> bool:
        """Whether it is of this kind, and about this subject if one is named."""
        return self.alert.kind is kind and subject in (None, self.alert.subject)


class State(msgspec.Struct, frozen=True):
    """The referee between two inputs."""

    phase: Phase = Phase.WAITING
    play: Play | None = None
    face: ClockFace | None = None
    alerts: tuple[Raised, ...] = ()
    assignment: Assignment | None = None
    """What the event has assigned last: it is being played, or will be next."""
    refused: Assignment | None = None
    """What it has assigned since and cannot be played here."""
    arrivals: tuple[Arrival, ...] = ()
    """Who has come for the game that is to be set up, as far as an earlier set-up knew."""
    exchanged: bool = False
    """The players hold other colours than assigned, since an arbiter has corrected them."""
    judged: dict[str, Refusal | None] = {}
    """Commands by id, with why each was refused, if it was. A repeat is not judged again."""

    @property
    def follows_the_board(self) -> bool:
        """Whether what is done on the board is play: a game is under way, and no sealed move comes first."""
        return self.phase in {Phase.READY, Phase.PLAYING} and not (self.play is not None and self.play.is_sealed)

    def raised(self, kind: AlertKind, subject: str | None = None) -> bool:
        """Whether an alert of this kind is open, about this subject if one is named."""
        return any(each.is_about(kind, subject) for each in self.alerts)
