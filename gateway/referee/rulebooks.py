"""The rulebooks: which written rules a game is played by, and which of their articles decide what.

One value for each set of rules; `find` knows them by the names used in settings.
"""

from __future__ import annotations

import msgspec

from gateway.model.errors import SettingsError

__all__ = ["RULEBOOKS", "Rulebook", "find"]


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """One game and pace, by one edition of the text."""

    name: str
    game: str
    """The family of games it is for: the part before the first `-` of the game's name."""
    title: str
    edition: str
    flag: str
    """The article by which a fallen flag ends the game."""
    call_arbiter: str = ""
    """The article that lets the clocks be stopped while the arbiter deals with something."""


_HANDBOOK = "Draughts Competition Handbook, Chinese Draughts Association, 2013"

RULEBOOKS = (
    Rulebook(
        name="draughts-standard",
        game="draughts",
        title="International draughts, standard play",
        edition=_HANDBOOK,
        flag="FMJD 10.3",
    ),
    Rulebook(
        name="draughts-rapid",
        game="draughts",
        title="International draughts, rapid",
        edition=_HANDBOOK,
        flag="DH rapid 7.1",
        call_arbiter="DH rapid 6",
    ),
    Rulebook(
        name="draughts-blitz",
        game="draughts",
        title="International draughts, blitz",
        edition=_HANDBOOK,
        flag="DH rapid 7.1",
        call_arbiter="DH rapid 6",
    ),
)


def find(name: str, game: str) -> Rulebook:
    """The rulebook of that name, if it is one for `game`."""
    for book in RULEBOOKS:
        if book.name == name and book.game == game.partition("-")[0]:
            return book
    fitting = [book.name for book in RULEBOOKS if book.game == game.partition("-")[0]]
    raise SettingsError(f"No rulebook {name!r} for {game}; there are: {', '.join(fitting) or 'none yet'}.")
