"""Rows of moves that explain a picture after the board was out of sight.

A row is looked for by its length, the shortest first, and a move is followed only if what is then still wrong on the
board can be put right by the moves that are left (`_Distance`). On a board that does not tell pieces apart little is
known of that; but in a short while a piece moves but once, so there it is first looked for rows of moves that end
where the piece, or what took it, stands now.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from drivers.readings import EMPTY
from gateway.games.game import Game, Move, Position
from gateway.model.sides import Side

from .cells import differing, masked
from .vision import Vision, see

__all__ = ["explain", "explain_by", "holds_piece", "sequence_cost"]

_NODES = 3000
"""A search that has looked at so many positions gives up: the event loop has others to serve."""
_GLANCES = 8
"""A move that need not be played to see that it leads nowhere costs so many times less."""
_ROWS = 24
"""So many are compared."""

_Wrong = Sequence[tuple[int, str, str]]
"""Cells that do not show what they are to show: cell, what it shows, what it is to show."""


class _Distance:
    """How many moves lie at least between a picture and the target."""

    def __init__(self, game: Game, position: Position, target: str, *, told_apart: bool) -> None:
        self._game = game
        self._target = target
        self._told_apart = told_apart
        self._chess = game.name.startswith("chess")
        self._adds = set(game.start().board()) == {EMPTY}
        self._castled = {side: self._chess and _may_have_castled(position.board(), target, side) for side in Side}
        self._hidden = "*" in target

    def allows(self, picture: str, view: str, turn: Side, left: int) -> bool:
        """Whether the target may yet be reached by so many moves, the first of which is `turn`'s."""
        stands = view if self._told_apart else picture
        wrong = [
            (cell, stands[cell], wanted)
            for cell, (now, wanted) in enumerate(zip(view, self._target, strict=True))
            if now != wanted and wanted != "*"
        ]
        if not wrong:
            return True
        moves = {turn: (left + 1) // 2, turn.other: left // 2}
        if not self._told_apart:
            return self._cells_fit(wrong, moves, left)
        return all(self._fits(wrong, side, moves[side], moves[side.other]) for side in Side)

    def _cells_fit(self, wrong: _Wrong, moves: Mapping[Side, int], left: int) -> bool:
        """Where only occupied cells are known."""
        leaving = [(cell, piece) for cell, piece, _ in wrong if piece != EMPTY]
        filled, vacated = len(wrong) - len(leaving), len(leaving)
        if self._adds:
            return not vacated and filled <= left
        castled = sum(self._castled.values())
        if filled - castled > left or (filled > vacated and not self._hidden):
            return False
        if not self._chess:
            return True
        # A move leaves one cell; two if it castles, or takes in passing.
        if _passes([cell for cell, _ in leaving]):
            return vacated - castled - 1 <= left
        # Who stands on a cell that is left has moved away himself, or else was taken by who moved on.
        spare = left - vacated + castled
        return spare > 0 or (
            spare == 0
            and all(
                _count(leaving, side) <= moves[side] + self._castled[side] or _count(leaving, side.other)
                for side in Side
            )
        )

    def _fits(self, wrong: _Wrong, side: Side, moves: int, replies: int) -> bool:
        """Whether so many moves may put the side's pieces right, the other side having so many."""
        starts = [(cell, now) for cell, now, _ in wrong if _side(now) is side]
        ends = [(cell, wanted) for cell, _, wanted in wrong if _side(wanted) is side]
        if self._adds:
            return not starts and len(ends) <= moves
        gone = len(starts) - len(ends)
        if self._hidden:  # a piece may have come from where nobody can see it, or have gone there
            return len(ends) - self._castled[side] <= moves
        if gone < 0 or (gone > replies if self._chess else gone and not replies):
            return False
        if not starts:
            return moves != 1  # who moves once leaves a cell
        needed = 0
        for end, piece in ends:
            near = any(now == piece and self._game.reaches(piece, cell, end) for cell, now in starts)
            promoted = self._chess and piece not in "Pp" and any(now in "Pp" for _, now in starts)
            needed += 1 if near or promoted else 2
        return needed - self._castled[side] <= moves


class _Search:
    def __init__(
        self,
        game: Game,
        vision: Vision,
        position: Position,
        target: str,
        blind: frozenset[int],
        nodes: int = _NODES,
    ) -> None:
        self._game = game
        self._vision = vision
        self._position = position
        self._target = target
        self._blind = blind
        self._distance = _Distance(game, position, target, told_apart=vision is Vision.PIECES)
        self._ways = (False,) if vision is Vision.PIECES else (True, False)
        # After the last move of a side nothing of the same kind stands where it began; or, where pieces are not told
        # apart, nothing at all, unless the other side has one more move.
        self._free_starts = 2 if vision is Vision.PIECES else 1
        # Games that know the picture after a move without playing it are quick to look at.
        self._state = _GLANCES if type(position).after is Position.after else 1
        self._nodes = nodes
        self._left = dict.fromkeys(self._ways, nodes * _GLANCES)
        self._fruitless: set[tuple[str, int]] = set()

    def rows(self, depth: int) -> list[tuple[Move, ...]]:
        """Rows of exactly so many moves that end in the target: those in which pieces move once, or else any."""
        position, picture = self._position, self._position.board()
        if not self._distance.allows(picture, self._view(picture), position.turn, depth):
            return []
        for once in self._ways:
            if self._left[once] > 0 and (rows := list(itertools.islice(self._rows(position, depth, once=once), _ROWS))):
                return rows
        return []

    def _rows(
        self, position: Position, depth: int, *, once: bool, landed: frozenset[int] = frozenset()
    ) -> Iterator[tuple[Move, ...]]:
        stands = (position.board(), depth)
        if not once and stands in self._fruitless:
            return
        before = self._view(position.board())
        turn, found = position.turn.other, False
        for move in position.moves():
            if not move.path or not self._may_lead(move, before, depth, once=once, landed=landed):
                continue
            self._left[once] -= self._state
            if self._left[once] <= 0:
                return
            picture = position.after(move)
            view = self._view(picture)
            if depth == 1:
                if view == self._target:
                    found = True
                    yield (move,)
            elif self._distance.allows(picture, view, turn, depth - 1):
                self._left[once] -= _GLANCES
                then = position.play(move)
                for rest in self._rows(then, depth - 1, once=once, landed=landed | {move.path[-1]}):
                    found = True
                    yield (move, *rest)
        if not found and not once:
            self._fruitless.add(stands)

    @property
    def looked_at(self) -> int:
        """How many positions were looked at."""
        return sum(self._nodes - max(0, left) // _GLANCES for left in self._left.values())

    def _view(self, picture: str) -> str:
        return masked(see(self._game, self._vision, picture), self._blind)

    def _may_lead(self, move: Move, before: str, depth: int, *, once: bool, landed: frozenset[int]) -> bool:
        """Whether the move is worth a look: the last one of a side begins where its piece no longer stands, and
        pieces that move `once` leave something where the move ends."""
        start, end = move.path[0], move.path[-1]
        left = start == end or self._target[start] == "*" or self._target[start] != before[start]
        if len(move.path) == 1:  # a stone stays
            return self._target[end] == "*" or self._target[end] != before[end]
        if not once:
            return left or depth > self._free_starts
        return (left or start in landed) and self._target[end] != EMPTY


def _side(piece: str) -> Side | None:
    return Side.WHITE if piece.isupper() else Side.BLACK if piece.islower() else None


def _count(pieces: Sequence[tuple[int, str]], side: Side) -> int:
    return sum(_side(piece) is side for _, piece in pieces)


def _passes(cells: Sequence[int]) -> bool:
    """Whether two of the cells lie side by side where a pawn may take another in passing."""
    return any(24 <= cell < 40 and cell % 8 < 7 and cell + 1 in cells for cell in cells)


def _may_have_castled(before: str, target: str, side: Side) -> bool:
    """Whether king and a rook have left their places on their own row since, or the other way one of them has."""
    row = slice(56, 64) if side is Side.WHITE else slice(8)
    was, now = before[row], target[row]
    king, rook = ("K", "R") if side is Side.WHITE else ("k", "r")
    moved = [piece for piece, stands in zip(was, now, strict=True) if stands not in {piece, "?"}]
    return king in was and rook in moved and (king in moved or king + rook in now or rook + king in now)


def explain(
    game: Game,
    vision: Vision,
    position: Position,
    target: str,
    *,
    lengths: Iterable[int],
    blind: frozenset[int] = frozenset(),
) -> list[tuple[Move, ...]]:
    """Rows of legal moves that lead to this view, of the first of these lengths of which any were found."""
    search = _Search(game, vision, position, target, blind)
    return next((rows for length in lengths if (rows := search.rows(length))), [])


def holds_piece(
    game: Game,
    vision: Vision,
    position: Position,
    view: str,
    *,
    lengths: range,
    blind: frozenset[int] = frozenset(),
) -> bool:
    """Whether a row of such a length leads to this view but for a piece that whoever is to move has lifted."""
    home = masked(see(game, vision, position.board()), blind)
    lifted = [cell for cell in differing(home, view) if view[cell] == EMPTY]
    for cell in lifted:
        target = view[:cell] + home[cell] + view[cell + 1 :]
        if target == home and 0 in lengths:
            return True
        search = _Search(game, vision, position, target, blind, _NODES // (2 * len(lifted)))
        side = _side(position.board()[cell])
        for length in lengths:
            turn = position.turn if length % 2 == 0 else position.turn.other
            if length and turn is side and search.rows(length):
                return True
    return False


def explain_by(
    game: Game,
    vision: Vision,
    position: Position,
    target: str,
    blind: frozenset[int],
    *,
    lengths: Iterable[int],
    nodes: int,
) -> tuple[list[tuple[Move, ...]], int]:
    """Rows of legal moves that lead to this view, of each of these lengths, and how many positions were looked at."""
    search = _Search(game, vision, position, target, blind, min(nodes, _NODES))
    return [row for length in lengths for row in search.rows(length)], search.looked_at


def sequence_cost(position: Position, row: Sequence[Move]) -> int:
    """How rarely people play such a row, in halvings of its chance."""
    odd = 0
    for move in row:
        odd += position.move_cost(move)
        position = position.play(move)
    return odd
