"""Other starts of a game: a position, or the moves of a drawn opening.

In draughts on 64 squares the first moves are drawn by lot from a table of the event (FMJD64, drawing tables). Such a
table is a text with one opening a line, a name and then moves or a position:

    I.2     ab4 ba5
    II.1    B:Wb2,c1,...:Ba7,...

We ship no table: federations change theirs, and an event brings its own.
"""

from __future__ import annotations

import re

from gateway.model.errors import GameError, NotationError
from gateway.model.messages import message

from .game import Game, Line

__all__ = ["parse_table", "start_from"]


def start_from(game: Game, text: str) -> Line:
    """The line that leads to a start: a position as `Game.position` takes it, or moves from the start of the game.

    The moves belong to the game: they count for its draw rules and stand in its record. Raises `GameError`.
    """
    try:
        return Line((game.position(text),))
    except NotationError as error:
        words = re.sub(r"\d+\s*\.+", " ", text).split()
        line = Line((game.start(),))
        try:
            for word in words:
                line = line.play(line.last.read(word))
        except NotationError:
            # Neither; most people write positions.
            raise error from None
    return line


def parse_table(game: Game, text: str) -> dict[str, str]:
    """The openings of a drawing table by name, each proved; raises `GameError` that names the line."""
    table: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, _, opening = line.partition("#")[0].strip().partition(" ")
        if not name:
            continue
        opening = opening.strip()
        if name in table or not opening:
            key = "start_table.twice" if name in table else "start_table.nothing"
            raise GameError(message(key, line=number, opening=name))
        try:
            start_from(game, opening)
        except GameError as error:
            raise GameError(message("start_table.line", line=number, opening=name, why=error.message)) from error
        table[name] = opening
    return table
