"""Standings of individual events: the handbook's table of a Swiss, and the plain list with the event's tie-breaks."""

from __future__ import annotations

from gateway.model.messages import message
from gateway.model.sides import Side
from gateway.tournament.crosstable import Participant, RoundResult
from gateway.tournament.standings.ranking import Standings

from .form_event import FormEvent, FormSection, title_and_name
from .form_request import (
    FormRefused,
    FormRequest,
    chief_arbiter,
    head_fields,
    in_piles,
    points,
    round_field,
    score_mark,
)
from .game_links import live_codes
from .printed_form import (
    CellKind,
    ColumnKind,
    FormCell,
    FormColumns,
    FormGrid,
    FormNote,
    FormRow,
    FormSheet,
    Paper,
    PrintedForm,
    RowHeight,
    column,
)

__all__ = ["standings_list", "swiss_standings"]

_ROWS, _ROUNDS = 24, 9
"""Of the handbook's table."""
_FIRST_MOVE = "●"
"""Stands where somebody moved first."""


def standings_list(event: FormEvent, request: FormRequest) -> PrintedForm:
    """The standings after a round, or as they are, by the tie-breaks of the event."""
    title = message("form_name.standings")
    sheets = tuple(
        FormSheet(
            title=title,
            fields=(*head_fields(event, request, section.group), round_field(request.round or len(event.rounds))),
            parts=(_places(event, section.standings), *map(FormNote, section.standings.remarks)),
            signers=(chief_arbiter(event),),
            codes=live_codes(request.site),
            running=True,
        )
        for section in event.sections
        if section.standings is not None and section.standings.rows
    )
    if not sheets:
        raise FormRefused(message("event.no_standings"))
    return PrintedForm(name="standings", title=title, sheets=sheets, paper=request.paper or Paper.A4)


def _places(event: FormEvent, found: Standings) -> FormGrid:
    rows = [
        (
            FormCell(str(row.rank), kind=CellKind.STRONG),
            FormCell(str(row.number)),
            FormCell(title_and_name(event.row(row.number))),
            FormCell(str(event.row(row.number).rating or "")),
            FormCell(event.row(row.number).club or event.row(row.number).federation),
            FormCell(points(row.points), kind=CellKind.STRONG),
            *(FormCell("" if value is None else value.text) for value in row.values),
        )
        for row in found.rows
    ]
    return FormGrid(
        name="standings",
        columns=(
            column(message("form.place"), ColumnKind.NUMBER),
            column(message("form.number"), ColumnKind.NUMBER),
            column(message("form.name")),
            column(message("form.rating"), ColumnKind.SHORT),
            column(message("form.club")),
            column(message("form.points"), ColumnKind.SHORT),
            *(column(each.code.removeprefix("OTHER_"), ColumnKind.SHORT) for each in found.tie_breaks),
        ),
        groups=tuple((row,) for row in rows),
        dense=len(found.tie_breaks) > 5,
    )


def swiss_standings(event: FormEvent, request: FormRequest) -> PrintedForm:
    """The handbook's table: twenty-four rows on a sheet, with first moves and opponents round by round."""
    event = event.blank(request.rows or _ROWS) if request.blank else event
    if not any(section.table.participants for section in event.sections):
        raise FormRefused(message("form.nobody"))
    title = message("form_name.swiss_standings")
    sheets = tuple(
        FormSheet(
            title=title,
            fields=head_fields(event, request, section.group),
            parts=(
                FormGrid(
                    name="swiss",
                    columns=_columns(section, rounds),
                    groups=tuple((row,) for row in pile),
                    height=RowHeight.TIGHT,
                    dense=True,
                ),
                FormNote(message("form.first_move_note", mark=_FIRST_MOVE)),
            ),
            signers=(chief_arbiter(event),),
        )
        for section in event.sections
        for rounds in [max(section.round_count, section.rounds_known) or _ROUNDS]
        for pile in in_piles([_row(event.first, section, row, rounds) for row in _in_order(section)], _ROWS)
    )
    return PrintedForm(name="swiss-standings", title=title, sheets=sheets, landscape=True)


def _in_order(section: FormSection) -> list[Participant]:
    """By place; by number before there are places."""
    if section.standings is None or not section.rounds_known:
        return list(section.table.participants)
    return [section.table[row.number] for row in section.standings.rows]


def _columns(section: FormSection, rounds: int) -> tuple[FormColumns, ...]:
    inner = (message("form.first_move"), message("form.opponent_short"))
    narrow = rounds > _ROUNDS
    kinds = (ColumnKind.MARK, ColumnKind.MARK if narrow else ColumnKind.SMALL)
    return (
        column(message("form.number"), ColumnKind.SMALL),
        column(message("form.club")),
        column(message("form.name")),
        column(message("form.rating"), ColumnKind.NUMBER),
        column(message("form.title"), ColumnKind.NUMBER),
        *(FormColumns(str(section.first + at), kinds, inner) for at in range(rounds)),
        column(message("form.points"), ColumnKind.NUMBER),
        column(message("form.buchholz"), ColumnKind.NUMBER),
        column(message("form.progressive"), ColumnKind.NUMBER),
        column(message("form.fouls"), ColumnKind.NUMBER),
        column(message("form.place"), ColumnKind.NUMBER),
        column(message("form.remarks"), ColumnKind.POINTS),
    )


def _row(first: Side, section: FormSection, row: Participant, rounds: int) -> FormRow:
    number = row.number
    cells = [
        FormCell(str(number)),
        FormCell(row.club or row.federation),
        FormCell(row.name),
        FormCell(str(row.rating or "")),
        FormCell(row.title),
    ]
    for at in range(rounds):
        each = row.rounds[at] if at < len(row.rounds) else None
        cells += _round(first, each)
    place = section.places().get(number)
    total = points(section.table.points(number)) if row.rounds else ""
    return (
        *cells,
        FormCell(total, kind=CellKind.STRONG),
        FormCell(points(section.value("BUCHHOLZ", number))),
        FormCell(points(section.value("PROGRESSIVE", number))),
        FormCell(),
        FormCell(str(place or ""), kind=CellKind.STRONG),
        FormCell(),
    )


def _round(first: Side, each: RoundResult | None) -> tuple[FormCell, FormCell]:
    if each is None:
        return FormCell(), FormCell()
    met = "" if each.opponent is None else str(each.opponent)
    return FormCell(_FIRST_MOVE if each.side is first else ""), FormCell(met, score_mark(each.score))
