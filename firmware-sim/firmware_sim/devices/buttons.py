"""Two buttons and a small microcontroller that writes a line for each press."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from drivers.readings import Seat

__all__ = ["Buttons"]


class Buttons:
    """Two buttons; push one with `press`."""

    def __init__(self) -> None:
        self.stirred: Callable[[], None] = lambda: None
        self._out: list[bytes] = []

    def press(self, seat: Seat, at: int) -> None:  # noqa: ARG002 - as other clocks
        """Push this side's button."""
        self._out.append(f"{seat.value}\r\n".encode("ascii"))
        self.stirred()

    def power_on(self, at: int) -> None:  # noqa: ARG002 - as other devices
        """Nothing was pressed."""
        self._out.clear()

    def receive(self, data: bytes, at: int) -> None:
        """It listens to nobody."""

    def wake(self, at: int) -> None:
        """It does nothing by itself."""

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued lines, oldest first."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """Never."""
        return None
