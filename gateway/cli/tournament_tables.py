"""Tables of a tournament on a terminal: players, a round, standings, the record."""

from __future__ import annotations

from datetime import datetime

from rich.console import Console
from rich.table import Table

from gateway.event.event import Event, EventRound
from gateway.event.event_fold import EventFold
from gateway.event.event_standings import standings
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.explained import written

from .language import catalogue

__all__ = ["print_event", "print_record", "print_round", "print_standings"]


def _console() -> Console:
    return Console(highlight=False)


def _name(event: Event, number: PairingNumber) -> str:
    person = event.entrant(number).person
    return " ".join(part for part in (person.title, person.name) if part)


def _printed(table: Table) -> None:
    _console().print(table)


def print_event(event: Event) -> None:
    """The regulations in a line, and the players."""
    regulations = event.regulations
    console = _console()
    rounds = f"{len(event.rounds)}/{regulations.rounds}"
    console.print(f"{regulations.title}: {regulations.system.value}, rounds {rounds}", markup=False)
    table = Table("No.", "Player", "Rating", "Federation", "Club", "")
    for player in event.order or tuple(event.entrants):
        entrant = event.entrants[player]
        person = entrant.person
        table.add_row(
            "" if entrant.number is None else str(entrant.number),
            " ".join(part for part in (person.title, person.name) if part),
            "" if person.rating is None else str(person.rating),
            person.federation,
            person.club,
            "" if entrant.until is None else "withdrawn",
        )
    _printed(table)
    missing = [game.id for game in event.missing()]
    if missing:
        console.print(f"No result yet: {', '.join(missing)}.", markup=False)
    for game in event.disputed():
        told = ", ".join(f"{who}: {score}" for who, score in game.reports.items())
        console.print(f"Two results for {game.id}: {told}.", markup=False)


def print_round(event: Event, a_round: EventRound) -> None:
    """The pairings of a round, with results."""
    table = Table("Board", "Table", "White", "Black", "Result", title=f"Round {a_round.number}")
    for game in a_round.games:
        score = event.counted(game)
        told = str(score) if score is not None else f"({game.reported})" if game.reported is not None else ""
        names = (f"{number} {_name(event, number)}" for number in (game.white, game.black))
        table.add_row(str(game.board), game.table, *names, told)
    for number, bye in a_round.byes.items():
        table.add_row("", "", f"{number} {_name(event, number)}", "-", bye.value)
    _printed(table)


def print_standings(event: Event, through: RoundNumber | None = None) -> None:
    """The standings, after a round or now."""
    found = standings(event, through=through)
    table = Table("Place", "No.", "Player", "Points", *(each.code for each in found.tie_breaks))
    for row in found.rows:
        values = ("-" if value is None else value.text for value in row.values)
        table.add_row(str(row.rank), str(row.number), _name(event, row.number), written(row.points), *values)
    _printed(table)
    for remark in found.remarks:
        _console().print(catalogue().render(remark), markup=False)


def print_record(fold: EventFold) -> None:
    """Every act, with who did it and why."""
    table = Table("Act", "When", "Who", "What", "Why")
    for entry in fold.entries:
        when = datetime.fromtimestamp(entry.at / 1000).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        what = catalogue().render(message(f"event_act.{entry.act.__struct_config__.tag}"))
        table.add_row(str(entry.n), when, entry.by, what, entry.act.why)
    _printed(table)
