"""Acts of a tournament from the command line: where it is, what is done, and what would follow."""

from __future__ import annotations

from contextlib import AbstractContextManager

import typer
from rich.console import Console

from gateway.event.event import Event
from gateway.event.event_acts import EventAct
from gateway.event.event_fold import EventFold
from gateway.event.event_preview import preview
from gateway.event.event_refusals import EventRefused
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.persons import PersonId
from gateway.runtime.kept_tournament import FileTournament, KeptTournament, RelayTournament

from .event_place import EventPlace, kept_event
from .language import catalogue

__all__ = ["do_acts", "event_of", "kept_tournament", "player_of"]


def kept_tournament(context: typer.Context) -> AbstractContextManager[KeptTournament]:
    """The tournament that the options name."""
    return kept_event(context.obj, FileTournament, RelayTournament, "open.tournament")


def do_acts(context: typer.Context, *acts: EventAct) -> EventFold:
    """Do all, or say what would follow from the first."""
    console = Console(highlight=False)
    where: EventPlace = context.obj
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
