"""Mishaps made on purpose: strokes against the rules, left for an arbiter to see and then put right."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from drivers.readings import EMPTY, Seat
from firmware_sim.stroke import Stroke, also_taking, cells_after, leaving, undoing, without_press
from gateway.games.game import Game, Move, Position
from gateway.model.irregularities import Irregularity
from gateway.model.sides import Side
from gateway.tracking.expectation import owner
from gateway.tracking.irregular import Finding
from gateway.tracking.vision import Vision, see

from .strokes import stroke_of
from .watcher import Watcher

__all__ = ["FORGOTTEN", "Mishap", "Mishaps"]

FORGOTTEN = "forgotten press"
"""The one that is no irregularity of the board: nothing is to be reported, and the move must be known all the same."""
_LEFT_MS = 12_000
"""The time for which the board is left as it is, until the arbiter has it put right."""
_CALM_MS = 3_000
"""The time until play goes on."""
_TRIES = 40


@dataclass(slots=True)
class Mishap:
    """One mishap, and what was reported about it."""

    kind: str
    """An `Irregularity`, or `FORGOTTEN`."""
    ply: int
    findings: list[Finding] = field(default_factory=list)

    @property
    def right(self) -> bool:
        """It was called what it is, with its squares."""
        if self.kind == FORGOTTEN:
            return not self.findings
        return any(finding.kind == self.kind and finding.cells for finding in self.findings)


class Mishaps:
    """The maker of mistakes in one game, and what came of them."""

    def __init__(self, game: Game, vision: Vision, chance: float, seed: int) -> None:
        self.made: list[Mishap] = []
        self._game = game
        self._vision = vision
        self._chance = chance
        # Dice of their own: without mishaps the hands do what they always did.
        self._rng = random.Random(f"mishaps {seed}")  # noqa: S311 - hands, not secrets
        self._stones = game.lays_stones

    def script(self, positions: Sequence[Position], moves: Sequence[Move], watcher: Watcher) -> Iterator[Stroke]:
        """The strokes of a game, with what goes wrong between them; each is asked for when the last is over."""
        for ply, move in enumerate(moves):
            seat = Seat.LEFT if positions[ply].turn is Side.WHITE else Seat.RIGHT
            stroke = replace(stroke_of(positions[ply], move), by=seat)
            kind, wrong = self._choose(positions[ply], stroke) if self._rng.random() < self._chance else ("", [])
            if not wrong:
                yield stroke
                continue
            known = len(watcher.alarms)
            after = kind in (Irregularity.TAKEN_BACK, Irregularity.CHANGED)
            if kind == FORGOTTEN:
                yield from wrong
            elif after:
                yield stroke
                yield from self._corrected(positions[ply + 1].board(), wrong, seat)
            else:
                yield from self._corrected(positions[ply].board(), wrong, seat)
            findings = [alarm.finding for alarm in watcher.alarms[known:] if alarm.finding is not None]
            self.made.append(Mishap(kind, ply, findings))
            if kind != FORGOTTEN and not after:
                yield stroke

    def _corrected(self, home: str, wrong: Sequence[Stroke], seat: Seat) -> Iterator[Stroke]:
        """The wrong strokes, and after a while those that put the board and the clock right."""
        wrong = [replace(stroke, by=seat) for stroke in wrong]
        yield from wrong
        pressed = wrong[-1].presses
        wait_ms = _LEFT_MS
        for stroke in undoing(home, cells_after(home, *wrong)):
            yield replace(stroke, by=seat, think_ms=wait_ms)
            wait_ms = 300
        if pressed:
            yield Stroke((), by=seat.other, think_ms=_CALM_MS)
        # Nobody touches anything until all is calm: an empty stroke passes the time.
        yield Stroke((), by=seat, presses=False, think_ms=_CALM_MS)

    def _choose(self, position: Position, stroke: Stroke) -> tuple[str, list[Stroke]]:
        """A mishap that can happen here and that this board could tell from a legal move."""
        ways = self._with_stones if self._stones else self._with_pieces
        after = position.play(next(move for move in position.moves() if self._makes(position, move, stroke)))
        for _ in range(_TRIES):
            kind, wrong = ways(position, after, stroke)
            if kind == FORGOTTEN:
                return kind, wrong
            home = after if kind in (Irregularity.TAKEN_BACK, Irregularity.CHANGED) else position
            if wrong and not self._looks_legal(home, cells_after(home.board(), *wrong)):
                return kind, wrong
        return "", []

    def _makes(self, position: Position, move: Move, stroke: Stroke) -> bool:
        return bool(move.path) and position.play(move).board() == cells_after(position.board(), stroke)

    def _looks_legal(self, position: Position, shown: str) -> bool:
        seen, home = see(self._game, self._vision, shown), see(self._game, self._vision, position.board())
        legal = {home, *(see(self._game, self._vision, position.play(move).board()) for move in position.moves())}
        # A board without colours may lie either way round until the first move has been seen.
        return seen in legal or (home == home[::-1] and seen[::-1] in legal)

    # -- the ways ----------------------------------------------------------------------------------------------------

    def _with_pieces(self, position: Position, after: Position, stroke: Stroke) -> tuple[str, list[Stroke]]:
        rng, turn, home = self._rng, position.turn, position.board()
        own = [cell for cell, piece in enumerate(home) if owner(piece) is turn]
        theirs = [cell for cell, piece in enumerate(home) if owner(piece) is turn.other]
        free = [cell for cell in self._cells(home) if home[cell] == EMPTY]
        step = rng.choice(own), rng.choice(free)
        kind = rng.choice((*_BY_PIECES, FORGOTTEN))
        if kind in _INSTEAD_OF_THE_MOVE:
            must_take = all(move.taken for move in position.moves())
            return kind, self._instead_of_the_move(kind, home, own, theirs, free, step, must_take=must_take)
        if kind in _WITH_THE_MOVE:
            spare = [cell for cell in own if cell not in stroke.path and cell not in stroke.second]
            stands = [cell for cell in theirs if cell not in stroke.taken]
            return kind, self._with_the_move(kind, stroke, spare, stands, step[1])
        return kind, self._after_the_move(kind, position, after, stroke)

    def _instead_of_the_move(
        self,
        kind: str,
        home: str,
        own: Sequence[int],
        theirs: Sequence[int],
        free: Sequence[int],
        step: tuple[int, int],
        *,
        must_take: bool,
    ) -> list[Stroke]:
        rng = self._rng
        match kind:
            case Irregularity.ILLEGAL_MOVE if not must_take:
                return [Stroke(step)]
            case Irregularity.NO_CAPTURE if must_take and (steps := self._steps(home, own, free)):
                return [Stroke(rng.choice(steps))]
            case Irregularity.OPPONENT_MOVED if steps := self._steps(home, theirs, free):
                return [Stroke(rng.choice(steps))]
            case Irregularity.REMOVED:
                pieces = [*own, *theirs]
                return [Stroke((), taken=tuple(rng.sample(pieces, min(2, len(pieces)))), presses=False)]
            case _:
                return []

    def _with_the_move(
        self, kind: str, stroke: Stroke, spare: Sequence[int], stands: Sequence[int], end: int
    ) -> list[Stroke]:
        rng = self._rng
        match kind:
            case Irregularity.LEFT_STANDING if self._jumps(stroke):
                return [leaving(stroke, *rng.sample(stroke.taken, rng.randint(1, len(stroke.taken))))]
            case Irregularity.NOT_JUMPED if stands:
                return [also_taking(stroke, rng.choice(stands))]
            case Irregularity.OWN_REMOVED if spare:
                return [also_taking(stroke, rng.choice(spare))]
            case Irregularity.TWO_MOVES if spare and end not in stroke.path:
                return [without_press(stroke), Stroke((rng.choice(spare), end))]
            case _:
                return []

    def _after_the_move(self, kind: str, position: Position, after: Position, stroke: Stroke) -> list[Stroke]:
        if kind == FORGOTTEN:
            return [without_press(stroke)]
        if kind == Irregularity.TAKEN_BACK:
            return self._back(position, after)
        if stroke.instead:
            return [Stroke((stroke.path[-1], self._rng.choice(stroke.instead)), presses=False)]
        return []

    def _with_stones(self, position: Position, after: Position, stroke: Stroke) -> tuple[str, list[Stroke]]:
        rng, home = self._rng, position.board()
        put = [cell for cell, piece in enumerate(home) if piece != EMPTY]
        end = rng.choice([cell for cell, piece in enumerate(home) if piece == EMPTY and cell not in stroke.path])
        kind = rng.choice((*_BY_STONES, FORGOTTEN))
        wrong: list[Stroke] = []
        match kind:
            case Irregularity.TWO_STONES:
                wrong = [without_press(stroke), Stroke((end,), piece=stroke.piece)]
            case Irregularity.STONE_MOVED if put:
                wrong = [Stroke((rng.choice(put), end), presses=False)]
            case Irregularity.REMOVED if put:
                wrong = [Stroke((), taken=(rng.choice(put),), presses=False)]
            case Irregularity.OPPONENT_MOVED:
                wrong = [Stroke((end,), piece=stroke.piece.swapcase())]
            case Irregularity.TAKEN_BACK:
                wrong = self._back(position, after)
            case Irregularity.CHANGED:
                wrong = [Stroke((stroke.path[-1], end), presses=False)]
            case _ if kind == FORGOTTEN:
                wrong = [without_press(stroke)]
            case _:
                pass
        return kind, wrong

    def _back(self, position: Position, after: Position) -> list[Stroke]:
        """The move is taken back; the first to touch it thinks again for a moment."""
        strokes = list(undoing(position.board(), after.board()))
        return [replace(stroke, think_ms=0 if number else 2_000) for number, stroke in enumerate(strokes)]

    def _cells(self, home: str) -> Sequence[int]:
        """The cells that are played on: in draughts, those of one colour."""
        cols, cells = self._game.cols, range(len(home))
        used = {(cell // cols + cell % cols) % 2 for cell in cells if home[cell] != EMPTY}
        return [cell for cell in cells if (cell // cols + cell % cols) % 2 in used]

    def _steps(self, home: str, starts: Sequence[int], ends: Sequence[int]) -> list[tuple[int, int]]:
        """The steps that men on these cells may make if nothing is to be taken."""
        cols = self._game.cols
        return [
            (start, end)
            for start in starts
            for end in ends
            if end // cols - start // cols == (-1 if owner(home[start]) is Side.WHITE else 1)
            and abs(end % cols - start % cols) == 1
        ]

    def _jumps(self, stroke: Stroke) -> bool:
        """Whether pieces are taken that the moving one does not replace."""
        return bool(stroke.taken) and stroke.path[-1] not in stroke.taken


_INSTEAD_OF_THE_MOVE = (
    Irregularity.ILLEGAL_MOVE,
    Irregularity.NO_CAPTURE,
    Irregularity.OPPONENT_MOVED,
    Irregularity.REMOVED,
)
_WITH_THE_MOVE = (
    Irregularity.LEFT_STANDING,
    Irregularity.NOT_JUMPED,
    Irregularity.OWN_REMOVED,
    Irregularity.TWO_MOVES,
)
_BY_PIECES = (
    Irregularity.ILLEGAL_MOVE,
    Irregularity.NO_CAPTURE,
    Irregularity.LEFT_STANDING,
    Irregularity.NOT_JUMPED,
    Irregularity.OWN_REMOVED,
    Irregularity.REMOVED,
    Irregularity.TWO_MOVES,
    Irregularity.OPPONENT_MOVED,
    Irregularity.TAKEN_BACK,
    Irregularity.CHANGED,
)
_BY_STONES = (
    Irregularity.TWO_STONES,
    Irregularity.STONE_MOVED,
    Irregularity.REMOVED,
    Irregularity.OPPONENT_MOVED,
    Irregularity.TAKEN_BACK,
    Irregularity.CHANGED,
)
