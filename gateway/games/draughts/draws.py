"""Draw rules as functions of the line: nothing is counted along the way, so a take-back needs no care.

A count is in moves by each side. It goes back from the last position only as far as the rule can reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from gateway.games.game import Counter, Line
from gateway.model.results import Outcome, Reason, Result

from .position import DraughtsPosition
from .variant import KingsOnly, LoneKingEnding, Repetition, Unchanged, Variant

__all__ = ["counters", "drawn"]


def counters(line: Line, variant: Variant) -> Sequence[Counter]:
    """The rules that are counting now, in the order in which the variant names them."""
    return [counter for _, counter in _counts(line, variant) if counter is not None]


def drawn(line: Line, variant: Variant) -> Outcome | None:
    """The draw that the line has reached, if any."""
    for reason, counter in _counts(line, variant):
        if counter is not None and counter.count >= counter.limit:
            return Outcome(Result.DRAW, reason, counter.rule)
    return None


def _counts(line: Line, variant: Variant) -> Sequence[tuple[Reason, Counter | None]]:
    positions = [position for position in line.positions if isinstance(position, DraughtsPosition)]
    still = _still(positions)
    # Nothing before a man's move or a capture comes back by itself.
    since = positions[-1 - len(still) :] if line.is_unbroken else positions
    found: list[tuple[Reason, Counter | None]] = []
    for rule in variant.draws:
        counter: Counter | None = None
        match rule:
            case Repetition():
                times = since.count(positions[-1])
                if times > 1:
                    counter = Counter(rule.rule, times, rule.times)
                found.append((Reason.REPETITION, counter))
            case KingsOnly():
                moves = sum(still)
                if moves > 1 and not (rule.unless_unchanged and _has_own_limit(variant, positions[-1])):
                    counter = Counter(rule.rule, moves // 2, rule.rounds)
                found.append((Reason.KINGS_ONLY, counter))
            case LoneKingEnding() | Unchanged():
                if _holds(rule, positions[-1]):
                    counter = Counter(rule.rule, _since(rule, positions) // 2, rule.rounds)
                found.append((Reason.FEW_PIECES, counter))
            case _:
                assert_never(rule)
    return found


def _still(positions: Sequence[DraughtsPosition]) -> list[bool]:
    """For each step since a man was moved or a piece taken, whether it was a turn: who sets a position makes none.

    The positions alone tell it, so that an irregular move which stands counts as any other.
    """
    found: list[bool] = []
    for after, before in pairwise(reversed(positions)):
        if _men(before) != _men(after) or _balance(before) != _balance(after):
            break
        found.append(before.side is not after.side)
    return found


def _since(rule: LoneKingEnding | Unchanged, positions: Sequence[DraughtsPosition]) -> int:
    """The moves made since the rule began to hold."""
    balance = _balance(positions[-1])
    plies = 0
    for after, position in pairwise(reversed(positions)):
        if not _holds(rule, position) or (isinstance(rule, Unchanged) and _balance(position) != balance):
            break
        plies += position.side is not after.side
    return plies


def _holds(rule: LoneKingEnding | Unchanged, position: DraughtsPosition) -> bool:
    white, black, kings = position.white, position.black, position.kings
    if isinstance(rule, Unchanged):
        total = (white | black).bit_count()
        return rule.fewest <= total <= rule.most and bool(white & kings) and bool(black & kings)
    for lone, strong in ((white, black), (black, white)):
        if lone.bit_count() != 1 or not lone & kings:
            continue
        if rule.on_long_diagonal and not lone & position.generator.geometry.long_diagonal:
            continue
        needed = strong.bit_count() if rule.all_kings else 1
        if rule.fewest <= strong.bit_count() <= rule.most and (strong & kings).bit_count() >= needed:
            return True
    return False


def _men(position: DraughtsPosition) -> tuple[int, int]:
    return position.white & ~position.kings, position.black & ~position.kings


def _balance(position: DraughtsPosition) -> tuple[int, int, int]:
    """The material; with no capture and no promotion it stays the same."""
    return position.white.bit_count(), position.black.bit_count(), position.kings.bit_count()


def _has_own_limit(variant: Variant, position: DraughtsPosition) -> bool:
    return any(isinstance(rule, Unchanged) and _holds(rule, position) for rule in variant.draws)
