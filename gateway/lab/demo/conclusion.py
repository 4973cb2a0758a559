"""The end that players make of a game that lasts too long: whoever stands worse resigns, or they agree a draw."""

from __future__ import annotations

import random

from gateway.games.game import Position
from gateway.model.sides import Side
from gateway.record.table_state import Status
from gateway.referee.player_requests import AcceptDraw, OfferDraw, Resign

from .incidents import AtTable

__all__ = ["conclude", "who_stands_worse"]

_WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "m": 1, "d": 3}
"""What a piece is worth: of chess, and men and kings of draughts. Stones are worth nothing."""
_EVEN = 0
_AGREE = 0.6
"""The chance that two who stand even agree a draw, where the rules let them."""
_ANSWER_S = 4.0
_AGAIN_S = 20.0
_OVER = {Status.OVER, Status.WAITING}


def who_stands_worse(position: Position) -> Side | None:
    """The side with less on the board; None where it is even."""
    worth = dict.fromkeys(Side, _EVEN)
    for piece in position.board():
        worth[Side.WHITE if piece.isupper() else Side.BLACK] += _WORTH.get(piece.lower(), 0)
    if worth[Side.WHITE] == worth[Side.BLACK]:
        return None
    return min(Side, key=lambda side: worth[side])


async def conclude(table: AtTable, position: Position, dice: random.Random) -> None:
    """End the game; returns when the hall's screen shows that it is over."""
    loser = who_stands_worse(position)
    if loser is None and dice.random() < _AGREE:
        await table.request(position.turn.other, OfferDraw())
        await table.request(position.turn, AcceptDraw())
        if await table.screen.comes_to_show(lambda state: state.status in _OVER, _ANSWER_S):
            return
    loser = loser or dice.choice(list(Side))
    while True:
        await table.request(loser, Resign())
        if await table.screen.comes_to_show(lambda state: state.status in _OVER, _AGAIN_S):
            return
