"""Lists of teams as organisers have them: CSV, a row for each player, with the team in a column of its own."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

import msgspec

from gateway.model.messages import message
from gateway.model.persons import Person

from .entry_list import BadEntryList, entry_rows, person_of
from .event_acts import TeamEntry

__all__ = ["read_team_list", "write_team_list"]

_MORE = {
    "board": ("board", "台次", "台"),
    "captain": ("captain", "leader", "coach", "领队", "队长", "教练"),
}
_WRITTEN = ("team", "board", "name", "title", "federation", "rating", "federation_id", "captain")


def read_team_list(text: str) -> list[TeamEntry]:
    """The teams of a list, in the order in which they come first; raises `BadEntryList`.

    Members stand by their boards where a column has them, else in the order of the rows.
    """
    members: dict[str, list[tuple[int, Person]]] = {}
    captains: dict[str, str] = {}
    federations: dict[str, set[str]] = {}
    for line, values in entry_rows(text, _MORE):
        team = values.get("club", "")
        if not team:
            raise BadEntryList(message("entry_list.team_missing", line=line))
        rows = members.setdefault(team, [])
        rows.append((_board(values.get("board", ""), line, len(rows) + 1), person_of(values, line)))
        federations.setdefault(team, set()).add(values.get("federation", ""))
        if values.get("captain"):
            captains[team] = values["captain"]
    return [
        TeamEntry(
            name=team,
            # All from one federation: then it is the team's.
            federation=next(iter(federations[team])) if len(federations[team]) == 1 else "",
            captain=captains.get(team, ""),
            members=tuple(person for _, person in sorted(rows, key=lambda row: row[0])),
        )
        for team, rows in members.items()
    ]


def write_team_list(teams: Iterable[TeamEntry]) -> str:
    """The list of these teams, as it is read again."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_WRITTEN)
    for team in teams:
        for board, member in enumerate(team.members, 1):
            values = {**msgspec.structs.asdict(member), "team": team.name, "board": board, "captain": team.captain}
            writer.writerow("" if values[column] is None else values[column] for column in _WRITTEN)
    return out.getvalue()


def _board(text: str, line: int, place: int) -> int:
    """The board of a row: a number, a reserve (R, 替补) behind all of them, or as the rows come."""
    if not text:
        return place
    if text.lower() in {"r", "reserve", "替补", "候补"}:
        return 1000 + place
    if not text.isdecimal() or not 0 < int(text) < 1000:
        raise BadEntryList(message("entry_list.no_board", line=line, text=text))
    return int(text)
