"""Bodies of answers about the tournament: what everybody may see of it, and what officials see besides."""

from __future__ import annotations

import msgspec

from gateway.event.event import Entrant, Event, EventGame, EventRound, RoundStage
from gateway.event.event_entries import EventEntry
from gateway.event.regulations import Regulations
from gateway.model.instants import Instant
from gateway.model.messages import Message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.tournament.crosstable import Crosstable, PairingNumber, RoundScore
from gateway.tournament.standings.explained import written
from gateway.tournament.standings.ranking import RankedRow, Standings

__all__ = [
    "ActedBody",
    "PairingStoryBody",
    "PreviewBody",
    "RecordBody",
    "StandingBody",
    "StandingsBody",
    "TournamentBody",
    "TournamentGame",
    "TournamentPlayer",
    "TournamentRound",
    "standing_body",
    "standings_body",
    "tournament_body",
]


class TournamentPlayer(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A player of the tournament."""

    person: Person
    number: PairingNumber | None = None
    """The pairing number; none until entries are closed."""
    points: str = "0"
    """As a decimal number."""
    withdrawn: bool = False
    table: str = ""
    """The table at which the player always sits, for officials."""
    byes: dict[RoundNumber, RoundScore] = {}
    """Byes that were granted, for officials."""


class TournamentGame(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A game of a round."""

    id: PairingId
    board: int
    white: PairingNumber
    black: PairingNumber
    table: str = ""
    result: str = ""
    """As it counts, written as on a slip; empty: none yet."""
    adjourned: bool = False
    disputed: bool = False
    """Two values for one game, for officials."""
    reports: dict[str, str] = {}
    """Who said which result, for officials."""


class TournamentRound(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A round that is paired."""

    number: RoundNumber
    stage: RoundStage
    games: list[TournamentGame]
    byes: dict[PairingNumber, RoundScore] = {}
    start: Instant | None = None
    engine: str = ""


class TournamentBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The tournament as it stands; without regulations where none is held."""

    regulations: Regulations | None = None
    closed: bool = False
    """Entries are closed."""
    seed: str = ""
    """What lots were drawn from."""
    players: list[TournamentPlayer] = []
    rounds: list[TournamentRound] = []
    ranking: list[PairingNumber] = []
    """The final ranking, once it is fixed."""
    last: int = 0
    """The number of the last act."""


class StandingRow(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One place."""

    rank: int
    """Shared by those whom nothing told apart."""
    number: PairingNumber
    points: str
    tie_breaks: list[str]
    """The numbers of the tie-breaks; `-` where one was not looked at."""
    by_lot: bool = False


class StandingsBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The standings after a round, or as they are."""

    tie_breaks: list[str] = []
    """Their codes, in the order in which they are looked at."""
    rows: list[StandingRow] = []
    remarks: list[Message] = []
    """Tie-breaks that were left out, and why."""


class TieBreakStory(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a number of a tie-break came about."""

    code: str
    value: str
    addends: list[Message]
    formula: Message | None = None


class StandingBody(msgspec.Struct, frozen=True):
    """One player's place, with every number explained."""

    row: StandingRow
    stories: list[TieBreakStory]


class PairingStoryBody(msgspec.Struct, frozen=True):
    """Why a player met this opponent."""

    story: list[Message]
    """Sentences, the plainest first."""


class RecordBody(msgspec.Struct, frozen=True):
    """The record of the tournament, act by act."""

    entries: list[EventEntry]
    undoable: list[int]
    """Those that may be undone now, the latest first."""


class ActedBody(msgspec.Struct, frozen=True):
    """An act that was done."""

    entry: EventEntry


class PreviewBody(msgspec.Struct, frozen=True):
    """What would follow from an act."""

    effects: list[Message]


def tournament_body(event: Event | None, last: int, *, officials: bool) -> TournamentBody:
    """The tournament as somebody may see it: a round that is not published is for officials."""
    if event is None:
        return TournamentBody()
    table = event.as_published.crosstable()
    return TournamentBody(
        regulations=event.regulations,
        closed=event.closed,
        seed=event.seed,
        players=[_player(table, each, officials=officials) for each in _in_order(event)],
        rounds=[_round(event, each, officials=officials) for each in event.rounds if officials or each.published],
        ranking=[number for player in event.ranking or () if (number := event.entrants[player].number) is not None],
        last=last,
    )


def _in_order(event: Event) -> list[Entrant]:
    order = event.order or tuple(event.entrants)
    return [event.entrants[player] for player in order]


def _player(table: Crosstable, entrant: Entrant, *, officials: bool) -> TournamentPlayer:
    number = entrant.number
    return TournamentPlayer(
        person=entrant.person,
        number=number,
        points="0" if number is None else written(table.points(number)),
        withdrawn=entrant.until is not None,
        table=entrant.table if officials else "",
        byes=entrant.byes if officials else {},
    )


def _round(event: Event, a_round: EventRound, *, officials: bool) -> TournamentRound:
    return TournamentRound(
        number=a_round.number,
        stage=event.stage(a_round),
        games=[_game(event, game, officials=officials) for game in a_round.games],
        byes=a_round.byes,
        start=a_round.start,
        engine=a_round.engine,
    )


def _game(event: Event, game: EventGame, *, officials: bool) -> TournamentGame:
    counted = None if game.adjourned else event.counted(game)
    return TournamentGame(
        id=game.id,
        board=game.board,
        white=game.white,
        black=game.black,
        table=game.table,
        result="" if counted is None else str(counted),
        adjourned=game.adjourned,
        disputed=officials and game.is_disputed,
        reports={who: str(score) for who, score in game.reports.items()} if officials else {},
    )


def standings_body(found: Standings) -> StandingsBody:
    """The standings as they are sent."""
    codes = [tie_break.code for tie_break in found.tie_breaks]
    return StandingsBody(tie_breaks=codes, rows=[_row(row) for row in found.rows], remarks=list(found.remarks))


def standing_body(found: Standings, number: PairingNumber) -> StandingBody:
    """One player's place; raises `LookupError`."""
    for row in found.rows:
        if row.number == number:
            stories = [
                TieBreakStory(tie_break.code, value.text, [each.told for each in value.addends], value.formula)
                for tie_break, value in zip(found.tie_breaks, row.values, strict=True)
                if value is not None
            ]
            return StandingBody(_row(row), stories)
    raise LookupError(f"Nobody has the number {number}.")


def _row(row: RankedRow) -> StandingRow:
    return StandingRow(
        rank=row.rank,
        number=row.number,
        points=written(row.points),
        tie_breaks=["-" if value is None else value.text for value in row.values],
        by_lot=row.by_lot,
    )
