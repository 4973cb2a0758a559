"""Renju and gomoku behind the interface that all games share.

game                     forbidden moves     black overline              white overline
renju                    for Black           loses when claimed          wins
gomoku                   none                wins                        wins
gomoku-double-swap       none                nothing                     nothing
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from gateway.games.game import Claim, Counter, Game, Line, PieceSet, Position
from gateway.model.play_rules import PlayRule
from gateway.model.results import Outcome, Reason
from gateway.model.sides import Side

from .forbidden import Forbidden
from .points import SIZE
from .standing_rows import long_rows
from .stones import StonePosition

__all__ = ["DOUBLE_SWAP", "GOMOKU", "RENJU", "FiveInARow", "Rows"]

_FIVE = 5


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
    pieces = PieceSet.STONES
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
        """The stones that lie so, whoever laid them when; one that the other side has added to `before` is its last."""
        if set(shown) - set(".sS"):
            return None
        black, white = (
            sum(1 << point for point, letter in enumerate(shown) if letter == colour) for colour in ("s", "S")
        )
        last = None
        if isinstance(before, StonePosition):
            added = white & ~before.white if turn is Side.BLACK else black & ~before.black
            last = added.bit_length() - 1 if added.bit_count() == 1 else None
        return StonePosition(turn, black, white, last=last)

    def outcome(self, line: Line) -> Outcome | None:
        """A draw by two passes, or by a full board on which nothing is left to claim (GN 19.2.1 B, C)."""
        outcome = line.last.outcome()
        full = outcome is not None and outcome.reason is Reason.BOARD_FULL
        return None if full and self.claims(line) else outcome

    def counters(self, line: Line) -> Sequence[Counter]:
        """Nothing counts towards a draw."""
        del line
        return ()

    def claims(self, line: Line) -> Sequence[Claim]:
        """The wins that may be pointed out now.

        A five, as long as it stands (GN 19.1.1), and an overline of Black's until the game ends (GN 19.1.2 B),
        however they came about. A double three or double four until White's next stone (GN 19.1.2 A).
        """
        board = line.last.board()
        fives, overlines = list[Claim](), list[Claim]()
        for row in long_rows(board):
            side = Side.BLACK if board[row[0]] == "s" else Side.WHITE
            if len(row) == _FIVE or self._winning is Rows.ANY or (self._winning is Rows.RENJU and side is Side.WHITE):
                fives.append(Claim(side, "five", PlayRule.FIVE, row, answered=_is_answered(line, row)))
            elif self._winning is Rows.RENJU:
                overlines.append(Claim(Side.WHITE, Forbidden.OVERLINE.value, PlayRule.OVERLINE, row))
        if self._winning is not Rows.RENJU:
            return fives
        overlines = [claim for claim in overlines if not _made_with_five(line, claim)]
        fouls = [*overlines, *_unanswered_fouls(line)]
        return [*fives, *(_with_history(line, foul) for foul in fouls)]

    def seen_as(self, shown: str) -> str:
        """A stone is a stone."""
        return shown


def _with_history(line: Line, foul: Claim) -> Claim:
    """The claim of a forbidden move, with what was before it and after it."""
    before = [each.board() for each in line.positions if any(each.board()[cell] != "s" for cell in foul.cells)]
    after_five = bool(before) and any(len(row) == _FIVE and before[-1][row[0]] == "s" for row in long_rows(before[-1]))
    return msgspec.structs.replace(foul, answered=_is_answered(line, foul.cells), after_five=after_five)


def _is_answered(line: Line, cells: tuple[int, ...]) -> bool:
    """Whether play has gone on since a row was made."""
    last = line.moves[-1].path if line.moves else ()
    return not set(last) & set(cells)


def _made_with_five(line: Line, overline: Claim) -> bool:
    """Whether the stone that made an overline made a five as well, which prevails (GN 19.1.2 C)."""
    made = [
        position.verdict
        for position in line.positions
        if isinstance(position, StonePosition)
        and position.side is Side.WHITE
        and position.last in overline.cells
        and max(position.rows) > _FIVE
    ]
    return bool(made) and all(verdict.five for verdict in made)


def _unanswered_fouls(line: Line) -> list[Claim]:
    """The double threes and fours of Black's that no stone of White's has answered."""
    found: list[Claim] = []
    passed = False
    for position in reversed(line.positions):
        if not isinstance(position, StonePosition) or (position.last is None and not position.passes):
            break  # a position that was set: who laid what is not known
        if position.last is None:
            passed = passed or position.side is Side.BLACK
        elif position.side is Side.BLACK:
            break
        elif (forbidden := position.verdict.forbidden) not in {None, Forbidden.OVERLINE}:
            found.append(Claim(Side.WHITE, str(forbidden), PlayRule.FORBIDDEN_SHAPE, (position.last,), passed))
    return found[::-1]


RENJU = FiveInARow("renju", Rows.RENJU)
GOMOKU = FiveInARow("gomoku", Rows.ANY)
DOUBLE_SWAP = FiveInARow("gomoku-double-swap", Rows.EXACT)
