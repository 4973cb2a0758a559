"""A table as a sender of lines: what is held of it, what is coming, what to ask it for, when it was last awake."""

from __future__ import annotations

from gateway.record.line_parts import PartsCollector
from gateway.relay.hall.hall_table import HallTable

from .gap_requests import GapRequests
from .line_quota import LineQuota
from .resequencer import Resequencer

__all__ = ["TableSource"]


class TableSource:
    """One table, as the bus tells of it. Times are seconds on the loop's clock."""

    def __init__(self, table: HallTable, now: float) -> None:
        self.table = table
        self.quota = LineQuota(now)
        self.offline_at = 0
        self.beat = 0
        self.beat_at: float | None = None
        """When we last heard a new beat of the table; None if there is nothing to wait for."""
        self.start(table.held)

    def start(self, held: int) -> None:
        """Begin to count at `held`."""
        self.stored: dict[int, bytes] = {}
        """Lines that we hold and that are coming again."""
        self.parts = PartsCollector()
        self.resequencer = Resequencer(held)
        self.gap_requests = GapRequests(self.resequencer)

    def wake_at(self, now: float) -> float | None:
        """When there may be something to ask; None: nothing before something happens."""
        wake = self.gap_requests.wake_at(now)
        return max(wake or 0.0, self.quota.opens_at()) if self.quota.exceeded else wake

    def heard_beat(self, beat: int, now: float) -> bool:
        """A table says when it was last awake; True if that is news."""
        news = beat != self.beat
        if news:
            self.beat, self.beat_at = beat, now if beat else None
        return news
