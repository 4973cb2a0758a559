"""The games we referee, by name. A game's code is imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from gateway.model.errors import GameError
from gateway.model.messages import message

from .game import Game

__all__ = ["GAMES", "find"]

GAMES: dict[str, str] = {
    "draughts-international": "gateway.games.draughts.games:INTERNATIONAL",
    "draughts-russian": "gateway.games.draughts.games:RUSSIAN",
    "draughts-brazilian": "gateway.games.draughts.games:BRAZILIAN",
    "renju": "gateway.games.renju.five_in_a_row:RENJU",
    "gomoku": "gateway.games.renju.five_in_a_row:GOMOKU",
    "gomoku-double-swap": "gateway.games.renju.five_in_a_row:DOUBLE_SWAP",
    "chess": "gateway.games.chess.chess_game:CHESS",
    "chess960": "gateway.games.chess.chess_game:CHESS960",
}
"""Name -> where the game is, as `module:attribute`."""


@cache
def find(name: str) -> Game:
    """The game of that name; raises `GameError` that lists the names there are."""
    if name not in GAMES:
        raise GameError(message("problem.no_such_game", game=name, games=tuple(GAMES)))
    module, attribute = GAMES[name].split(":")
    game = getattr(import_module(module), attribute)
    if not isinstance(game, Game):
        msg = f"{GAMES[name]} is not a Game"
        raise TypeError(msg)
    return game
