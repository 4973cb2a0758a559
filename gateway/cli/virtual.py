"""`flagfall virtual`: a table whose pieces and clock are moved in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway.games.registry import GAMES
from gateway.lab.virtual.run import run_virtual

__all__ = ["virtual"]


def virtual(
    game: Annotated[str, typer.Option(help="What is played: " + ", ".join(GAMES) + ".")] = "draughts-international",
    control: Annotated[
        str, typer.Option(help="The time control; with more than a DGT clock can do, there are two buttons.")
    ] = "5m+3s",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port of the table's page.")] = 8010,
    hall: Annotated[bool, typer.Option(help="Start a broker, a relay and the table's agent as well.")] = True,
    pty: Annotated[Path | None, typer.Option(metavar="PATH", help="Link the board's serial port to this path.")] = None,
) -> None:
    """Move pieces and press the clock of a simulated board in the browser; its bytes go the way of a real one's."""
    run_virtual(game, control, port, hall=hall, pty=pty)
