"""`flagfall chaos`: a hall of real processes with hundreds of faults, and whether its promises hold."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from gateway.bus.broker import BrokerEngine
from gateway.lab.chaos.chaos_run import run_chaos

__all__ = ["chaos"]


def chaos(
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same faults and the same games.")] = None,
    faults: Annotated[int, typer.Option(min=1, max=10_000, help="How many.")] = 200,
    seconds: Annotated[float, typer.Option(min=5, help="Over how many seconds.")] = 240,
    tables: Annotated[int, typer.Option(min=1, max=60, help="How many tables play.")] = 20,
    pace: Annotated[float, typer.Option(min=0.2, max=20, help="How fast they play.")] = 2.0,
    engine: Annotated[BrokerEngine, typer.Option(help="The broker.")] = BrokerEngine.NATS,
    cluster: Annotated[bool, typer.Option("--cluster", help="Three brokers that stand in for each other.")] = False,
    data: Annotated[Path | None, typer.Option(help="Where the files go; else a new folder.")] = None,
) -> None:
    """Break everything in a simulated hall while people play, then check every record; exit code 1 if one is wrong."""
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    raise typer.Exit(
        run_chaos(
            seed=seed,
            faults=faults,
            seconds=seconds,
            tables=tables,
            pace=pace,
            engine=engine,
            nodes=3 if cluster else 1,
            data=data,
        )
    )
