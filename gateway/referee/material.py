"""Material: what stands on the board, counted for draw gates, time trouble and wins that are no longer possible."""

from __future__ import annotations

from gateway.clock.control import Fischer, Period, Shared
from gateway.clock.control_notation import parse_control
from gateway.clock.face import ClockFace
from gateway.games.game import Game, Position
from gateway.model.errors import GatewayError
from gateway.model.instants import Millis
from gateway.model.results import Result
from gateway.model.sides import Side

from .options import DrawGate
from .state import Play

__all__ = [
    "can_never_win",
    "cannot_win",
    "count_stages",
    "each_has_moved",
    "gate_is_open",
    "has_guideline_iii",
    "has_increment",
    "has_move_limit",
    "has_shared_time",
    "increment_ms",
    "is_turn",
    "pieces",
    "result_of_resigning",
]

_TEN = 10
_FORTY = 40
_EMPTY = "."
"""A cell of a board with nothing on it."""


def pieces(play: Play, side: Side | None = None) -> int:
    """How many pieces a side has, or both together; White's letters are capitals."""
    letters = [letter for letter in play.line.last.board() if letter.isalpha()]
    if side is None:
        return len(letters)
    return sum(1 for letter in letters if letter.isupper() is (side is Side.WHITE))


def is_turn(game: Game, position: Position, shown: str) -> bool:
    """Whether what the board shows can be somebody's turn: something has moved, or a stone has been laid."""
    board = position.board()
    if game.lays_stones:
        return sum(cell != _EMPTY for cell in shown) > sum(cell != _EMPTY for cell in board)
    return shown != board


def gate_is_open(play: Play) -> bool:
    """Whether a draw may be agreed now."""
    match play.draw_gate:
        case DrawGate.NONE:
            return True
        case DrawGate.PIECES_10:
            return all(pieces(play, side) <= _TEN for side in Side)
        case DrawGate.MOVES_40:
            return len(play.texts) >= 2 * _FORTY
        case DrawGate.MOVES:
            return len(play.texts) >= 2 * play.options.draw_moves
        case DrawGate.NEVER:
            return False


def each_has_moved(play: Play) -> bool:
    """Whether each side has made a move; where a position was set, moves may have led to it."""
    return len(play.texts) > 1 or play.line.positions[0].board() != play.game.start().board()


def result_of_resigning(play: Play, side: Side) -> Result:
    """The result if a side resigns, as far as what stands on the board shows it."""
    drawn = bool(play.book.resign_no_mate) and cannot_win(play, side.other)
    return Result.DRAW if drawn else Result.win_for(side.other)


def can_never_win(play: Play, side: Side) -> bool:
    """Whether looking at every line shows that a side cannot win, where the event lets that be looked for (C2)."""
    return play.options.mate_search and play.line.last.can_never_win(side)


def has_increment(play: Play) -> bool:
    """Whether the control adds time for moves: a Fischer clock."""
    return any(isinstance(stage, Period) and stage.bonus is not None for stage in _stages(play))


def increment_ms(play: Play, side: Side, face: ClockFace | None) -> Millis:
    """What a press adds to a side's time in the present period: a Fischer increment."""
    try:
        stages = parse_control(play.control).stages(side)
    except GatewayError:
        return Millis(0)
    if face is None:
        return Millis(0)
    stage = stages[min(face.stage[side], len(stages) - 1)]
    return stage.bonus.ms if isinstance(stage, Period) and isinstance(stage.bonus, Fischer) else Millis(0)


def has_shared_time(play: Play) -> bool:
    """Whether the control begins with one time for both (GN 14.1.3)."""
    return isinstance(next(iter(_stages(play)), None), Shared)


def has_move_limit(play: Play) -> bool:
    """Whether the control asks for a number of moves in a period."""
    return any(isinstance(stage, Period) and stage.moves for stage in _stages(play))


def has_guideline_iii(play: Play) -> bool:
    """Whether guideline III holds: announced, without an increment, and not in blitz (FIDE III.2)."""
    return play.options.guideline_iii and bool(play.book.clock.unclear_announced) and not has_increment(play)


def count_stages(play: Play, side: Side) -> int:
    """How many periods the control has for a side; 0 if it cannot be read."""
    try:
        return len(parse_control(play.control).stages(side))
    except GatewayError:
        return 0


def _stages(play: Play) -> tuple[object, ...]:
    try:
        control = parse_control(play.control)
    except GatewayError:
        return ()
    return (*control.white, *control.black)


def cannot_win(play: Play, side: Side) -> bool:
    """Whether a side could never win from here by any moves; only chess asks (FIDE 6.9)."""
    return play.line.last.cannot_win(side)
