"""Overtime at bridge tables, as it waits for a director: what the event's scale proposes, never imposed by itself."""

from __future__ import annotations

from collections.abc import Iterator

from gateway.event.bridge.bridge_event import BridgeEvent
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.event.bridge.slow_play import TableTime, table_times
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.sides import BySide
from gateway.referee.attention import Attention, Concern
from gateway.tournament.bridge.compass import Partnership

from .bridge_matters import BRIDGE
from .matters import Matter
from .round_clock_keeper import RoundClockKeeper

__all__ = ["OVERTIME_ATTENTION", "OVERTIME_KIND", "bridge_times", "overtime_matters"]

OVERTIME_KIND = "bridge_overtime"
OVERTIME_ATTENTION = Attention(concern=Concern.TIME, urgent=False)


def bridge_times(fold: BridgeFold, clock: RoundClockKeeper) -> tuple[TableTime, ...]:
    """How long each table took, by the clock of the hall; nothing where there is none."""
    event, message_of_clock = fold.event, clock.message()
    if event is None or message_of_clock is None:
        return ()
    return table_times(event, fold.entries, clock.spans(), message_of_clock.plan, Instant(message_of_clock.at))


def overtime_matters(fold: BridgeFold, clock: RoundClockKeeper) -> Iterator[Matter]:
    """Every table that is done, was over the time, and for which the scale has points."""
    event = fold.event
    if event is None or not event.regulations.overtime.steps:
        return
    for time in bridge_times(fold, clock):
        if time.proposed and not time.missing:
            yield _matter(event, time)


def _matter(event: BridgeEvent, time: TableTime) -> Matter:
    table = event.find(time.table)[1]
    names = ["" if table.four else event.contestant(table.number(side)).name for side in Partnership]
    ids = [event.contestant(table.number(side)).id for side in Partnership if table.number(side)]
    since = time.boards[-1].end
    slowest = max(time.boards, key=lambda each: each.took_ms)
    text = message(
        "alert.bridge_overtime",
        table=table.label,
        round=time.round,
        over=time.over_ms,
        board=slowest.board,
        took=slowest.took_ms,
        points=f"{time.proposed:f}",
        unit=time.unit.value.upper(),
    )
    return Matter(
        id=f"{BRIDGE}/1/overtime/{time.table}/{since}",
        table="",
        players=BySide(*names),
        game=0,
        concern=OVERTIME_ATTENTION.concern,
        urgent=OVERTIME_ATTENTION.urgent,
        kind=OVERTIME_KIND,
        text=text,
        since=since,
        article="BR (一)",
        bridge=f"{time.round} {time.proposed:f} {time.unit.value} {' '.join(ids)}",
    )
