"""The play-off for a place that is shared: a stage of its own, by whose places those who share it are parted."""

from __future__ import annotations

from .event import Event
from .event_acts import BeginPlayOff
from .regulations import StageRules, System
from .stages import EventStage, StageGroup

__all__ = ["play_off_stage"]


def play_off_stage(event: Event, act: BeginPlayOff) -> EventStage:
    """The stage in which they meet: two play a match, more a round robin (GN 29.3)."""
    rules = StageRules(
        system=System.ROUND_ROBIN,
        games=act.games,
        control=act.control or event.rules_of(event.planned).control,
        tie_breaks=("GAME_POINTS",) if act.games > 1 else (),
    )
    group = StageGroup(numbers=tuple(sorted(act.numbers)))
    return EventStage(number=event.planned.number, first=event.next_round, groups=(group,), rules=rules)
