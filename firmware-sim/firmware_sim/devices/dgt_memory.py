"""The memory that a DGT board writes by itself and sends as message 8F: changes, lever presses, start positions."""

from __future__ import annotations

from firmware_sim.surface import CHESS_START, DRAUGHTS_START

__all__ = ["SIZE", "DgtMemory"]

SIZE = 0x1F00

POWER_UP, END, FOUR_ROWS, EMPTY_BOARD, BEGIN, BEGIN_ROTATED = 0x6A, 0x6B, 0x6C, 0x6D, 0x6F, 0x7A

QUICK_MS = 250


class DgtMemory:
    """A strip of bytes; when it is full the oldest are forgotten."""

    def __init__(self) -> None:
        self._strip = bytearray()
        self._changed_at = -QUICK_MS

    def power_on(self, shown: str) -> None:
        """Note it, and what stands on the board."""
        self._strip.append(POWER_UP)
        self._mark(shown)

    def changed(self, field: int, code: int, shown: str, at: int) -> None:
        """A field holds another piece."""
        quick = at - self._changed_at < QUICK_MS
        self._changed_at = at
        self._strip += bytes([0x40 | quick << 4 | code, field])
        self._mark(shown)

    def lever(self, times: bytes, at_left: bool) -> None:
        """The lever was moved by this side: d0 to d6 as the clock gives them."""
        hours, minutes, seconds = times[3:6] if at_left else times[0:3]
        self._strip += bytes([0x60 | at_left << 4 | hours & 0x0F, minutes, seconds])

    def download(self) -> bytes:
        """The whole memory, filled up with nothing."""
        kept = bytes(self._strip[-(SIZE - 1) :])
        return (kept + bytes([END])).ljust(SIZE, b"\x00")

    def _mark(self, shown: str) -> None:
        marks = {CHESS_START: BEGIN, CHESS_START[::-1]: BEGIN_ROTATED, DRAUGHTS_START: FOUR_ROWS}
        mark = marks.get(shown, EMPTY_BOARD if not shown.strip(".") else None)
        if mark is not None:
            self._strip.append(mark)
        if len(self._strip) > 2 * SIZE:
            del self._strip[:-SIZE]
