"""`flagfall table`, `relay` and `broker`: the processes of a hall."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["broker", "relay", "table"]

_Config = Annotated[Path, typer.Option("--config", "-c", help="The settings file (TOML); deploy/ has an example.")]


def table(config: _Config) -> None:
    """Run the agent of one table: read its board and clock, referee the game, publish what happened."""
    from gateway.runtime.process import run_table

    run_table(config)


def relay(config: _Config) -> None:
    """Run the relay: collect every table of an event and show them to arbiters and the public."""
    from gateway.runtime.process import run_relay

    run_relay(config)


def broker(
    data: Annotated[Path, typer.Option(help="The folder for sessions and retained messages.")],
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for a whole hall.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The MQTT port.")] = 1883,
) -> None:
    """Run the broker that comes with Flagfall. A hall may as well use Mosquitto or any MQTT 3.1.1 broker."""
    from gateway.runtime.process import run_broker

    run_broker(data, host, port)
