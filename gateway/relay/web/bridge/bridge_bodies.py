"""A bridge event as the relay tells it: contestants, rounds with tables and matches, standings, what waits."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import msgspec

from gateway.clock.round_plan import RoundPlan
from gateway.event.bridge.board_results import TableScore, outcome_text, score_of
from gateway.event.bridge.bridge_bracket import winner_of
from gateway.event.bridge.bridge_drawing import round_count
from gateway.event.bridge.bridge_entries import BridgeEntry
from gateway.event.bridge.bridge_event import (
    BoardAtTable,
    BridgeEvent,
    BridgePenalty,
    BridgeRoundState,
    BridgeTable,
    Contestant,
    DirectorCall,
)
from gateway.event.bridge.bridge_matches import BridgeMatch, round_matches
from gateway.event.bridge.bridge_places import BridgeStandingRow, fraction_text, standing_rows
from gateway.event.bridge.bridge_regulations import BridgeRegulations
from gateway.event.bridge.bridge_seats import undecided_seats
from gateway.model.persons import Person
from gateway.tournament.bridge.compass import CompassSeat, Partnership

__all__ = [
    "BoardBody",
    "BridgeActedBody",
    "BridgeBody",
    "BridgeRecordBody",
    "board_body",
    "bridge_body",
]


class BoardBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A board at one table."""

    board: int
    result: str = ""
    """What counts, as people write it; `avg+ / avg-` where a director gave averages. Empty: nothing counts yet."""
    score: str = ""
    """Of North-South."""
    told: dict[Partnership, str] = {}
    """What each side has said; officials only."""
    disputed: bool = False
    by_director: bool = False
    at: int | None = None


class BridgeTableBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table of a round."""

    id: str
    label: str
    match: int
    room: str
    north_south: int
    east_west: int
    four: tuple[int, ...] = ()
    boards: tuple[int, ...]
    current: int | None = None
    """The board that is played; None: all have been."""
    seats: dict[CompassSeat, str] = {}
    results: list[BoardBody] = []


class MatchBoardBody(msgspec.Struct, frozen=True):
    """A board of a match, compared."""

    board: int
    open: str
    """The table of the comparison that sits like the open room."""
    closed: str
    home: str
    """IMPs."""
    away: str


class BridgeMatchBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A match."""

    round: int
    number: int
    home: int
    away: int
    tables: tuple[str, ...]
    complete: bool
    boards: list[MatchBoardBody]
    home_imps: str
    """Won on single boards."""
    away_imps: str
    margin: str
    """Of the home team."""
    home_vp: Decimal | None = None
    away_vp: Decimal | None = None
    winner: int | None = None
    goes_on: int | None = None
    """Of a knock-out: who goes on, the winner or whom a director has said."""
    seats: str | None = None
    """The seed from which home and away were drawn; empty: by choice; None: as the movement has it."""


class BridgeRoundBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A round."""

    number: int
    published: bool
    complete: bool
    stage: int = 1
    group: dict[int, str] = {}
    tables: list[BridgeTableBody]
    matches: list[BridgeMatchBody] = []
    byes: tuple[int, ...] = ()
    undecided: tuple[int, ...] = ()
    """Matches whose home team is to be drawn or chosen before the round is published."""


class ContestantBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A contestant."""

    id: str
    name: str
    number: int = 0
    captain: str = ""
    members: tuple[Person, ...]
    withdrawn: bool = False


class BridgeBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A bridge event; without regulations there is none."""

    acts: int
    regulations: BridgeRegulations | None = None
    closed: bool = False
    rounds_planned: int = 0
    contestants: list[ContestantBody] = []
    rounds: list[BridgeRoundBody] = []
    standings: list[BridgeStandingRow] = []
    ranking: tuple[str, ...] = ()
    penalties: tuple[BridgePenalty, ...] = ()
    calls: tuple[DirectorCall, ...] = ()
    """Officials only."""
    line_ups: dict[str, tuple[str, ...]] = {}
    """By contestant, round and the first of its boards for which it holds, from 1: `c1 2 5`."""
    clock_plan: RoundPlan | None = None
    """What the round clock is set to by the regulations; officials only, once entries are closed."""


class BridgeActedBody(msgspec.Struct, frozen=True):
    """The entry of what was done."""

    entry: BridgeEntry


class BridgeRecordBody(msgspec.Struct, frozen=True):
    """Every act, and which may be undone."""

    entries: list[BridgeEntry]
    undoable: list[int]
    """Of those that were looked at."""
    looked_from: int
    """The first that was looked at; an older one may be tried."""


def bridge_body(event: BridgeEvent | None, acts: int, *, officials: bool) -> BridgeBody:
    """The whole event; of what the public is shown, `event` has been made already."""
    if event is None:
        return BridgeBody(acts=acts)
    return BridgeBody(
        acts=acts,
        regulations=event.regulations,
        closed=event.closed,
        rounds_planned=round_count(event) if event.closed else 0,
        contestants=[_contestant(each) for each in event.contestants.values()],
        rounds=[_round(event, each, officials=officials) for each in event.rounds],
        standings=standing_rows(event) if event.closed else [],
        ranking=event.ranking or (),
        penalties=event.penalties,
        calls=event.calls if officials else (),
        line_ups={f"{who} {number} {at + 1}": players for (who, number, at), players in event.line_ups.items()},
        clock_plan=event.regulations.clock_plan(round_count(event)) if event.closed and officials else None,
    )


def _contestant(each: Contestant) -> ContestantBody:
    return ContestantBody(
        id=each.id, name=each.name, number=each.number, captain=each.captain, members=each.members,
        withdrawn=each.until is not None,
    )  # fmt: skip


def _round(event: BridgeEvent, a_round: BridgeRoundState, *, officials: bool) -> BridgeRoundBody:
    matches = round_matches(event, a_round) if event.regulations.form.is_teams else ()
    return BridgeRoundBody(
        number=a_round.number,
        published=a_round.published,
        complete=event.is_complete(a_round),
        stage=a_round.stage,
        group=a_round.group,
        tables=[_table(event, table, officials=officials) for table in a_round.tables],
        matches=[_match(event, a_round, each) for each in matches],
        byes=a_round.byes,
        undecided=undecided_seats(event, a_round) if officials else (),
    )


def _table(event: BridgeEvent, table: BridgeTable, *, officials: bool) -> BridgeTableBody:
    current = event.current_board(table) if officials else None
    at = table.boards.index(current) if current is not None else len(table.boards) - 1
    seats = {seat: person.name for seat, person in event.seated(table, at).items() if person is not None}
    return BridgeTableBody(
        id=table.id,
        label=table.label,
        match=table.match,
        room=table.room.value,
        north_south=table.north_south,
        east_west=table.east_west,
        four=table.four,
        boards=table.boards,
        current=current,
        seats=seats,
        results=[
            board_body(event, table, board, table.results[board], officials=officials)
            for board in table.boards
            if board in table.results
        ],
    )


def board_body(event: BridgeEvent, table: BridgeTable, board: int, held: BoardAtTable, *, officials: bool) -> BoardBody:
    """A board at a table; what each side has said is for those who sit there, and for officials."""
    counted = event.counted(table, board)
    return BoardBody(
        board=board,
        result="" if counted is None else outcome_text(counted),
        score="" if counted is None else _score_text(score_of(board, counted)),
        told={side: outcome_text(told) for side, told in held.reports.items()} if officials else {},
        disputed=held.is_disputed,
        by_director=held.accepted is not None and officials,
        at=held.at,
    )


def _score_text(score: TableScore | None) -> str:
    if score is None or not score.parts:
        return ""
    value = sum((part.weight * part.north_south for part in score.parts), Fraction(0))
    return fraction_text(value, signed=True)


def _match(event: BridgeEvent, a_round: BridgeRoundState, match: BridgeMatch) -> BridgeMatchBody:
    return BridgeMatchBody(
        round=match.round,
        number=match.number,
        home=match.home,
        away=match.away,
        tables=match.tables,
        complete=match.complete,
        boards=[
            MatchBoardBody(each.board, pair.open, pair.closed, fraction_text(each.home), fraction_text(each.away))
            for pair in match.comparisons
            for each in pair.boards
        ],
        home_imps=fraction_text(match.home_won),
        away_imps=fraction_text(match.away_won),
        margin=fraction_text(match.home_margin, signed=True),
        home_vp=match.home_vp if match.complete else None,
        away_vp=match.away_vp if match.complete else None,
        winner=match.winner,
        goes_on=winner_of(event, match) if event.regulations.system.is_bracket else None,
        seats=a_round.seats.get(match.number),
    )
