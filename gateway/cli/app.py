"""The list of commands. Each command imports what it needs when it runs, so that a table agent starts small."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from drivers.errors import DriverError
from gateway import __version__
from gateway.model.errors import GatewayError

from .perft import perft

__all__ = ["main"]

app = typer.Typer(
    name="flagfall",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The open gateway between a playing table and everyone who follows the game.",
)

_Config = Annotated[Path, typer.Option("--config", "-c", help="The settings file (TOML); deploy/ has an example.")]


def main() -> None:
    """Run the command; a mistake of the user's is one sentence and exit code 2, not a trace."""
    try:
        app()
    except (GatewayError, DriverError) as error:
        print(f"flagfall: {error}", file=sys.stderr)
        sys.exit(2)


def _version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it so
    if wanted:
        print(f"flagfall {__version__}")
        raise typer.Exit


@app.callback()
def flagfall(
    version: Annotated[  # noqa: ARG001 - typer handles it before anything else
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Read boards and clocks, referee games by the written rules, show them to arbiters and the public."""


@app.command()
def table(config: _Config) -> None:
    """Run the agent of one table: read its board and clock, referee the game, publish what happened."""
    from gateway.runtime.process import run_table

    run_table(config)


@app.command()
def relay(config: _Config) -> None:
    """Run the relay: collect every table of an event and show them to arbiters and the public."""
    from gateway.runtime.process import run_relay

    run_relay(config)


@app.command()
def broker(
    data: Annotated[Path, typer.Option(help="The folder for sessions and retained messages.")],
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for a whole hall.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The MQTT port.")] = 1883,
) -> None:
    """Run the broker that comes with Flagfall. A hall may as well use Mosquitto or any MQTT 3.1.1 broker."""
    from gateway.runtime.process import run_broker

    run_broker(data, host, port)


@app.command()
def demo(
    port: Annotated[int, typer.Option(help="The port of the page.")] = 8000,
    tables: Annotated[int, typer.Option(min=1, max=64, help="How many tables play.")] = 8,
    data: Annotated[Path | None, typer.Option(help="Keep journals and logs here instead of in a new folder.")] = None,
    seed: Annotated[int | None, typer.Option(help="Play the same games again.")] = None,
    pace: Annotated[float, typer.Option(min=0.1, max=50, help="How fast the players think; 1 is a blitz game.")] = 1.0,
) -> None:
    """Show a live hall without any hardware: a broker, a relay, and simulated tables that play by themselves."""
    from .demo import run_demo

    run_demo(port=port, tables=tables, data=data, seed=seed, pace=pace)


app.command()(perft)
