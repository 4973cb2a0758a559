"""Officials: everybody who may sign in, with a link from the settings or with an account, told apart by name."""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple

from gateway.model.errors import GatewayError
from gateway.model.messages import message

__all__ = ["NAME_MAX", "BadName", "Official", "clean_name", "same_name"]

NAME_MAX: Final = 60


class BadName(GatewayError):
    """A name that an official cannot have."""


class Official(NamedTuple):
    """Somebody who may sign in, in the role that goes into the record."""

    name: str
    role: str
    stamp: str
    """What signing in rests on: a link's key, an account's password. A session lasts no longer than it."""


def clean_name(text: str) -> str:
    """A name as it is kept; raises `BadName` with what to do."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= NAME_MAX or not any(letter.isalnum() for letter in name):
        raise BadName(message("problem.name_length", most=NAME_MAX))
    if any(unicodedata.category(letter).startswith("C") for letter in name):
        raise BadName(message("problem.name_letters"))
    return name


def same_name(text: str) -> str:
    """What two names have in common that people cannot tell apart: case and width do not count."""
    return unicodedata.normalize("NFKC", " ".join(text.split())).casefold()
