"""`flagfall livechess`: the boards of a relay as LiveChess serves them, on the computer where the browser is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["livechess"]


def livechess(
    relay: Annotated[
        str,
        typer.Option("--relay", "-r", envvar="FLAGFALL_LINK", help="The relay's address, or your sign-in link there."),
    ],
    table: Annotated[str, typer.Option("--table", "-t", help="Only this table: clients take the first board.")] = "",
    port: Annotated[int, typer.Option("--port", "-p", min=1, max=65535, help="One for each table, if several.")] = 1982,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", help="A site whose pages may read the boards, beside the usual ones."),
    ] = None,
    ca: Annotated[Path | None, typer.Option("--ca", help="The certificate of the hall's authority.")] = None,
) -> None:
    """Serve the chess boards of a relay at ws://localhost:1982/api/v1.0, for pages and programs on this computer."""
    from gateway.runtime.livechess_process import run_livechess

    run_livechess(relay, table, port, tuple(origin or ()), ca)
