"""A ChessUp: it works out moves itself and tells them, until somebody acknowledges."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_sim.gatt import Profile, nordic_uart
from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import EMPTY, Surface

from .board import SimulatedBoard

__all__ = ["ChessUpBoard"]

CODES = {"P": 0, "R": 1, "N": 2, "B": 3, "Q": 4, "K": 5, "p": 8, "r": 9, "n": 10, "b": 11, "q": 12, "k": 13, ".": 0x40}
SETTLED_MS = 300
AGAIN_MS = 1000
REPEATS = 3


class ChessUpBoard(SimulatedBoard):
    """The board's own program. It sees which piece stands where, since it has followed the game from its start."""

    def __init__(
        self, surface: Surface, *, name: str = "ChessUp", scan_ms: int = 100, flaws: Sequence[Flaw] = ()
    ) -> None:
        super().__init__(surface, scan_ms=scan_ms, flaws=flaws)
        self._name = name
        self._position = self._sensors.shown
        self._unacked: bytes = b""
        self._sent = 0

    @property
    def profile(self) -> Profile:
        """A Nordic UART."""
        return nordic_uart(self._name)

    def power_on(self, at: int) -> None:
        """The game goes on from what stands there."""
        super().power_on(at)
        self._position = self._sensors.shown
        self._unacked = b""

    def receive(self, data: bytes, at: int) -> None:  # noqa: ARG002 - it answers at once
        """Commands of one byte; others are not simulated."""
        for byte in data:
            if byte == 0x67:
                squares = bytes(
                    CODES[self._sensors.shown[(7 - rank) * 8 + file]] for rank in range(8) for file in range(8)
                )
                self._out.append(b"\x67" + squares + b"\x00" + b"\x01" * 4 + b"\x00\x00\x01")
            elif byte == 0x21:
                self._unacked = b""

    def _changed(self, cell: int, piece: str, at: int) -> None:
        square = (7 - cell // 8) * 8 + cell % 8
        self._out.append(bytes([0xB8, square, CODES[piece]]) if piece == EMPTY else b"\xbb")
        self._alarm = at + SETTLED_MS

    def _ring(self, at: int) -> None:
        now = self._sensors.shown
        move = self._move(self._position, now)
        if move:  # until then a piece is in somebody's hand
            self._position = now
            self._unacked, self._sent = move, 0
        if self._unacked and self._sent < REPEATS:
            self._sent += 1
            self._out.append(self._unacked)
            self._alarm = at + AGAIN_MS

    @staticmethod
    def _move(before: str, now: str) -> bytes:
        """The move that made the one position of the other; the king's if two pieces went; nothing if none did."""
        moves = [
            (before[start] not in "kK", start, end)
            for start in range(64)
            for end in range(64)
            if before[start] != EMPTY and now[start] == EMPTY and now[end] == before[start] != before[end]
        ]
        if not moves:
            return b""
        _, start, end = min(moves)
        return bytes([0xA3, 0x35, start % 8, 7 - start // 8, end % 8, 7 - end // 8])
