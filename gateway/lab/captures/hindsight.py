"""Reading a capture with hindsight, where the moves were lost from sight as they were played.

Whoever watches a game must say what was played when it is played, and if two moves went by too fast nothing that
follows fits any more. A capture is known to its end: several tellings are carried on over all that was shown, and the
one whose positions stood on the board for most of the time is what was played.
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

__all__ = ["Shown", "Telling", "look_back"]

_WIDTH = 24
"""So many tellings are carried on."""
_LONGEST_MS = 8000
"""A position that stands for longer is no surer for that."""
_MOVE_MS = 400
"""What a move must gain: a piece that is slid or set down on its way stands shorter."""
_UNTOUCHED_MS = 3000
"""What it costs that nobody touched a piece that is said to have been taken."""
_BESIDE_MS = 600
"""What it costs that another cell was touched than the move's."""
_UNREAD_MS = 10_000
"""What it costs to hold that a cell cannot be read."""
_FLICKER_MS = 3000
"""The same, if the piece that was put there showed for a moment."""
_STABLE_MS = 1500
"""A picture that stands so long asks for an explanation."""
_LONG_MS = 2500
"""Or a shorter one, if none has been explained for so long."""
_SEARCHED = 4
"""So many tellings are searched for one, up to so many moves."""
_UNREAD = 3
"""So many cells may not be read at the same time."""


@dataclass(frozen=True, slots=True)
class Shown:
    """From this instant on the board shows this, as White sees it."""

    at: int
    picture: str


@dataclass(frozen=True, slots=True)
class Telling:
    """One way to tell what was played."""

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
    """So many moves there are if the last of them may have been no more than a lifted piece."""
    lost: tuple[tuple[int, int], ...] = ()
    """Cells that could not be read, each with the number of moves by then."""

    @property
    def at_home(self) -> bool:
        """Whether the board shows its position."""
        return not self.touched

    def without_rush(self) -> Telling:
        """The telling without the moves at its end that did not stand, if the board shows none of them any more."""
        moves = self.moves[: self.unsure - 1] if self.unsure == len(self.moves) > 0 else self.moves
        until = self.left_at
        while moves and not self.at_home and until - moves[-1][1] < _STABLE_MS:
            until, moves = moves[-1][1], moves[:-1]
        return replace(self, moves=moves)


def look_back(game: Game, vision: Vision, position: Position, shown: Sequence[Shown], end: int) -> Telling:
    """The best telling of what was shown since the board last showed this position."""
    return _Search(game, vision).tell(position, shown, end)


class _Search:
    def __init__(self, game: Game, vision: Vision) -> None:
        self._game = game
        self._vision = vision
        self._known: dict[tuple[str, frozenset[int]], Expectation] = {}

    def tell(self, position: Position, shown: Sequence[Shown], end: int) -> Telling:
        tellings = [Telling(position)]
        before, agreed_at = "", shown[0].at
        for number, now in enumerate(shown):
            until = shown[number + 1].at if number + 1 < len(shown) else end
            stands = min(until - now.at, _LONGEST_MS)
            changed = frozenset(differing(before, now.picture)) if before else frozenset()
            before = now.picture
            view = see(self._game, self._vision, now.picture)
            tellings = [
                replace(
                    telling,
                    touched=telling.touched | changed,
                    left_at=now.at if changed and not telling.touched else telling.left_at,
                )
                for telling in tellings
            ]
            carried = [each for telling in tellings for each in self._step(telling, view, now.at, stands)]
            if any(each.at_home for each in carried):
                agreed_at = now.at
            elif until - now.at >= (_STABLE_MS if now.at - agreed_at < _LONG_MS else _MOVE_MS):
                best = sorted(carried, key=lambda each: -each.score)[:_SEARCHED]
                carried += [each for telling in best for each in self._guess(telling, view, now.at, stands)]
            tellings = self._fittest(carried)
        return max(tellings, key=lambda each: (each.score, -len(each.moves)))

    def _step(self, telling: Telling, view: str, at: int, stands: int) -> Iterator[Telling]:
        """The telling as it is, and with each move that the view may be the end of."""
        expected = self._expect(telling)
        here = masked(view, telling.blind)
        if here == expected.home:
            yield self._agreed(telling, view, stands)
            return
        yield telling
        in_hand = len(differing(here, expected.home)) == 1
        for move in expected.moves.get(here, ()):
            cells = {*move.path, *move.taken}
            untouched = sum(cell not in telling.touched for cell in move.taken)
            beside = min(2, len(telling.touched - cells - telling.blind))
            gain = stands - _MOVE_MS - untouched * _UNTOUCHED_MS - beside * _BESIDE_MS
            played = self._played(telling, (move,), view, at, gain)
            # A piece that was lifted looks like one that has taken another.
            yield replace(played, unsure=len(played.moves) if untouched and in_hand else 0)

    def _guess(self, telling: Telling, view: str, at: int, stands: int) -> Iterator[Telling]:
        """What else might explain a view that stands: several moves at once, or a cell that cannot be read."""
        here, home = masked(view, telling.blind), self._expect(telling).home
        rows: list[tuple[Move, ...]] = []
        if len(differing(here, home)) > 1:  # else it may be a piece in the hand
            model = SensorModel(self._game, self._vision, telling.blind)
            rows = shortest_sequences(model, telling.position, here, lengths=range(1, 5))
            seen = telling.touched | telling.blind
            rows = [row for row in rows if all(seen.issuperset(move.path) for move in row)]
        rows.sort(key=lambda row: sequence_cost(telling.position, row))
        for place, row in enumerate(rows[:4]):
            yield self._played(telling, row, view, at, stands - len(row) * _MOVE_MS - place * _BESIDE_MS)
        if rows or len(telling.blind) >= _UNREAD:
            return
        for after, moves in self._expect(telling).moves.items():
            wrong = differing(here, after)
            if len(wrong) == 1:
                for move in moves:
                    if wrong[0] not in move.path:
                        yield self._played(self._unread(telling, wrong[0]), (move,), view, at, stands - _MOVE_MS)
                    elif wrong[0] == move.path[-1] and wrong[0] in telling.touched:  # it was there for a moment
                        gone = self._unread(telling, wrong[0], _FLICKER_MS)
                        yield self._played(gone, (move,), view, at, stands - _MOVE_MS)

    def _unread(self, telling: Telling, cell: int, cost: int = _UNREAD_MS) -> Telling:
        return replace(
            telling,
            blind=telling.blind | {cell},
            score=telling.score - cost,
            lost=(*telling.lost, (cell, len(telling.moves))),
        )

    def _played(self, telling: Telling, row: Sequence[Move], view: str, at: int, gain: int) -> Telling:
        position = telling.position
        for move in row:
            position = position.play(move)
        played = replace(
            telling,
            position=position,
            moves=(*telling.moves, *((move, at) for move in row)),
            score=telling.score + gain,
        )
        return self._agreed(played, view, 0)

    def _agreed(self, telling: Telling, view: str, gain: int) -> Telling:
        """The board shows the position: what shows the right piece again can be read again."""
        home = see(self._game, self._vision, telling.position.board())
        blind = frozenset(cell for cell in telling.blind if view[cell] != home[cell])
        lost = telling.lost
        if telling.blind - blind:  # what was away for a move only was in somebody's hand
            soon = len(telling.moves) - 1
            lost = tuple((cell, ply) for cell, ply in lost if cell in blind or ply < soon)
        return replace(telling, blind=blind, touched=frozenset(), lost=lost, score=telling.score + gain)

    def _expect(self, telling: Telling) -> Expectation:
        key = telling.position.fen(), telling.blind
        if key not in self._known:
            self._known[key] = expect(self._game, self._vision, telling.position, telling.blind)
        return self._known[key]

    def _fittest(self, tellings: Sequence[Telling]) -> list[Telling]:
        """The best of each that have come to the same, and of these the best."""
        best: dict[tuple[str, frozenset[int]], Telling] = {}
        for telling in sorted(tellings, key=lambda each: -each.score):
            best.setdefault((telling.position.fen(), telling.blind), telling)
        return list(best.values())[:_WIDTH]
