"""Pairing numbers: the order in which they are given when entries are closed."""

from __future__ import annotations

from gateway.model.persons import Person, PersonId
from gateway.tournament.lots import shuffled

from .event import Event
from .regulations import NumberOrder

__all__ = ["TITLES", "numbered"]

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE's titles in the order of C.04.2 B.1; others come after them."""


def numbered(event: Event, seed: str) -> tuple[PersonId, ...]:
    """All entrants in the order of their numbers."""
    players = list(event.entrants)
    match event.regulations.numbering:
        case NumberOrder.ENTRY:
            return tuple(players)
        case NumberOrder.RATING:
            return tuple(sorted(players, key=lambda player: _strength(event.entrants[player].person)))
        case NumberOrder.LOTS:
            return shuffled(players, seed)


def _strength(person: Person) -> tuple[int, int, str]:
    title = TITLES.index(person.title) if person.title in TITLES else len(TITLES)
    return -(person.rating or 0), title, person.name
