"""Gap recovery: taking up the game after the board was out of sight.

What is seen and has settled is explained by the shortest sequence of legal moves from the last position that was known,
and of several by the likeliest. If there is none, the board may have been seen in the middle of a move: what settles
next is tried. And if somebody then makes what is a legal move from what was seen before, the game has gone on from
there, by moves that nobody will find out: the arbiter is told, and the game is followed from it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import msgspec

from drivers.readings import EMPTY
from gateway.games.game import Line, Move, Position
from gateway.model.instants import Instant
from gateway.model.sides import Side

from .cells import differing
from .expectation import Expectation, expect, owner
from .gap_search import MoveSequence, holds_piece, sequence_cost, shortest_sequences
from .look import Answer, Look
from .observations import BoardMismatch, Corrected, MovesSeen
from .touch_evidence import TouchEvidence
from .tracker import Tracker
from .vision import Vision
from .waits import ANOMALY_MS, HELD_SCANS, INFER_SCANS, SETTLE_SCANS

__all__ = [
    "both_have_moved",
    "doubted",
    "expected_from",
    "is_unsure",
    "lacking",
    "lost_again",
    "lost_track",
    "matches_again",
    "reopen",
    "take_up",
    "was_out_of_sight",
]

_LONGEST = {Vision.PIECES: 8, Vision.OCCUPANCY: 6}
"""The longest row of moves that is worked out where nothing was seen of them."""
_MORE = 3
"""The number of moves beyond those worked out before that may explain what is seen later."""
_TRIED = 4
"""The number of turns seen to end after which it is no longer waited for a board that stands still."""
_TOUCHES = 48
"""The number of touches without a press that are no two turns any more."""
_CONFIRMED = 12
"""The number of moves seen since after which what was worked out is no longer called into question."""


def lacking(tracker: Tracker) -> Answer:
    """That moves are missing which the board will never show, once; until they are entered it means nothing."""
    if tracker.memo.reported:
        return tracker, None
    return tracker.with_memo(reported=tracker.seen or ""), BoardMismatch((), tracker.shown or "")


def take_up(look: Look) -> Answer | None:
    """The game after the board was out of sight, if it shows neither the position nor one legal move."""
    tracker = look.tracker
    if not tracker.gap.open:
        return None
    if (answer := _from_press_to_press(look)) is not None:
        return answer
    if look.still_ms < look.scans(INFER_SCANS):
        return tracker, None
    if look.seen != tracker.memo.searched:
        lengths = _lengths(tracker, look.shown)
        sequences = shortest_sequences(tracker.sensors.model(), look.line.last, look.seen, lengths=lengths)
        if sequences and _may_be_in_hand(look, len(sequences[0])):
            return tracker, None
        if sequences:
            return _inferred(look, sequences)
        tracker = tracker.with_memo(searched=look.seen)
    if look.still_ms < look.scans(SETTLE_SCANS):
        return tracker, None
    return _played_on(look, tracker) or _not_found(look, tracker)


def matches_again(tracker: Tracker) -> tuple[Tracker, bool]:
    """The tracker of a board that came into sight and shows the position, and whether moves were made that led back.

    Of presses that were heard meanwhile only the last may be for a move that the sensors have yet to show.
    """
    progress, log = tracker.progress, tracker.touches.log
    unseen = tracker.gap.unheard or progress.presses > 1
    if progress.presses:
        log = log.back_to(progress.ply)
        pressed_ply = progress.ply + progress.presses % 2
        tracker = tracker.with_progress(pressed_ply=pressed_ply).with_touches(log=log)
    tracker = tracker.with_gap(open=False, unheard=False, half_told=progress.presses == 1 and not unseen)
    return (tracker.with_gap(unsure_from=progress.ply) if unseen else tracker), unseen


def was_out_of_sight(tracker: Tracker) -> bool:
    """Whether some of the last moves were worked out, and too few have been seen since to be sure of them."""
    return tracker.gap.anchor >= 0 and tracker.progress.ply - tracker.gap.anchor <= _CONFIRMED


def is_unsure(tracker: Tracker) -> bool:
    """Whether what is known of the game rests on moves that nobody saw, or on presses and touches whose order nobody
    knows; what does not fit is then charged to nobody."""
    gap, ply = tracker.gap, tracker.progress.ply
    if gap.unmatched or ply <= gap.blurred:
        return True
    return gap.unsure_from >= 0 and ply - gap.unsure_from <= _CONFIRMED


def lost_again(look: Look) -> Answer:
    """What does not fit into a game that rests on moves which nobody saw: they were others, and it is taken up anew."""
    return _mismatch(look, doubted(look.tracker))


def doubted(tracker: Tracker) -> Tracker:
    """The tracker that is to take the game up anew, since moves may be missing from it."""
    return tracker.with_gap(open=True, anchor=-1, unsure_from=tracker.progress.ply)


def lost_track(look: Look) -> Answer | None:
    """The game, lost: turn after turn ends, or both sides move on where nobody presses, and nothing explains what is
    seen."""
    tracker = look.tracker
    if tracker.gap.open:
        return None
    if both_have_moved(look) and len(tracker.touches.log.touches) >= _TOUCHES:
        return lost_again(look)
    return lost_again(look) if tracker.progress.presses >= _TRIED and tracker.memo.fruitless > 0 else None


def both_have_moved(look: Look) -> bool:
    """Whether both sides have moved since the position was shown, and nobody has pressed: nobody has ended a turn with
    what is seen, and nobody is charged with it."""
    tracker, evidence, board = look.tracker, look.tracker.touches.evidence, look.expected.position.board()
    if look.clocked or tracker.progress.presses or tracker.game.lays_stones:
        return False
    put = sum(look.seen[cell] != EMPTY for cell in evidence.filled)
    return put > 1 and all(any(owner(board[cell]) is side for cell in evidence.emptied) for side in Side)


def reopen(tracker: Tracker, line: Line, at: Instant) -> Answer | None:
    """Other moves for the time out of sight, since those that were worked out do not lead to what is seen now.

    None if nothing was worked out lately, or nothing better is found.
    """
    if not was_out_of_sight(tracker):
        return None
    anchor = tracker.gap.anchor
    inferred = len(line.moves) - anchor
    lengths = range(1, inferred + _MORE + 1)
    sequences = shortest_sequences(tracker.sensors.model(), line.positions[anchor], tracker.seen or "", lengths=lengths)
    if not sequences:
        return None
    moves = _likeliest(line, anchor, sequences)
    ply = anchor + len(moves)
    log = tracker.touches.log.back_to(anchor).ended(ply, at, tracker.shown or "", out_of_sight=True)
    pressed_ply = max(ply, tracker.progress.pressed_ply - inferred + len(moves))
    corrected = tracker.reinterpreted(inferred, moves).with_touches(log=log).with_progress(pressed_ply=pressed_ply)
    return corrected, Corrected(inferred, moves)


def expected_from(tracker: Tracker, before: Position, shown: str, turns: Sequence[Side]) -> tuple[Expectation, ...]:
    """What these sides may do from what is shown, whichever of them is to move, if it is a position at all.

    Where it is known who is to move, any position will do; otherwise only one that legal moves can lead to.
    """
    found = [position for side in turns if (position := tracker.game.standing(shown, side, before)) is not None]
    positions = [position for position in found if len(turns) == 1 or position.is_regular]
    return tuple(expect(tracker.game, tracker.vision, position, tracker.sensors.health.blind) for position in positions)


def _lengths(tracker: Tracker, shown: str) -> Iterable[int]:
    """How many moves there may have been: not fewer than were pressed for; and while the sensors show what they showed
    at the last press, whoever pressed has moved last."""
    presses, turns = tracker.progress.presses, tracker.touches.log.turns
    lengths = range(max(1, presses), _LONGEST[tracker.vision] + 1)
    at_press = (tracker.progress.pressed_at, shown)
    if not tracker.gap.pressed or not turns or (turns[-1].ended, turns[-1].shown) != at_press:
        return lengths
    return (length for length in lengths if (length - presses) % 2 == 0)


def _may_be_in_hand(look: Look, length: int) -> bool:
    """Whether fewer moves explain what is seen if somebody holds a piece in the hand, and may go on doing so."""
    progress, sensors = look.tracker.progress, look.tracker.sensors
    pressed = progress.pressed_at >= sensors.since  # nobody presses with a piece in the hand
    if pressed or look.still_ms >= look.scans(HELD_SCANS):
        return False
    return holds_piece(sensors.model(), look.line.last, look.seen, lengths=range(progress.presses, length))


def _inferred(look: Look, sequences: list[MoveSequence]) -> Answer:
    """The likeliest of the sequences."""
    tracker = look.tracker
    moves = _likeliest(look.line, len(look.line.moves), sequences)
    if len(sequences) > 1:
        tracker = tracker.with_doubt(ply=tracker.progress.ply + len(moves))
    ply = tracker.progress.ply
    tracker = tracker.with_gap(anchor=ply, unsure_from=ply + len(moves))
    return tracker.moved(moves, look.at, complete=True, clocked=look.clocked), MovesSeen(moves, inferred=True)


def _likeliest(line: Line, ply: int, sequences: list[MoveSequence]) -> MoveSequence:
    """The sequence that costs least after so many moves of the line."""
    return min(sequences, key=lambda moves: sequence_cost(line.positions[ply], moves))


def _from_press_to_press(look: Look) -> Answer | None:
    """A legal move between what stood at two presses, by which the game goes on from there; but first the mismatch.

    Fast hands may leave nothing standing for long. Only where it was tried for some turns what they did out of sight.
    """
    tracker, turns = look.tracker, look.tracker.touches.log.turns
    mover, at_press = tracker.progress.pressed_by, tracker.progress.pressed_at
    if (
        tracker.vision is not Vision.PIECES
        or mover is None
        or len(turns) < _TRIED
        or look.since_press_ms < look.scans(1)
    ):
        return None
    if turns[-1].ended != at_press or tracker.memo.glimpsed:
        return None
    for began, ended in itertools.product(*(_stood_after(tracker, turn) for turn in (-2, -1))):
        for expected in expected_from(tracker, look.line.last, began, (mover,)):
            choice = expected.choose(tracker.sensors.as_seen(ended), TouchEvidence())
            if choice is not None and expected.position.is_regular:
                if not tracker.memo.reported:
                    return _mismatch(look, tracker)
                return _followed(look, tracker, choice.move, expected.position)
    return tracker.with_memo(glimpsed=look.seen), None


def _stood_after(tracker: Tracker, number: int) -> Sequence[str]:
    """What was shown when a turn ended, and when the sensors had been read once more."""
    log = tracker.touches.log
    turn, later = log.turns[number], log.touches if number == -1 else log.turns[number + 1].touches
    cells = list(turn.shown)
    for touch in later:
        if touch.at <= turn.ended + tracker.sensors.scan_ms:
            cells[touch.cell] = touch.piece
    return tuple(dict.fromkeys((turn.shown, "".join(cells))))


def _followed(look: Look, tracker: Tracker, move: Move, base: Position) -> Answer:
    """The game from where it was seen to go on; what was played before it is missing."""
    moved = tracker.moved((move,), look.at, complete=True, clocked=look.clocked)
    return moved.with_gap(unsure_from=moved.progress.ply), MovesSeen((move,), inferred=True, base=base)


def _played_on(look: Look, tracker: Tracker) -> Answer | None:
    """A legal move from what was seen before, by which the game goes on from there; but first the mismatch."""
    for expected in tracker.played_on:
        choice = expected.choose(look.seen, TouchEvidence())
        if choice is not None:
            if not tracker.memo.reported:
                return _mismatch(look, tracker)
            return _followed(look, tracker, choice.move, expected.position)
    return None


def _not_found(look: Look, tracker: Tracker) -> Answer:
    """The tracker ready to go on from what is seen, and the mismatch once that has stood for long."""
    if tracker.vision is Vision.PIECES and look.seen not in {expected.home for expected in tracker.played_on}:
        played_on = expected_from(tracker, look.line.last, look.shown, tuple(Side))
        tracker = msgspec.structs.replace(tracker, played_on=played_on)
    if look.still_ms >= ANOMALY_MS and look.seen != tracker.memo.reported:
        return _mismatch(look, tracker)
    return tracker, None


def _mismatch(look: Look, tracker: Tracker) -> Answer:
    """The mismatch between the board and what is shown."""
    changed = differing(look.seen, look.expected.home)
    return tracker.with_memo(reported=look.seen), BoardMismatch(changed, look.shown)
