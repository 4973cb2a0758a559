"""The strategy of the demo's players with stones: where they lay one, and how they open by a protocol."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Sequence

from drivers.readings import Seat
from firmware_sim.stroke import Stroke
from gateway.games.renju.forbidden import judge, make_board
from gateway.games.renju.line_shapes import DIRECTIONS
from gateway.games.renju.opening_protocols import Choose, Keep, Lay, Offer, Opening, OpeningAct, Swap
from gateway.games.renju.points import SIZE
from gateway.games.renju.prescribed_openings import same_shape
from gateway.games.renju.stones import StonePosition
from gateway.model.sides import Side

__all__ = ["SWAPS", "choose_point", "strokes_of", "turn_of"]

_POINTS = range(SIZE * SIZE)
_OWN = (1.0, 6.0, 45.0, 500.0, 100_000.0)
"""The worth of one more stone in five points in a row, by the number of one's own there, with none of the other's."""
_THEIRS = (0.0, 3.0, 20.0, 250.0, 20_000.0)
"""The worth of spoiling five points in a row, by the number of the other's there, with none of one's own."""
_MOOD = 0.5
"""The share of taste in the worth of a point."""
SWAPS = 0.2
"""The chance that a player likes the other colour better."""
_TEN = 0.35
"""The chance that ten fifth stones are offered where one would do."""


def _rows() -> list[tuple[int, tuple[int, ...]]]:
    """Every five points in a row, as bits and as points."""
    found = []
    for point in _POINTS:
        row, col = divmod(point, SIZE)
        for down, right in DIRECTIONS:
            last = row + 4 * down, col + 4 * right
            if all(0 <= place < SIZE for place in last):
                points = tuple(point + step * (down * SIZE + right) for step in range(5))
                found.append((sum(1 << each for each in points), points))
    return found


_ROWS = _rows()


def _worth(position: StonePosition, dice: random.Random) -> dict[int, float]:
    """The free points and what a stone of the side to move is worth there."""
    own, theirs = position.black, position.white
    if position.turn is Side.WHITE:
        own, theirs = theirs, own
    taken = own | theirs
    worth = {point: 0.0 for point in _POINTS if not taken >> point & 1}
    for bits, points in _ROWS:
        mine, others = (bits & own).bit_count(), (bits & theirs).bit_count()
        if mine and others:
            continue
        value = _THEIRS[others] if others else _OWN[mine]
        for point in points:
            if point in worth:
                worth[point] += value
    return {point: value * dice.uniform(1 - _MOOD, 1 + _MOOD) for point, value in worth.items()}


def choose_point(
    position: StonePosition, dice: random.Random, *, renju: bool = True, among: Iterable[int] | None = None
) -> int:
    """Where to lay the next stone: to win, to save oneself, or near the others; Black not where it is forbidden.

    Only where every point is forbidden Black lays on one.
    """
    worth = _worth(position, dice)
    if among is not None:
        worth = {point: value for point, value in worth.items() if point in set(among)}
    best = sorted(worth, key=lambda point: -worth[point])
    if not renju or position.turn is Side.WHITE:
        return best[0]
    board = make_board(_bits(position.black), _bits(position.white))
    return next((point for point in best if judge(board, point).forbidden is None), best[0])


def turn_of(opening: Opening, dice: random.Random, *, swaps: float = SWAPS) -> tuple[OpeningAct, ...]:
    """What the person to act does before he presses."""
    acts: list[OpeningAct] = []
    person = opening.actor
    while not opening.done and opening.actor is person:
        act = _act(opening, dice, swaps)
        acts.append(act)
        opening = opening.act(act)
    return tuple(acts)


def _act(opening: Opening, dice: random.Random, swaps: float) -> OpeningAct:
    options = opening.options()
    if Choose in options:
        # White leaves the stone that is worth least to Black.
        worth = _worth(opening.position, dice)
        return Choose(min(opening.offers, key=lambda point: worth[point]))
    if Offer in options and (Lay not in options or dice.random() < _TEN):
        return Offer(_fifths(opening, dice))
    if Lay not in options:
        return Swap() if dice.random() < swaps else Keep()
    middle = SIZE // 2
    reach = opening.protocol.stages[opening.stage].within // 2
    inside = [point for point in _POINTS if max(abs(place - middle) for place in divmod(point, SIZE)) <= reach]
    if opening.position.stones < 3:  # a matter of taste
        return Lay(dice.choice([point for point in inside if opening.position.board()[point] == "."]))
    return Lay(choose_point(opening.position, dice, among=inside))


def _fifths(opening: Opening, dice: random.Random) -> tuple[int, ...]:
    """The best fifth stones of which no two are the same by symmetry."""
    position = opening.position
    black, white = _bits(position.black), _bits(position.white)
    worth = _worth(position, dice)
    found: list[int] = []
    for point in sorted(worth, key=lambda point: -worth[point]):
        if not any(same_shape(black, white, point, other) for other in found):
            found.append(point)
        if len(found) == opening.wanted:
            break
    return tuple(found)


def strokes_of(opening: Opening, acts: Sequence[OpeningAct], seat: Seat, think_ms: int) -> list[Stroke]:
    """How the acts of a turn are made by hand. The last of them ends with a press; a swap is nothing but one."""
    strokes = []
    for act in acts:
        letter = "s" if opening.position.turn is Side.BLACK else "S"
        match act:
            case Lay():
                strokes.append(Stroke((act.point,), piece=letter))
            case Offer():
                strokes += [Stroke((point,), piece=letter) for point in act.points]
            case Choose():
                strokes.append(Stroke((), taken=tuple(point for point in opening.offers if point != act.point)))
            case _:
                pass
        opening = opening.act(act)
    first, *rest = strokes or [Stroke(())]
    made = [dataclasses.replace(first, think_ms=think_ms), *rest]
    return [dataclasses.replace(stroke, by=seat, presses=stroke is made[-1]) for stroke in made]


def _bits(held: int) -> list[int]:
    return [point for point in _POINTS if held >> point & 1]
