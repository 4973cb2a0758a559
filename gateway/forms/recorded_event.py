"""An event as its forms print it, from the event's own record."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gateway.event.event import Event, EventGame, EventRound
from gateway.event.event_schedule import stage_table
from gateway.event.event_standings import group_scores, group_standings
from gateway.event.knock_out import knock_out_bracket
from gateway.event.round_pairing import first_mover
from gateway.event.stage_closing import round_limit, rounds_planned
from gateway.event.stages import EventStage, StageGroup
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.sides import BySide, Side
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .form_event import FormEntrant, FormEvent, FormGame, FormPairing, FormRound, FormSection
from .recorded_teams import recorded_teams

__all__ = ["recorded_event"]


def recorded_event(
    event: Event, *, through: RoundNumber | None = None, links: Mapping[PairingId, str] | None = None
) -> FormEvent:
    """The event up to the end of a round, or as it is; `links` open the pages on which results are entered."""
    regulations = event.regulations
    order = event.order or tuple(event.entrants)
    stage = _stage(event, through)
    return FormEvent(
        title=regulations.title,
        place=regulations.place,
        chief=regulations.chief_arbiter,
        rules=regulations.rules,
        control=regulations.control,
        first=first_mover(event),
        entrants=tuple(
            FormEntrant(entrant.person, entrant.number, entrant.until is not None)
            for entrant in map(event.entrants.__getitem__, order)
        ),
        table=event.crosstable(through=through),
        round_count=rounds_planned(event, play_offs=False),
        rounds=tuple(_round(event, each, links or {}) for each in event.rounds),
        sections=() if stage is None else tuple(_section(event, stage, group, through) for group in stage.groups),
        places=_places(event),
        teams=None if stage is None else recorded_teams(event, stage, through=through),
    )


def _stage(event: Event, through: RoundNumber | None) -> EventStage | None:
    """The stage in which a round was played, or the one that is played."""
    if not event.stages:
        return None
    begun = [stage for stage in event.stages if through is None or stage.first <= through]
    return begun[-1] if begun else event.stages[0]


def _places(event: Event) -> dict[PairingNumber, int]:
    placed = (event.entrants[player].number for player in event.ranking or ())
    return {number: place for place, number in enumerate(placed, 1) if number is not None}


def _section(event: Event, stage: EventStage, group: StageGroup, through: RoundNumber | None) -> FormSection:
    rules = event.rules_of(stage)
    named = (rules.name if len(event.regulations.plan) > 1 else "", group.name)
    return FormSection(
        table=stage_table(event, stage, group, through=through),
        group=" ".join(part for part in named if part),
        first=stage.first,
        round_count=round_limit(event, stage),
        standings=group_standings(event, stage, group, through=through),
        played=group_scores(event, stage, group, through=through),
        bracket=knock_out_bracket(event, stage, group) if rules.system.is_bracket else None,
        met=_met(event, stage, through) if rules.games > 1 else None,
    )


def _met(
    event: Event, stage: EventStage, through: RoundNumber | None
) -> dict[tuple[PairingNumber, PairingNumber], tuple[RoundScore, ...]]:
    found: dict[tuple[PairingNumber, PairingNumber], tuple[RoundScore, ...]] = {}
    for a_round in event.rounds_of(stage):
        for game in a_round.games if through is None or a_round.number <= through else ():
            score = event.counted(game)
            if score is None or game.extra:
                continue
            for side in Side:
                met = (game.players[side], game.players[side.other])
                found[met] = (*found.get(met, ()), score.by_side[side])
    return found


def _round(event: Event, a_round: EventRound, links: Mapping[PairingId, str]) -> FormRound:
    stage = event.stage_of(a_round)
    several = len(stage.groups) > 1
    boards = dict.fromkeys(game.board for game in a_round.games)
    pairings = []
    for board in boards:
        games = [game for game in a_round.games if game.board == board]
        group = stage.group_of(games[0].white) if several else None
        pairings.append(
            FormPairing(
                board=board,
                games=tuple(_game(event, game, links) for game in games),
                table=games[0].table,
                group="" if group is None else group.name,
            )
        )
    return FormRound(
        number=a_round.number,
        pairings=tuple(pairings),
        byes={number: score for number, score in a_round.byes.items() if number in stage.numbers},
        before=_before(event, stage, a_round.number),
        start=a_round.start,
    )


def _before(event: Event, stage: EventStage, number: RoundNumber) -> dict[PairingNumber, Fraction]:
    """The points that count in the stage, before one of its rounds."""
    found: dict[PairingNumber, Fraction] = {}
    for group in stage.groups:
        table = stage_table(event, stage, group, through=RoundNumber(number - 1))
        found |= {row.number: table.points(row.number) for row in table.participants}
    return found


def _game(event: Event, game: EventGame, links: Mapping[PairingId, str]) -> FormGame:
    score = None if game.adjourned else event.counted(game)
    return FormGame(
        id=game.id,
        players=BySide(game.white, game.black),
        scores=None if score is None else score.by_side,
        seated=None if game.seated is None else BySide(*(event.person(game, side) for side in Side)),
        link=links.get(game.id, ""),
    )
