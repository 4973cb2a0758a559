"""`flagfall replay`: play records through the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway.games.draughts.pdn import parse_pdn
from gateway.games.draughts.replay import find_game_name
from gateway.games.draughts.replay import replay as play_record
from gateway.games.registry import find
from gateway.model.errors import GameError

__all__ = ["replay"]


def replay(
    files: Annotated[list[Path], typer.Argument(help="PDN files.", metavar="FILE...")],
    game: Annotated[
        str | None, typer.Option(help="Play every record by the rules of this game, whatever its GameType says.")
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Say nothing about files without an illegal move.")
    ] = False,
) -> None:
    """Play recorded games through the rules and report every illegal move with its article.

    The exit code is 1 if there is one, 2 if a file cannot be read.
    """
    games = moves = illegal = 0
    try:
        chosen = find(game) if game is not None else None
        for file in files:
            records = [record for record in parse_pdn(_text(file)) if record.items]
            found = 0
            played = 0
            for number, record in enumerate(records, 1):
                try:
                    rules = chosen or find(find_game_name(record))
                except GameError as error:
                    typer.echo(f"{file}: game {number} is passed over: {error}", err=True)
                    continue
                result = play_record(record, rules)
                played += result.plies
                for problem in result.problems:
                    found += 1
                    place = f"{file}: game {number}, {_move_number(problem.ply)}"
                    typer.echo(f"{place}: {problem.text}: {problem.why}", err=True)
            games += len(records)
            moves += played
            illegal += found
            if found or not quiet:
                typer.echo(f"{file}: {len(records)} games, {played} moves, {found} illegal")
    except (GameError, OSError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    typer.echo(f"{games} games, {moves} moves, {illegal} illegal")
    if illegal:
        raise typer.Exit(1)


def _text(file: Path) -> str:
    """The file's text; old records are in one-byte code pages, and only names and comments differ."""
    data = file.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _move_number(ply: int) -> str:
    return f"move {(ply + 1) // 2} of the {'first' if ply % 2 else 'second'} side" if ply else "setup"
