"""The place of an event on which commands act: a file of its own, or a relay."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from gateway.model.errors import SettingsError
from gateway.runtime.relay_client import RelayClient

__all__ = ["EventPlace", "kept_event"]

_KeptT = TypeVar("_KeptT")


class EventPlace(msgspec.Struct):
    """The options before the command."""

    file: Path | None
    relay: str
    ca: Path | None
    by: str
    preview: bool = False


@contextmanager
def kept_event(
    place: EventPlace, in_file: Callable[[Path, str], _KeptT], at_relay: Callable[[RelayClient], _KeptT], example: str
) -> Iterator[_KeptT]:
    """The event that is kept there."""
    if place.file is not None:
        yield in_file(place.file, place.by or getpass.getuser())
    elif place.relay:
        with RelayClient(place.relay, place.ca) as client:
            yield at_relay(client)
    else:
        raise SettingsError(f"Say where the event is: --file {example}, or --relay with your sign-in link.")
