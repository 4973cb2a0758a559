"""Moves that fitted the picture as well as the one that was chosen, and what a later picture says about them.

A board that sees only that something stands there cannot always tell what was captured, and one that is played on too
fast shows a moment that looks like another move. The likeliest move is taken; when the game can no longer be explained
from it, the others are tried with the moves that followed, or the last moves are told anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from gateway.games.game import Line, Move, Position

from .expectation import Evidence

__all__ = ["Doubt", "Trace", "remember", "retold", "traced"]

_LATEST = 8
"""So many doubts are kept; older ones have been settled by the game, or nobody will ever know."""


class Trace(msgspec.Struct, frozen=True):
    """What was touched when so many moves were seen."""

    moves: int
    evidence: Evidence


def traced(traces: Sequence[Trace], back: int, now: Evidence) -> Evidence:
    """What was touched since the position `back` moves ago."""
    evidence = now
    for trace in reversed(traces):
        if back <= 0:
            break
        evidence = trace.evidence.then(evidence)
        back -= trace.moves
    return evidence


class Doubt(msgspec.Struct, frozen=True):
    """At this ply other moves were possible."""

    ply: int
    others: tuple[Move, ...]


def remember(doubts: tuple[Doubt, ...], ply: int, others: Sequence[Move]) -> tuple[Doubt, ...]:
    """The doubts with one more, if there is one."""
    return (*doubts, Doubt(ply, tuple(others)))[-_LATEST:] if others else doubts


def retold(line: Line, doubts: Sequence[Doubt]) -> Iterator[tuple[int, tuple[Move, ...], Position]]:
    """Other tellings of the same pictures, the latest doubt first: (from which ply, the moves since, the end)."""
    for doubt in reversed(doubts):
        if doubt.ply >= len(line.moves):
            continue
        for other in doubt.others:
            told = _follow(line.positions[doubt.ply], (other, *line.moves[doubt.ply + 1 :]))
            if told is not None:
                yield doubt.ply, *told


def _follow(position: Position, moves: Sequence[Move]) -> tuple[tuple[Move, ...], Position] | None:
    """The same ways of the pieces from another position; None if one of them would not be legal."""
    told: list[Move] = []
    for wanted in moves:
        found = next((move for move in position.moves() if _same_way(move, wanted)), None)
        if found is None:
            return None
        told.append(found)
        position = position.play(found)
    return tuple(told), position


def _same_way(move: Move, wanted: Move) -> bool:
    return (
        bool(move.path)
        and (move.path[0], move.path[-1]) == (wanted.path[0], wanted.path[-1])
        and _promotion(move.text) == _promotion(wanted.text)
    )


def _promotion(text: str) -> str:
    """The piece a pawn becomes, where the notation has one."""
    return text[4:] if len(text) == 5 and text[4] in "qrbn" else ""
