"""`flagfall replay`: play records through the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway.games.game_files import RecordedGame, read_games
from gateway.games.registry import find
from gateway.model.errors import GameError
from gateway.model.messages import Message
from gateway.referee import rulebooks
from gateway.referee.rulebooks.citing import cite_rules
from gateway.texts.catalogue import Catalogue

from .language import Language, catalogue

__all__ = ["replay"]


def replay(
    files: Annotated[
        list[Path], typer.Argument(help="Records: .pdn .pgn .sgf .lib .psq, or .txt with any text.", metavar="FILE...")
    ],
    game: Annotated[
        str | None, typer.Option(help="Play every record by the rules of this game, whatever it says itself.")
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Say nothing about files without an illegal move.")
    ] = False,
    language: Language = "",
) -> None:
    """Play recorded games through the rules and report every illegal move with its article.

    The exit code is 1 if there is one, 2 if a file cannot be read.
    """
    texts = catalogue(language)
    games = moves = illegal = 0
    unreadable = False
    if game is not None:
        find(game)
    for file in files:
        try:
            records = read_games(file.read_bytes(), file.name, game=game)
        except OSError as error:
            typer.echo(f"{file}: {error.strerror or error}", err=True)
            unreadable = True
            continue
        except GameError as error:
            typer.echo(f"{file}: {texts.render(error.message)}", err=True)
            unreadable = True
            continue
        found = played = 0
        for number, record in enumerate(records, 1):
            if not record.game:
                typer.echo(f"{file}: game {number} is passed over: {texts.render(record.problems[0])}", err=True)
                continue
            played += len(record.moves)
            found += len(record.problems)
            _tell(f"{file}: game {number}", record, texts, remarks=not quiet)
        games += len(records)
        moves += played
        illegal += found
        if found or not quiet:
            typer.echo(f"{file}: {len(records)} games, {played} moves, {found} illegal")
    typer.echo(f"{games} games, {moves} moves, {illegal} illegal")
    if unreadable or illegal:
        raise typer.Exit(2 if unreadable else 1)


def _tell(which: str, record: RecordedGame, texts: Catalogue, *, remarks: bool) -> None:
    """What the rules refused, and what is written otherwise than it was played."""
    for remark in record.remarks if remarks else ():
        typer.echo(f"{which}, {texts.render(remark)}")
    for problem in record.problems:
        typer.echo(f"{which}, {texts.render(_cited(problem, record.game))}", err=True)


def _cited(problem: Message, game: str) -> Message:
    """The problem with the article of the first rulebook that the game has."""
    books = rulebooks.for_game(game)
    return cite_rules(problem, books[0]) if books else problem
