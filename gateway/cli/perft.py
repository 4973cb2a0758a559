"""`flagfall perft`: count the move tree of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from gateway.games.perft import perft as count_leaves
from gateway.games.registry import find
from gateway.games.starts import start_from
from gateway.model.errors import GameError

from .language import catalogue

__all__ = ["perft"]


def perft(
    game: Annotated[str, typer.Argument(help="The game, for example draughts-international.")],
    depth: Annotated[int, typer.Argument(help="How many moves deep, at least 1.")],
    fen: Annotated[
        str | None, typer.Option(help="Count from this position, or from where these moves lead, not from the start.")
    ] = None,
) -> None:
    """Count the move sequences of a game, depth by depth; the last line is the count at DEPTH alone."""
    if depth < 1:
        typer.echo(f"The depth must be at least 1, not {depth}.", err=True)
        raise typer.Exit(2)
    try:
        rules = find(game)
        position = rules.start() if fen is None else start_from(rules, fen).last
    except GameError as error:
        typer.echo(catalogue().render(error.message), err=True)
        raise typer.Exit(2) from error
    count = 0
    for ply in range(1, depth + 1):
        count = count_leaves(position, ply)
        typer.echo(f"depth {ply}: {count}")
    typer.echo(count)
