"""A feed: what one client is told of one board, from its subscription on.

Each ply is a message of its own, whatever came at once, since clients play only the last move of the list. A move that
was replaced by another is first taken back. A list that has not changed is not sent again: some clients would play its
last move once more.
"""

from __future__ import annotations

from typing import Any

import chess
import msgspec

from gateway.model.instants import Instant

from .eboard import EBoard, EBoardClock
from .reconstruction import SETTLE_MS, Reconstruction, set_up

__all__ = ["Feed"]


class Feed:
    """One subscription of one client."""

    def __init__(self, number: int | str, eboard: EBoard) -> None:
        self.number = number
        """The client's own number for it."""
        self.serialnr = eboard.serialnr
        self._own: Reconstruction | None = None
        self._turned = False
        """The client wants it the other way round than the table reads it."""
        self._board: str | None = None
        self._clock: EBoardClock | None = None
        self._line = (eboard.start, eboard.moves)
        self._match: bool | None = None
        self._played: tuple[tuple[str, tuple[str, ...]], list[str]] = (("", ()), [])

    def begin(self, eboard: EBoard) -> dict[str, Any]:
        """The first message: what stands there, and the clock. The moves so far are not told: nobody is to play them
        as if they were made now."""
        self._board, self._clock = self._seen(eboard), eboard.clock
        return self._param(eboard, board=self._board, clock=_written(self._clock))

    def set_up(self, fen: str, eboard: EBoard) -> str:
        """Tell moves from this position on; returns what is wrong with it, if something is."""
        found = set_up(fen, chess960=eboard.chess960)
        if isinstance(found, str):
            return found
        self._own, self._line, self._match = found, ("", ()), None
        return ""

    def flip(self, flipped: bool, eboard: EBoard) -> None:
        """Show the board as if it lay so."""
        self._turned = flipped != eboard.flipped

    def look(self, eboard: EBoard, at: Instant) -> list[dict[str, Any]]:
        """The messages that tell what has changed since the last look."""
        board = self._seen(eboard)
        start, moves, boards = self._moves(eboard, board, at)
        messages = self._plies(start, moves, boards)
        match = None if not boards or board is None else board == boards[-1]
        told = bool(messages) or bool(moves) or self._own is not None
        last: dict[str, Any] = messages.pop() if messages else {}
        if board is not None and (board != self._board or last):
            last["board"] = board
        if told and match is not None and (last or self._match not in {None, match}):
            last["match"] = self._match = match
        if eboard.clock != self._clock:
            last["clock"] = _written(eboard.clock)
        self._board, self._clock = board if board is not None else self._board, eboard.clock
        return [self._param(eboard, **each) for each in (*messages, last) if each]

    def wake_at(self, eboard: EBoard, at: Instant) -> Instant | None:
        """When to look again though nothing has changed: once the board has stood still."""
        settled = Instant(eboard.since + SETTLE_MS)
        return settled if self._own is not None and self._own.linked is None and settled > at else None

    def _moves(self, eboard: EBoard, board: str | None, at: Instant) -> tuple[str, tuple[str, ...], list[str]]:
        """Where the moves begin, the moves, and what stands on the board at the start and after each."""
        line = Reconstruction(eboard.start, eboard.chess960, eboard.moves) if eboard.start else None
        if self._own is not None:
            line = self._own = self._own.follow(eboard, board, at)
        if line is None:
            return "", (), []
        if self._played[0] != (line.start, line.moves):
            self._played = (line.start, line.moves), line.boards()
        return line.start, line.moves, self._played[1]

    def _plies(self, start: str, moves: tuple[str, ...], boards: list[str]) -> list[dict[str, Any]]:
        """One message for each ply that has come, after one that takes back what has gone."""
        if (start, moves) == self._line:
            return []
        known, before = self._line
        self._line = (start, moves)
        if start != known:
            before = ()
            if not moves:
                return [{"start": start}] if start else []
        common = 0
        while common < min(len(before), len(moves)) and before[common] == moves[common]:
            common += 1
        lengths = range(common if common < len(before) else common + 1, len(moves) + 1)
        return [
            {"board": boards[length], "start": start, "san": list(moves[:length]), "match": True} for length in lengths
        ]

    def _seen(self, eboard: EBoard) -> str | None:
        """What stands on the board, as this client wants it turned."""
        if eboard.board is None or not self._turned:
            return eboard.board
        return chess.BaseBoard(eboard.board).transform(chess.flip_vertical).transform(chess.flip_horizontal).board_fen()

    def _param(self, eboard: EBoard, **fields: Any) -> dict[str, Any]:
        return {"serialnr": self.serialnr, "flipped": eboard.flipped != self._turned, **fields}


def _written(clock: EBoardClock | None) -> dict[str, Any] | None:
    return None if clock is None else msgspec.structs.asdict(clock)
