"""An irregular turn that stands, as the list of moves has it: in brackets, by what it changed on the board."""

from __future__ import annotations

from drivers.readings import EMPTY
from gateway.model.sides import Side

from .game import Game, Line, Position

__all__ = ["led_to", "mark_of", "turn_of"]

_MOST = 2
"""The number of own pieces that one irregular turn moves at most; what moved more was not one turn."""


def mark_of(game: Game, before: Position, after: Position) -> str:
    """What led from one position to another where no legal move does: `[20-30]`, `[e1xe3]`, `[h8,i9]`; `[-]`: nothing.

    Empty where it is still the same side's turn: nobody has moved.
    """
    if before.turn is after.turn:
        return ""
    pairs = list(enumerate(zip(before.board(), after.board(), strict=True)))
    own = [cell for cell, (was, now) in pairs if was != now and _is_of(before.turn, was)]
    left = [cell for cell in own if after.board()[cell] == EMPTY]
    came = [cell for cell, (was, now) in pairs if was != now and now != EMPTY]
    took = any(was != now and was != EMPTY and cell not in own for cell, (was, now) in pairs)
    if max(len(left), len(came)) > _MOST:
        return "[...]"
    sign = "x" if took else "" if came and not left else "-"
    return f"[{_squares(game, left)}{sign}{_squares(game, came)}]"


def turn_of(game: Game, before: Position, after: Position) -> str:
    """What one turn did between two positions, as the list of moves has it: a legal move, or one that is marked."""
    for move in before.moves():
        if before.board_after(move) == after.board():
            return before.write(move)
    return mark_of(game, before, after)


def led_to(line: Line, position: Position, text: str) -> Line:
    """The line led on to a position: by the legal move that leads there, or else as what stands by this text."""
    last = line.last
    for move in last.moves() if text else ():
        if last.board_after(move) == position.board() and last.play(move).is_same(position):
            return line.play(move)
    return line.stand(position, text)


def _squares(game: Game, cells: list[int]) -> str:
    return ",".join(game.square(cell) for cell in cells)


def _is_of(side: Side, piece: str) -> bool:
    return piece != EMPTY and piece.isupper() is (side is Side.WHITE)
