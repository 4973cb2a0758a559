"""Slow play: how long each board took at each table, who was over the time, and what the event's scale makes of that.

Facts come from the record: a board is over when the table's button says so, or when somebody first says its result.
Time in which the round clock stood does not count. What overtime costs is proposed to a director, never taken by itself
(BR (一), decision B1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import chain, pairwise, zip_longest
from typing import NamedTuple

import msgspec

from gateway.clock.round_clock_record import RunSpan
from gateway.clock.round_plan import PhaseKind, RoundPlan
from gateway.model.bridge_signals import BridgeSignal
from gateway.model.instants import Instant, Millis

from .bridge_acts import (
    AcceptBoard,
    DrawBridgeRound,
    PublishBridgeRound,
    ReportBoard,
    SignalTable,
    TakeBackRound,
)
from .bridge_entries import BridgeEntry
from .bridge_event import BridgeEvent, BridgeRoundState, BridgeTable, TableId
from .bridge_regulations import OvertimeScale, PenaltyUnit

__all__ = ["OVERTIME", "BoardTime", "TableTime", "overtime_points", "table_times"]

OVERTIME = "overtime"
"""The kind of a penalty for it."""
_SOON = 4
"""This part of the time of a board is soon after its end."""


class BoardTime(msgspec.Struct, frozen=True):
    """The time that a board took at a table."""

    board: int
    end: Instant
    took_ms: Millis
    """From the end of the board before, or from the beginning of the round; not while the clock stood."""


class TableTime(msgspec.Struct, frozen=True, kw_only=True):
    """The time of a table in a round."""

    table: TableId
    round: int
    boards: tuple[BoardTime, ...]
    """Those that are over, in the order in which they were."""
    missing: tuple[int, ...] = ()
    used_ms: Millis
    """Until the last board was over, or until now while one is missing."""
    allowed_ms: Millis
    """As many minutes as the clock gave: boards and their time, and what a director has added."""
    proposed: Decimal = Decimal(0)
    """Points that the event's scale has for it; 0: none, or a director has decided already."""
    unit: PenaltyUnit = PenaltyUnit.VICTORY_POINTS

    @property
    def over_ms(self) -> Millis:
        """By how much it was over the time."""
        return Millis(max(0, self.used_ms - self.allowed_ms))


def table_times(
    event: BridgeEvent, entries: Iterable[BridgeEntry], spans: Sequence[RunSpan], plan: RoundPlan | None, at: Instant
) -> tuple[TableTime, ...]:
    """Every table of every round that the clock has begun, up to an instant. `spans` are the times in which the clock
    ran, by the instants of the record; a set of a match is a round of the clock."""
    entries = tuple(entries)
    ended, presses, sets = _ends(entries), _presses(entries), event.regulations.sets
    begun: list[tuple[BridgeRoundState, _Clock]] = []
    for a_round in event.rounds:
        first, last = (a_round.number - 1) * sets + 1, a_round.number * sets
        own = [span for span in spans if span.kind is PhaseKind.PLAY and first <= span.round <= last]
        if not own or not a_round.published:
            continue
        within = (span for span in spans if own[0].start <= span.start and span.end <= own[-1].end)
        ran = sum(span.end - span.start for span in within)
        clock = _Clock(own[0].start, tuple(spans), Millis(max(ran, _planned(plan, first, last))), at)
        begun.append((a_round, clock))
    found: list[TableTime] = []
    # A round is played from when the clock has begun it and people know where they sit.
    known = _published(entries)
    starts = [max(clock.start, known.get(a_round.number, clock.start)) for a_round, clock in begun]
    for (a_round, clock), start, until in zip_longest(begun, starts, starts[1:]):
        for table in a_round.tables:
            pressed = [at for at in presses.get(table.label, ()) if start <= at and (until is None or at < until)]
            told = {board: ended[table.id, board] for board in table.boards if (table.id, board) in ended}
            found.append(_of_table(event, a_round.number, table, _with_presses(table, told, pressed, clock), clock))
    return tuple(found)


class _Clock(NamedTuple):
    """The round as the clock has it."""

    start: Instant
    spans: tuple[RunSpan, ...]
    allowed: Millis
    now: Instant


def _planned(plan: RoundPlan | None, first: int, last: int) -> int:
    """What the plan has from the beginning of one of its rounds to the end of another."""
    phases = () if plan is None else plan.phases
    inside = [
        phase
        for phase in phases
        if first <= phase.round <= last and (phase.kind is PhaseKind.PLAY or phase.round < last)
    ]
    return sum(phase.length for phase in inside)


def overtime_points(scale: OvertimeScale, over_ms: Millis) -> Decimal:
    """What the scale has for so much overtime; 0 below its first step."""
    return max(
        ((step.over_ms, step.points) for step in scale.steps if over_ms >= step.over_ms and over_ms > 0),
        default=(0, Decimal(0)),
    )[1]


def _ends(entries: Iterable[BridgeEntry]) -> dict[tuple[TableId, int], Instant]:
    """When each board at a table was first said to be over."""
    found: dict[tuple[TableId, int], Instant] = {}
    for entry in entries:
        if isinstance(entry.act, ReportBoard | AcceptBoard):
            found.setdefault((entry.act.table, entry.act.board), entry.at)
    return found


def _published(entries: Iterable[BridgeEntry]) -> dict[int, Instant]:
    """When each round was made known, for the last time where it was taken back."""
    found: dict[int, Instant] = {}
    drawn = 0
    for entry in entries:
        match entry.act:
            case DrawBridgeRound():
                drawn += 1
            case TakeBackRound():
                drawn -= 1
            case PublishBridgeRound():
                found[drawn] = entry.at
            case _:
                pass
    return found


def _presses(entries: Iterable[BridgeEntry]) -> dict[str, list[Instant]]:
    """When each table's button said that a board is over, by the table's label."""
    found: dict[str, list[Instant]] = {}
    for entry in entries:
        if isinstance(entry.act, SignalTable) and entry.act.signal is BridgeSignal.BOARD_OVER:
            found.setdefault(entry.act.place, []).append(entry.act.pressed)
    return found


def _with_presses(
    table: BridgeTable, told: Mapping[int, Instant], presses: Iterable[Instant], clock: _Clock
) -> dict[int, Instant]:
    """When each board was over: by the button where it was pressed, which is before somebody has typed the result.

    A press soon after the end of a board belongs to that: pressed twice, or after the result was entered. One soon
    before a result was entered belongs to that board, any other to the next of the table's boards.
    """
    ends = dict(told)
    soon = clock.allowed // max(1, len(table.boards)) // _SOON
    for press in sorted(presses):
        if any(0 <= press - end < soon for end in ends.values()):
            continue
        entered = (each for each, end in told.items() if 0 <= end - press < soon)
        following = (each for each in table.boards if each not in ends or ends[each] > press)
        board = next(chain(entered, following), None)
        if board is not None:
            ends[board] = press
    return ends


def _of_table(
    event: BridgeEvent, number: int, table: BridgeTable, ended: Mapping[int, Instant], clock: _Clock
) -> TableTime:
    over = sorted((end, board) for board, end in ended.items())
    boards, since = list[BoardTime](), clock.start
    for end, board in over:
        boards.append(BoardTime(board, end, _ran(clock.spans, since, end)))
        since = max(since, end)
    missing = tuple(board for board in table.boards if board not in ended)
    time = TableTime(
        table=table.id,
        round=number,
        boards=tuple(boards),
        missing=missing,
        used_ms=_ran(clock.spans, clock.start, clock.now if missing else since),
        allowed_ms=clock.allowed,
    )
    if _is_decided(event, table, number):
        return time
    scale = event.regulations.overtime
    return msgspec.structs.replace(time, proposed=overtime_points(scale, time.over_ms), unit=scale.unit)


def _is_decided(event: BridgeEvent, table: BridgeTable, number: int) -> bool:
    """Whether a director has penalised one of the two for it."""
    who = {event.contestant(each).id for each in (table.north_south, table.east_west, *table.four) if each}
    return any(each.kind == OVERTIME and each.round == number and each.contestant in who for each in event.penalties)


def _ran(spans: Sequence[RunSpan], start: Instant, end: Instant) -> Millis:
    """The time between two instants without that in which the clock stood between two runs; after its last run the
    clock is over, and time goes on."""
    stood = 0
    for one, other in pairwise(spans):
        stood += max(0, min(end, other.start) - max(start, one.end))
    return Millis(max(0, end - start - stood))
