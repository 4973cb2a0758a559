"""Reading a capture with hindsight, where the moves were lost from sight as they were played.

Whoever watches a game must say what was played when it is played, and if two moves went by too fast nothing that
follows fits any more. A capture is known to its end: several hypotheses are carried on over all that was shown, and
the one whose positions stood on the board for most of the time is what was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gateway.games.game import Game, Move, Position
from gateway.tracking.cells import differing, masked
from gateway.tracking.expectation import Expectation, expect
from gateway.tracking.gap_search import sequence_cost, shortest_sequences
from gateway.tracking.sensor_model import SensorModel
from gateway.tracking.vision import Vision, see

__all__ = ["HindsightHypothesis", "ShownFrom", "look_back"]

_WIDTH = 24
"""The width of the beam: hypotheses that are carried on."""
_LONGEST_MS = 8000
"""A position that stands for longer is no surer for that."""
_MOVE_MS = 400
"""The time that a move must explain: a piece that is slid or set down on its way stands for less."""
_UNTOUCHED_MS = 3000
"""Price of a captured piece that nobody touched."""
_BESIDE_MS = 600
"""Price of another cell touched than the move's."""
_UNREAD_MS = 10_000
"""Price of the assumption that a cell cannot be read."""
_FLICKER_MS = 3000
"""Price of the assumption that a cell cannot be read which showed the piece put there for a moment."""
_STABLE_MS = 1500
"""The time for which something must be shown to ask for an explanation."""
_LONG_MS = 2500
"""The time without any explanation after which also what is shown for less asks for one."""
_SEARCHED = 4
"""The number of hypotheses that are extended by several moves at once, and the most moves."""
_UNREAD = 3
"""The most cells that are taken to be unreadable at the same time."""


@dataclass(frozen=True, slots=True)
class ShownFrom:
    """The board as it shows itself from an instant on, as White sees it."""

    at: int
    shown: str


@dataclass(frozen=True, slots=True)
class HindsightHypothesis:
    """One explanation of what was played."""

    position: Position
    moves: tuple[tuple[Move, int], ...] = ()
    """Each with the instant at which it stood on the board."""
    score: int = 0
    blind: frozenset[int] = frozenset()
    left_at: int = 0
    """When the board last ceased to show its position."""
    touched: frozenset[int] = frozenset()
    """What has changed since the board last showed its position."""
    unsure: int = 0
    """How many moves there are, if the last of them may have been no more than a lifted piece; else 0."""
    lost: tuple[tuple[int, int], ...] = ()
    """Cells that could not be read, each with the number of moves by then."""

    @property
    def at_home(self) -> bool:
        """Whether the board shows its position."""
        return not self.touched

    def without_rush(self) -> HindsightHypothesis:
        """The hypothesis without the moves at its end that did not stand, if the board shows none of them any more."""
        moves = self.moves[: self.unsure - 1] if self.unsure == len(self.moves) > 0 else self.moves
        until = self.left_at
        while moves and not self.at_home and until - moves[-1][1] < _STABLE_MS:
            until, moves = moves[-1][1], moves[:-1]
        return replace(self, moves=moves)


def look_back(
    game: Game, vision: Vision, position: Position, shown: Sequence[ShownFrom], end: int
) -> HindsightHypothesis:
    """The best hypothesis about what was shown since the board last showed this position."""
    return _Search(game, vision).explain(position, shown, end)


class _Search:
    def __init__(self, game: Game, vision: Vision) -> None:
        self._game = game
        self._vision = vision
        self._known: dict[tuple[str, frozenset[int]], Expectation] = {}

    def explain(self, position: Position, shown: Sequence[ShownFrom], end: int) -> HindsightHypothesis:
        hypotheses = [HindsightHypothesis(position)]
        before, matched_at = "", shown[0].at
        for number, now in enumerate(shown):
            until = shown[number + 1].at if number + 1 < len(shown) else end
            stands = min(until - now.at, _LONGEST_MS)
            changed = frozenset(differing(before, now.shown)) if before else frozenset()
            before = now.shown
            seen = see(self._game, self._vision, now.shown)
            hypotheses = [
                replace(
                    hypothesis,
                    touched=hypothesis.touched | changed,
                    left_at=now.at if changed and not hypothesis.touched else hypothesis.left_at,
                )
                for hypothesis in hypotheses
            ]
            carried = [each for hypothesis in hypotheses for each in self._step(hypothesis, seen, now.at, stands)]
            if any(each.at_home for each in carried):
                matched_at = now.at
            elif until - now.at >= (_STABLE_MS if now.at - matched_at < _LONG_MS else _MOVE_MS):
                best = sorted(carried, key=lambda each: -each.score)[:_SEARCHED]
                carried += [each for hypothesis in best for each in self._guess(hypothesis, seen, now.at, stands)]
            hypotheses = self._fittest(carried)
        return max(hypotheses, key=lambda each: (each.score, -len(each.moves)))

    def _step(self, hypothesis: HindsightHypothesis, seen: str, at: int, stands: int) -> Iterator[HindsightHypothesis]:
        """The hypothesis as it is, and with each move that leads to what is seen."""
        expected = self._expect(hypothesis)
        here = masked(seen, hypothesis.blind)
        if here == expected.home:
            yield self._matching(hypothesis, seen, stands)
            return
        yield hypothesis
        in_hand = len(differing(here, expected.home)) == 1
        for move in expected.moves.get(here, ()):
            cells = {*move.path, *move.taken}
            untouched = sum(cell not in hypothesis.touched for cell in move.taken)
            beside = min(2, len(hypothesis.touched - cells - hypothesis.blind))
            gain = stands - _MOVE_MS - untouched * _UNTOUCHED_MS - beside * _BESIDE_MS
            played = self._played(hypothesis, (move,), seen, at, gain)
            # A piece that was lifted looks like one that has taken another.
            yield replace(played, unsure=len(played.moves) if untouched and in_hand else 0)

    def _guess(self, hypothesis: HindsightHypothesis, seen: str, at: int, stands: int) -> Iterator[HindsightHypothesis]:
        """What else might explain what stands: several moves at once, or a cell that cannot be read."""
        here, home = masked(seen, hypothesis.blind), self._expect(hypothesis).home
        rows: list[tuple[Move, ...]] = []
        if len(differing(here, home)) > 1:  # else it may be a piece in the hand
            model = SensorModel(self._game, self._vision, hypothesis.blind)
            rows = shortest_sequences(model, hypothesis.position, here, lengths=range(1, 5))
            known = hypothesis.touched | hypothesis.blind
            rows = [row for row in rows if all(known.issuperset(move.path) for move in row)]
        rows.sort(key=lambda row: sequence_cost(hypothesis.position, row))
        for place, row in enumerate(rows[:4]):
            yield self._played(hypothesis, row, seen, at, stands - len(row) * _MOVE_MS - place * _BESIDE_MS)
        if rows or len(hypothesis.blind) >= _UNREAD:
            return
        for after, moves in self._expect(hypothesis).moves.items():
            wrong = differing(here, after)
            if len(wrong) == 1:
                for move in moves:
                    if wrong[0] not in move.path:
                        yield self._played(self._unread(hypothesis, wrong[0]), (move,), seen, at, stands - _MOVE_MS)
                    elif wrong[0] == move.path[-1] and wrong[0] in hypothesis.touched:  # it was there for a moment
                        gone = self._unread(hypothesis, wrong[0], _FLICKER_MS)
                        yield self._played(gone, (move,), seen, at, stands - _MOVE_MS)

    def _unread(self, hypothesis: HindsightHypothesis, cell: int, cost: int = _UNREAD_MS) -> HindsightHypothesis:
        return replace(
            hypothesis,
            blind=hypothesis.blind | {cell},
            score=hypothesis.score - cost,
            lost=(*hypothesis.lost, (cell, len(hypothesis.moves))),
        )

    def _played(
        self, hypothesis: HindsightHypothesis, row: Sequence[Move], seen: str, at: int, gain: int
    ) -> HindsightHypothesis:
        position = hypothesis.position
        for move in row:
            position = position.play(move)
        played = replace(
            hypothesis,
            position=position,
            moves=(*hypothesis.moves, *((move, at) for move in row)),
            score=hypothesis.score + gain,
        )
        return self._matching(played, seen, 0)

    def _matching(self, hypothesis: HindsightHypothesis, seen: str, gain: int) -> HindsightHypothesis:
        """The board shows the position: what shows the right piece again can be read again."""
        home = see(self._game, self._vision, hypothesis.position.board())
        blind = frozenset(cell for cell in hypothesis.blind if seen[cell] != home[cell])
        lost = hypothesis.lost
        if hypothesis.blind - blind:  # what was away for a move only was in somebody's hand
            soon = len(hypothesis.moves) - 1
            lost = tuple((cell, ply) for cell, ply in lost if cell in blind or ply < soon)
        return replace(hypothesis, blind=blind, touched=frozenset(), lost=lost, score=hypothesis.score + gain)

    def _expect(self, hypothesis: HindsightHypothesis) -> Expectation:
        key = hypothesis.position.fen(), hypothesis.blind
        if key not in self._known:
            self._known[key] = expect(self._game, self._vision, hypothesis.position, hypothesis.blind)
        return self._known[key]

    def _fittest(self, hypotheses: Sequence[HindsightHypothesis]) -> list[HindsightHypothesis]:
        """The best of each that have come to the same, and of these the best."""
        best: dict[tuple[str, frozenset[int]], HindsightHypothesis] = {}
        for hypothesis in sorted(hypotheses, key=lambda each: -each.score):
            best.setdefault((hypothesis.position.fen(), hypothesis.blind), hypothesis)
        return list(best.values())[:_WIDTH]
