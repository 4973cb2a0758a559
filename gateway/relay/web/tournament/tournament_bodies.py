"""Bodies of answers about the tournament: what everybody may see of it, and what officials see besides."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from gateway.event.event import Entrant, Event
from gateway.event.event_entries import EventEntry
from gateway.event.event_rounds import EventGame, EventRound, RoundStage
from gateway.event.event_schedule import stage_table
from gateway.event.event_standings import shared_places
from gateway.event.regulations import Regulations
from gateway.event.stage_closing import is_over, rounds_planned
from gateway.model.instants import Instant
from gateway.model.messages import Message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.model.sides import BySide, Side
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.standings.explained import written

from .tournament_stage_bodies import TournamentStage, tournament_stage

__all__ = [
    "ActedBody",
    "PairingStoryBody",
    "RecordBody",
    "TournamentBody",
    "TournamentGame",
    "TournamentPlayer",
    "TournamentRound",
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
    members: list[Person] = []
    """Of a team, in the order of its boards, then reserves."""
    captain: str = ""


class TournamentGame(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A game of a round."""

    id: PairingId
    board: int
    white: PairingNumber
    black: PairingNumber
    group: str = ""
    """The group of the two, where there are several."""
    game: int = 1
    """Which of the games it is that the two play on this board."""
    control: str = ""
    """Its own time control, where it is not that of the stage."""
    extra: bool = False
    """Of a play-off."""
    opening: str = ""
    """That was drawn for it."""
    table: str = ""
    result: str = ""
    """As it counts, written as on a slip; empty: none yet."""
    adjourned: bool = False
    match: int = 0
    """Of teams: which match of the round the board belongs to, from 1."""
    seat: int = 0
    """Of teams: which board of the match it is."""
    seated: BySide[Person | None] | None = None
    """Of teams: who plays there; none where nobody does."""
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
    part_of: int = 1
    """Which of the stages it belongs to, counted from 1 as they are listed."""


class TournamentBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The tournament as it stands; without regulations where none is held."""

    regulations: Regulations | None = None
    closed: bool = False
    """Entries are closed."""
    seed: str = ""
    """What lots were drawn from."""
    players: list[TournamentPlayer] = []
    rounds: list[TournamentRound] = []
    stages: list[TournamentStage] = []
    """Those that have begun, the last one is played."""
    stages_left: int = 0
    """How many are still to come."""
    rounds_planned: int = 0
    """The rounds of all stages, as far as can be said."""
    shared: list[list[PairingNumber]] = []
    """Those who share a place when all of the stage is played and may play it off, for officials."""
    openings: dict[str, str] = {}
    """Openings drawn for rounds to come, `3` for round three and `3.12` for a board of it, for officials."""
    forbidden: list[list[PersonId]] = []
    """Pairs that are not to meet, for officials."""
    line_ups: dict[PersonId, dict[RoundNumber, list[PersonId | None]]] = {}
    """Of teams, as they were handed in, for officials."""
    ranking: list[PairingNumber] = []
    """The final ranking, once it is fixed."""
    last: int = 0
    """The number of the last act."""


class PairingStoryBody(msgspec.Struct, frozen=True):
    """The story of why a player met this opponent."""

    story: list[Message]
    """Sentences, the plainest first."""


class RecordBody(msgspec.Struct, frozen=True):
    """The record of the tournament, act by act."""

    entries: list[EventEntry]
    undoable: list[int]
    """Those of the latest that may be undone now, the latest first; an older one may be undone by its number."""


class ActedBody(msgspec.Struct, frozen=True):
    """An act that was done."""

    entry: EventEntry


def tournament_body(event: Event | None, last: int, *, officials: bool) -> TournamentBody:
    """The tournament as somebody may see it: a round that is not published is for officials."""
    if event is None:
        return TournamentBody()
    shown = event if officials else event.as_published
    points = _points(event.as_published)
    return TournamentBody(
        regulations=event.regulations,
        closed=event.closed,
        seed=event.seed,
        players=[_player(points, each, officials=officials) for each in _in_order(event)],
        rounds=[_round(event, each, officials=officials) for each in event.rounds if officials or each.published],
        stages=[tournament_stage(shown, stage) for stage in event.stages],
        stages_left=len(event.regulations.plan) - event.current.number if event.stages else 0,
        rounds_planned=rounds_planned(shown),
        shared=_shared(event) if officials else [],
        openings=_openings(event) if officials else {},
        forbidden=[sorted(pair) for pair in sorted(event.forbidden, key=sorted)] if officials else [],
        line_ups=_line_ups(event) if officials else {},
        ranking=[number for player in event.ranking or () if (number := event.entrants[player].number) is not None],
        last=last,
    )


def _shared(event: Event) -> list[list[PairingNumber]]:
    if not event.stages or event.ranking is not None or not is_over(event, event.current):
        return []
    if any(event.missing()) or not all(each.published for each in event.rounds):
        return []
    return [list(numbers) for numbers in shared_places(event, event.planned)]


def _openings(event: Event) -> dict[str, str]:
    return {f"{number}.{board}" if board else str(number): drawn for (number, board), drawn in event.openings.items()}


def _line_ups(event: Event) -> dict[PersonId, dict[RoundNumber, list[PersonId | None]]]:
    found: dict[PersonId, dict[RoundNumber, list[PersonId | None]]] = {}
    for (team, number), players in event.line_ups.items():
        found.setdefault(team, {})[number] = list(players)
    return found


def _in_order(event: Event) -> list[Entrant]:
    order = event.order or tuple(event.entrants)
    return [event.entrants[player] for player in order]


def _points(event: Event) -> dict[PairingNumber, Fraction]:
    """The points of each in the last stage that he is in."""
    found: dict[PairingNumber, Fraction] = {}
    for stage in event.stages:
        if stage.is_play_off:
            continue
        for group in stage.groups:
            table = stage_table(event, stage, group)
            found |= {number: table.points(number) for number in group.numbers}
    return found


def _player(points: Mapping[PairingNumber, Fraction], entrant: Entrant, *, officials: bool) -> TournamentPlayer:
    number = entrant.number
    return TournamentPlayer(
        person=entrant.person,
        number=number,
        points="0" if number is None else written(points.get(number, Fraction(0))),
        withdrawn=entrant.until is not None,
        table=entrant.table if officials else "",
        byes=entrant.byes if officials else {},
        members=list(entrant.members),
        captain=entrant.captain,
    )


def _round(event: Event, a_round: EventRound, *, officials: bool) -> TournamentRound:
    groups = {number: group.name for group in event.stage_of(a_round).groups for number in group.numbers}
    return TournamentRound(
        number=a_round.number,
        stage=event.stage(a_round),
        games=[_game(event, a_round, game, groups.get(game.white, ""), officials) for game in a_round.games],
        byes=a_round.byes,
        start=a_round.start,
        engine=a_round.engine,
        part_of=a_round.stage + 1,
    )


def _game(event: Event, a_round: EventRound, game: EventGame, group: str, officials: bool) -> TournamentGame:
    counted = None if game.adjourned else event.counted(game)
    return TournamentGame(
        id=game.id,
        board=game.board,
        white=game.white,
        black=game.black,
        group=group,
        game=game.game,
        control=game.control,
        extra=game.extra,
        opening=event.opening(a_round.number, game.board),
        table=game.table,
        result="" if counted is None else str(counted),
        adjourned=game.adjourned,
        match=game.match,
        seat=game.seat,
        seated=BySide(*(event.person(game, side) for side in Side)) if game.seated is not None else None,
        disputed=officials and game.is_disputed,
        reports={who: str(score) for who, score in game.reports.items()} if officials else {},
    )
