"""The door for a format of game files: what it is called, which games it is for, how one game is written.

A format is one module that ends with such a value, and one line in `export.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, tzinfo
from typing import NamedTuple

from .played_game import PlayedGame

__all__ = ["GameFormat", "PlayedAt"]


class PlayedAt(NamedTuple):
    """The place of a game: event, site, table, and the id that it has there."""

    event: str = ""
    table: str = ""
    game_id: str = ""
    """`t7.3`, as in the game's address."""
    site: str = ""
    zone: tzinfo = UTC
    """The zone of the event, by which dates are told."""
    left: bool = False
    """The table has gone on to another game: this one gets no result any more."""


class GameFormat(NamedTuple):
    """One format of game files."""

    name: str
    """The end of the files' names."""
    media_type: str
    write: Callable[[PlayedGame, PlayedAt], bytes]
    """One game as a whole file."""
    rules: Callable[[str], bool]
    """Whether games by these rules are written so."""
    separator: bytes = b"\n"
    """What stands between two games of a file."""
    merge: Callable[[Sequence[bytes]], bytes] | None = None
    """Makes one file of several, where that is more than one behind the other."""
