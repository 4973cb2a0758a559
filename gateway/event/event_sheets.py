"""Sheets of an event: players, pairings, standings and the cross table as rows, for spreadsheets and programs."""

from __future__ import annotations

import csv
import io

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.model.persons import Person
from gateway.model.sides import Side
from gateway.tournament.crosstable import RoundResult
from gateway.tournament.standings.explained import written

from .event import Event, EventGame
from .event_charts import EventChart

__all__ = ["Sheet", "crosstable_sheet", "pairings_sheet", "players_sheet", "standings_sheet", "written_csv"]

Cell = str | int | None
_PERSON = ("name", "title", "rating", "federation", "club", "federation_id")
_SIDES = {Side.WHITE: "w", Side.BLACK: "b", None: ""}


class Sheet(msgspec.Struct, frozen=True):
    """Rows under a heading."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def records(self) -> list[dict[str, Cell]]:
        """Each row by the names of its columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def written_csv(sheet: Sheet) -> str:
    """As spreadsheets read it, names of every language included."""
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    writer.writerow(sheet.columns)
    writer.writerows(["" if cell is None else cell for cell in row] for row in sheet.rows)
    return out.getvalue()


def players_sheet(event: Event) -> Sheet:
    """The start list, which can be read as an entry list again."""
    entrants = [event.entrants[player] for player in event.order or tuple(event.entrants)]
    rows = [(each.number, *_person(each.person), each.id, _yes(each.until is not None)) for each in entrants]
    return Sheet(("number", *_PERSON, "id", "withdrawn"), tuple(rows))


def pairings_sheet(event: Event, number: RoundNumber) -> Sheet:
    """The games of a round, then those who have none; raises `LookupError` for a round that there is not."""
    if not 0 < number <= len(event.rounds):
        raise LookupError(f"There is no round {number}.")
    a_round = event.rounds[number - 1]
    columns = ("game", "board", "table", "white_number", "white", "black_number", "black", "result", "bye")
    rows: list[tuple[Cell, ...]] = [_game(event, game) for game in a_round.games]
    for player, score in sorted(a_round.byes.items()):
        rows.append(("", None, "", player, event.entrant(player).person.name, None, "", "", score.value))
    return Sheet(columns, tuple(rows))


def _game(event: Event, game: EventGame) -> tuple[Cell, ...]:
    white, black = (event.entrant(game.players[side]) for side in Side)
    counted = None if game.adjourned else event.counted(game)
    result = "" if counted is None else str(counted)
    return game.id, game.board, game.table, white.number, white.person.name, black.number, black.person.name, result, ""


def standings_sheet(event: Event, chart: EventChart) -> Sheet:
    """All places with the numbers of the tie-breaks."""
    found = chart.standings
    codes = [tie_break.code for tie_break in found.tie_breaks]
    rows: list[tuple[Cell, ...]] = []
    for row in found.rows:
        entrant = event.entrant(row.number)
        values = ["" if value is None else value.text for value in row.values]
        rows.append((chart.group, row.rank, row.number, *_person(entrant.person), written(row.points), *values))
    return Sheet(("group", "place", "number", *_PERSON, "points", *codes), tuple(rows))


def crosstable_sheet(event: Event, chart: EventChart) -> Sheet:
    """Round by round against whom, with which side and what came of it: `12w1`."""
    rounds = range(chart.table.rounds_known)
    rows: list[tuple[Cell, ...]] = []
    for row in chart.standings.rows:
        played = chart.table[row.number].rounds
        cells = [_met(played[at]) if at < len(played) else "" for at in rounds]
        name = event.entrant(row.number).person.name
        rows.append((chart.group, row.rank, row.number, name, *cells, written(row.points)))
    return Sheet(("group", "place", "number", "name", *(f"round_{at + 1}" for at in rounds), "points"), tuple(rows))


def _met(result: RoundResult | None) -> str:
    if result is None:
        return ""
    return f"{result.opponent or '-'}{_SIDES[result.side]}{result.score.value}"


def _person(person: Person) -> tuple[Cell, ...]:
    return tuple(getattr(person, field) for field in _PERSON)


def _yes(is_so: bool) -> str:
    return "yes" if is_so else ""
