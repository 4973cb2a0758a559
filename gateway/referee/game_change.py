"""The change from one game to the next: what was about the game before is closed, what is about hardware stays."""

from __future__ import annotations

from gateway.clock.facts import ClockAnomalyKind

from . import attendance, cases, game_messages
from .judgement import Judgement
from .rulings import CLOCK, Alert, AlertKind

__all__ = ["leave_game"]


def leave_game(judgement: Judgement) -> None:
    """Close the cases of the game on the table, and every alert but those that have nothing to do with it."""
    if judgement.state.play is not None:
        cases.lapse(judgement)
        attendance.remember_arrivals(judgement)
    for raised in judgement.state.alerts:
        if not _lasts(raised.alert):
            judgement.clear(raised.alert.kind, game_messages.next_game(), raised.alert.subject)


def _lasts(alert: Alert) -> bool:
    """Whether it holds until something says otherwise, whatever game is played: hardware, and what is assigned."""
    if alert.kind is AlertKind.CLOCK:
        return alert.subject in {CLOCK, ClockAnomalyKind.BATTERY_LOW.value}
    return alert.kind in {AlertKind.DEVICE_LOST, AlertKind.DISK, AlertKind.ASSIGNMENT}
