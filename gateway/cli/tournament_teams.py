"""Teams of a tournament from the command line: who is in them, line-ups, matches, and what each member did."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from gateway.event.board_prizes import board_prizes
from gateway.event.event import Entrant, Event
from gateway.event.event_acts import SetLineUp
from gateway.event.event_refusals import EventRefused
from gateway.event.event_rounds import EventRound
from gateway.event.team_match_scores import board_points
from gateway.event.team_regulations import TeamRegulations
from gateway.model.errors import SettingsError
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.model.persons import PersonId
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.explained import written

from .tournament_acts import do_acts, event_of, kept_tournament, player_of

__all__ = ["line_up", "members", "print_matches", "prizes", "read_teams"]


def read_teams(text: str) -> TeamRegulations | None:
    """Regulations of teams as they are written on the command line: the boards, then what else there is."""
    if not text.strip():
        return None
    words = text.split()
    fields: dict[str, object] = {"boards": words[0]}
    for word in words[1:]:
        name, given, value = word.partition("=")
        fields[name] = value if given else True
    try:
        return msgspec.convert(fields, TeamRegulations, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(
            f"'{text}' is not how teams play: {error}. Write '4', or '4 kind=ad_hoc reserves=1 line_up_minutes=30'."
        ) from error


def line_up(
    context: typer.Context,
    number: Annotated[int, typer.Argument(min=1, help="The team's pairing number.")],
    round_: Annotated[int, typer.Argument(metavar="ROUND", min=1, max=99, help="The round.")],
    players: Annotated[
        list[str],
        typer.Argument(help="Board by board: the member's place on the team's list, its id, or - for nobody."),
    ],
    why: Annotated[str, typer.Option("--why", help="The reason, needed after the deadline.")] = "",
) -> None:
    """Say who plays for a team in a round: a substitution, or the order of this match."""
    team = player_of(context, number)
    with kept_tournament(context) as kept:
        entrant = event_of(kept.fold()).entrants[team]
    seated = tuple(_member(entrant, each) for each in players)
    do_acts(context, SetLineUp(team=team, round=RoundNumber(round_), players=seated, why=why))


def _member(entrant: Entrant, text: str) -> PersonId | None:
    if text == "-":
        return None
    if text.isdecimal() and 0 < int(text) <= len(entrant.members):
        return entrant.members[int(text) - 1].id
    found = next((member.id for member in entrant.members if text in (member.id, member.name)), None)
    if found is None:
        raise EventRefused(message("line_up.stranger", team=entrant.person.name, name=text))
    return found


def members(context: typer.Context) -> None:
    """Show the teams with their members, in the order of their boards."""
    table = Table("No.", "Team", "Board", "Id", "Player", "Rating")
    with kept_tournament(context) as kept:
        event = event_of(kept.fold())
    for player in event.order or tuple(event.entrants):
        entrant = event.entrants[player]
        for board, member in enumerate(entrant.members, 1):
            first = [str(entrant.number or ""), entrant.person.name] if board == 1 else ["", ""]
            table.add_row(*first, str(board), member.id, member.name, str(member.rating or ""))
    Console(highlight=False).print(table)


def prizes(context: typer.Context) -> None:
    """Show what each member did, board by board: most points, then fewer games, then the higher performance."""
    with kept_tournament(context) as kept:
        event = event_of(kept.fold())
    boards = event.regulations.teams.boards if event.regulations.teams is not None else 0
    table = Table("Board", "Place", "Player", "Team", "Points", "Games", "Performance")
    for each in board_prizes(event):
        table.add_row(
            str(each.board) if each.board <= boards else "R",
            str(each.rank),
            each.person.name,
            _team(event, each.team),
            written(each.points),
            str(each.games),
            str(each.performance or ""),
        )
    Console(highlight=False).print(table)


def print_matches(event: Event, a_round: EventRound) -> None:
    """The matches of a round of teams, with their game points; nothing where persons play."""
    rules = event.regulations.teams
    if rules is None:
        return
    table = Table("Match", "White on board 1", "", "", "")
    for at, games in enumerate(a_round.matches(), 1):
        boards = board_points([(game, event.counted(game)) for game in games], rules, event.regulations.points.scale)
        white, black = games[0].white, games[0].black
        points = ["" if boards is None else written(sum(boards[team], Fraction(0))) for team in (white, black)]
        table.add_row(str(at), _team(event, white), *points, _team(event, black))
    Console(highlight=False).print(table)


def _team(event: Event, number: PairingNumber) -> str:
    return f"{number} {event.entrant(number).person.name}"
