"""The schedule of a stage whose rounds are all known beforehand, and its crosstable after withdrawals."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gateway.games import registry
from gateway.model.pairings import RoundNumber
from gateway.tournament.carry_over import carried_over, final_stage
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from gateway.tournament.round_robin import ScheduledRound, double_round_robin, round_robin
from gateway.tournament.withdrawal import withdraw_from_round_robin

from .event import Event
from .regulations import System
from .stages import EventStage, StageGroup

__all__ = ["schedule", "stage_table"]

_replace = msgspec.structs.replace


def schedule(event: Event, stage: EventStage, group: StageGroup) -> tuple[ScheduledRound, ...]:
    """All rounds of a group; none where they are paired one by one."""
    rules = event.rules_of(stage)
    if rules.carry_over:
        return final_stage(*_halves(event, stage, group))
    match rules.system:
        case System.ROUND_ROBIN:
            return _named(group, round_robin(len(group.numbers)))
        case System.DOUBLE_ROUND_ROBIN:
            return _named(group, double_round_robin(len(group.numbers)))
        case System.SCHEVENINGEN:
            half = len(group.numbers) // 2
            return final_stage(group.numbers[:half], group.numbers[half:])
        case _:
            return ()


def stage_table(
    event: Event, stage: EventStage, group: StageGroup, *, through: RoundNumber | None = None
) -> Crosstable:
    """The crosstable of a group by which it is ranked: with what was taken along from the stage before; where rounds
    are known beforehand, with the results of those who have withdrawn cancelled, or what they left forfeited."""
    table = _after_withdrawals(event, stage, group, event.group_table(stage, group, through=through))
    if not event.rules_of(stage).carry_over:
        return table
    before = event.stage_before(stage)
    carried = {
        row.number: row.rounds
        for part, numbers in zip(before.groups, _halves(event, stage, group), strict=True)
        for row in carried_over(stage_table(event, before, part), numbers)
    }
    length = max(map(len, carried.values()))
    rows = tuple(
        _replace(row, rounds=(*_padded(carried[row.number], length), *row.rounds)) for row in table.participants
    )
    return _replace(table, participants=rows, round_count=None)


def _padded(rounds: tuple[RoundResult | None, ...], length: int) -> tuple[RoundResult | None, ...]:
    return rounds + (RoundResult(RoundScore.ZERO_BYE),) * (length - len(rounds))


def _halves(event: Event, stage: EventStage, group: StageGroup) -> tuple[list[PairingNumber], list[PairingNumber]]:
    """Those who come from one group of the stage before, and those from the other."""
    first = event.stage_before(stage).groups[0]
    one = [number for number in group.numbers if number in first.numbers]
    return one, [number for number in group.numbers if number not in first.numbers]


def _named(group: StageGroup, rounds: Iterable[ScheduledRound]) -> tuple[ScheduledRound, ...]:
    """A table with the numbers that stand in the group in the place of 1, 2, ..."""
    named = group.numbers
    return tuple(
        ScheduledRound(
            tuple((named[first - 1], named[second - 1]) for first, second in each.pairs),
            None if each.bye is None else named[each.bye - 1],
        )
        for each in rounds
    )


def _after_withdrawals(event: Event, stage: EventStage, group: StageGroup, table: Crosstable) -> Crosstable:
    games = schedule(event, stage, group)
    if not games:
        return table
    known = table.rounds_known
    between_teams = event.rules_of(stage).system is System.SCHEVENINGEN
    first = registry.find(event.regulations.rules).start().turn
    for number in group.numbers:
        until = event.entrant(number).until
        if until is None or until >= stage.first + known:
            continue
        kept = max(0, until - stage.first + 1)
        left = _replace(table[number], rounds=table[number].rounds[:kept])
        table = withdraw_from_round_robin(
            _with_row(table, left), number, games, between_teams=between_teams, first_side=first
        ).table
    rows = tuple(_replace(row, rounds=row.rounds[:known]) for row in table.participants)
    return _replace(table, participants=rows)


def _with_row(table: Crosstable, row: Participant) -> Crosstable:
    rows = tuple(row if each.number == row.number else each for each in table.participants)
    return _replace(table, participants=rows)
