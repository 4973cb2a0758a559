"""Cross tables of round robins for individuals: everybody against everybody, in one game or in two."""

from __future__ import annotations

from fractions import Fraction

from gateway.model.messages import Message, message
from gateway.tournament.crosstable import PairingNumber, Participant
from gateway.tournament.line_ups import points_of_board

from .form_event import FormEvent, FormSection
from .form_request import (
    FormRefused,
    FormRequest,
    chief_arbiter,
    head_fields,
    points,
    score_mark,
)
from .printed_form import (
    CellKind,
    ColumnKind,
    FormCell,
    FormColumns,
    FormGrid,
    FormRow,
    FormSheet,
    PrintedForm,
    RowHeight,
    column,
)

__all__ = ["cross_table", "cross_table_two_games"]

_BLANK, _BLANK_TWO = 8, 4
"""Participants of the handbook's tables."""
_MOST = 20
"""Opponents beside each other on a sheet; more are carried on to another."""
_MOST_OF_TWO = 6
_DIRECT = {"DE", "DIRECT", "EDE"}


def cross_table(event: FormEvent, request: FormRequest) -> PrintedForm:
    """One game between any two."""
    event = event.blank(request.rows or _BLANK) if request.blank else event
    return _form(event, request, "crosstable", message("form_name.crosstable"), two_games=False)


def cross_table_two_games(event: FormEvent, request: FormRequest) -> PrintedForm:
    """Two games between any two, with game points and match points."""
    event = event.blank(request.rows or _BLANK_TWO) if request.blank else event
    return _form(event, request, "crosstable-two-games", message("form_name.crosstable_two_games"), two_games=True)


def _form(event: FormEvent, request: FormRequest, name: str, title: Message, *, two_games: bool) -> PrintedForm:
    most = _MOST_OF_TWO if two_games else _MOST
    largest = max((len(section.table.participants) for section in event.sections), default=0)
    if not largest:
        raise FormRefused(message("form.nobody"))
    sheets = tuple(
        FormSheet(
            title=title,
            fields=head_fields(event, request, section.group),
            parts=(_grid(section, range(at, min(at + most, count)), two_games=two_games),),
            signers=(chief_arbiter(event),),
            running=True,
        )
        for section in event.sections
        for count in [len(section.table.participants)]
        for at in range(0, count, most)
    )
    return PrintedForm(name=name, title=title, sheets=sheets, landscape=largest > 8 or two_games)


def _grid(section: FormSection, opponents: range, *, two_games: bool) -> FormGrid:
    rows = section.table.participants
    met = [rows[at] for at in opponents]
    build = _two_rows if two_games else _one_row
    return FormGrid(
        name="crosstable",
        columns=_columns_of_two(met) if two_games else _columns(met),
        groups=tuple(build(section, row, met) for row in rows),
        height=RowHeight.CARD if len(rows) > 10 or two_games else RowHeight.SIGNATURE,
        dense=len(met) > 10 or two_games,
    )


def _columns(met: list[Participant]) -> tuple[FormColumns, ...]:
    return (
        column(message("form.number"), ColumnKind.NUMBER),
        column(message("form.name")),
        *(column(str(row.number), ColumnKind.MARK if len(met) > 10 else ColumnKind.NUMBER) for row in met),
        column(message("form.points"), ColumnKind.POINTS),
        column(message("form.sonneborn_berger"), ColumnKind.SHORT),
        column(message("form.wins"), ColumnKind.NUMBER),
        column(message("form.direct"), ColumnKind.NUMBER),
        column(message("form.place"), ColumnKind.NUMBER),
        column(message("form.remarks"), ColumnKind.SHORT),
    )


def _columns_of_two(met: list[Participant]) -> tuple[FormColumns, ...]:
    split = (message("form.game_points"), message("form.match_points"))
    kinds = (ColumnKind.NUMBER, ColumnKind.NUMBER)
    return (
        column(message("form.number"), ColumnKind.NUMBER),
        column(message("form.name")),
        column(message("form.game"), ColumnKind.MARK),
        *(FormColumns(str(row.number), kinds, split) for row in met),
        column(message("form.total_game_points"), ColumnKind.POINTS),
        column(message("form.sonneborn_berger"), ColumnKind.POINTS),
        column(message("form.match_points"), ColumnKind.POINTS),
        column(message("form.wins"), ColumnKind.NUMBER),
        column(message("form.direct"), ColumnKind.NUMBER),
        column(message("form.place"), ColumnKind.NUMBER),
        column(message("form.remarks"), ColumnKind.POINTS),
    )


def _one_row(section: FormSection, row: Participant, met: list[Participant]) -> tuple[FormRow, ...]:
    cells = [FormCell(str(row.number)), FormCell(row.name)]
    for other in met:
        marks = " ".join(map(score_mark, section.scores(row, other.number)))
        cells.append(FormCell(kind=CellKind.VOID) if other.number == row.number else FormCell(marks))
    total = points(section.table.points(row.number)) if row.rounds else ""
    return ((*cells, FormCell(total, kind=CellKind.STRONG), *_ranked(section, row.number)),)


def _two_rows(section: FormSection, row: Participant, met: list[Participant]) -> tuple[FormRow, ...]:
    first = [FormCell(str(row.number), rows=2), FormCell(row.name, rows=2), FormCell("1")]
    second = [FormCell("2")]
    for other in met:
        if other.number == row.number:
            first.append(FormCell(span=2, rows=2, kind=CellKind.VOID))
            continue
        marks = [*map(score_mark, section.scores(row, other.number)), "", ""]
        first += [FormCell(marks[0]), FormCell(points(_match_points(section, row, other)), rows=2)]
        second.append(FormCell(marks[1]))
    total = points(section.game_points(row.number))
    berger, *rest = _ranked(section, row.number)
    won = [_match_points(section, row, other) for other in section.table.participants if other.number != row.number]
    known = [each for each in won if each is not None]
    matches = points(sum(known, Fraction(0))) if known else ""
    sums = [FormCell(total, kind=CellKind.STRONG), berger, FormCell(matches), *rest]
    first += [FormCell(cell.text, rows=2, kind=cell.kind) for cell in sums]
    return (tuple(first), tuple(second))


def _match_points(section: FormSection, row: Participant, other: Participant) -> Fraction | None:
    """What the two games against one opponent are worth together; None until both are played."""
    own, theirs = section.scores(row, other.number), section.scores(other, row.number)
    return points_of_board(own, theirs, section.table.scale)[1] if len(own) == len(theirs) == 2 else None


def _ranked(section: FormSection, number: PairingNumber) -> tuple[FormCell, ...]:
    """Sonneborn-Berger, wins, direct encounter, place; remarks are for a pen."""
    place = section.places().get(number)
    return (
        FormCell(points(section.value("SONNEBORN_BERGER", number))),
        FormCell(points(section.value("WINS", number))),
        FormCell(_direct(section, number)),
        FormCell(str(place or ""), kind=CellKind.STRONG),
        FormCell(),
    )


def _direct(section: FormSection, number: PairingNumber) -> str:
    """The place among those who were tied, where the event looks at it."""
    if section.standings is None:
        return ""
    for at, tie_break in enumerate(section.standings.tie_breaks):
        if tie_break.name in _DIRECT:
            row = next(each for each in section.standings.rows if each.number == number)
            value = row.values[at]
            return "" if value is None else value.text
    return ""
