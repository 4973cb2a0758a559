"""`flagfall form`: a printed form, made from a journal."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from gateway.forms.html import html_score_sheet
from gateway.forms.score_sheet import score_sheet

from .judge_journal import read_entries
from .language import Language, catalogue

__all__ = ["form"]


class FormKind(enum.StrEnum):
    """The forms there are."""

    SCORE_SHEET = "score-sheet"


def form(
    kind: Annotated[FormKind, typer.Argument(help="Which form.")],  # noqa: ARG001 - there is one yet
    journal: Annotated[
        Path, typer.Argument(help="The journal of a table, or its entries line by line.", exists=True, dir_okay=False)
    ],
    game: Annotated[int, typer.Option(help="The number of the game in the journal.", min=1)] = 1,
    event: Annotated[str, typer.Option(help="The name of the event, for the head of the form.")] = "",
    table: Annotated[str, typer.Option(help="The name of the table; without one, the journal's file name.")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write; else it is printed.")
    ] = None,
    language: Language = "",
) -> None:
    """Write a form as an HTML page for A4 paper: the score sheet of a game with its rulings."""
    texts = catalogue(language)
    sheet = score_sheet(read_entries(journal), game, event, table or journal.stem)
    if sheet is None:
        typer.echo(texts.text("command.form.no_game", file=journal.name, game=game), err=True)
        raise typer.Exit(2)
    page = html_score_sheet(sheet, texts)
    if output is None:
        typer.echo(page, nl=False)
    else:
        output.write_text(page, encoding="utf-8")
