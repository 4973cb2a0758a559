"""`flagfall table` and `relay`: the processes of a hall."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["relay", "table"]

_Config = Annotated[Path, typer.Option("--config", "-c", help="The settings file (TOML); deploy/ has an example.")]


def table(config: _Config) -> None:
    """Run the agent of one table: read its board and clock, referee the game, publish what happened."""
    from gateway.runtime.process import run_table

    run_table(config)


def relay(config: _Config) -> None:
    """Run the relay: collect every table of an event and show them to arbiters and the public."""
    from gateway.runtime.process import run_relay

    run_relay(config)
