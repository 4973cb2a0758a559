"""`flagfall push`: send the games of a relay to somebody else, from any computer that reaches both."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gateway.model.errors import SettingsError

__all__ = ["push"]

push = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Send the games of an event to others, as the public sees them.",
)


@push.callback()
def _group() -> None:
    """Send the games of an event to others, as the public sees them."""


@push.command()
def lichess(
    broadcast: Annotated[str, typer.Option("--broadcast", "-b", help="The id of lichess's round: eight letters.")],
    token_file: Annotated[Path, typer.Option("--token-file", help="A file with a token whose scope is study:write.")],
    relay: Annotated[str, typer.Option("--relay", "-r", help="The relay's address: https://host:8443.")],
    round: Annotated[int, typer.Option("--round", min=0, help="Which round of the event.")] = 0,  # noqa: A002
    keep: Annotated[Path | None, typer.Option("--keep", help="A file that remembers what has arrived.")] = None,
    once: Annotated[bool, typer.Option("--once", help="Stop when every game is there as it stands.")] = False,
    ca: Annotated[Path | None, typer.Option("--ca", help="The certificate of the hall's authority.")] = None,
    home: Annotated[str, typer.Option("--home", help="Another lichess server.")] = "https://lichess.org",
) -> None:
    """Push a round of chess to a broadcast of lichess, and keep it up to date."""
    from gateway.runtime.logs import set_up_logs
    from gateway.runtime.settings import LichessSection
    from gateway.runtime.settings_reading import checked

    section = checked(LichessSection, round=round, broadcast=broadcast, token_file=token_file, home=home)
    set_up_logs("info", "text", "push")
    if not relay.startswith(("http://", "https://")):
        raise SettingsError("A relay's address begins with https://, or with http:// on this computer.")
    from gateway.runtime.lichess_process import push_round

    report = asyncio.run(push_round(section, relay, keep, ca, once=once))
    Console(highlight=False).print(f"Lichess has all {report.games} games.")
