"""The gestures of one stroke of a hand: every touch of the board with its instant, and when the clock is pressed.

A plan is made at once and depends on nothing but stroke, board, habits and dice, so that a hand may carry it out in
any time: in front of the wall clock, or as fast as a rehearsal can go.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .habits import Habits, MillisRange
from .stroke import Stroke
from .surface import EMPTY, line_between

__all__ = ["CROWNED", "Gesture", "HandTouch", "plan"]

CROWNED = {"M": "D", "m": "d", "P": "Q", "p": "q"}
"""What is put on the board when a piece is promoted, if the stroke does not say."""

MEN = frozenset("Mm")
"""Men, which are crowned where they stand, by putting another on top or by exchanging them; a pawn may never arrive."""


@dataclass(frozen=True, slots=True)
class HandTouch:
    """One cell, and what it holds from this moment on."""

    at_ms: int
    cell: int
    piece: str


@dataclass(frozen=True, slots=True)
class Gesture:
    """A whole stroke, in milliseconds from its first movement."""

    touches: tuple[HandTouch, ...]
    press_ms: int | None
    """When the clock is pressed; some touches may come later."""
    end_ms: int
    """When the hand is free again."""

    @property
    def steps(self) -> Sequence[tuple[int, HandTouch | None]]:
        """Everything in the order of time; None is the press."""
        steps: list[tuple[int, HandTouch | None]] = [(touch.at_ms, touch) for touch in self.touches]
        if self.press_ms is not None:
            steps.append((self.press_ms, None))
        return sorted(steps, key=lambda step: step[0])


def plan(
    stroke: Stroke, cells: str, cols: int, habits: Habits, rng: random.Random, *, busy: Collection[int] = ()
) -> Gesture:
    """How this hand makes the stroke; `busy` are cells where another hand is at work, which it keeps clear of."""
    return _Plan(stroke, cells, cols, habits, rng, busy).make()


class _Plan:
    def __init__(
        self, stroke: Stroke, cells: str, cols: int, habits: Habits, rng: random.Random, busy: Collection[int]
    ) -> None:
        self._stroke = stroke
        self._cells = list(cells)
        self._cols = cols
        self._habits = habits
        self._rng = rng
        self._used = {*stroke.path, *stroke.taken, *stroke.second, *busy}
        self._touches: list[HandTouch] = []
        self._now = 0.0
        self._press_ms: int | None = None
        self._left = list(stroke.taken)  # still to be taken off

    def make(self) -> Gesture:
        stroke, habits = self._stroke, self._habits
        if stroke.path and self._chance(habits.adjusts):
            self._adjust()
        if stroke.path:
            self._move(stroke.path, self._first_piece())
        if stroke.second:
            self._let_fall(stroke.second[-1], self._lift(stroke.second[0]))
        if stroke.path and self._chance(habits.knocks):
            self._knock()
        late = bool(self._left) and stroke.presses and self._chance(habits.takes_late)
        if not late:
            self._take_off_the_rest()
        if stroke.crown:
            self._crown()
        if stroke.presses and self._press_ms is None:
            self._pass(habits.press_ms)
            self._press_ms = round(self._now)
        if late:
            self._pass(habits.late_ms)
            self._take_off_the_rest()
        self._touches.sort(key=lambda touch: touch.at_ms)
        return Gesture(tuple(self._touches), self._press_ms, round(self._now))

    # -- the move ----------------------------------------------------------------------------------------------------

    def _first_piece(self) -> str:
        """Take the piece in the hand, from the board or from outside."""
        stroke, habits = self._stroke, self._habits
        start = stroke.path[0]
        if len(stroke.path) == 1:
            if not stroke.piece:
                raise ValueError(f"{stroke} brings a piece from outside and does not say which")
            self._pass(habits.lift_ms)
            return stroke.piece
        if self._cells[start] == EMPTY:
            raise ValueError(f"nothing stands on cell {start} to play {stroke}")
        if self._chance(habits.bounces):
            self._put_back(start)
        if stroke.path[-1] in self._left and self._chance(habits.takes_first):
            self._take_off(stroke.path[-1])
        return self._lift(start)

    def _move(self, path: Sequence[int], piece: str) -> None:
        habits = self._habits
        early = len(self._left) > 1 and self._chance(habits.takes_on_the_way)
        slides = self._chance(habits.slides)
        if self._chance(habits.ponders):
            self._pass(habits.ponder_ms)
        here, *stops = path if len(path) > 1 else (path[0], path[0])
        if len(stops) > 1 and self._chance(habits.flies):
            stops = stops[-1:]
        for number, stop in enumerate(stops):
            if number:
                self._lift(here)
                if early and self._left:
                    self._take_off(self._left[0])
            if slides:
                self._slide(here, stop, piece)
            if number == len(stops) - 1:
                self._last_stop(stop, piece)
            else:
                self._let_fall(stop, piece)
            here = stop
        if here in self._left:
            self._left.remove(here)  # pushed off by the piece that stands there now

    def _last_stop(self, stop: int, piece: str) -> None:
        stroke, habits = self._stroke, self._habits
        if self._chance(habits.hovers):
            self._hover(stop, piece)
        if stroke.instead and self._chance(habits.changes_mind):
            self._elsewhere(piece)
        if stroke.crown and piece not in MEN and self._chance(habits.crowns_at_once):
            piece = self._crowned(piece)
        from_ms = self._now
        self._pass(habits.travel_ms)
        if self._left and self._chance(habits.two_hands):
            self._other_hand_takes(self._left[0], from_ms)
        if stroke.presses and self._chance(habits.presses_first):
            self._press_ms = round(self._now)
            self._pass(habits.release_ms)
        self._touch(stop, piece)

    def _elsewhere(self, piece: str) -> None:
        """Let go where the piece does not stay."""
        cells = [cell for cell in self._stroke.instead if self._cells[cell] == EMPTY]
        if cells:
            cell = self._rng.choice(cells)
            self._let_fall(cell, piece)
            self._pass(self._habits.mind_ms)
            self._lift(cell)

    def _slide(self, start: int, end: int, piece: str) -> None:
        for cell in line_between(start, end, self._cols):
            if self._cells[cell] == EMPTY:
                self._touch(cell, piece)
                self._pass(self._habits.slide_ms)
                self._touch(cell, EMPTY)

    def _hover(self, cell: int, piece: str) -> None:
        """Touch down on a free cell beside the right one."""
        cells = [near for near in self._near(cell) if self._cells[near] == EMPTY]
        if cells:
            near = self._rng.choice(cells)
            self._let_fall(near, piece)
            self._pass(self._habits.hover_ms)
            self._touch(near, EMPTY)

    def _crowned(self, piece: str) -> str:
        crown = self._stroke.crown
        return crown if isinstance(crown, str) else CROWNED.get(piece, piece)

    def _crown(self) -> None:
        here = self._stroke.path[-1]
        old = self._cells[here]
        new = self._crowned(old)
        if old == new:
            return
        self._pass(self._habits.take_ms)
        if old in MEN and self._chance(self._habits.stacks):
            self._touch(here, new)
            return
        self._touch(here, EMPTY)
        self._let_fall(here, new)

    # -- pieces that are captured ------------------------------------------------------------------------------------

    def _take_off_the_rest(self) -> None:
        while self._left:
            self._take_off(self._left[0])

    def _take_off(self, cell: int) -> None:
        self._pass(self._habits.take_ms)
        self._left.remove(cell)
        piece = self._cells[cell]
        self._touch(cell, EMPTY)
        if piece != EMPTY and self._chance(self._habits.sets_aside):
            self._hover(cell, piece)

    def _other_hand_takes(self, cell: int, from_ms: float) -> None:
        self._left.remove(cell)
        self._cells[cell] = EMPTY
        self._touches.append(HandTouch(int(self._rng.uniform(from_ms, self._now)), cell, EMPTY))

    # -- what is no part of the move ---------------------------------------------------------------------------------

    def _adjust(self) -> None:
        """Straighten the piece that will be moved, or one beside it."""
        start = self._stroke.path[0]
        cells = [cell for cell in (start, *self._near(start)) if self._cells[cell] != EMPTY]
        if cells:
            self._put_back(self._rng.choice(cells))

    def _knock(self) -> None:
        """A piece beside the last cell falls, perhaps onto a free cell, and is put back."""
        cells = [cell for cell in self._near(self._stroke.path[-1]) if self._cells[cell] != EMPTY]
        if not cells:
            return
        cell = self._rng.choice(cells)
        piece = self._cells[cell]
        self._pass(self._habits.slide_ms)
        self._touch(cell, EMPTY)
        free = [near for near in self._near(cell) if self._cells[near] == EMPTY]
        if free and self._rng.random() < 0.5:
            near = self._rng.choice(free)
            self._pass(self._habits.slide_ms)
            self._touch(near, piece)
            self._pass(self._habits.mend_ms)
            self._touch(near, EMPTY)
            self._pass(self._habits.slide_ms)
        else:
            self._pass(self._habits.mend_ms)
        self._touch(cell, piece)

    def _put_back(self, cell: int) -> None:
        piece = self._lift(cell)
        self._pass(self._habits.hover_ms)
        self._touch(cell, piece)

    # -- movements ---------------------------------------------------------------------------------------------------

    def _lift(self, cell: int) -> str:
        self._pass(self._habits.lift_ms)
        piece = self._cells[cell]
        self._touch(cell, EMPTY)
        return piece

    def _let_fall(self, cell: int, piece: str) -> None:
        self._pass(self._habits.travel_ms)
        self._touch(cell, piece)

    def _touch(self, cell: int, piece: str) -> None:
        self._cells[cell] = piece
        self._touches.append(HandTouch(round(self._now), cell, piece))

    def _pass(self, span_ms: MillisRange) -> None:
        self._now += self._rng.uniform(*span_ms)

    def _chance(self, chance: float) -> bool:
        return chance > 0 and self._rng.random() < chance

    def _near(self, cell: int) -> list[int]:
        """Cells around that no hand needs for this stroke or another."""
        row, col = divmod(cell, self._cols)
        rows = len(self._cells) // self._cols
        around = [
            (row + down) * self._cols + col + right
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if (down or right) and 0 <= row + down < rows and 0 <= col + right < self._cols
        ]
        return [near for near in around if near not in self._used]
