"""Tables of a tournament on a terminal: players, a round, standings, the record."""

from __future__ import annotations

from datetime import datetime

from rich.console import Console
from rich.table import Table

from gateway.event.event import Event
from gateway.event.event_fold import EventFold
from gateway.event.event_rounds import EventGame, EventRound
from gateway.event.event_standings import group_standings, stage_in
from gateway.event.knock_out import played_bracket
from gateway.event.stage_closing import rounds_planned
from gateway.event.stages import EventStage
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.knockout_bracket import TieSeat
from gateway.tournament.standings.explained import written

from .language import catalogue

__all__ = ["print_bracket", "print_event", "print_groups", "print_record", "print_round", "print_standings"]


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
    rounds = f"{len(event.rounds)}/{rounds_planned(event)}"
    systems = ", ".join(rules.system.value for rules in regulations.plan)
    console.print(f"{regulations.title}: {systems}, rounds {rounds}", markup=False)
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
    stage = event.stage_of(a_round)
    groups = {number: group.name for group in stage.groups for number in group.numbers if group.name}
    title = f"Round {a_round.number}" + (f", {_stage_name(event, stage)}" if len(event.regulations.plan) > 1 else "")
    table = Table("Game", "Group", "Table", "White", "Black", "Result", title=title)
    for game in a_round.games:
        score = event.counted(game)
        told = str(score) if score is not None else f"({game.reported})" if game.reported is not None else ""
        names = (_seated(event, game, side) for side in Side)
        board = f"{game.id} {game.control}".strip()
        table.add_row(board, groups.get(game.white, ""), game.table, *names, told)
    for number, bye in a_round.byes.items():
        table.add_row("", groups.get(number, ""), "", f"{number} {_name(event, number)}", "-", bye.value)
    _printed(table)


def _seated(event: Event, game: EventGame, side: Side) -> str:
    """A player; of teams the member who sits there, and for whom."""
    number = game.players[side]
    of = f"{number} {_name(event, number)}"
    if game.seated is None:
        return of
    person = event.person(game, side)
    return f"{'-' if person is None else person.name} ({of})"


def print_standings(event: Event, through: RoundNumber | None = None) -> None:
    """The standings of every group of the stage that is played, after a round or now."""
    stage = stage_in(event, through)
    for group in stage.groups:
        found = group_standings(event, stage, group, through=through)
        title = f"{_stage_name(event, stage)} {group.name}".strip() if len(event.regulations.plan) > 1 else group.name
        table = Table("Place", "No.", "Player", "Points", *(each.code for each in found.tie_breaks), title=title)
        for row in found.rows:
            values = ("-" if value is None else value.text for value in row.values)
            table.add_row(str(row.rank), str(row.number), _name(event, row.number), written(row.points), *values)
        _printed(table)
        for remark in found.remarks:
            _console().print(catalogue().render(remark), markup=False)


def _stage_name(event: Event, stage: EventStage) -> str:
    return event.rules_of(stage).name or f"Stage {stage.number}"


def print_groups(event: Event) -> None:
    """Who is where in the stage that is played."""
    if not event.stages:
        return
    stage = event.current
    if event.rules_of(stage).system.is_bracket:
        print_bracket(event, stage)
        return
    for group in stage.groups:
        table = Table("No.", "Player", "Club", title=f"{_stage_name(event, stage)} {group.name}".strip())
        for number in group.numbers:
            table.add_row(str(number), _name(event, number), event.entrant(number).person.club)
        _printed(table)


def print_bracket(event: Event, stage: EventStage) -> None:
    """The ties of a knock-out."""
    for group in stage.groups:
        found = played_bracket(event, stage, group)
        table = Table("Tie", "Round", "", "", "Winner", "Games", title=group.name)
        for name, state in found.bracket.states.items():
            sides = (_side(event, seat) for seat in (state.first, state.second))
            winner = "" if state.winner is None else f"{state.winner} {_name(event, state.winner)}"
            games = " ".join(f"{game.id} {_told(event, game)}".strip() for game in found.boards.get(name, ()))
            table.add_row(name, str(state.tie.round), *sides, winner, games)
        _printed(table)


def _side(event: Event, seat: TieSeat) -> str:
    if seat.number is not None:
        return f"{seat.number} {_name(event, seat.number)}"
    return "-" if seat.waits_for is None else f"({seat.waits_for})"


def _told(event: Event, game: EventGame) -> str:
    score = event.counted(game)
    return "" if score is None else str(score)


def print_record(fold: EventFold) -> None:
    """Every act, with who did it and why."""
    table = Table("Act", "When", "Who", "What", "Why")
    for entry in fold.entries:
        when = datetime.fromtimestamp(entry.at / 1000).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        what = catalogue().render(message(f"event_act.{entry.act.__struct_config__.tag}"))
        table.add_row(str(entry.n), when, entry.by, what, entry.act.why)
    _printed(table)
