"""Taking up the game after the board was out of sight.

The picture that has settled is explained by the shortest row of legal moves from the last position that was known, and
of several by the one that makes most sense. If there is none, the board may have been seen in the middle of a move: the
next picture that settles is tried. And if somebody then makes what is a legal move from one of the pictures, the game
has gone on from there, by moves that nobody will find out: the arbiter is told, and the game is followed from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from gateway.games.game import Line, Move, Position
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side

from .cells import differing
from .expectation import Expectation, TouchEvidence, expect
from .gap_search import explain, holds_piece, sequence_cost
from .observations import BoardMismatch, Corrected, MovesSeen, Observation
from .tracker import SETTLE_SCANS, Tracker
from .vision import Vision

__all__ = ["INFER_SCANS", "STRANGE_MS", "reopen", "standing", "take_up", "was_out_of_sight"]

INFER_SCANS = 2
"""So long a picture must have stood before it is explained by more than one move."""
STRANGE_MS = Millis(10_000)
"""How long a picture may be unexplained before it is reported; players take their time over captured pieces."""
_MOVES = {Vision.PIECES: 8, Vision.OCCUPANCY: 6}
"""How many moves in a row may be worked out where nothing was seen of them."""

_MORE = 3
"""How many more moves than were worked out before may explain a later picture."""
_CONFIRMED = 12
"""When so many moves have been seen since, what was worked out is no longer called into question."""
_HELD_SCANS = 15
"""So long somebody may hold a piece in the hand; after that the picture means what it shows."""

_replace = msgspec.structs.replace


def take_up(
    tracker: Tracker, expected: Expectation, line: Line, at: Instant, *, clocked: bool
) -> tuple[Tracker, Observation | None]:
    """What the board says when it was out of sight and shows neither the position nor one legal move."""
    view, picture, still = tracker.view or "", tracker.picture or "", at - tracker.since
    if still < tracker.scans(INFER_SCANS):
        return tracker, None
    changed = differing(view, expected.home)
    if view != tracker.searched:
        rows = _rows(tracker, line.last, view, _lengths(tracker, picture))
        pressed = tracker.pressed_at >= tracker.since  # nobody presses with a piece in the hand
        patient = not pressed and still < tracker.scans(_HELD_SCANS)
        if rows and patient and _is_held(tracker, line.last, view, len(rows[0])):
            return tracker, None
        if rows:
            row = _likeliest(line, len(line.moves), rows)
            doubted = tracker.ply + len(row) if len(rows) > 1 else tracker.doubted
            tracker = _replace(tracker, anchor=tracker.ply, doubted=doubted)
            return tracker.moved(row, at, complete=True, clocked=clocked), MovesSeen(row, inferred=True)
        tracker = _replace(tracker, searched=view)
    if still < tracker.scans(SETTLE_SCANS):
        return tracker, None
    for since in tracker.played_on:
        choice = since.choose(view, TouchEvidence())
        if choice is not None:
            if not tracker.strange:
                return _replace(tracker, strange=view), BoardMismatch(changed, picture)
            moved = tracker.moved((choice.move,), at, complete=True, clocked=clocked)
            return moved, MovesSeen((choice.move,), inferred=True, base=since.position)
    if tracker.vision is Vision.PIECES and view not in {expected.home for expected in tracker.played_on}:
        tracker = _replace(tracker, played_on=standing(tracker, line, picture, tuple(Side)))
    if still >= STRANGE_MS and view != tracker.strange:
        return _replace(tracker, strange=view), BoardMismatch(changed, picture)
    return tracker, None


def was_out_of_sight(tracker: Tracker) -> bool:
    """Whether some of the last moves were worked out, and too few have been seen since to be sure of them."""
    return tracker.anchor >= 0 and tracker.ply - tracker.anchor <= _CONFIRMED


def reopen(tracker: Tracker, line: Line, at: Instant) -> tuple[Tracker, Observation] | None:
    """What was worked out of the time out of sight does not lead to what the board shows now: work it out again.

    None if nothing was worked out lately, or nothing better is found.
    """
    if not was_out_of_sight(tracker):
        return None
    told = len(line.moves) - tracker.anchor
    view, position = tracker.view or "", line.positions[tracker.anchor]
    rows = _rows(tracker, position, view, range(1, told + _MORE + 1))
    if not rows:
        return None
    row = _likeliest(line, tracker.anchor, rows)
    ply = tracker.anchor + len(row)
    touch_log = tracker.touch_log.back_to(tracker.anchor).ended(ply, at, tracker.picture or "", unseen=True)
    retold = tracker.retold(told, row)
    return _replace(retold, touch_log=touch_log, done=max(ply, tracker.done - told + len(row))), Corrected(told, row)


def _lengths(tracker: Tracker, picture: str) -> Iterable[int]:
    """How many moves the row may have: not fewer than were pressed for; and while the board stands as it stood at the
    last press, whoever pressed has moved last."""
    lengths = range(max(1, tracker.presses), _MOVES[tracker.vision] + 1)
    turns = tracker.touch_log.turns
    if not tracker.heard or not turns or (turns[-1].ended, turns[-1].shown) != (tracker.pressed_at, picture):
        return lengths
    return (length for length in lengths if (length - tracker.presses) % 2 == 0)


def _rows(tracker: Tracker, position: Position, view: str, lengths: Iterable[int]) -> list[tuple[Move, ...]]:
    return explain(tracker.game, tracker.vision, position, view, lengths=lengths, blind=tracker.sensors.blind)


def _is_held(tracker: Tracker, position: Position, view: str, length: int) -> bool:
    """Whether fewer moves explain the view if somebody holds a piece in the hand."""
    lengths = range(tracker.presses, length)
    return holds_piece(tracker.game, tracker.vision, position, view, lengths=lengths, blind=tracker.sensors.blind)


def _likeliest(line: Line, ply: int, rows: list[tuple[Move, ...]]) -> tuple[Move, ...]:
    """The row that makes most sense after so many moves of the line."""
    return min(rows, key=lambda row: sequence_cost(line.positions[ply], row))


def standing(tracker: Tracker, line: Line, picture: str, turns: Sequence[Side]) -> tuple[Expectation, ...]:
    """What these sides may do from this picture, whichever of them is to move, if it is a position at all."""
    positions = (tracker.game.standing(picture, side, line.last) for side in turns)
    return tuple(
        expect(tracker.game, tracker.vision, position, tracker.sensors.blind)
        for position in positions
        if position is not None
    )
