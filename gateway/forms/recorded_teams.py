"""The teams of an event as its forms print them, from the event's own record."""

from __future__ import annotations

from gateway.event.event import Event
from gateway.event.event_rounds import EventGame
from gateway.event.event_schedule import stage_table
from gateway.event.event_standings import group_scores, group_standings
from gateway.event.event_team_tables import event_team_table
from gateway.event.stages import EventStage
from gateway.event.team_regulations import TeamRegulations
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber

from .form_teams import FormBoard, FormMatch, FormTeam, FormTeams

__all__ = ["recorded_teams"]


def recorded_teams(event: Event, stage: EventStage, *, through: RoundNumber | None = None) -> FormTeams | None:
    """The teams of the stage's first group with all matches; None where persons meet."""
    rules = event.regulations.teams
    if rules is None:
        return None
    group = stage.groups[0]
    table = stage_table(event, stage, group, through=through)
    return FormTeams(
        teams=tuple(_team(event, number, rules) for number in sorted(group.numbers)),
        table=event_team_table(event, rules, (stage,), table),
        played=group_scores(event, stage, group, through=through),
        standings=group_standings(event, stage, group, through=through),
        rounds={
            int(a_round.number): tuple(_match(event, games) for games in a_round.matches()) for a_round in event.rounds
        },
        first=stage.first,
    )


def _team(event: Event, number: PairingNumber, rules: TeamRegulations) -> FormTeam:
    entrant = event.entrant(number)
    return FormTeam(
        number=number,
        name=entrant.person.name,
        regulars=entrant.members[: rules.boards],
        reserves=entrant.members[rules.boards :],
        captain=entrant.captain,
    )


def _match(event: Event, games: tuple[EventGame, ...]) -> FormMatch:
    """The team named first has white on board 1."""
    first = (games[0].white, games[0].black)
    seats: dict[int, list[EventGame]] = {}
    for game in games:
        seats.setdefault(game.seat, []).append(game)
    return FormMatch(
        number=games[0].match,
        teams=first,
        boards=tuple(_board(event, seat, of_seat, first[0]) for seat, of_seat in seats.items()),
    )


def _board(event: Event, seat: int, games: list[EventGame], first: PairingNumber) -> FormBoard:
    opening = games[0]
    side = Side.WHITE if opening.white == first else Side.BLACK
    results = []
    for game in games:
        score = None if game.adjourned else event.counted(game)
        own = Side.WHITE if game.white == first else Side.BLACK
        results.append(None if score is None else (score.by_side[own], score.by_side[own.other]))
    return FormBoard(
        number=seat,
        players=(event.person(opening, side), event.person(opening, side.other)),
        first_side=side,
        games=tuple(results),
    )
