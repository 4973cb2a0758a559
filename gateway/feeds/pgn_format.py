"""Games of chess as PGN. Where a game jumps, each part is a game of its own, so that every reader can play it.

A position that was set, or an irregular move that stands, is no move of PGN. What follows is a new part: it begins with
the position (`SetUp`, `FEN`), says which part it is (`Part`), and a comment tells what led there. The last part has the
id and the result of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import chess

from gateway.games.chess.pgn import PgnGame, PgnMove
from gateway.model.sides import Side

from .game_format import GameFormat, PlayedAt
from .game_tags import common_tags, is_start, result_of, ruled_lost
from .move_times import TimedMove, timed_moves
from .pgn_writer import format_pgn, pgn_result
from .played_game import PlayedGame

__all__ = ["PGN", "last_pgn_part"]

_VARIANTS = {"chess960": "Chess960"}
"""Games whose records have to say that they are not the usual one, and where the pieces stood."""


class _Part(NamedTuple):
    """Moves that PGN can tell in one."""

    fen: str
    """Where it begins; empty for the start of every game."""
    before: str
    """What led to it."""
    moves: tuple[tuple[str, TimedMove], ...]
    """Each as PGN writes it."""


def _write(game: PlayedGame, place: PlayedAt) -> bytes:
    parts = _parts(game)
    return "\n".join(_format(game, place, part, number, len(parts)) for number, part in enumerate(parts, 1)).encode()


def last_pgn_part(game: PlayedGame, place: PlayedAt) -> str:
    """The part that led to the end, for whoever takes one game only; what was before it is in a comment."""
    parts = _parts(game)
    return _format(game, place, parts[-1], len(parts), len(parts))


def _format(game: PlayedGame, place: PlayedAt, part: _Part, number: int, of: int) -> str:
    last = number == of
    tags = common_tags(game, place, ruled_lost(game) or pgn_result(result_of(game)) if last else "*")
    for side in Side:
        person, who = game.players[side], side.value.capitalize()
        more = {
            "Elo": str(person.rating or ""),
            "Title": person.title,
            "FideId": person.federation_id,
            "Team": person.club,
            "Federation": person.federation,
        }
        tags |= {f"{who}{name}": value for name, value in more.items() if value}
    variant = _VARIANTS.get(game.setup.rules, "")
    if variant:
        tags["Variant"] = variant
    if variant or part.fen:
        tags |= {"SetUp": "1", "FEN": part.fen or game.stretches[0].start.fen()}
    if place.game_id:
        tags["GameId"] = place.game_id if last else f"{place.game_id}/{number}"
    if of > 1:
        tags |= {"Part": f"{number}/{of}"} | ({} if last else {"Termination": "unterminated"})
    tags["PlyCount"] = str(len(part.moves))
    return format_pgn(PgnGame(tags, tuple(_move(*each) for each in part.moves), tags["Result"], part.before))


def _move(san: str, timed: TimedMove) -> PgnMove:
    return PgnMove(san, None if timed.left is None else timed.left[timed.move.side], timed.used_ms)


def _parts(game: PlayedGame) -> list[_Part]:
    """The game cut where PGN cannot follow; there is at least one part, and an empty one only at the end."""
    parts = [part for part in _all_parts(game) if part.moves]
    return parts if parts and _ends_there(game, parts[-1]) else [*parts, _at_the_end(game, parts)]


def _ends_there(game: PlayedGame, part: _Part) -> bool:
    return part.moves[-1][1].move.after.fen() == game.last.last.fen()


def _at_the_end(game: PlayedGame, parts: list[_Part]) -> _Part:
    """What stands after the last move where another one has been set up since; before any, where the game begins."""
    stretch = game.last
    fen = "" if is_start(game, stretch) and not parts else stretch.start.fen()
    return _Part(fen, _story(game, len(game.texts)) if parts or fen else "", ())


def _all_parts(game: PlayedGame) -> Iterator[_Part]:
    for stretch in game.stretches:
        fen = stretch.start.fen()
        begins = "" if is_start(game, stretch) and stretch is game.stretches[0] else fen
        board = chess.Board(fen, chess960=game.setup.rules == "chess960")
        moves: list[tuple[str, TimedMove]] = []
        for timed in timed_moves(game):
            if timed.stretch is not stretch:
                continue
            try:
                move = board.parse_san(timed.move.text)
            except ValueError:  # a position that no rule allows, and what was played there
                yield _Part(begins, _story_before(game, moves), tuple(moves))
                begins, moves = timed.move.after.fen(), []
                board = chess.Board(begins, chess960=game.setup.rules == "chess960")
                continue
            moves.append((_played(board, move), timed))
        yield _Part(begins, _story_before(game, moves), tuple(moves))


def _played(board: chess.Board, move: chess.Move) -> str:
    san = board.san(move)
    board.push(move)
    return san


def _story_before(game: PlayedGame, moves: list[tuple[str, TimedMove]]) -> str:
    return _story(game, moves[0][1].ply - 1) if moves else ""


def _story(game: PlayedGame, plies: int) -> str:
    """The turns before, in a line, irregular ones in brackets."""
    return " ".join(game.texts[:plies])


PGN = GameFormat("pgn", "application/vnd.chess-pgn", _write, lambda rules: rules in {"chess", "chess960"})
