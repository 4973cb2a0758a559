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
    early = IllegalMove(PlayRule.PASSING, message("illegal.early_pass", stones=play.book.pass_from))
    is_early = pieces(play) < play.book.pass_from
    try:
        move = play.line.last.read(text)
    except IllegalMove as error:
        raise early if is_early and error.rule is PlayRule.PASSING else error from error
    if not move.path and is_early:
        raise early
    return move
