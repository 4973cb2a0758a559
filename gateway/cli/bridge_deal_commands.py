"""`flagfall bridge event deals`: the deals of an event, from a PBN file; nobody is told one before it is played out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from gateway.event.bridge.bridge_acts import BridgeAct
from gateway.event.bridge.bridge_event import BridgeEvent
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.event.bridge.event_deals import deals_of_file
from gateway.model.messages import message

from .language import catalogue

__all__ = ["add_deals_command", "text_of"]

Do = Callable[..., BridgeFold]


def add_deals_command(app: typer.Typer, event_of: Callable[[typer.Context], BridgeEvent], do: Do) -> None:
    """Put it beside the others; `do` does acts where the event is kept."""

    @app.command()
    def deals(
        context: typer.Context,
        file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="PBN with the deals.")],
        round_number: Annotated[
            int, typer.Option("--round", min=0, max=99, help="Of this round, where boards begin with 1 in each.")
        ] = 0,
        why: Annotated[str, typer.Option(help="The reason, where another deal was loaded before.")] = "",
    ) -> None:
        """Load the deals; each is shown once its board is played at every table that will play it."""
        acts: tuple[BridgeAct, ...] = deals_of_file(text_of(file), event_of(context).regulations, round_number, why)
        do(context, *acts)
        count = sum(len(act.deals) for act in acts if hasattr(act, "deals"))
        typer.echo(catalogue().render(message("command.bridge.deals_loaded", n=count)))


def text_of(path: Path) -> str:
    """A file as UTF-8, or as the Latin letters that the standard began with."""
    data = path.read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
