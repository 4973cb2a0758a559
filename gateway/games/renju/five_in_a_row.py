"""Renju and gomoku behind the interface that all games share.

game                     forbidden moves     black overline              white overline
renju                    for Black           loses when claimed          wins
gomoku                   none                wins                        wins
gomoku-double-swap       none                nothing                     nothing
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from gateway.games.game import Claim, Counter, Game, Line, Position
from gateway.model.results import Outcome
from gateway.model.sides import Side

from .forbidden import Forbidden
from .line_shapes import OUTSIDE, rows_through
from .points import SIZE
from .stones import StonePosition

__all__ = ["DOUBLE_SWAP", "GOMOKU", "RENJU", "FiveInARow", "Rows"]


class Rows(enum.Enum):
    """The rows that win, and the meaning of an overline."""

    RENJU = "renju"
    ANY = "any"
    """Five or more win."""
    EXACT = "exact"
    """Exactly five wins; six is nothing."""


class FiveInARow(Game):
    """Stones on 15 x 15. Black moves first."""

    first = Side.BLACK
    rows = cols = SIZE
    lays_stones = True
    written_as = "sgf"

    def __init__(self, name: str, winning: Rows) -> None:
        self.name = name
        self._winning = winning

    def start(self) -> StonePosition:
        """The empty board."""
        return StonePosition()

    def position(self, fen: str) -> StonePosition:
        """The position that `fen` describes; raises `NotationError`."""
        return StonePosition.from_fen(fen)

    def standing(self, shown: str, turn: Side, before: Position | None = None) -> StonePosition | None:
        """The stones that lie so, whoever laid them when; nothing can be claimed of the last one."""
        del before
        if set(shown) - set(".sS"):
            return None
        black, white = (
            sum(1 << point for point, letter in enumerate(shown) if letter == colour) for colour in ("s", "S")
        )
        return StonePosition(turn, black, white)

    def outcome(self, line: Line) -> Outcome | None:
        """A draw by two passes or a full board; wins are claimed."""
        return line.last.outcome()

    def counters(self, line: Line) -> Sequence[Counter]:
        """Nothing counts towards a draw."""
        del line
        return ()

    def claims(self, line: Line) -> Sequence[Claim]:
        """The wins that may be pointed out now.

        A five, as long as it stands (GN 19.1.1). A double three or double four until White's next move, be it a pass
        (GN 19.1.2 A, decision G8). An overline until the game ends (GN 19.1.2 B).
        """
        found: list[Claim] = []
        board = [*map(".sS".index, line.last.board()), OUTSIDE]
        for ply, position in enumerate(line.positions):
            if not isinstance(position, StonePosition) or position.last is None:
                continue
            side, point = position.side.other, position.last
            # Five in one line and six in another is a five (GN 19.1.2 C); a later stone may make six of a five.
            if self._wins(side, position.rows) and self._wins(side, rows_through(board, point)):
                found.append(Claim(side, "five", "GN 19.1.1", (point,)))
            forbidden = position.verdict.forbidden if self._winning is Rows.RENJU else None
            if forbidden is Forbidden.OVERLINE:
                found.append(Claim(Side.WHITE, forbidden.value, "GN 19.1.2 B", (point,)))
            elif forbidden is not None and ply == len(line.positions) - 1:
                found.append(Claim(Side.WHITE, forbidden.value, "GN 19.1.2 A", (point,)))
        return found

    def _wins(self, side: Side, rows: Sequence[int]) -> bool:
        exactly = self._winning is Rows.EXACT or (self._winning is Rows.RENJU and side is Side.BLACK)
        return any(row == 5 or (row > 5 and not exactly) for row in rows)

    def seen_as(self, shown: str) -> str:
        """A stone is a stone."""
        return shown


RENJU = FiveInARow("renju", Rows.RENJU)
GOMOKU = FiveInARow("gomoku", Rows.ANY)
DOUBLE_SWAP = FiveInARow("gomoku-double-swap", Rows.EXACT)
