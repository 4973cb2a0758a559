"""`flagfall form`: a printed form, made from a journal."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer

from gateway.forms.html import html_score_sheet
from gateway.forms.languages import FormTexts, SideBySide
from gateway.forms.protocol import html_protocol
from gateway.forms.score_sheet import score_sheet

from .judge_journal import read_entries
from .language import Language, catalogue

__all__ = ["form"]


class FormKind(enum.StrEnum):
    """The forms there are."""

    SCORE_SHEET = "score-sheet"
    PROTOCOL = "protocol"


_WRITERS = {FormKind.SCORE_SHEET: html_score_sheet, FormKind.PROTOCOL: html_protocol}


def form(
    kind: Annotated[FormKind, typer.Argument(help="Which form.")],
    journal: Annotated[
        Path, typer.Argument(help="The journal of a table, or its entries line by line.", exists=True, dir_okay=False)
    ],
    game: Annotated[int, typer.Option(help="The number of the game in the journal.", min=1)] = 1,
    event: Annotated[str, typer.Option(help="The name of the event, for the head of the form.")] = "",
    table: Annotated[str, typer.Option(help="The name of the table; without one, the journal's file name.")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write; else it is printed.")
    ] = None,
    zone: Annotated[str, typer.Option(help="The time zone of the event, such as Asia/Shanghai.")] = "UTC",
    both: Annotated[bool, typer.Option("--both", help="English and Chinese beside each other.")] = False,
    language: Language = "",
) -> None:
    """Write a form as an HTML page for A4 paper: the score sheet of a game, or its protocol with all rulings."""
    texts = catalogue(language)
    try:
        place = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        typer.echo(texts.text("command.form.no_zone", zone=zone), err=True)
        raise typer.Exit(2) from None
    sheet = score_sheet(read_entries(journal), game, event, table or journal.stem)
    if sheet is None:
        typer.echo(texts.text("command.form.no_game", file=journal.name, game=game), err=True)
        raise typer.Exit(2)
    words: FormTexts = SideBySide(catalogue("zh"), catalogue("en")) if both else texts
    page = _WRITERS[kind](sheet, words, zone=place)
    if output is None:
        typer.echo(page, nl=False)
    else:
        output.write_text(page, encoding="utf-8")
