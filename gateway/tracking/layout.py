"""The layout of the game's board on the device's: the same cells, turned round, or a window on a larger board."""

from __future__ import annotations

import msgspec

__all__ = ["Layout"]


class Layout(msgspec.Struct, frozen=True):
    """The device's grid, and the game's grid on it."""

    rows: int
    cols: int
    device_rows: int
    device_cols: int
    turned: bool = False
    """White sits where the device has its top."""

    @property
    def size(self) -> int:
        """How many cells the device has."""
        return self.device_rows * self.device_cols

    def from_device(self, cells: str) -> str:
        """What the device shows, as White sees the game's board."""
        if (self.rows, self.cols) != (self.device_rows, self.device_cols):
            top, left = (self.device_rows - self.rows) // 2, (self.device_cols - self.cols) // 2
            starts = range(top * self.device_cols + left, self.size, self.device_cols)
            cells = "".join(
                cells[start : start + self.cols] for start, _ in zip(starts, range(self.rows), strict=False)
            )
        return cells[::-1] if self.turned else cells

    def from_device_cell(self, cell: int) -> int | None:
        """The game's cell that a device's cell is; None beside the window."""
        row, col = divmod(cell, self.device_cols)
        row -= (self.device_rows - self.rows) // 2
        col -= (self.device_cols - self.cols) // 2
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            return None
        here = row * self.cols + col
        return self.rows * self.cols - 1 - here if self.turned else here

    def device_cell(self, cell: int) -> int:
        """The device's cell that a cell of the game is: `from_device_cell` the other way about."""
        if self.turned:
            cell = self.rows * self.cols - 1 - cell
        row, col = divmod(cell, self.cols)
        row += (self.device_rows - self.rows) // 2
        col += (self.device_cols - self.cols) // 2
        return row * self.device_cols + col

    def other_way(self) -> Layout:
        """The layout with the sides exchanged."""
        return msgspec.structs.replace(self, turned=not self.turned)
