"""Tables of team events: everybody against everybody, and round by round, each team with its boards."""

from __future__ import annotations

from fractions import Fraction

from gateway.model.messages import Message, message
from gateway.model.persons import Person
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.ranking import tie_break_value
from gateway.tournament.standings.tie_break_codes import TieBreak
from gateway.tournament.team_tables import TeamRound, TeamRow

from .form_event import FormEvent
from .form_request import FormRequest, chief_arbiter, head_fields, points
from .form_teams import FormTeams
from .printed_form import (
    CellKind,
    ColumnKind,
    FormCell,
    FormColumns,
    FormGrid,
    FormNote,
    FormRow,
    FormSheet,
    PrintedForm,
    RowHeight,
    column,
)
from .team_slips import teams_of

__all__ = ["team_cross_table", "team_swiss_standings"]

_TEAMS, _SWISS_TEAMS, _BOARDS, _ROUNDS = 10, 12, 4, 9
"""Of the handbook's tables."""
_MOST = 10
"""Opponents, or rounds, beside each other on a sheet."""


class _Group:
    """A team with the rows of its members, as both tables begin."""

    def __init__(self, teams: FormTeams | None, number: PairingNumber, boards: int) -> None:
        self.teams = teams
        self.number = number
        self.team = None if teams is None else teams.team(number)
        self.row = None if teams is None else next(each for each in teams.table.rows if each.number == number)
        members = () if self.team is None else self.team.members
        self.members: list[Person | None] = [*members, *([None] * (boards - len(members)))]

    @property
    def depth(self) -> int:
        """Rows."""
        return len(self.members)

    def lead(self, at: int) -> tuple[FormCell, ...]:
        """The first cells of a member's row."""
        person = self.members[at]
        name = "" if self.team is None else self.team.name
        team = (FormCell(str(self.number), rows=self.depth), FormCell(name, rows=self.depth, kind=CellKind.STRONG))
        about = ("", "", "") if person is None else (person.name, str(person.rating or ""), person.title)
        return (*(team if not at else ()), FormCell(str(at + 1)), *map(FormCell, about))

    def own_points(self, at: int, round_number: int) -> str:
        """What a member got in a round."""
        person = self.members[at]
        if person is None or self.teams is None:
            return ""
        number = self.teams.first + round_number - 1
        return " ".join(map(points, self.teams.points_of(self.number, number, person)))

    def value(self, name: str) -> str:
        """The team's number in a tie-break of the handbooks."""
        if self.teams is None or self.row is None or not self.row.rounds:
            return ""
        found = tie_break_value(self.teams.played, TieBreak(name=name), self.number).value
        return points(found[0]) if found else ""

    def total(self, kind: str) -> str:
        """All match points, or all game points."""
        if self.row is None or not self.row.rounds:
            return ""
        return points(sum((getattr(each, kind) for each in self.row.rounds if each is not None), Fraction(0)))

    def place(self) -> FormCell:
        """Its place."""
        found = "" if self.teams is None or self.row is None or not self.row.rounds else self._rank(self.teams)
        return FormCell(found, rows=self.depth, kind=CellKind.STRONG)

    def _rank(self, teams: FormTeams) -> str:
        return next((str(row.rank) for row in teams.standings.rows if row.number == self.number), "")


_LEAD = (
    column(message("form.number"), ColumnKind.MARK),
    column(message("form.team")),
    column(message("form.board"), ColumnKind.SMALL),
    column(message("form.name")),
    column(message("form.rating"), ColumnKind.NUMBER),
    column(message("form.title"), ColumnKind.NUMBER),
)


def team_cross_table(event: FormEvent, request: FormRequest) -> PrintedForm:
    """Everybody against everybody: on each board the game points, for the match its points."""
    teams = None if request.blank else teams_of(event)
    boards = _BOARDS if teams is None else teams.table.board_count
    numbers = _numbers(teams, request.rows or _TEAMS)
    title = message("form_name.team_crosstable")
    sheets = []
    for at in range(0, len(numbers), _MOST):
        met = numbers[at : at + _MOST]
        split = (message("form.game_points_short"), message("form.match_points_short"))
        columns = (
            *_LEAD,
            *(FormColumns(str(number), (ColumnKind.MARK, ColumnKind.MARK), split) for number in met),
            column(message("form.total_game_points"), ColumnKind.NUMBER),
            column(message("form.match_points"), ColumnKind.NUMBER),
            column(message("form.team_sonneborn_berger"), ColumnKind.NUMBER),
            column(message("form.direct"), ColumnKind.SMALL),
            column(message("form.fouls"), ColumnKind.SMALL),
            column(message("form.place"), ColumnKind.SMALL),
        )
        groups = tuple(_cross_group(_Group(teams, number, boards), met) for number in numbers)
        sheets += _sheets(event, request, title, columns, groups, FormNote(message("form.points_note")))
    return PrintedForm(name="team-crosstable", title=title, sheets=tuple(sheets), landscape=True)


def _numbers(teams: FormTeams | None, usual: int) -> list[PairingNumber]:
    if teams is None:
        return [PairingNumber(at) for at in range(1, usual + 1)]
    return [team.number for team in teams.teams]


def _cross_group(group: _Group, met: list[PairingNumber]) -> tuple[FormRow, ...]:
    rounds = {} if group.row is None else _by_opponent(group.row)
    rows = []
    for at in range(group.depth):
        cells = list(group.lead(at))
        for other in met:
            if other == group.number:
                cells += [FormCell(span=2, rows=group.depth, kind=CellKind.VOID)] if not at else []
                continue
            number, match = rounds.get(other, (0, None))
            cells.append(FormCell(group.own_points(at, number)))
            if not at:
                cells.append(FormCell(points(None if match is None else match.match_points), rows=group.depth))
        if not at:
            sums = (
                group.total("game_points"),
                group.total("match_points"),
                group.value("TEAM_SONNEBORN_BERGER"),
                "",
                "",
            )
            cells += [*(FormCell(text, rows=group.depth) for text in sums), group.place()]
        rows.append(tuple(cells))
    return tuple(rows)


def _by_opponent(row: TeamRow) -> dict[PairingNumber, tuple[int, TeamRound]]:
    return {
        each.opponent: (number, each)
        for number, each in enumerate(row.rounds, 1)
        if each is not None and each.opponent is not None
    }


def team_swiss_standings(event: FormEvent, request: FormRequest) -> PrintedForm:
    """Round by round: the opponent with the match points, and on each board what was scored."""
    teams = None if request.blank else teams_of(event)
    boards = _BOARDS if teams is None else teams.table.board_count
    known = 0 if teams is None else max(teams.table.round_count or 0, teams.table.rounds_known)
    rounds = known or _ROUNDS
    numbers = _numbers(teams, request.rows or _SWISS_TEAMS)
    if teams is not None and teams.table.rounds_known:
        numbers = [row.number for row in teams.standings.rows]
    inner = (message("form.opponent_short"), message("form.points_short"))
    columns = (
        *_LEAD,
        *(FormColumns(str(at), (ColumnKind.MARK, ColumnKind.MARK), inner) for at in range(1, rounds + 1)),
        column(message("form.total_game_points"), ColumnKind.NUMBER),
        column(message("form.buchholz"), ColumnKind.NUMBER),
        column(message("form.cumulative_match_points"), ColumnKind.NUMBER),
        column(message("form.match_wins"), ColumnKind.NUMBER),
        column(message("form.fouls"), ColumnKind.SMALL),
        column(message("form.place"), ColumnKind.SMALL),
    )
    groups = tuple(_swiss_group(_Group(teams, number, boards), rounds) for number in numbers)
    title = message("form_name.team_swiss_standings")
    sheets = tuple(_sheets(event, request, title, columns, groups))
    return PrintedForm(name="team-swiss-standings", title=title, sheets=sheets, landscape=True)


def _swiss_group(group: _Group, rounds: int) -> tuple[FormRow, ...]:
    rows = []
    for at in range(group.depth):
        cells = list(group.lead(at))
        for number in range(1, rounds + 1):
            each = None if group.row is None or number > len(group.row.rounds) else group.row.rounds[number - 1]
            if not at:
                met = "" if each is None or each.opponent is None else str(each.opponent)
                worth = "" if each is None else points(each.match_points)
                cells.append(FormCell(met, worth, rows=group.depth))
            cells.append(FormCell(group.own_points(at, number)))
        if not at:
            sums = (
                group.total("game_points"),
                group.value("BUCHHOLZ"),
                group.total("match_points"),
                group.value("MATCH_WINS"),
                "",
            )
            cells += [*(FormCell(text, rows=group.depth) for text in sums), group.place()]
        rows.append(tuple(cells))
    return tuple(rows)


def _sheets(
    event: FormEvent,
    request: FormRequest,
    title: Message,
    columns: tuple[FormColumns, ...],
    groups: tuple[tuple[FormRow, ...], ...],
    *notes: FormNote,
) -> list[FormSheet]:
    grid = FormGrid(name="teams", columns=columns, groups=groups, height=RowHeight.LINE, dense=True)
    fields = head_fields(event, request)
    return [FormSheet(title=title, fields=fields, parts=(grid, *notes), signers=(chief_arbiter(event),), running=True)]
