"""A simulated clock in somebody's test."""

from __future__ import annotations

from collections.abc import Callable

from drivers.readings import Seat
from firmware_sim.devices.dgt_clock import DgtClock

__all__ = ["ClockInTest"]


class ClockInTest:
    """A DGT clock as people see and touch it; `wait` lets time pass for it and for the board it is plugged into."""

    def __init__(self, clock: DgtClock, now: Callable[[], int], wait: Callable[[int], None]) -> None:
        self.device = clock
        """The simulated clock itself."""
        self._now = now
        self._wait = wait

    def start(self) -> None:
        """Push the button in the middle, if it stands."""
        if not self.device.running:
            self.device.run_stop(self._now())
            self._wait(0)

    def stop(self) -> None:
        """Push the button in the middle, if it runs."""
        if self.device.running:
            self.device.run_stop(self._now())
            self._wait(0)

    def press(self, seat: str) -> None:
        """Push down a side of the lever: "left" or "right", seen from the front."""
        self.device.press(Seat(seat), self._now())
        self._wait(0)

    def wait(self, ms: int) -> None:
        """Let time pass."""
        self._wait(ms)

    @property
    def left(self) -> int:
        """Seconds that the left side shows."""
        return self.device.seconds(Seat.LEFT, self._now())

    @property
    def right(self) -> int:
        """Seconds that the right side shows."""
        return self.device.seconds(Seat.RIGHT, self._now())

    @property
    def running(self) -> bool:
        """Somebody's time runs."""
        return self.device.running

    @property
    def flag(self) -> str | None:
        """Whose flag is shown: "left", "right" or nobody's."""
        return None if self.device.flag is None else str(self.device.flag)

    @property
    def text(self) -> str | None:
        """What the display says instead of times."""
        return self.device.text
