"""Pairings that are still to come in a hall: announced, and not on their tables yet."""

from __future__ import annotations

from collections.abc import Iterator

from gateway.model.persons import Person
from gateway.model.sides import BySide

from .announced import AnnouncedPairing
from .game_index import GameSummary
from .hall import Hall
from .hall_table import HallTable

__all__ = ["coming_in"]


def coming_in(hall: Hall) -> Iterator[tuple[HallTable, AnnouncedPairing]]:
    """Each table's pairing that is still to come, in this hall, by tables."""
    for table in hall.announcing:
        coming = table.announced
        if coming is not None and not any(_is_of(game, coming) for game in hall.game_index.of_table(table.name)):
            yield table, coming


def _is_of(game: GameSummary, coming: AnnouncedPairing) -> bool:
    """Whether this is the game that was announced. Where pairings have no ids, the persons tell."""
    if (game.round, game.pairing) != (coming.round, coming.pairing):
        return False
    return bool(coming.pairing) or _names(game.players) == _names(coming.players)


def _names(players: BySide[Person]) -> set[str]:
    return {players.white.name, players.black.name}
