"""The rulebooks by name. A family's module is imported when one of its books is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from gateway.clock.classes import Pace, classify
from gateway.clock.control import TimeControl
from gateway.model.errors import SettingsError
from gateway.model.messages import message

from .rulebook import Rulebook

__all__ = ["NAMES", "find", "fitting", "for_game", "load"]

_FAMILIES = {
    "draughts": ("standard", "rapid", "blitz"),
    "draughts64": ("standard", "rapid", "blitz"),
    "gomoku": ("standard", "rapid", "blitz", "lightning"),
    "gomoku-older": ("rapid", "blitz"),
    "renju": ("standard", "rapid", "blitz"),
    "chess": ("standard", "rapid", "blitz"),
}
NAMES = tuple(f"{family}-{pace}" for family, paces in _FAMILIES.items() for pace in paces)
"""Every rulebook there is."""


@cache
def load(name: str) -> Rulebook:
    """The rulebook of that name; raises `SettingsError` that lists the names there are."""
    if name not in NAMES:
        raise SettingsError(message("problem.unknown_rulebook", rulebook=name, rulebooks=NAMES))
    family = name.rpartition("-")[0]
    books = import_module(f".{family.replace('-', '_')}", __package__).BOOKS
    for book in books:
        if isinstance(book, Rulebook) and book.name == name:
            return book
    raise SettingsError(f"The family {family} has lost its rulebook {name!r}.")


def for_game(game: str) -> tuple[Rulebook, ...]:
    """The rulebooks that a game may be played by."""
    return tuple(book for name in NAMES if game in (book := load(name)).games)


def find(name: str, game: str) -> Rulebook:
    """The rulebook of that name, if it is one for `game`."""
    if name in NAMES and game in (book := load(name)).games:
        return book
    fitting = [book.name for book in for_game(game)]
    raise SettingsError(message("problem.rulebook_for_game", rulebook=name, game=game, rulebooks=tuple(fitting)))


def fitting(game: str, control: TimeControl) -> Rulebook | None:
    """The rulebook of a game whose pace a control has; where no text classes it, that of rapid play. None: no such
    game."""
    paces = {found.rulebook: found.pace for found in classify(control)}
    books = for_game(game)
    classed = (book for book in books if book.classes and paces.get(book.classes) is book.pace)
    return next(classed, None) or next((book for book in books if book.pace is Pace.RAPID), None)
