"""Pairing cards (抽编卡): a card for each player, on which the pairing chief keeps thirteen rounds by hand."""

from __future__ import annotations

from fractions import Fraction

from gateway.model.messages import message
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, Participant

from .form_event import FormEvent
from .form_request import FormRefused, FormRequest, points, side_words
from .printed_form import (
    ColumnKind,
    FormCell,
    FormField,
    FormGrid,
    FormRow,
    FormSheet,
    Paper,
    PrintedForm,
    RowHeight,
    column,
)

__all__ = ["pairing_cards"]

_ROUNDS = 13
"""On the handbook's card."""
_COLUMNS = (
    column(message("form.round"), ColumnKind.NUMBER),
    column(side_words(Side.WHITE), ColumnKind.NUMBER),
    column(side_words(Side.BLACK), ColumnKind.NUMBER),
    column(message("form.opponent_number"), ColumnKind.POINTS),
    column(message("form.points_of_round"), ColumnKind.POINTS),
    column(message("form.running_total"), ColumnKind.POINTS),
    column(message("form.opponents_points"), ColumnKind.POINTS),
)
_COLOUR_MARKS = {Side.WHITE: "○", Side.BLACK: "●"}


def pairing_cards(event: FormEvent, request: FormRequest) -> PrintedForm:
    """The cards, four on a page."""
    title = message("form_name.pairing_card")
    if request.blank:
        blank = Participant(number=PairingNumber(0))
        sheets = [_card(event, blank, request.rows or _ROUNDS, None)] * (request.per_page or 4)
    else:
        places = event.places
        rows = [row for row in event.table.participants if request.number in {None, row.number}]
        if not rows:
            raise FormRefused(message("form.nobody"))
        count = max(_ROUNDS, event.round_count)
        sheets = [_card(event, row, count, places.get(row.number)) for row in rows]
    paper = request.paper or Paper.A4
    per_page = request.per_page or (4 if paper is Paper.A4 else 2)
    return PrintedForm(
        name="pairing-card",
        title=title,
        sheets=tuple(sheets),
        paper=paper,
        across=2 if per_page > 1 else 1,
        down=2 if per_page == 4 else 1,
        landscape=per_page == 2,
    )


def _card(event: FormEvent, row: Participant, rounds: int, place: int | None) -> FormSheet:
    grid = FormGrid(
        columns=_COLUMNS,
        groups=tuple((_round(event, row, at),) for at in range(1, rounds + 1)),
        height=RowHeight.CARD,
        dense=True,
    )
    fields = (
        FormField(message("form.number"), str(row.number) if row.number else None),
        FormField(message("form.name"), row.name or None),
        FormField(message("form.club"), row.club or row.federation or None),
        FormField(message("form.final_place"), str(place) if place else None),
    )
    return FormSheet(title=message("form_name.pairing_card"), fields=fields, parts=(grid,))


def _round(event: FormEvent, row: Participant, at: int) -> FormRow:
    each = row.rounds[at - 1] if at <= len(row.rounds) else None
    if each is None:
        return (FormCell(str(at)), *(FormCell() for _ in range(6)))
    worth = event.table.scale.of(each.score)
    met = each.opponent
    theirs: Fraction | None = None if met is None else event.table.points(met)
    sides = [FormCell(_COLOUR_MARKS[side] if each.side is side else "") for side in Side]
    return (
        FormCell(str(at)),
        *sides,
        FormCell("–" if met is None else str(met)),
        FormCell(points(worth)),
        FormCell(points(event.table.points(row.number, at))),
        FormCell(points(theirs)),
    )
