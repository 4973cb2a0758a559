"""Changes of an event of teams: entries with their members, line-ups, and the boards of a round that is paired."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.elo import half_up

from .event import Entrant, Event, EventGame
from .event_acts import SetLineUp, TeamEntry
from .event_entries import Paired
from .team_boards import LineUp, default_line_up, match_boards, with_line_up
from .team_regulations import TeamRegulations

__all__ = ["changed_team", "line_up_of", "lined_up", "member_seated", "team_games", "team_member"]

_replace = msgspec.structs.replace


def changed_team(entrant: Entrant, team: TeamEntry, rules: TeamRegulations) -> Entrant:
    """The team with other words, or other members; who is new gets the next free id."""
    members: list[Person] = []
    taken = {member.id for member in (*entrant.members, *team.members)}
    for member in team.members:
        given = member.id or _free_member(entrant.id, taken)
        taken.add(given)
        members.append(_replace(member, id=given, club=member.club or team.name))
    person = Person(
        team.name,
        entrant.id,
        federation=team.federation,
        rating=team.rating if team.rating is not None else _strength(members[: rules.boards]),
        club=team.club,
    )
    return _replace(entrant, person=person, members=tuple(members), captain=team.captain)


def _free_member(team: PersonId, taken: set[PersonId]) -> PersonId:
    at = 1
    while (found := PersonId(f"{team}-{at}")) in taken:
        at += 1
    return found


def _strength(members: list[Person]) -> int | None:
    """The mean rating of those on the boards who have one."""
    ratings = [member.rating for member in members if member.rating is not None]
    return half_up(Fraction(sum(ratings), len(ratings))) if ratings else None


def team_member(event: Event, player: PersonId) -> Entrant | None:
    """The team of a member; None: no team has such a member."""
    return next((each for each in event.entrants.values() if any(member.id == player for member in each.members)), None)


def member_seated(entrant: Entrant, player: PersonId, table: str) -> Entrant:
    """The team with a table at which a member always sits, or with none for him."""
    others = {member: where for member, where in entrant.tables.items() if member != player}
    return _replace(entrant, tables={**others, player: table} if table else others)


def line_up_of(event: Event, rules: TeamRegulations, number: PairingNumber, a_round: RoundNumber) -> LineUp:
    """Who plays for a team in a round: as it was handed in, or else in the order of entry."""
    entrant = event.entrant(number)
    handed_in = event.line_ups.get((entrant.id, a_round))
    return handed_in or default_line_up([member.id for member in entrant.members], rules.boards)


def team_games(event: Event, rules: TeamRegulations, outcome: Paired) -> tuple[EventGame, ...]:
    """The boards of the next round, as it is paired."""
    number = event.next_round
    teams = [team for pair in outcome.games for team in (pair.white, pair.black)]
    line_ups = {team: line_up_of(event, rules, team, number) for team in teams}
    games = event.rules_of(event.current).games
    return tuple(match_boards(number, outcome.games, rules, games, line_ups))


def lined_up(event: Event, act: SetLineUp) -> Event:
    """The event with a line-up; where the round is paired, its boards are filled anew."""
    handed_in = _replace(event, line_ups={**event.line_ups, (act.team, act.round): act.players})
    number = event.entrants[act.team].number
    if act.round > len(event.rounds) or number is None:
        return handed_in
    a_round = event.rounds[act.round - 1]
    games = with_line_up(a_round.games, number, act.players)
    rounds = (*event.rounds[: act.round - 1], _replace(a_round, games=games), *event.rounds[act.round :])
    return _replace(handed_in, rounds=rounds)
