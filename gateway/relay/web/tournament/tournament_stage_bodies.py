"""Bodies of answers about the stages of the tournament: groups with their places, brackets with their ties."""

from __future__ import annotations

import msgspec

from gateway.event.event import Event
from gateway.event.event_rounds import EventGame
from gateway.event.event_standings import group_standings
from gateway.event.knock_out import played_bracket
from gateway.event.regulations import System
from gateway.event.stage_closing import is_over, round_limit
from gateway.event.stages import EventStage, StageDraw, StageGroup
from gateway.model.pairings import PairingId, RoundNumber
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.knockout_bracket import TieEnd, TieId, TieState

from .standing_bodies import StandingsBody, standings_body

__all__ = ["StageBody", "TournamentStage", "stage_body", "tournament_stage"]


class TournamentGroup(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Those who meet one another in a stage."""

    name: str = ""
    """`A`, `B`; empty where there is but one."""
    numbers: list[PairingNumber]
    """In the order in which they were put there."""


class TournamentStage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A stage that has begun."""

    number: int
    """In the plan of the event, from 1."""
    name: str = ""
    """As the regulations call it; empty: by its number."""
    system: System
    first: RoundNumber
    """Its first round."""
    rounds: int
    """How many it has at most."""
    groups: list[TournamentGroup]
    play_off: bool = False
    """It decides between those who were level in the stage of that number."""
    over: bool = False
    """Nothing of it is left to be paired."""
    draw: StageDraw | None = None
    """The lots, where they were drawn, with both seeds: anybody can draw them again."""
    to_draw: bool = False
    """Lots are to be drawn before its first round."""


class TieSide(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a tie: who it is, or from which tie it comes; neither: nobody will come."""

    number: PairingNumber | None = None
    waits_for: TieId | None = None


class TieBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A tie of a bracket."""

    id: TieId
    round: RoundNumber
    """Of the bracket, as the book counts them."""
    first: TieSide
    second: TieSide
    winner: PairingNumber | None = None
    end: TieEnd | None = None
    """How it was decided; none: it is not."""
    place: int | None = None
    """The place that its winner has in the end."""
    games: list[PairingId] = []
    """Those that are paired."""


class GroupBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A group, with its standings or its bracket."""

    name: str = ""
    numbers: list[PairingNumber]
    standings: StandingsBody | None = None
    ties: list[TieBody] = []


class StageBody(msgspec.Struct, frozen=True):
    """A stage, with all places and ties."""

    stage: TournamentStage
    groups: list[GroupBody]


def tournament_stage(event: Event, stage: EventStage) -> TournamentStage:
    """A stage in short."""
    rules = event.rules_of(stage)
    return TournamentStage(
        number=stage.number,
        name=rules.name,
        system=rules.system,
        first=stage.first,
        rounds=round_limit(event, stage),
        groups=[TournamentGroup(name=group.name, numbers=list(group.numbers)) for group in stage.groups],
        play_off=stage.rules is not None,
        over=is_over(event, stage),
        draw=stage.draw,
        to_draw=rules.is_drawn and stage.draw is None and not stage.arranged,
    )


def stage_body(event: Event, stage: EventStage) -> StageBody:
    """A stage in full."""
    return StageBody(tournament_stage(event, stage), [_group(event, stage, group) for group in stage.groups])


def _group(event: Event, stage: EventStage, group: StageGroup) -> GroupBody:
    numbers = list(group.numbers)
    if not event.rules_of(stage).system.is_bracket:
        found = standings_body(group_standings(event, stage, group))
        return GroupBody(name=group.name, numbers=numbers, standings=found)
    bracket, boards = played_bracket(event, stage, group)
    ties = [_tie(state, boards.get(name, ())) for name, state in bracket.states.items()]
    return GroupBody(name=group.name, numbers=numbers, ties=ties)


def _tie(state: TieState, games: tuple[EventGame, ...]) -> TieBody:
    tie = state.tie
    first, second = (TieSide(seat.number, seat.waits_for) for seat in (state.first, state.second))
    return TieBody(
        id=tie.id,
        round=tie.round,
        first=first,
        second=second,
        winner=state.winner,
        end=state.end,
        place=tie.winner_place,
        games=[game.id for game in games],
    )
