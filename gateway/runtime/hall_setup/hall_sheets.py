"""The sheets of a hall, to print: one for the desk with the way in, and a sign for each table."""

from __future__ import annotations

from gateway.forms.printed_form import (
    ColumnKind,
    FormCell,
    FormCode,
    FormField,
    FormGrid,
    FormNote,
    FormSheet,
    NameCard,
    PrintedForm,
    RowHeight,
    column,
)
from gateway.model.messages import message

from .hall_plan import HallPlan

__all__ = ["desk_sheet", "table_signs"]


def desk_sheet(plan: HallPlan, sign_in: str) -> PrintedForm:
    """Where the desk is, how the chief arbiter signs in, and a list of the tables to tick off."""
    grid = FormGrid(
        columns=(
            column(message("form.table")),
            column(message("form.hall_card"), ColumnKind.MEDIUM),
            column(message("form.hall_board"), ColumnKind.MEDIUM),
            column(message("form.hall_seen"), ColumnKind.MEDIUM),
        ),
        groups=tuple(((FormCell(name), FormCell("☐"), FormCell("☐"), FormCell("☐")),) for name in plan.tables),
        height=RowHeight.CARD,
    )
    steps = (
        message("form.hall_step_card"),
        message("form.hall_step_board"),
        message("form.hall_step_seen"),
        message("form.hall_step_secret"),
    )
    sheet = FormSheet(
        title=plan.title,
        fields=(
            FormField(message("form.hall_address"), plan.home),
            FormField(message("form.hall_chief"), plan.chief),
            FormField(message("form.hall_wifi"), plan.wifi.name or message("form.hall_cable")),
        ),
        parts=(
            *(FormNote(step) for step in steps),
            grid,
        ),
        codes=(FormCode(sign_in, message("form.hall_sign_in", name=plan.chief)),),
    )
    return PrintedForm(name="hall-desk", title=message("form_name.hall_desk"), sheets=(sheet,))


def table_signs(plan: HallPlan) -> PrintedForm:
    """A sign for each table, two on a page: its number, and the code that opens its page."""
    sheets = tuple(
        FormSheet(
            title=plan.title,
            fields=(FormField(message("form.table"), name), FormField(message("form.hall_address"), plan.home)),
            parts=(NameCard(name=sign_of(name)),),
            codes=(FormCode(f"{plan.home}/tables/{name}", message("form.hall_follow")),),
        )
        for name in plan.tables
    )
    return PrintedForm(name="hall-signs", title=message("form_name.hall_signs"), sheets=sheets, across=1, down=2)


def sign_of(name: str) -> str:
    """What stands on a table: its number, where the name has one."""
    kind, _, number = name.rpartition("-")
    return str(int(number)) if kind == "table" and number.isdigit() else name
