"""Reading a move that is told and not seen: by the rules of the game, and by what the rulebook asks for besides."""

from __future__ import annotations

from gateway.games.game import Move
from gateway.model.errors import IllegalMove
from gateway.model.messages import message
from gateway.model.play_rules import PlayRule

from .material import pieces
from .state import Play

__all__ = ["read_move"]


def read_move(play: Play, text: str) -> Move:
    """The move that `text` means now; raises a `GameError` that says why there is none."""
    move = play.line.last.read(text)
    if not move.path and pieces(play) < play.book.pass_from:
        raise IllegalMove(PlayRule.PASSING, message("illegal.early_pass", stones=play.book.pass_from))
    return move
