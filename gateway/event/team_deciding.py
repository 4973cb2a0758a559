"""Deciding on teams: who may be entered, and who may sit where, until when. GN 24.1, 26.2."""

from __future__ import annotations

from gateway.model.instants import Instant
from gateway.model.persons import PersonId
from gateway.tournament.line_ups import TeamSheet, check_line_up

from .event import Entrant, Event
from .event_acts import SetLineUp, TeamEntry
from .event_refusals import EventRefused, demand
from .stage_closing import last_round
from .team_regulations import TeamRegulations

__all__ = ["check_line_up_act", "check_line_up_time", "check_team", "check_team_change"]

_MINUTE_MS = 60_000


def check_team(event: Event, rules: TeamRegulations, team: TeamEntry) -> None:
    """Raise `EventRefused` if a team cannot take part so."""
    demand(bool(team.name.strip()), "event.name_missing")
    others = [each for each in event.entrants.values() if not team.id or each.id != team.id]
    demand(all(each.person.name != team.name for each in others), "event.entered_already", who=team.name)
    size = len(team.members)
    demand(1 <= size <= rules.most, "event.team_size", team=team.name, n=size, most=rules.most)
    names = [member.name.strip() for member in team.members]
    demand(all(names), "event.name_missing")
    for name in names:
        demand(names.count(name) == 1, "event.entered_already", who=name)
    known = {member.federation_id for each in others for member in each.members} - {""}
    taken = {member.id for each in others for member in each.members}
    for member in team.members:
        demand(member.federation_id not in known and member.id not in taken, "event.entered_already", who=member.name)


def check_team_change(event: Event, rules: TeamRegulations, team: TeamEntry) -> None:
    """Raise `EventRefused` if a team cannot be changed so: once a round is paired, members stay, in their order."""
    demand(team.id in event.entrants, "event.unknown_player", player=team.id)
    check_team(event, rules, team)
    entrant = event.entrants[team.id]
    kept = [member.id for member in team.members][: len(entrant.members)]
    is_kept = kept == [member.id for member in entrant.members]
    demand(is_kept or not event.rounds, "event.team_order_fixed", team=entrant.person.name)


def check_line_up_act(event: Event, rules: TeamRegulations, act: SetLineUp) -> None:
    """Raise `EventRefused` if a line-up cannot be taken."""
    demand(act.team in event.entrants, "event.unknown_player", player=act.team)
    entrant = event.entrants[act.team]
    demand(len(event.rounds) <= act.round <= last_round(event), "event.round_past", round=act.round)
    demand(act.round > 0, "event.round_past", round=act.round)
    wrong = check_line_up(_sheet(entrant, rules), _names(entrant, act.players), rules.kind)
    if wrong:
        raise EventRefused(wrong[0])
    _check_begun(event, entrant, act)


def _sheet(entrant: Entrant, rules: TeamRegulations) -> TeamSheet:
    """As it was entered; a team that is short of members has boards that nobody is entered for."""
    names = [member.name for member in entrant.members]
    regulars = [*names[: rules.boards], *[""] * (rules.boards - len(names))]
    return TeamSheet(name=entrant.person.name, regulars=tuple(regulars), reserves=tuple(names[rules.boards :]))


def _names(entrant: Entrant, players: tuple[PersonId | None, ...]) -> list[str | None]:
    known = {member.id: member.name for member in entrant.members}
    return [None if each is None else known.get(each, str(each)) for each in players]


def _check_begun(event: Event, entrant: Entrant, act: SetLineUp) -> None:
    """Nobody is exchanged on a board of which a result is told."""
    if act.round > len(event.rounds) or entrant.number is None:
        return
    for game in event.rounds[-1].games:
        side = game.side_of(entrant.number)
        if side is None or game.seated is None or game.seated[side] == act.players[game.seat - 1]:
            continue
        begun = bool(game.reports) or game.accepted is not None or game.adjourned
        demand(not begun, "event.board_begun", pairing=game.id)


def check_line_up_time(event: Event, act: SetLineUp, at: Instant) -> None:
    """Raise `EventRefused` if a line-up comes after its time, and no reason is given for it."""
    rules = event.regulations.teams
    if rules is None or act.round > len(event.rounds) or act.why.strip():
        return
    a_round = event.rounds[act.round - 1]
    if a_round.published and a_round.start is not None:
        late = at > a_round.start - rules.line_up_minutes * _MINUTE_MS
        demand(not late, "event.line_up_late", minutes=rules.line_up_minutes)
