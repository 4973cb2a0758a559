"""The traces that a turn left on the board, and how well a move fits them.

Sensors are read one after another, so that each may be a scan behind the hand; people press before they let go of the
piece, and take off captured ones later. What a move should have shown and did not is charged by how rarely that
happens (`costs`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from drivers.readings import EMPTY
from gateway.games.game import Move, Position
from gateway.model.instants import Instant, Millis

from . import costs
from .cells import differing
from .sensor_model import SensorModel
from .surprisal import Cost
from .touch_log import LoggedTouch, Turn
from .vision import Vision, see
from .waits import LATE_MS, RELEASE_MS

__all__ = ["Traces", "cells_of", "is_crowned"]

_CROWNED_MS = Millis(1200)
"""A piece that must be crowned is on its cell by then."""
_MENDED_MS = Millis(1200)
"""The time by which what was knocked over stands again, or when the other side has moved."""


class _Deadlines:
    """Deadlines until which what happens after a turn may still belong to it."""

    def __init__(self, model: SensorModel, turn: Turn, replied: Instant) -> None:
        self.soon = turn.ended + model.scan_ms
        """The sensors have been read once more."""
        self.release = self.soon + RELEASE_MS
        """The hand has let go."""
        self.crowned = min(turn.ended + _CROWNED_MS, replied) + model.scan_ms
        """A crown would have been put."""
        self.mended = max(turn.ended + _MENDED_MS, replied) + model.scan_ms
        """What was knocked over stands again."""
        self.late = self.soon + LATE_MS
        """All is done."""


class Traces:
    """Traces of one turn: what was seen in it, and shortly after it by the same hand."""

    def __init__(
        self, model: SensorModel, before: str, turn: Turn, later: Sequence[LoggedTouch], now: Instant, replied: Instant
    ) -> None:
        """`later` is what was touched after the turn, and `replied` when the next one was over, or now."""
        until = _Deadlines(model, turn, replied)
        self._model = model
        self.ended = turn.ended
        self.time_left = now <= until.late
        self.during = frozenset(touch.cell for touch in turn.touches)
        self.at_begin = model.as_seen(before)
        self.at_end = model.as_seen(turn.shown)
        self._let_go = turn.began + model.scan_ms + RELEASE_MS  # by the last hand
        self._early: dict[int, str] = {}  # what cells showed until then, and
        self._anew: dict[int, str] = {}  # from then to the press
        self.afterwards: dict[int, str] = {}  # what cells showed after the press, until they were put right
        self.emptied: dict[int, Instant] = {}  # when they first showed nothing, and
        self.lifted_as: dict[int, int] = {}  # as which of all lifts, and
        self.put_as: dict[int, int] = {}  # as which of all puts they were,
        self.puts: Counter[int] = Counter()  # how often they came to show something before the press,
        self.first_put: dict[int, Instant] = {}  # when they first did, and
        self.put: dict[int, Instant] = {}  # when they last did, until the hand let go
        self.filled: dict[int, str] = {}  # what they showed until then,
        self.crowned: dict[int, str] = {}  # until a crown would have been put,
        self.late_filled: dict[int, str] = {}  # and until all was done
        self.late: set[int] = set()  # which of them showed nothing until all was done
        soon = list(turn.shown)
        for touch in (*turn.touches, *later):
            if touch.at > until.late:
                break
            letter = see(model.game, model.vision, touch.piece)
            if touch.piece == EMPTY:
                self._note_lift(touch, until)
            else:
                self._note_put(touch, letter, until)
            if turn.ended < touch.at <= until.mended:
                _append(self.afterwards, touch.cell, letter)
            if turn.ended < touch.at <= until.soon:
                soon[touch.cell] = touch.piece
        for touch in turn.touches:
            showed = self._early if touch.at <= self._let_go else self._anew
            _append(showed, touch.cell, see(model.game, model.vision, touch.piece))
        self.soon = model.as_seen("".join(soon))

    def _note_lift(self, touch: LoggedTouch, until: _Deadlines) -> None:
        self.late.add(touch.cell)
        if touch.at <= until.release:
            self.emptied.setdefault(touch.cell, touch.at)
            self.lifted_as.setdefault(touch.cell, len(self.lifted_as))

    def _note_put(self, touch: LoggedTouch, letter: str, until: _Deadlines) -> None:
        _append(self.late_filled, touch.cell, letter)
        if touch.at <= until.crowned:
            _append(self.crowned, touch.cell, letter)
        if touch.at <= self.ended:
            self.puts[touch.cell] += 1
        if touch.at <= until.release:
            _append(self.filled, touch.cell, letter)
            self.first_put.setdefault(touch.cell, touch.at)
            self.put_as.setdefault(touch.cell, len(self.put_as))
            self.put[touch.cell] = touch.at

    def by_last_hand(self, cell: int, stands: str) -> bool:
        """Whether a cell of the last move, on which this stands after it, may have been touched by its hand alone: that
        puts its piece down late, but once, and takes off captured ones at leisure."""
        early, anew = self._early.get(cell, ""), self._anew.get(cell, "")
        if stands == EMPTY:
            return not (early + anew).strip(EMPTY)
        return not anew and (self._model.vision is Vision.PIECES or early.lstrip(EMPTY) in ("", stands))

    def lifted(self, cell: int) -> bool:
        """Whether something was taken off this cell before the press."""
        return self.emptied.get(cell, self.ended + 1) <= self.ended

    def follows(self, move: Move, before: Move) -> bool:
        """Whether a move that was made in one turn with another may have come after it, by the order in which pieces
        were lifted, or stones laid."""
        order = self.put_as if len(move.path) == 1 else self.lifted_as
        first, second = (order.get(made.path[0], -1) for made in (before, move))
        return second < 0 or first < second

    def in_hand(self, cell: int, start: int) -> int:
        """How surely what stood on a cell was off the board when the move's piece was lifted: 0 to 2."""
        left, emptied, put = self.emptied.get(start), self.emptied.get(cell), self.put.get(cell)
        if left is None or emptied is None or put is None or not emptied - self._model.scan_ms < left < put:
            return 0
        return 2 if emptied < left <= put - self._model.scan_ms else 1

    def _replaces(self, cell: int, before: str, after: str) -> bool:
        """Whether a piece could come to this cell unseen, since it looks like the one that it took there."""
        return before[cell] == after[cell] and not self.lifted(cell)

    def shows(self, move: Move, before: str, after: str) -> bool:
        """Whether the piece was seen where the move ends, or would have looked the same there as what it took."""
        end = move.path[-1]
        return self._replaces(end, before, after) or end in self._model.blind or after[end] in self.crowned.get(end, "")

    def missing(self, move: Move, before: str, after: str, *, last: bool, crowned: bool = False) -> list[Cost] | None:
        """What the move should have shown and did not; None: it cannot be."""
        start, end = move.path[0], move.path[-1]
        charged = [
            *self._arriving(move, before, after, last=last, crowned=crowned),
            *self._untimely(move, before, after),
        ]
        if before[end] == EMPTY and len(move.path) == 2 and self.puts[end] > 1 and not crowned:
            charged.append(costs.LANDED_TWICE)
        for cell in differing(before, after):
            if cell == end or cell in self._model.blind:
                continue
            emptied = after[cell] == EMPTY
            if (cell in self.emptied) if emptied else (after[cell] in self.filled.get(cell, "")):
                continue
            if cell == start:
                if self.at_begin[cell] != EMPTY:
                    return None
                charged.append(costs.START_UNSEEN)
            elif (cell in self.late) if emptied else (after[cell] in self.late_filled.get(cell, "")):
                charged.append(costs.SENSED_LATE)
            elif self.time_left:
                charged.append(costs.CAPTURE_STANDING)
            else:
                return None
        return charged

    def _arriving(self, move: Move, before: str, after: str, *, last: bool, crowned: bool) -> Iterator[Cost]:
        """What speaks against the piece having come to the end of its way and, if `last` in its turn, having stayed."""
        end = move.path[-1]
        piece = after[end]
        if end in self._model.blind:
            return
        if self._replaces(end, before, after):
            if end in move.taken:
                yield costs.CAPTURE_UNSEEN
        elif piece not in self.filled.get(end, ""):
            late = crowned and piece in self.crowned.get(end, "")
            yield costs.CROWNED_LATE if late else costs.LANDING_UNSEEN
        elif last and self.soon[end] != piece:
            yield from self._not_staying(end, piece)

    def _not_staying(self, end: int, piece: str) -> Iterator[Cost]:
        """What speaks against a piece that was seen where the move ends, but not a scan after the press."""
        late = self.put[end] - self.ended
        if late > 0:
            if late >= self._model.scan_ms:  # which is 0 for a board that tells each change by itself
                yield costs.SENSED_LATE if late < 2 * self._model.scan_ms else costs.HELD_AFTER_PRESS
        else:
            yield costs.LANDING_TAKEN_AT_ONCE if self.at_end[end] == piece else costs.LANDING_LEFT

    def _untimely(self, move: Move, before: str, after: str) -> Iterator[Cost]:
        """What speaks against a move in the order of its traces, as far as the sensors may be a scan behind."""
        start, end = move.path[0], move.path[-1]
        left = self.emptied.get(start)
        # What came to a cell that was not seen empty is the piece that was taken there.
        put = None if self._replaces(end, before, after) else self.put.get(end)
        if len(move.path) == 1 or left is None:
            return
        if end in move.taken and left < self.emptied.get(end, left) <= self.ended:
            yield costs.CAPTURED_AFTER_LIFT
        behind = self._model.scan_ms if self._model.hasty else 0
        if left > self.ended:
            yield costs.SENSED_LATE if left - self.ended < behind else costs.OUT_OF_ORDER
        if put is not None and put < left:
            by_last_hand = before[end] != EMPTY and put <= self._let_go
            yield costs.SENSED_LATE if left - put < behind or by_last_hand else costs.OUT_OF_ORDER
        if before[end] == EMPTY and self.first_put.get(end, left) + self._model.scan_ms < left:
            yield costs.LANDING_VISITED


def _append(showed: dict[int, str], cell: int, letter: str) -> None:
    showed[cell] = showed.get(cell, "") + letter


def cells_of(move: Move, before: str, after: str) -> frozenset[int]:
    """The cells that a move is about; `before` and `after` as the board sees them."""
    return frozenset({*move.path, *move.taken, *differing(before, after)})


def is_crowned(move: Move, position: Position, then: Position) -> bool:
    """Whether the move makes another piece of the one that moves."""
    return len(move.path) > 1 and then.board()[move.path[-1]] != position.board()[move.path[0]]
