"""Recorded games as hands can play them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gateway.games import registry
from gateway.games.game import Game, Move, Position
from gateway.games.game_files import RecordedGame, read_games
from gateway.model.errors import GameError
from gateway.model.messages import message

__all__ = ["recorded_games"]


def recorded_games(file: Path, limit: int = 0) -> Iterator[tuple[Game, Position, list[Move]]]:
    """The games of a file, at most `limit` if that is not 0: game, start and moves."""
    try:
        records = read_games(file.read_bytes(), file.name)
    except OSError as error:
        raise GameError(f"{file} cannot be read: {error.strerror}.") from error
    except GameError as error:
        raise GameError(message("game_file.unreadable", file=str(file), why=error.message)) from error
    for count, record in enumerate(records, 1):
        if limit and count > limit:
            return
        if record.game:
            yield _played(record)


def _played(record: RecordedGame) -> tuple[Game, Position, list[Move]]:
    """The game up to the first set-up in its middle: hands do not know how to make those."""
    game = registry.find(record.game)
    start = position = record.start or game.start()
    moves: list[Move] = []
    for number, text in enumerate(record.moves):
        if number in record.setups:
            break
        move = position.read(text)
        if not move.path:
            break  # a pass is not made on the board
        moves.append(move)
        position = position.play(move)
    return game, start, moves
