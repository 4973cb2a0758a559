"""Moves that nobody presses for, made too fast to settle: what is shown next tells that they were made.

Where no clock is heard, a move is known when it has stood for some scans or when the opponent begins to reply. Fast
hands may leave no time for the one and hide the other: two hands move within one scan. But what the answer leads to
is then a legal move from what was shown before it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gateway.games.game import Move

from .expectation import expect
from .gap_recovery import both_have_moved
from .gap_search import sequence_cost, sequences_of
from .look import Answer, Look
from .observations import MovesSeen
from .touch_evidence import TouchEvidence
from .tracker import Tracker
from .tracker_parts import Unanswered
from .vision import Vision

__all__ = ["answered", "not_followed", "shown_at_once", "wait_for_answer"]

_AT_ONCE = (2, 3)
"""The numbers of moves that may be shown all at once."""
_NODES = 150
"""The effort of looking for them, in positions."""
_SETTLED = range(2, 7)
"""The numbers of moves that are looked for when the board stands still."""
_NODES_SETTLED = 3000


def wait_for_answer(
    look: Look, moves: tuple[Move, ...], alternatives: tuple[Move, ...] = (), *, doubtful: bool = False
) -> Tracker:
    """The tracker that waits for the answer to moves which were shown."""
    tracker, position = look.tracker, look.expected.position
    for move in moves:
        position = position.play(move)
    answers = expect(tracker.game, tracker.vision, position, look.expected.blind)
    touches = len(tracker.touches.log.touches)
    return tracker.with_progress(unanswered=Unanswered(moves, answers, touches, alternatives, doubtful))


def answered(look: Look) -> Answer | None:
    """The moves that were shown before their answer."""
    tracker, made = look.tracker, look.tracker.progress.unanswered
    if made is None or look.clocked or tracker.progress.presses:
        return None
    answer = made.answers.choose(look.seen, TouchEvidence())
    if answer is None or not answer.sure:
        return None
    later = tracker.touches.log.touches[made.touches :]
    evidence = TouchEvidence()
    for touch in later:
        evidence = evidence.with_change(touch.cell, touch.piece)
    if made.doubtful:
        tracker = tracker.with_doubt(ply=tracker.progress.ply + len(made.moves))
    observation = MovesSeen(
        made.moves, inferred=tracker.gap.open, traced=len(made.moves) > 1, alternatives=made.alternatives
    )
    tracker = tracker.with_touches(evidence=evidence)
    return tracker.moved(made.moves, look.at, complete=True, clocked=False, replied=len(later)), observation


def shown_at_once(look: Look) -> Answer | None:
    """Nothing yet: the row of moves that leads to what is seen is kept in mind, if pieces are told apart."""
    tracker = look.tracker
    if look.clocked or tracker.progress.presses or tracker.gap.open or tracker.vision is not Vision.PIECES:
        return None
    if look.seen == tracker.memo.glimpsed:
        return None
    look = msgspec.structs.replace(look, tracker=tracker.with_memo(glimpsed=look.seen))
    rows = _rows(look, _AT_ONCE, _NODES)
    return (wait_for_answer(look, rows[0]) if rows else look.tracker), None


def not_followed(look: Look) -> Answer | None:
    """The moves of both sides that the sensors were too slow to show one by one, once what they led to stands still."""
    tracker = look.tracker
    if tracker.gap.open or look.still_ms < look.settle_ms or not both_have_moved(look):
        return None
    if look.seen == tracker.memo.unfollowed:
        return None
    rows = _rows(look, _SETTLED, _NODES_SETTLED)
    if not rows:
        return tracker.with_memo(unfollowed=look.seen), None
    if len(rows) > 1:
        tracker = tracker.with_doubt(ply=tracker.progress.ply + len(rows[0]))
    return tracker.moved(rows[0], look.at, complete=True, clocked=False), MovesSeen(rows[0], inferred=True)


def _rows(look: Look, counts: Iterable[int], nodes: int) -> list[tuple[Move, ...]]:
    """The shortest rows of moves that lead to what is seen and of which each was touched, the likeliest first."""
    tracker, position = look.tracker, look.expected.position
    for count in counts:
        found, _ = sequences_of(tracker.sensors.model(), position, look.seen, lengths=(count,), nodes=nodes)
        rows = [row for row in found if all(_was_made(move, tracker.touches.evidence) for move in row)]
        if rows:
            return sorted(rows, key=lambda moves: sequence_cost(position, moves))
    return []


def _was_made(move: Move, evidence: TouchEvidence) -> bool:
    """Whether the piece was seen to leave and, unless one stood there that looks the same, to arrive."""
    end = move.path[-1]
    return move.path[0] in evidence.emptied and (end in evidence.filled or end in move.taken)
