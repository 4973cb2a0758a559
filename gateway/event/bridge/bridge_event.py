"""A bridge event as it stands: contestants, rounds, tables with boards, and what is fixed. Only entries change it.

A table of a round is known by an id: `3.2o` is the open room of match 2 in round 3, `3.2c` the closed one, `3.2o2` the
second open table of eight a side, `3.5` table 5 of a round of pairs or of whist.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from typing import NewType

import msgspec

from gateway.model.instants import Instant
from gateway.model.persons import Person, PersonId
from gateway.tournament.bridge.compass import CompassSeat, Partnership

from .board_results import BoardOutcome, agreed_outcome
from .bridge_regulations import BridgeRegulations, PenaltyUnit

__all__ = [
    "BoardAtTable",
    "BridgeEvent",
    "BridgePenalty",
    "BridgeRoundState",
    "BridgeTable",
    "Contestant",
    "ContestantId",
    "ContestantNumber",
    "DirectorCall",
    "Room",
    "TableId",
]

ContestantId = NewType("ContestantId", str)
ContestantNumber = NewType("ContestantNumber", int)
"""From 1, as the movement knows a contestant; 0: nobody."""
TableId = NewType("TableId", str)

_OPPOSITE = {Partnership.NORTH_SOUTH: ("N", "S"), Partnership.EAST_WEST: ("E", "W")}


class Room(enum.StrEnum):
    """The room in which a table stands."""

    OPEN = "open"
    CLOSED = "closed"
    ONLY = "only"
    """There are no rooms."""


class Contestant(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A team, a pair or a person, whoever is ranked (the Laws' word)."""

    id: ContestantId
    name: str
    members: tuple[Person, ...]
    """Each with an id: who plays first, then reserves."""
    captain: str = ""
    number: ContestantNumber = ContestantNumber(0)
    """0 until entries are closed."""
    until: int | None = None
    """The last round that is played; None: the event's last."""

    def member(self, person: PersonId) -> Person | None:
        """One of them."""
        return next((each for each in self.members if each.id == person), None)


class BoardAtTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A board at one table: what each side has said, and what counts."""

    reports: dict[Partnership, BoardOutcome] = {}
    accepted: BoardOutcome | None = None
    """By a director; what players say later does not change it."""
    at: Instant | None = None
    """When the last word that changed it was said."""

    @property
    def agreed(self) -> BoardOutcome | None:
        """What both sides have said alike."""
        told = list(self.reports.values())
        return agreed_outcome(*told) if len(told) == len(Partnership) else None

    @property
    def is_disputed(self) -> bool:
        """Whether the two sides have said different things, and no director has spoken."""
        return self.accepted is None and len(self.reports) == len(Partnership) and self.agreed is None

    def counted(self, *, both: bool) -> BoardOutcome | None:
        """What counts; with `both`, of players only what they agree on."""
        if self.accepted is not None:
            return self.accepted
        if self.is_disputed:
            return None
        return self.agreed if both else next(iter(self.reports.values()), None)


class BridgeTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in one round."""

    id: TableId
    match: int
    """The match it belongs to, from 1; of pairs, the number of the table."""
    room: Room = Room.ONLY
    place: int = 1
    """Of eight a side: the first or the second of its room."""
    north_south: ContestantNumber
    east_west: ContestantNumber
    boards: tuple[int, ...]
    """In the order in which they are played."""
    four: tuple[ContestantNumber, ...] = ()
    """Of individuals: who sits North, East, South and West; then the two sides are 0."""
    results: dict[int, BoardAtTable] = {}
    """By board."""

    def number(self, side: Partnership) -> ContestantNumber:
        """Who sits there."""
        return self.north_south if side is Partnership.NORTH_SOUTH else self.east_west

    @property
    def label(self) -> str:
        """The table without its round: `2o`."""
        return self.id.partition(".")[2]


class BridgeRoundState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round that is drawn."""

    number: int
    tables: tuple[BridgeTable, ...]
    byes: tuple[ContestantNumber, ...] = ()
    """Who has no opponent."""
    stage: int = 1
    group: dict[int, str] = {}
    """Of two groups: the name of the group of each match."""
    published: bool = False
    first_of_stage: bool = False
    """Places were fixed for it."""
    seats: dict[int, str] = {}
    """Matches of which home and away were decided for themselves: the seed of the lot, or nothing where it was by
    choice."""

    def table(self, id_: TableId) -> BridgeTable | None:
        """A table of the round."""
        return next((each for each in self.tables if each.id == id_), None)

    @property
    def matches(self) -> dict[int, tuple[BridgeTable, ...]]:
        """The tables of each match."""
        found: dict[int, tuple[BridgeTable, ...]] = {}
        for table in self.tables:
            found[table.match] = (*found.get(table.match, ()), table)
        return found


class BridgePenalty(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Points taken from a contestant, or given by a number below 0."""

    n: int
    """The number of the entry that gave it."""
    contestant: ContestantId
    round: int
    points: str
    """A decimal number."""
    unit: PenaltyUnit
    why: str
    kind: str = ""
    """`overtime` where it was proposed for that."""


class DirectorCall(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A call for the director from a table."""

    n: int
    """The number of the entry that made it."""
    table: TableId
    at: Instant
    board: int = 0
    side: Partnership | None = None
    text: str = ""
    answered: str | None = None
    """What the director did about it; None: the table waits."""
    button: bool = False
    """By the table's button, and not from a phone."""
    taken_back: bool = False
    """Nobody is wanted any more: the button was pressed again."""


class BridgeEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known of a bridge event."""

    regulations: BridgeRegulations
    contestants: Mapping[ContestantId, Contestant] = {}
    order: tuple[ContestantId, ...] = ()
    """By number, from 1; empty until entries are closed."""
    closed: bool = False
    seed: str = ""
    """What numbers were drawn from."""
    rounds: tuple[BridgeRoundState, ...] = ()
    ranks: tuple[tuple[ContestantNumber, ...], ...] = ()
    """Places that later rounds are built on: after the first cycle, or of each of the two groups."""
    line_ups: Mapping[tuple[ContestantId, int, int], tuple[PersonId, ...]] = {}
    """Who plays, by contestant, round and the place, from 0, of the first board that it holds for: a set begins there,
    or somebody was substituted. It holds for the rest of the round."""
    deals: Mapping[tuple[int, int], str] = {}
    """As PBN writes them, by round and board; by round 0 where no board comes twice. Whether one may be told is said
    by `bridge_window`."""
    penalties: tuple[BridgePenalty, ...] = ()
    calls: tuple[DirectorCall, ...] = ()
    advanced: Mapping[tuple[int, int], ContestantNumber] = {}
    """Who goes on from a match that ended level, by round and match."""
    ranking: tuple[ContestantId, ...] | None = None
    """The final ranking, once it is fixed."""

    # Contestants ----------------------------------------------------------------------------------------------------

    def contestant(self, number: ContestantNumber) -> Contestant:
        """Who has this number."""
        return self.contestants[self.order[number - 1]]

    def takes_part(self, number: ContestantNumber, round_number: int) -> bool:
        """Whether a contestant plays in a round."""
        if not 1 <= number <= len(self.order):
            return False
        until = self.contestant(number).until
        return until is None or round_number <= until

    # Rounds and tables ----------------------------------------------------------------------------------------------

    @property
    def next_round(self) -> int:
        """The number of the round that is drawn next."""
        return len(self.rounds) + 1

    @property
    def as_published(self) -> BridgeEvent:
        """The event without rounds that are not made known."""
        return msgspec.structs.replace(self, rounds=tuple(each for each in self.rounds if each.published))

    def find(self, table: TableId) -> tuple[BridgeRoundState, BridgeTable]:
        """A table and its round; raises `LookupError`."""
        number, _, _ = table.partition(".")
        if number.isascii() and number.isdecimal() and 0 < int(number) <= len(self.rounds):
            a_round = self.rounds[int(number) - 1]
            found = a_round.table(table)
            if found is not None:
                return a_round, found
        raise LookupError(f"There is no table {table}.")

    def at_place(self, label: str) -> BridgeTable | None:
        """The table in the last round that is made known and has a table of this label."""
        for a_round in reversed(self.rounds):
            if a_round.published:
                for table in a_round.tables:
                    if table.label == label:
                        return table
        return None

    def counted(self, table: BridgeTable, board: int) -> BoardOutcome | None:
        """What counts of a board at a table; None: nothing yet."""
        held = table.results.get(board)
        return None if held is None else held.counted(both=self.regulations.confirm_results)

    def missing(self, table: BridgeTable) -> tuple[int, ...]:
        """Boards of a table without a result that counts."""
        return tuple(board for board in table.boards if self.counted(table, board) is None)

    def is_complete(self, a_round: BridgeRoundState) -> bool:
        """Whether every board of a round has a result that counts."""
        return not any(self.missing(table) for table in a_round.tables)

    def current_board(self, table: BridgeTable) -> int | None:
        """The board that a table plays: the first of which nobody has said anything."""
        return next((board for board in table.boards if board not in table.results), None)

    def disputed(self) -> Iterator[tuple[BridgeTable, int]]:
        """Boards of which the two sides have said different things."""
        for a_round in self.rounds:
            for table in a_round.tables:
                yield from ((table, board) for board, held in table.results.items() if held.is_disputed)

    def deal_of(self, round_number: int, board: int) -> str:
        """The deal of a board in a round, as PBN writes it; empty: nobody has told."""
        return self.deals.get((round_number, board)) or self.deals.get((0, board), "")

    # Seats ----------------------------------------------------------------------------------------------------------

    def set_of(self, board_at: int) -> int:
        """The set, from 1, of the board at this place of a table's boards, from 0."""
        return board_at // self.regulations.set_boards + 1 if self.regulations.form.is_teams else 1

    def line_up(self, contestant: Contestant, round_number: int, at: int = 0) -> tuple[PersonId, ...]:
        """Who plays for a contestant while the board at this place, from 0, is played: as handed in for it or for an
        earlier one, else the first of its members."""
        own = [key for key in self.line_ups if key[:2] == (contestant.id, round_number) and key[2] <= at]
        if own:
            return self.line_ups[max(own)]
        return tuple(each.id for each in contestant.members[: self.regulations.form.players])

    def seated(self, table: BridgeTable, at: int = 0) -> dict[CompassSeat, Person | None]:
        """Who sits where at a table while the board at this place of its boards is played."""
        if table.four:
            people = [self.contestant(number) for number in table.four]
            return dict(zip(CompassSeat, (each.members[0] for each in people), strict=True))
        found: dict[CompassSeat, Person | None] = {}
        number = int(table.id.partition(".")[0])
        for side in Partnership:
            contestant = self.contestant(table.number(side))
            players = self.line_up(contestant, number, at)
            first = self.first_place(table, side)
            for seat, place in zip(_OPPOSITE[side], (first, first + 1), strict=True):
                found[CompassSeat(seat)] = contestant.member(players[place]) if place < len(players) else None
        return {seat: found[seat] for seat in CompassSeat}

    def first_place(self, table: BridgeTable, side: Partnership) -> int:
        """The place in a line-up from which two sit on this side of a table: open tables, then closed ones.

        Where teams have no rooms (whist), the first two are North-South at home and the others go round.
        """
        if not self.regulations.form.is_teams:
            return 0
        if table.room is Room.ONLY:
            return 0 if side is Partnership.NORTH_SOUTH else 2
        half = self.regulations.form.players // 2
        return 2 * (table.place - 1) + (half if table.room is Room.CLOSED else 0)
