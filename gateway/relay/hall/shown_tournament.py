"""The tournament as those are shown it who look at a hall."""

from __future__ import annotations

from gateway.event.event import Event
from gateway.event.withheld_results import without_results_since

from .hall import Hall
from .present_hall import PresentHall

__all__ = ["tournament_of"]


def tournament_of(present: PresentHall, shown: Hall) -> tuple[Event | None, int]:
    """It as it was at the hall's instant, with nothing that has come since at tables that are held back; and of how
    many acts it is made."""
    fold = present.event_record.as_of(shown.now())
    event = fold.event
    if event is not None and shown.withheld:
        then = {table: present.event_record.as_of(at).event for table, at in shown.withheld.items()}
        event = without_results_since(event, then)
    return event, len(fold.entries)
