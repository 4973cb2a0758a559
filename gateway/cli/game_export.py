"""`flagfall export`: the games of a table's journal as PGN, PDN, SGF or a library of RenLib."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway.feeds.export import FORMATS, PlayedAt, format_of, formats_for, joined, write_file
from gateway.feeds.played_game import PlayedGame, games_of
from gateway.model.errors import SettingsError
from gateway.record.game_id import GameId, NotAGameId

from .judge_journal import read_entries

__all__ = ["export"]


def export(
    journal: Annotated[Path, typer.Argument(help="A table's journal.", exists=True, dir_okay=False)],
    game: Annotated[int, typer.Option("--game", "-g", min=0, help="Only this game of the table; 0: all.")] = 0,
    form: Annotated[str, typer.Option("--format", "-f", help=f"Only games of this format: {', '.join(FORMATS)}.")] = "",
    event: Annotated[str, typer.Option(help="The event's name, for the tags.")] = "",
    table: Annotated[str, typer.Option(help="The table's name, for the tags.")] = "",
) -> None:
    """Print the games of a table's journal as they were played in the end, in the notation of their rules.

    `--format lib` makes a library of RenLib of games of renju and gomoku.
    """
    if form and form not in FORMATS:
        raise SettingsError(f"There is no format {form!r}; the formats are {', '.join(FORMATS)}.")
    games = [each for each in games_of(read_entries(journal)) if game in {0, each.setup.game}]
    fitting = [each for each in games if not form or form in formats_for(each.setup.rules)]
    if not fitting:
        kinds = ", ".join(sorted({name for each in games for name in formats_for(each.setup.rules)}))
        found = f"its games are written as {kinds}" if games else "no such game is in it"
        raise SettingsError(f"There is nothing to export from {journal}: {found}.")
    # Games of several notations come one kind behind the other.
    for kind in dict.fromkeys(form or format_of(each) for each in fitting):
        mine = [each for each in fitting if kind == (form or format_of(each))]
        files = [write_file(each, kind, _place(each, event, table)) for each in mine]
        typer.echo(joined(files, kind), nl=False)


def _place(game: PlayedGame, event: str, table: str) -> PlayedAt:
    try:
        return PlayedAt(event, table, str(GameId(table, game.setup.game)))
    except NotAGameId:  # a table that no event knows by this name
        return PlayedAt(event, table)
