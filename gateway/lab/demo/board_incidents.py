"""Incidents on the board and with it: illegal moves, stones too many, a pulled cable, a sensor that dies."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Sequence

from drivers.readings import EMPTY
from firmware_sim.stroke import Stroke, cells_after, without_press
from gateway.games.game import Line, PieceSet, Position
from gateway.lab.rehearsal.strokes import stroke_of
from gateway.model.sides import Side
from gateway.record.table_state import TableState
from gateway.referee.player_requests import CallArbiter, ClaimIllegal, DemandCorrection, PlayerRequest

from .incidents import AtTable, Incident, Trouble
from .piece_strategy import choose

__all__ = ["DeadSensor", "IllegalPlay", "PulledCable", "SecondStone", "has_case", "illegal_strokes"]

_NOTICED_S = 25.0
"""Seconds that a table may take to be sure of what it sees."""
_NEAR = 2


class IllegalPlay(Incident):
    """A move that the rules do not allow, pressed and all; where there is something to take, it is left standing."""

    def fits(self, table: AtTable) -> bool:
        """Where pieces are moved, on a board that tells them apart, and time for the opponent is not the whole game."""
        pieces = not table.game.lays_stones and table.kit.driver != "tabutronic"
        return pieces and not table.is_short_of_time

    async def strokes(self, table: AtTable, line: Line) -> AsyncIterator[Stroke]:
        """The move; then the opponent speaks up, and they wait."""
        position = line.last
        wrong = illegal_strokes(position, table.game.cols)
        if not wrong:
            return
        stroke, table.line = table.dice.choice(wrong), None
        yield dataclasses.replace(stroke, by=table.seat_of(position.turn), think_ms=table.think_ms(2))
        if await table.screen.comes_to_show(has_case, _NOTICED_S):
            await table.wait(2, 8)
            await table.request(position.turn.other, _objection(table))


class SecondStone(Incident):
    """Two stones laid in one turn."""

    def fits(self, table: AtTable) -> bool:
        """Where stones are laid."""
        return table.game.lays_stones

    async def strokes(self, table: AtTable, line: Line) -> AsyncIterator[Stroke]:
        """One stone too many, and the opponent calls."""
        position = line.last
        first = choose(position, table.dice, renju=table.game.name == "renju")
        stroke, seat = stroke_of(position, first), table.seat_of(position.turn)
        free = [cell for cell in _around(first.path[-1], table.game.cols) if position.board()[cell] == EMPTY]
        if not free:
            return
        table.line = None
        yield dataclasses.replace(without_press(stroke), by=seat, think_ms=table.think_ms(2))
        yield Stroke((table.dice.choice(free),), piece=stroke.piece, by=seat)
        if await table.screen.comes_to_show(has_case, _NOTICED_S):
            await table.wait(2, 8)
            await table.request(position.turn.other, CallArbiter("Two stones in one turn."))


class PulledCable(Trouble):
    """The cable of the board is out for a while; they play on."""

    def fits(self, table: AtTable) -> bool:
        """Where what was moved meanwhile can be told from the pieces."""
        return table.kit.driver not in {"tabutronic", "certabo"}

    async def happen(self, table: AtTable) -> None:
        """Somebody stumbles over it, and puts it back."""
        port = table.kit.ports[0]
        port.unplug()
        try:
            await table.wait(15, 25)
        finally:
            await port.plug()


class DeadSensor(Incident):
    """A sensor has died, and a piece is put on it; after a while it is mended."""

    waits = False

    def fits(self, table: AtTable) -> bool:
        """Where a missing piece is noticed, and there is time to look for it."""
        return not table.game.lays_stones and table.kit.driver != "tabutronic" and not table.is_short_of_time

    async def strokes(self, table: AtTable, line: Line) -> AsyncIterator[Stroke]:
        """A move to a cell that sees nothing."""
        position = line.last
        moves = [move for move in position.moves() if position.board()[move.path[-1]] == EMPTY]
        if not moves:
            return
        move = table.dice.choice(moves)
        table.kit.fail(move.path[-1])
        asyncio.get_running_loop().call_later(table.dice.uniform(40, 60), table.kit.mend)
        seat, table.line = table.seat_of(position.turn), line.play(move)
        yield dataclasses.replace(stroke_of(position, move), by=seat, think_ms=table.think_ms(2))


def has_case(state: TableState) -> bool:
    """Whether something waits for a decision."""
    return bool(state.arbiters and state.arbiters.cases)


def _objection(table: AtTable) -> PlayerRequest:
    """What the opponent does about it: in chess it is claimed, in draughts he may have it put right himself."""
    if table.game.pieces is PieceSet.CHESS:
        return ClaimIllegal()
    return DemandCorrection() if table.dice.random() < 0.3 else CallArbiter("That move is not allowed.")


def illegal_strokes(position: Position, cols: int) -> Sequence[Stroke]:
    """Moves that somebody might make by mistake: short ones to a free cell that no legal move leads to."""
    home = position.board()
    legal = {position.board_after(move) for move in position.moves()}
    free = [cell for cell in _of_one_colour(home, cols) if home[cell] == EMPTY]
    white = position.turn is Side.WHITE
    pieces = [cell for cell, piece in enumerate(home) if piece != EMPTY and piece.isupper() is white]
    must_take = all(move.taken for move in position.moves()) and home.upper().count("M") > 0
    found = []
    for cell in pieces:
        for end in free:
            down, right = end // cols - cell // cols, abs(end % cols - cell % cols)
            if must_take and (right != 1 or down != (-1 if white else 1)):
                continue
            stroke = Stroke((cell, end))
            if 0 < max(abs(down), right) <= _NEAR and cells_after(home, stroke) not in legal:
                found.append(stroke)
    return found


def _around(cell: int, cols: int) -> list[int]:
    row, col = divmod(cell, cols)
    return [
        other
        for other in range(cols * cols)
        if other != cell and max(abs(other // cols - row), abs(other % cols - col)) <= _NEAR
    ]


def _of_one_colour(home: str, cols: int) -> Sequence[int]:
    """The cells that are played on: in draughts, those of one colour."""
    used = {(cell // cols + cell % cols) % 2 for cell, piece in enumerate(home) if piece != EMPTY}
    return [cell for cell in range(len(home)) if (cell // cols + cell % cols) % 2 in used]
