"""`flagfall bridge deal`, `pbn` and `files`: deals at random, what a PBN file holds, and an event as PBN or USEBIO."""

from __future__ import annotations

import enum
import random
import secrets
from pathlib import Path
from typing import Annotated

import typer

from gateway import __version__
from gateway.event.bridge.bridge_event import BridgeEvent
from gateway.event.bridge.bridge_files import pbn_games, usebio_event
from gateway.event.event_refusals import EventRefused
from gateway.lab.demo.bridge_players import random_deal
from gateway.model.errors import SettingsError
from gateway.model.messages import message
from gateway.runtime.kept_bridge import FileBridge, RelayBridge
from gateway.runtime.relay_client import RelayClient
from gateway.tournament.bridge.deal import Deal
from gateway.tournament.bridge.pbn import PbnGame, read_pbn, write_pbn
from gateway.tournament.bridge.usebio import write_usebio

from .bridge_deal_commands import text_of

__all__ = ["add_file_commands", "kept_bridge_event"]


class _Kind(enum.StrEnum):
    PBN = "pbn"
    USEBIO = "usebio"


_Output = Annotated[Path | None, typer.Option("--output", "-o", help="The file to write; else it is printed.")]


def add_file_commands(bridge: typer.Typer) -> None:
    """Put them beside the others."""
    bridge.command()(deal)
    bridge.command()(pbn)
    bridge.command()(files)


def deal(
    boards: Annotated[int, typer.Option(min=1, max=512, help="How many boards.")] = 32,
    first: Annotated[int, typer.Option(min=1, max=9999, help="The number of the first.")] = 1,
    seed: Annotated[str, typer.Option(help="What they are dealt from: the same seed, the same deals.")] = "",
    event: Annotated[str, typer.Option(help="The name of the event.")] = "",
    output: _Output = None,
) -> None:
    """Deal boards at random, as a PBN file for dealing machines and hand records."""
    chance = random.Random(seed) if seed else secrets.SystemRandom()  # noqa: S311 - a seed is asked for
    games = [PbnGame(board=number, deal=random_deal(chance), event=event) for number in range(first, first + boards)]
    _write(write_pbn(games), output)


def pbn(file: Annotated[Path, typer.Argument(help="The PBN file.", exists=True, dir_okay=False)]) -> None:
    """List what a PBN file holds: boards, who sat where, contracts, scores."""
    for game in read_pbn(text_of(file)):
        players = " ".join(f"{seat}:{name}" for seat, name in game.players.items())
        parts = (
            f"{game.board}",
            game.room,
            str(game.played or ""),
            "" if game.score is None else f"{game.score:+d}",
            players,
        )
        typer.echo("  ".join(part for part in parts if part))


def files(
    kind: Annotated[_Kind, typer.Argument(help="PBN: every board at every table; USEBIO: the results as XML.")],
    file: Annotated[Path | None, typer.Option("--file", "-f", help="The event's own file.", exists=True)] = None,
    relay: Annotated[str, typer.Option("--relay", "-r", envvar="FLAGFALL_LINK", help="Your sign-in link.")] = "",
    ca: Annotated[Path | None, typer.Option(help="The certificate of the hall's authority.")] = None,
    deals: Annotated[
        Path | None,
        typer.Option(
            help="A PBN file with other deals than the event has loaded, to be written beside the results.", exists=True
        ),
    ] = None,
    output: _Output = None,
) -> None:
    """Write a bridge event for other programs."""
    event = kept_bridge_event(file, relay, ca)
    if event is None:
        raise SettingsError("Say which event: --file EVENT, or --relay LINK.")
    if kind is _Kind.USEBIO:
        _write(write_usebio(usebio_event(event), "Flagfall", __version__), output)
        return
    known: dict[int, Deal] = {}
    if deals is not None:
        known = {game.board: game.deal for game in read_pbn(text_of(deals)) if game.deal is not None}
    _write(write_pbn(pbn_games(event, known)), output)


def kept_bridge_event(file: Path | None, relay: str, ca: Path | None) -> BridgeEvent | None:
    """The event of a file or of a relay; None: neither is named. Raises `EventRefused` where none is opened."""
    if file is not None:
        found = FileBridge(file, "").fold().event
    elif relay:
        with RelayClient(relay, ca) as client:
            found = RelayBridge(client).fold().event
    else:
        return None
    if found is None:
        raise EventRefused(message("bridge_event.not_open"))
    return found


def _write(text: str, output: Path | None) -> None:
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{output} cannot be written: {error.strerror}.") from error
