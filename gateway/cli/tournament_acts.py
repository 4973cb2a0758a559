"""Acts of a tournament from the command line: where it is, what is done, and what would follow."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import typer
from rich.console import Console

from gateway.event.event import Event
from gateway.event.event_acts import EventAct
from gateway.event.event_fold import EventFold
from gateway.event.event_preview import preview
from gateway.event.event_refusals import EventRefused
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.persons import PersonId
from gateway.runtime.kept_tournament import FileTournament, KeptTournament, RelayTournament
from gateway.runtime.relay_client import RelayClient

from .language import catalogue

__all__ = ["TournamentPlace", "do_acts", "event_of", "kept_tournament", "player_of"]


class TournamentPlace(msgspec.Struct):
    """What the options before the command say."""

    file: Path | None
    relay: str
    ca: Path | None
    by: str
    preview: bool


@contextmanager
def kept_tournament(context: typer.Context) -> Iterator[KeptTournament]:
    """The tournament that the options name."""
    where: TournamentPlace = context.obj
    if where.file is not None:
        yield FileTournament(where.file, where.by or getpass.getuser())
    elif where.relay:
        with RelayClient(where.relay, where.ca) as client:
            yield RelayTournament(client)
    else:
        raise SettingsError("Say where the tournament is: --file open.tournament, or --relay with your sign-in link.")


def do_acts(context: typer.Context, *acts: EventAct) -> EventFold:
    """Do all, or say what would follow from the first."""
    console = Console(highlight=False)
    where: TournamentPlace = context.obj
    with kept_tournament(context) as kept:
        if where.preview:
            for effect in preview(kept.fold(), acts[0], where.by, Instant(0)):
                console.print(catalogue().render(effect), markup=False)
            return kept.fold()
        for act in acts:
            entry = kept.act(act)
            name = catalogue().render(message(f"event_act.{act.__struct_config__.tag}"))
            console.print(f"{entry.n}: {name}", markup=False)
        return kept.fold()


def event_of(fold: EventFold) -> Event:
    """The event, once it is open."""
    if fold.event is None:
        raise EventRefused(message("event.not_open"))
    return fold.event


def player_of(context: typer.Context, number: int) -> PersonId:
    """Who has a pairing number."""
    with kept_tournament(context) as kept:
        event = event_of(kept.fold())
    if number > len(event.order):
        raise EventRefused(message("event.unknown_player", player=str(number)))
    return event.order[number - 1]
