"""The charts of an event: who met whom and with which result, all places, and the bracket of a knock-out."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import Crosstable
from gateway.tournament.knockout_bracket import KnockoutBracket, TieId
from gateway.tournament.standings.ranking import Standings

from .event import Event
from .event_rounds import EventGame
from .event_schedule import stage_table
from .event_standings import group_standings
from .knock_out import played_bracket
from .regulations import System
from .stages import EventStage, StageGroup

__all__ = ["EventChart", "event_charts"]


class EventChart(msgspec.Struct, frozen=True, kw_only=True):
    """A group of a stage: those who meet one another."""

    stage: int
    """Counted from 1 among those that have begun."""
    stage_name: str = ""
    """As the regulations call it."""
    group: str = ""
    """`A`, `B`; empty where there is but one."""
    system: System
    table: Crosstable
    standings: Standings
    bracket: KnockoutBracket | None = None
    games: Mapping[TieId, tuple[EventGame, ...]] = {}
    """Of each tie of the bracket, as far as it is paired."""


def event_charts(event: Event, *, through: RoundNumber | None = None) -> tuple[EventChart, ...]:
    """The charts of every stage after a round, or as it stands; none before entries are closed."""
    if not event.closed:
        return ()
    begun = [each for each in event.stages if through is None or each.first <= through]
    return tuple(
        _chart(event, at, stage, group, through) for at, stage in enumerate(begun, 1) for group in stage.groups
    )


def _chart(event: Event, at: int, stage: EventStage, group: StageGroup, through: RoundNumber | None) -> EventChart:
    rules = event.rules_of(stage)
    bracket, games = played_bracket(event, stage, group) if rules.system.is_bracket and group.slots else (None, {})
    return EventChart(
        stage=at,
        stage_name=rules.name,
        group=group.name,
        system=rules.system,
        table=stage_table(event, stage, group, through=through),
        standings=group_standings(event, stage, group, through=through),
        bracket=bracket,
        games=games,
    )
