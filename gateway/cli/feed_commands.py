"""`flagfall feed`: what others read of a running event, on this computer."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from gateway.runtime.feed_folder import FeedFolder
from gateway.runtime.relay_client import RelayRefused

__all__ = ["feed"]

feed = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Keep what others read of an event.",
)


@feed.callback()
def group() -> None:
    """Keep what others read of a running event."""


@feed.command()
def folder(
    into: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to keep, made if it must be.")],
    relay: Annotated[str, typer.Option(help="The relay's address.")] = "http://127.0.0.1:8080",
    ca: Annotated[Path | None, typer.Option(help="The certificate of the hall's authority.")] = None,
    every: Annotated[float, typer.Option(min=0.2, help="Seconds between two looks.")] = 1.0,
    once: Annotated[bool, typer.Option("--once", help="Write the folder once, and stop.")] = False,
) -> None:
    """Keep a folder as LiveChess does (tournament.json, round-N/game-M.json and .pgn), with files of other games.

    Each file is put in place whole. A relay that goes away is waited for.
    """
    kept = FeedFolder(relay, into, ca)
    trouble = ""
    while True:
        try:
            changed = kept.refresh()
        except RelayRefused as error:
            if once:
                raise
            if str(error) != trouble:
                trouble = str(error)
                print(f"{trouble} Trying again.", flush=True)
            changed = []
        else:
            trouble = ""
        if changed:
            print(f"{into}: {len(changed)} files", flush=True)
        if once:
            return
        time.sleep(every)
