"""Inputs for the referee, made of what tracking has observed on the board."""

from __future__ import annotations

from collections.abc import Iterator

from drivers.requests import ShowSquares
from gateway.games.game import Position
from gateway.games.irregular_turns import mark_of, turn_of
from gateway.model.instants import Instant
from gateway.model.irregularities import Irregularity
from gateway.model.sides import Side
from gateway.referee.inputs import Irregular, Known, Moved
from gateway.referee.material import is_turn
from gateway.referee.state import Play
from gateway.tracking.gap_recovery import is_unsure
from gateway.tracking.observations import Anomaly, MovesSeen

from . import clock_display
from .state import Table

__all__ = ["differing_squares", "irregular", "is_unsettled", "moves", "uncrowned", "what_stood"]


def moves(play: Play, seen: MovesSeen, *, unproven: bool = False) -> Iterator[Moved]:
    """The moves that were seen, one input each; `unproven` where the turn may be taken wrongly."""
    known, position = _known(seen), seen.base or play.line.last
    stood = what_stood(play, seen.base) if seen.laid is None else play.game.square(seen.laid)
    for number, move in enumerate(seen.moves):
        then, first = position.play(move), number == 0
        yield Moved(
            side=position.turn,
            move=move.text,
            text=position.write(move),
            path=move.path,
            taken=move.taken,
            board=then.board(),
            fen=then.fen(),
            known=known,
            alternatives=tuple(position.write(other) for other in seen.alternatives) if first else (),
            base=seen.base.fen() if seen.base is not None and first else "",
            stood=stood if first else "",
            pressed_first=seen.pressed_first and first,
            unproven=unproven,
        )
        position = then


def uncrowned(table: Table, moved: Moved) -> Irregular | None:
    """A king that was moved without its crown: the move is one all the same (decision D1)."""
    play, shown = table.referee.play, table.tracker.shown
    before = play.line.before if play is not None else None
    if play is None or before is None or shown is None or moved.board != play.line.last.board():
        return None
    stood = table.tracker.touches.log.shown_after(table.tracker.progress.ply - 1)
    if not stood or not play.game.moved_uncrowned(stood, shown, before, moved.path):
        return None
    return Irregular(Irregularity.UNCROWNED, moved.side, (moved.path[-1],), moved.board, moved.text)


def _known(seen: MovesSeen) -> Known:
    if seen.inferred:
        return Known.INFERRED
    if seen.traced:
        return Known.TRACED
    return Known.PRESSED if seen.by_press else Known.SETTLED


def what_stood(play: Play, base: Position | None) -> str:
    """The turn that is accepted by playing on from what it left: an irregular one, or the last as it was changed."""
    last, before = play.line.last, play.line.before
    if base is None or base.is_same(last):
        return ""
    changed = base.turn is last.turn and any(case.side is last.turn.other and case.shown for case in play.cases)
    return turn_of(play.game, before, base) if changed and before is not None else mark_of(play.game, last, base)


def irregular(table: Table, anomaly: Anomaly, at: Instant) -> Irregular:
    """What is no move, and whether the turn in which it was done is over."""
    finding = anomaly.finding
    complete = _is_complete(table, finding.side, at)
    play, base = table.referee.play, anomaly.base
    return Irregular(
        finding.kind,
        finding.side,
        finding.cells,
        anomaly.shown,
        finding.text,
        complete,
        base=base.fen() if base is not None else "",
        stood=what_stood(play, base) if play is not None else "",
    )


def _is_complete(table: Table, side: Side, at: Instant) -> bool:
    """Whether the turn in which a side has done something is over; without a clock nobody presses for it."""
    play = table.referee.play
    if play is None or table.clock.face(at).running is None:
        return True
    progress = table.tracker.progress
    return progress.presses > 0 if play.line.last.turn is side else progress.pressed_ply >= progress.ply


def differing_squares(table: Table, anomaly: Anomaly) -> ShowSquares:
    """The squares of an anomaly, for the board's lamps or in letters for the clock."""
    game, layout, cells = table.tracker.game, table.tracker.layout, anomaly.finding.cells
    letters = clock_display.in_letters([game.square(cell) for cell in cells])
    return ShowSquares(tuple(layout.device_cell(cell) for cell in cells), letters)


def is_unsettled(table: Table) -> bool:
    """Whether something has been done on the board in place of a move, or nobody can tell."""
    play, tracker = table.referee.play, table.tracker
    if play is None or tracker.expected is None or tracker.shown is None:
        return True
    if table.unproven or tracker.gap.open or tracker.gap.lacking or is_unsure(tracker):
        return True
    if tracker.progress.pressed_at < tracker.gap.ended:
        return True  # what stood there at the press was out of sight, or is forgotten
    return tracker.seen != tracker.expected.home and is_turn(play.game, play.line.last, tracker.shown)
