"""`flagfall demo`: a live hall without hardware."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway.lab.demo.demo_hall import run_demo

__all__ = ["demo"]


def demo(
    port: Annotated[int, typer.Option(help="The port of the page.")] = 8000,
    tables: Annotated[int, typer.Option(min=1, max=64, help="How many tables play.")] = 8,
    data: Annotated[Path | None, typer.Option(help="Keep journals and logs here instead of in a new folder.")] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of chance: one seed, one set of games.")] = None,
    pace: Annotated[float, typer.Option(min=0.1, max=50, help="How fast the players think; 1 is a blitz game.")] = 1.0,
) -> None:
    """Show a live hall without any hardware: a broker, a relay, and simulated tables that play by themselves."""
    run_demo(port=port, tables=tables, data=data, seed=seed, pace=pace)
