"""Incidents that players bring about: calls, offers and claims, right ones and wrong ones, and a flag that falls."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Sequence

from firmware_sim.stroke import Stroke
from gateway.games.game import Line, Move, PieceSet, Position
from gateway.lab.rehearsal.strokes import stroke_of
from gateway.model.sides import Side
from gateway.record.table_state import TableState
from gateway.referee.player_requests import AcceptDraw, CallArbiter, ClaimDraw, DeclineDraw, OfferDraw
from gateway.referee.rulings import AlertKind

from .incidents import AtTable, Incident, Trouble

__all__ = ["ArbiterCalled", "DrawOffered", "FlagFalls", "RepeatedPosition", "WrongClaim", "forth_and_back"]

_REASONS = (
    "My opponent talks to a spectator.",
    "My clock was not pressed, I think.",
    "It is too loud behind us.",
    "The sun is in my eyes.",
    "I should like a glass of water.",
    "对方一直在敲桌子。",
    "请问现在几点封棋？",
)
_SHORT_MS = 25_000
"""With this little time left on his clock, a player may forget it."""


class ArbiterCalled(Trouble):
    """A player calls the arbiter."""

    waits = True

    def fits(self, table: AtTable) -> bool:
        """Anywhere."""
        return table.state is not None

    async def happen(self, table: AtTable) -> None:
        """The call, and no more."""
        await table.request(table.dice.choice(list(Side)), CallArbiter(table.dice.choice(_REASONS)))


class DrawOffered(Trouble):
    """A draw is offered; mostly the opponent wants to play on."""

    def fits(self, table: AtTable) -> bool:
        """Where a draw can be agreed."""
        return not table.game.lays_stones

    async def happen(self, table: AtTable) -> None:
        """The offer, and after a while an answer, unless a move is one."""
        state = table.state
        if state is None:
            return
        side = state.turn
        await table.request(side, OfferDraw())
        shown = await table.screen.comes_to_show(lambda state: bool(state.arbiters and state.arbiters.offer))
        await table.wait(5, 15)
        if shown and table.state is not None and table.state.arbiters and table.state.arbiters.offer:
            accepts = table.state.ply > 50 and table.dice.random() < 0.5
            await table.request(side.other, AcceptDraw() if accepts else DeclineDraw())


class WrongClaim(Trouble):
    """A claim of a draw by repetition that there never was."""

    def fits(self, table: AtTable) -> bool:
        """In chess, where that costs something."""
        return table.game.pieces is PieceSet.CHESS and not table.is_short_of_time

    async def happen(self, table: AtTable) -> None:
        """The claim, by whoever is on move."""
        if table.state is not None:
            await table.request(table.state.turn, ClaimDraw())


class RepeatedPosition(Incident):
    """The same position for the third time; only then somebody notices, and claims the draw."""

    waits = False

    def fits(self, table: AtTable) -> bool:
        """In chess, where pieces go back as they came."""
        return table.game.pieces is PieceSet.CHESS

    async def strokes(self, table: AtTable, line: Line) -> AsyncIterator[Stroke]:
        """Forth and back, twice; then the claim."""
        moves = forth_and_back(line.last)
        if not moves:
            return
        for move in (*moves, *moves):
            position = line.last
            legal = position.read(move.text)
            line = table.line = line.play(legal)
            seat = table.seat_of(position.turn)
            yield dataclasses.replace(stroke_of(position, legal), by=seat, think_ms=table.think_ms(2))
        if await table.screen.comes_to_show(_is_claimable, 15.0):
            await table.wait(10, 20)
            await table.request(line.last.turn, ClaimDraw())
            await table.screen.comes_to_show(lambda state: state.result is not None, 30.0)


class FlagFalls(Incident):
    """A player thinks too long, and his flag falls."""

    waits = False

    def fits(self, table: AtTable) -> bool:
        """With little time on the clock of whoever is on move."""
        state = table.state
        return (
            state is not None
            and state.clock is not None
            and state.clock.running is state.turn
            and state.clock.shown_ms(state.turn, state.at) < _SHORT_MS
        )

    async def strokes(self, table: AtTable, line: Line) -> AsyncIterator[Stroke]:
        """Nothing is moved, for longer than there is time."""
        del table, line
        yield Stroke((), presses=False, think_ms=2 * _SHORT_MS)


def _is_claimable(state: TableState) -> bool:
    alerts = state.arbiters.alerts if state.arbiters is not None else ()
    return any(alert.kind is AlertKind.DRAW_CLAIMABLE for alert in alerts)


def forth_and_back(position: Position) -> Sequence[Move]:
    """Two moves of each side after which all stands as before; empty if there are none."""
    for first in _quiet(position):
        after = position.play(first)
        for second in _quiet(after):
            path = [first, second]
            here = after.play(second)
            for text in (_back(first), _back(second)):
                back = next((move for move in here.moves() if move.text == text), None)
                if back is None:
                    break
                path.append(back)
                here = here.play(back)
            if len(path) == 4 and here.board() == position.board():
                return path
    return ()


def _quiet(position: Position) -> list[Move]:
    """Moves of knights and rooks that take nothing."""
    board = position.board()
    return [move for move in position.moves() if not move.taken and board[move.path[0]] in "NnRrBb"]


def _back(move: Move) -> str:
    return move.text[2:4] + move.text[:2]
