"""The effect of a withdrawal, by the system that is played: which results stand, and what becomes of the rest."""

from __future__ import annotations

from gateway.model.messages import Message, message
from gateway.tournament.crosstable import PairingNumber

from .event import Event
from .event_schedule import schedule
from .regulations import System

__all__ = ["withdrawal_effect"]


def withdrawal_effect(event: Event, number: PairingNumber) -> Message | None:
    """The rule that comes to bear (GN 24.4), with its article; None where the participant is not in the stage."""
    stage = event.current
    group = stage.group_of(number)
    if group is None:
        return None
    system = event.rules_of(stage).system
    if not event.rounds:
        return message("withdrawal.before_start", article="GN 24.4.1")
    if system.is_bracket:
        return message("withdrawal.bracket")
    if not system.is_scheduled:
        return message("withdrawal.standing", article="GN 24.4.3")
    if system is System.SCHEVENINGEN:
        return message("withdrawal.forfeited", article="GN 24.4.4")
    row = event.group_table(stage, group)[number]
    met = sum(1 for each in row.rounds if each is not None and each.opponent is not None)
    games = sum(1 for each in schedule(event, stage, group) for pair in each.pairs if number in pair)
    key = "withdrawal.cancelled" if 2 * met < games else "withdrawal.forfeited"
    return message(key, article="GN 24.4.2")
