"""Irregularities: what was done that is no legal move, and where; what follows is the referee's."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from drivers.readings import EMPTY
from gateway.games.game import Game, Move, Position
from gateway.model.irregularities import Irregularity
from gateway.model.sides import Side

from .cells import differing
from .expectation import owner
from .vision import Vision, see, see_in_play

__all__ = ["Finding", "Hands", "classify", "guessed"]

_STONES = {Side.WHITE: "S", Side.BLACK: "s"}
"""The letter of each side's stones."""


class Finding(msgspec.Struct, frozen=True):
    """A finding: what was done, by whom and where."""

    kind: Irregularity
    side: Side
    cells: tuple[int, ...]
    text: str = ""


class Hands(msgspec.Struct, frozen=True):
    """The hands that were on the board, as the presses tell."""

    pressed_for: bool = True
    """The side to move has pressed for what is shown."""
    unpressed: bool = False
    """The side that moved last has not pressed yet."""


_PRESSED = Hands()


def classify(
    game: Game,
    vision: Vision,
    position: Position,
    before: Position | None,
    shown: str,
    pressed: str = "",
    hands: Hands = _PRESSED,
) -> Finding:
    """What this is.

    `before` is the position before the last move. `pressed` is what stood on the board when that was completed by a
    press, if nobody has pressed since: what was so then, the same hand has done.
    """
    home = position.board()
    seen, expected = see_in_play(game, vision, shown), see(game, vision, home)
    cells = differing(seen, expected)
    turn = position.turn
    if before is not None and (found := _of_the_last_move(game, vision, before, seen, cells)) is not None:
        return found
    if vision is Vision.OCCUPANCY:
        shown = guessed(game, position, shown, before.board() if before is not None else home)
    change = _Change(home, shown, cells)
    done_before = bool(pressed) and not game.lays_stones and see_in_play(game, vision, pressed) == seen
    if (out := game.out_of_play(shown)) and not any(change.came.values()):
        return Finding(Irregularity.OUT_OF_PLAY, turn.other if done_before else turn, tuple(sorted((*cells, *out))))
    if done_before:
        beside = _beside(change, turn.other, before)
        if beside is not None:
            return Finding(beside, turn.other, cells, _text(game, change))
    again = before is not None and not hands.pressed_for  # nobody moves the opponent's pieces and waits
    if game.lays_stones:
        kind, side = _stones(change, turn, turn.other if hands.unpressed else turn, again=again)
    else:
        kind, side = _pieces(position, change, turn, again=again)
    if kind is Irregularity.TWO_MOVES and game.may_have_castled(home, shown, side):
        kind = Irregularity.ILLEGAL_MOVE  # one castling that is not allowed
    return Finding(kind, side, cells, "" if kind is Irregularity.UNEXPLAINED else _text(game, change))


def _of_the_last_move(
    game: Game, vision: Vision, before: Position, seen: str, cells: tuple[int, ...]
) -> Finding | None:
    """The last move taken back, or another one in its place."""
    if seen == see(game, vision, before.board()):
        return Finding(Irregularity.TAKEN_BACK, before.turn, cells)
    for move in before.moves():
        if move.path and see(game, vision, before.play(move).board()) == seen:
            return Finding(Irregularity.CHANGED, before.turn, cells, before.write(move))
    return None


class _Change:
    """The difference between the position and what is shown, by side."""

    def __init__(self, home: str, shown: str, cells: tuple[int, ...]) -> None:
        self.gone = {side: [cell for cell in cells if owner(home[cell]) is side] for side in Side}
        self.came = {side: [cell for cell in cells if owner(shown[cell]) is side] for side in Side}


def _pieces(position: Position, change: _Change, turn: Side, *, again: bool) -> tuple[Irregularity, Side]:
    gone, came, foe = change.gone, change.came, turn.other
    if not came[turn] and not came[foe]:
        return Irregularity.REMOVED, turn
    if len(came[turn]) > 1:
        return Irregularity.TWO_MOVES, turn
    if again and len(came[foe]) == len(gone[foe]) == 1 and not came[turn] and not gone[turn]:
        return Irregularity.TWO_MOVES, foe
    if came[foe] and not came[turn]:
        return (Irregularity.OPPONENT_MOVED, turn) if len(came[foe]) == 1 else (Irregularity.UNEXPLAINED, turn)
    if came[foe] or not gone[turn]:
        return Irregularity.UNEXPLAINED, turn
    if len(gone[turn]) > 1:
        return Irregularity.OWN_REMOVED, turn
    return _one_piece(position.moves(), gone[turn][0], came[turn][0], set(gone[foe])), turn


def _beside(change: _Change, mover: Side, before: Position | None) -> Irregularity | None:
    """What a hand did besides its legal move before it pressed."""
    gone, came = change.gone, change.came
    stood = before.board() if before is not None else ""
    if came[mover.other] and not (came[mover] or gone[mover] or gone[mover.other]):
        captured = all(stood and owner(stood[cell]) is mover.other for cell in came[mover.other])
        return Irregularity.LEFT_STANDING if captured else None
    if not came[mover] and not came[mover.other]:
        return Irregularity.OWN_REMOVED if gone[mover] else Irregularity.NOT_JUMPED
    if came[mover] and not came[mover.other] and len(gone[mover]) == len(came[mover]):
        return Irregularity.TWO_MOVES
    return None


def _one_piece(legal: Sequence[Move], start: int, end: int, off: set[int]) -> Irregularity:
    """One own piece went from start to end and these enemies are off the board."""
    must_take = bool(legal) and all(move.taken for move in legal)
    same = [set(move.taken) for move in legal if move.path and (move.path[0], move.path[-1]) == (start, end)]
    if any(off < taken for taken in same):
        return Irregularity.LEFT_STANDING
    if any(off > taken for taken in same):
        return Irregularity.NOT_JUMPED
    if off:
        return Irregularity.WRONG_CAPTURE
    return Irregularity.NO_CAPTURE if must_take else Irregularity.ILLEGAL_MOVE


def _stones(change: _Change, turn: Side, hand: Side, *, again: bool) -> tuple[Irregularity, Side]:
    gone = [*change.gone[Side.WHITE], *change.gone[Side.BLACK]]
    came = [*change.came[Side.WHITE], *change.came[Side.BLACK]]
    if came and all(change.gone.values()):  # no hand that lays or lifts a stone displaces both colours
        return Irregularity.UNEXPLAINED, turn
    if gone:
        return (Irregularity.STONE_MOVED if came else Irregularity.REMOVED), hand
    if len(came) > 1:
        return Irregularity.TWO_STONES, turn
    if again and not change.came[turn]:
        return Irregularity.TWO_STONES, turn.other
    return (Irregularity.ILLEGAL_MOVE if change.came[turn] else Irregularity.OPPONENT_MOVED), turn


def guessed(game: Game, position: Position, shown: str, stood: str) -> str:
    """What is shown where only occupancy is known, in letters: what came is what has gone, or else what `stood` there
    before; a stone has the colour of the side to move."""
    home = position.board()
    gone = [was for was, now in zip(home, shown, strict=True) if was != EMPTY and now == EMPTY]
    laid = _STONES[position.turn] if game.lays_stones else ""
    known = list(shown)
    for cell, piece in enumerate(shown):
        if piece == "?":
            came = gone[0] if gone else laid or stood[cell]
            known[cell] = came if home[cell] == EMPTY else home[cell]
    return "".join(known)


def _text(game: Game, change: _Change) -> str:
    """`32-27`, if one piece went from one cell to another."""
    for side in Side:
        if len(change.gone[side]) == len(change.came[side]) == 1:
            sign = "x" if change.gone[side.other] and not game.lays_stones else "-"
            return f"{game.square(change.gone[side][0])}{sign}{game.square(change.came[side][0])}"
    return ""
