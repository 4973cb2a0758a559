"""Turning pictures into moves.

The legal moves predict pictures; the picture that stands still names the move. Three things settle it:

* the clock is pressed while the picture shows a legal move, or comes to show one after an early press;
* the picture has shown a legal move for as long as several scans of the board;
* it shows no legal move, but two or more in a row explain it (a reply began before the last disc was off the board, or
  the board was out of sight): these moves are *inferred*, and said to be.

A tracker knows the rules only through the position it is given. It never decides what an irregular picture means, it
only says which cells differ.
"""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY, Reading
from gateway.games.game import Game, Move, Position
from gateway.model.instants import Instant, Millis, after

from .picture import differing, turn, update

__all__ = ["Agreed", "Differed", "MovesSeen", "Sight", "Tracker"]

_SETTLE_SCANS = 4
"""Without a press a move counts after this many scans: sampling shows a slid piece on each cell for one or two."""
_INFER_SCANS = 2
_DIFFER_MS = Millis(10_000)
"""How long a picture may be unexplained before an arbiter is told; players take their time over captured pieces."""


class MovesSeen(msgspec.Struct, frozen=True):
    """These moves were played, oldest first."""

    moves: tuple[Move, ...]
    by_press: bool
    inferred: bool


class Differed(msgspec.Struct, frozen=True):
    """The picture has not been explained for a while."""

    cells: tuple[int, ...]
    shown: str


class Agreed(msgspec.Struct, frozen=True):
    """The picture shows the position again."""


Sight = MovesSeen | Differed | Agreed


class _Expected(msgspec.Struct, frozen=True):
    """What a position lets one expect to see. Worked out once for each position, not once for each sensor event."""

    position: Position
    home: str
    """The position itself."""
    moves: dict[str, Move]
    """Each legal move by the picture after it."""


class Tracker(msgspec.Struct, frozen=True):
    """What is known of one board."""

    game: Game
    scan_ms: Millis
    cells: str | None = None
    """As the device counts; None while unknown."""
    turned: bool = False
    """White sits where the device has its top."""
    since: Instant = Instant(0)
    """When the cells last changed."""
    pressed: bool = False
    """The clock was pressed since the last move."""
    gap: bool = True
    """The board was out of sight since the last move."""
    differs: bool = False
    """`Differed` has been said and not yet taken back."""
    searched: str = ""
    """A picture that no row of moves was found to explain."""
    expected: _Expected | None = None

    @property
    def picture(self) -> str | None:
        """What the sensors show, as White sees it."""
        if self.cells is None:
            return None
        return turn(self.cells) if self.turned else self.cells

    def take(self, reading: Reading, at: Instant) -> Tracker:
        """Follow one reading."""
        cells = update(self.cells, reading, self.game.rows * self.game.cols)
        if cells == self.cells:
            return self
        return msgspec.structs.replace(self, cells=cells, since=at, gap=self.gap or cells is None or self.cells is None)

    def press(self) -> Tracker:
        """The side to move has pressed its clock."""
        return msgspec.structs.replace(self, pressed=True)

    def at_start(self, at: Instant) -> Tracker | None:
        """The tracker turned the right way, if the board stands still in the start position."""
        if self.cells is None or at < after(self.since, self._scans(_SETTLE_SCANS)):
            return None
        start = self.game.seen_as(self.game.start().picture())
        for turned in (self.turned, not self.turned):
            seen = turn(self.cells) if turned else self.cells
            if self.game.seen_as(seen) == start:
                return msgspec.structs.replace(self, turned=turned, pressed=False, gap=False, differs=False)
        return None

    def look(self, position: Position, at: Instant) -> tuple[Tracker, Sight | None]:
        """What the picture says about the game, if it says anything yet."""
        if self.expected is None or self.expected.position is not position:
            self = msgspec.structs.replace(self, expected=self._expect(position), searched="")  # noqa: PLW0642
        return self._look(at)

    def _look(self, at: Instant) -> tuple[Tracker, Sight | None]:
        picture, expected = self.picture, self.expected
        if picture is None or expected is None:
            return self, None
        seen = self.game.seen_as(picture)
        if seen == expected.home:
            known = msgspec.structs.replace(self, gap=False, differs=False)
            return known, Agreed() if self.differs else None
        still = at - self.since
        move = expected.moves.get(seen)
        if move is not None:
            if self.pressed or still >= self._scans(_SETTLE_SCANS):
                return self._moved(), MovesSeen((move,), by_press=self.pressed, inferred=self.gap)
            return self, None
        if still < self._scans(_INFER_SCANS):
            return self, None
        if seen != self.searched:
            if moves := self._more_moves(expected.position, seen):
                return self._moved(), MovesSeen(moves, by_press=self.pressed, inferred=True)
            return msgspec.structs.replace(self, searched=seen), None
        cells = differing(seen, expected.home)
        in_hand = len(cells) == 1 and picture[cells[0]] == EMPTY  # somebody holds a piece and thinks
        if still >= _DIFFER_MS and not self.differs and not in_hand:
            shown = "".join(picture[cell] for cell in cells)
            return msgspec.structs.replace(self, differs=True), Differed(cells, shown)
        return self, None

    def next_deadline(self, at: Instant) -> Instant | None:
        """When to look again though no reading came."""
        if self.cells is None:
            return None
        waits = (self._scans(_INFER_SCANS), self._scans(_SETTLE_SCANS), _DIFFER_MS)
        return next((moment for wait in waits if (moment := after(self.since, wait)) > at), None)

    def _moved(self) -> Tracker:
        return msgspec.structs.replace(self, pressed=False, gap=False, differs=False)

    def _scans(self, count: int) -> Millis:
        return Millis(count * self.scan_ms)

    def _expect(self, position: Position) -> _Expected:
        moves = {self.game.seen_as(position.play(move).picture()): move for move in position.moves()}
        return _Expected(position, self.game.seen_as(position.picture()), moves)

    def _more_moves(self, position: Position, seen: str) -> tuple[Move, ...]:
        """The shortest row of two legal moves, or three after a gap, that ends in this picture."""
        for depth in (2, 3) if self.gap else (2,):
            found = self._row(position, seen, depth)
            if found:
                return found
        return ()

    def _row(self, position: Position, seen: str, depth: int) -> tuple[Move, ...]:
        for move in position.moves():
            then = position.play(move)
            if depth == 1:
                if self.game.seen_as(then.picture()) == seen:
                    return (move,)
            elif rest := self._row(then, seen, depth - 1):
                return (move, *rest)
        return ()
