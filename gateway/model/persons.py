"""Persons: who plays. An event knows them by an id; where a table stands alone, a name is all there is."""

from __future__ import annotations

from typing import NewType

import msgspec

from .sides import BySide

__all__ = ["Person", "PersonId", "named"]

PersonId = NewType("PersonId", str)


class Person(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A person who plays, as the event lists them."""

    name: str
    id: PersonId = PersonId("")
    """The event's own id; empty where only the name is known."""
    title: str = ""
    """`GM`, `MF`, `7 dan`, as the federation writes it."""
    federation: str = ""
    rating: int | None = None
    club: str = ""
    """The club or team."""
    federation_id: str = ""
    """The number that the game's world federation knows the person by: a FIDE id, an FMJD id."""


def named(white: str, black: str) -> BySide[Person]:
    """Two of whom only the names are known."""
    return BySide(Person(white), Person(black))
