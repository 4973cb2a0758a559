"""`flagfall ratings`: look somebody up in a rating list."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gateway.model.messages import message
from gateway.runtime.rating_files import read_rating_list
from gateway.tournament.rating_lists import RatingListEntry

from .language import Language, catalogue

__all__ = ["ratings"]

_HEADINGS = (
    message("command.ratings.id"),
    message("command.ratings.title"),
    message("command.ratings.name"),
    message("command.ratings.federation"),
)
_NUMBERS = (
    message("command.ratings.born"),
    message("command.ratings.standard"),
    message("command.ratings.rapid"),
    message("command.ratings.blitz"),
)


def ratings(
    file: Annotated[Path, typer.Argument(help="The list: FIDE's .zip, .xml or .txt, or a table with a heading.")],
    words: Annotated[list[str] | None, typer.Argument(help="An id, or parts of a name; without them, all.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 20,
    language: Language = "",
) -> None:
    """Find players in a rating list, which is read as a stream."""
    texts = catalogue(language)
    found = list(islice(_matching(file, [word.casefold() for word in words or ()]), limit))
    if not found:
        typer.echo(texts.render(message("command.ratings.nobody")), err=True)
        raise typer.Exit(1)
    table = Table(box=None, pad_edge=False)
    for heading in _HEADINGS:
        table.add_column(texts.render(heading))
    for heading in _NUMBERS:
        table.add_column(texts.render(heading), justify="right")
    for each in found:
        numbers = (each.birth_year, each.standard, each.rapid, each.blitz)
        texts_of = ("" if number is None else str(number) for number in numbers)
        table.add_row(escape(each.id), escape(each.title), escape(each.name), escape(each.federation), *texts_of)
    Console(highlight=False).print(table)


def _matching(file: Path, words: list[str]) -> Iterator[RatingListEntry]:
    for entry in read_rating_list(file):
        name = entry.name.casefold()
        if words == [entry.id.casefold()] or all(word in name for word in words):
            yield entry
