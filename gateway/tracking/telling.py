"""Ways to tell the last turns, and what came of telling them anew. How that is done is `retelling`'s."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gateway.games.game import Line, Move, Position

from . import costs
from .tape import Tape, Turn

__all__ = ["Beam", "Retold", "Telling"]


class Telling(msgspec.Struct, frozen=True):
    """One way to tell the last turns."""

    position: Position
    moves: tuple[Move, ...] = ()
    cost: int = 0
    strain: int = 0
    """What does not fit in the last turn."""
    worst: int = 0
    """What does not fit in the worst of the turns."""
    cells: frozenset[int] = frozenset()
    """What the last turn's moves are about."""
    standing: frozenset[int] = frozenset()
    """Where captured pieces have not been taken off yet."""
    unseen: int | None = None
    """The last move ended here and was not seen to: the next one must have taken the piece."""
    current: bool = True
    """It says what the line says, as far as that goes."""

    def keeps(self, line: Line, base: int) -> bool:
        """Whether it says what the line says after so many moves, as far as both go."""
        return all(made.text == kept.text for made, kept in zip(self.moves, line.moves[base:], strict=False))

    @property
    def clean(self) -> bool:
        """Whether each turn is explained by what people do at a board."""
        return self.worst <= costs.CREDIBLE_TURN.bits

    @property
    def plain(self) -> bool:
        """Whether nothing is odd about the last turn, and nothing is left to be done."""
        return self.strain <= costs.PLAIN_TURN.bits and not self.standing


class Beam(msgspec.Struct, frozen=True):
    """How turns long past may be told: nothing that is yet to be seen belongs to them, so once is enough."""

    base: int
    """How many moves the line had where the tellings begin to differ."""
    turn: Turn
    """The last of the turns."""
    tellings: tuple[Telling, ...]

    def follows(self, line: Line, tape: Tape) -> bool:
        """Whether the line is still one of them: the tape may have been wound back, or the line changed."""
        return self.turn in tape.turns and any(
            telling.keeps(line, self.base) and telling.position in line.positions[self.base + len(telling.moves) :][:1]
            for telling in self.tellings
        )

    @classmethod
    def of(cls, base: int, turn: Turn, tellings: Sequence[Telling]) -> Beam:
        """What is left of the tellings when that in which they agree is taken as told; one of them is the line's."""
        moves = [telling.moves for telling in tellings]
        same = 0
        while all(len(row) > same and row[same].text == moves[0][same].text for row in moves):
            same += 1
        least = min(telling.cost for telling in tellings)
        rest = (
            msgspec.structs.replace(telling, moves=telling.moves[same:], cost=telling.cost - least, worst=0)
            for telling in tellings
        )
        return cls(base + same, turn, tuple(rest))


class Retold(msgspec.Struct, frozen=True):
    """What came of it."""

    base: int
    """How many moves of the line were left as they are."""
    best: Telling
    margin: int
    """By how much the best is better than the best of those that differ from it."""
    dearer: int
    """By how much the best costs more than what the line says, which is not told to the end."""
    beam: Beam | None
    """From where it is enough to begin the next time."""
    open: frozenset[str] = frozenset()
    """What the last move may have been instead, all else being as in the best."""
