"""Hypotheses about what was played in the last turns, and what came of comparing them (`reinterpretation`)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gateway.games.game import Line, Move, Position

from . import costs
from .touch_log import TouchLog, Turn

__all__ = ["Beam", "Hypothesis", "Reinterpretation", "impossible_bits"]


class Hypothesis(msgspec.Struct, frozen=True):
    """One explanation of the last turns; costs are in bits."""

    position: Position
    moves: tuple[Move, ...] = ()
    cost: int = 0
    turn_cost: int = 0
    """Cost of what does not fit in the last turn."""
    max_turn_cost: int = 0
    """Cost of what does not fit in the turn that fits worst."""
    cells: frozenset[int] = frozenset()
    """What the last turn's moves are about."""
    standing: frozenset[int] = frozenset()
    """Where captured pieces have not been taken off yet."""
    unseen_landing: int | None = None
    """The last move ended here and was not seen to: the next one must have taken the piece."""
    as_recorded: bool = True
    """It says what the line says, as far as that goes."""

    def keeps(self, line: Line, base: int) -> bool:
        """Whether it says what the line says after so many moves, as far as both go."""
        return all(made.text == kept.text for made, kept in zip(self.moves, line.moves[base:], strict=False))

    @property
    def credible(self) -> bool:
        """Whether each turn is explained by what people do at a board."""
        return self.max_turn_cost <= costs.CREDIBLE_TURN.bits

    @property
    def plain(self) -> bool:
        """Whether nothing is surprising about the last turn, and nothing is left to be done."""
        return self.turn_cost <= costs.PLAIN_TURN.bits and not self.standing


def impossible_bits() -> int:
    """Cost of what cannot be, where it is reckoned with at all: no hypothesis with it is credible."""
    return 2 * costs.CREDIBLE_TURN.bits


class Beam(msgspec.Struct, frozen=True):
    """Hypotheses about turns long past: nothing that is yet to be seen belongs to them, so they are found but once."""

    base: int
    """How many moves the line had where the hypotheses begin to differ."""
    turn: Turn
    """The last of the turns."""
    hypotheses: tuple[Hypothesis, ...]

    def follows(self, line: Line, log: TouchLog) -> bool:
        """Whether the line is still one of them: the log may have been taken back, or the line changed."""
        return self.turn in log.turns and any(
            hypothesis.keeps(line, self.base)
            and hypothesis.position in line.positions[self.base + len(hypothesis.moves) :][:1]
            for hypothesis in self.hypotheses
        )

    @classmethod
    def of(cls, base: int, turn: Turn, hypotheses: Sequence[Hypothesis]) -> Beam:
        """What is left of the hypotheses when that in which they agree is settled; one of them is the line's."""
        moves = [hypothesis.moves for hypothesis in hypotheses]
        same = 0
        while all(len(row) > same and row[same].text == moves[0][same].text for row in moves):
            same += 1
        least = min(hypothesis.cost for hypothesis in hypotheses)
        rest = (
            msgspec.structs.replace(
                hypothesis, moves=hypothesis.moves[same:], cost=hypothesis.cost - least, max_turn_cost=0
            )
            for hypothesis in hypotheses
        )
        return cls(base + same, turn, tuple(rest))


class Reinterpretation(msgspec.Struct, frozen=True):
    """The best hypothesis, and how it compares with the others."""

    base: int
    """How many moves of the line were left as they are."""
    best: Hypothesis
    margin: int
    """By how much the best is better than the best of those that differ from it."""
    extra_cost: int
    """By how much the best costs more than what the line says, which does not go as far."""
    beam: Beam | None
    """From where it is enough to begin the next time."""
    open: frozenset[str] = frozenset()
    """What the last move may have been instead, all else being as in the best."""
