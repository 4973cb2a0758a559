"""`flagfall export`: the games of a table's journal as PGN, PDN or SGF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway.feeds.export import FORMATS, PlayedAt, format_of, write_game
from gateway.feeds.played_game import games_of
from gateway.model.errors import SettingsError

from .judge_journal import read_entries

__all__ = ["export"]


def export(
    journal: Annotated[Path, typer.Argument(help="A table's journal.", exists=True, dir_okay=False)],
    game: Annotated[int, typer.Option("--game", "-g", min=0, help="Only this game of the table; 0: all.")] = 0,
    form: Annotated[str, typer.Option("--format", "-f", help=f"Only games of this format: {', '.join(FORMATS)}.")] = "",
    event: Annotated[str, typer.Option(help="The event's name, for the tags.")] = "",
    table: Annotated[str, typer.Option(help="The table's name, for the tags.")] = "",
) -> None:
    """Print the games of a table's journal as they were played in the end: PGN, PDN or SGF, as their rules have it."""
    if form and form not in FORMATS:
        raise SettingsError(f"There is no format {form!r}; the formats are {', '.join(FORMATS)}.")
    games = [each for each in games_of(read_entries(journal)) if game in {0, each.setup.game}]
    fitting = [each for each in games if form in {"", format_of(each)}]
    if not fitting:
        kinds = ", ".join(sorted({format_of(each) for each in games}))
        found = f"its games are written as {kinds}" if games else "no such game is in it"
        raise SettingsError(f"There is nothing to export from {journal}: {found}.")
    print("\n".join(write_game(each, format_of(each), PlayedAt(event, table)) for each in fitting), end="")
