"""The closing of a stage: when it is over, who goes on from each group, and to where in the next stage."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.model.messages import Message, message
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.double_elimination import FinalMode

from .challenge import challenge_of, challenge_rounds
from .event import Event
from .event_entries import StageBegun
from .event_schedule import schedule
from .event_standings import group_order, group_standings
from .knock_out import knock_out_bracket, round_count
from .regulations import StageRules, System
from .stage_making import following_groups
from .stages import EventStage, StageGroup

__all__ = ["is_over", "last_round", "next_stage", "round_limit", "rounds_left", "rounds_planned"]

_MOST_ROUNDS = 99


def round_limit(event: Event, stage: EventStage) -> int:
    """The rounds that a stage has at most."""
    rules = event.rules_of(stage)
    if not rules.system.says_rounds:
        return rules.rounds
    needed = max(_needed(event, stage, group) for group in stage.groups)
    return min(rules.rounds or needed, needed) if rules.system.is_scheduled else needed


def _needed(event: Event, stage: EventStage, group: StageGroup) -> int:
    system = event.rules_of(stage).system
    if system.is_bracket:
        return round_count(event, stage, group)
    if system is System.CHALLENGE_SERIES:
        return challenge_rounds(event, stage, group)
    return len(schedule(event, stage, group))


def rounds_planned(event: Event, *, play_offs: bool = True) -> int:
    """The rounds of all stages, as far as can be said: of those to come, with as many as go on into them."""
    plan = event.regulations.plan
    if not event.stages:
        return event.regulations.rounds
    begun = sum(round_limit(event, stage) for stage in event.stages if play_offs or not stage.is_play_off)
    number = event.current.number
    coming = zip(plan[number - 1 :], plan[number:], strict=False)
    return begun + sum(_expected(after, before.qualifiers) for before, after in coming)


def last_round(event: Event) -> int:
    """The last round for which anything can be said beforehand; the most there can be, where a system says how many."""
    if event.stages:
        return max(rounds_planned(event), event.regulations.rounds, event.next_round)
    open_ended = any(not rules.rounds for rules in event.regulations.plan)
    return _MOST_ROUNDS if open_ended else event.regulations.rounds


def _expected(rules: StageRules, entrants: int) -> int:
    """The rounds of a stage that so many will play."""
    size = -(-entrants // rules.groups)
    if rules.rounds and not rules.system.is_bracket:
        return rules.rounds
    if rules.carry_over or rules.system is System.SCHEVENINGEN:
        return entrants // 2
    match rules.system:
        case System.DOUBLE_ROUND_ROBIN:
            return 2 * (size - 1 + size % 2)
        case System.CHALLENGE_SERIES:
            return entrants - 1
        case System.KNOCK_OUT:
            return (size - 1).bit_length()
        case System.DOUBLE_ELIMINATION:
            return 2 * (size - 1).bit_length() + (rules.final is FinalMode.RESET)
        case _:
            return size - 1 + size % 2


def rounds_left(event: Event) -> int:
    """How many rounds of the stage that is played are still to be paired, at most."""
    stage = event.current
    left = round_limit(event, stage) - len(event.rounds_of(stage))
    return 0 if left <= 0 or _is_decided(event, stage) else left


def is_over(event: Event, stage: EventStage) -> bool:
    """Whether no round of the stage is left to be paired."""
    return len(event.rounds_of(stage)) >= round_limit(event, stage) or _is_decided(event, stage)


def _is_decided(event: Event, stage: EventStage) -> bool:
    """Whether it is a knock-out, or a challenge series, in which nobody is left to be met."""
    if event.rules_of(stage).system is System.CHALLENGE_SERIES:
        return challenge_of(event, stage, stage.groups[0]).series.is_over
    return event.rules_of(stage).system.is_bracket and all(
        knock_out_bracket(event, stage, group).is_over for group in stage.groups
    )


def next_stage(event: Event, seed: str) -> StageBegun | Message:
    """Who is where in the stage after this one; a message: why that cannot be said yet."""
    stage = event.planned
    coming = event.regulations.plan[stage.number]
    each = event.rules_of(stage).qualifiers // len(stage.groups)
    for group in stage.groups:
        shared = () if seed else _shared(event, stage, group, each, in_order=coming.system.is_bracket)
        if shared:
            return message("event.places_shared", numbers=tuple(map(str, shared)), group=group.name)
    orders = tuple(group_order(event, stage, group, seed) for group in stage.groups)
    qualified = [_staying_first(event, order)[:each] for order in orders]
    return StageBegun(orders, following_groups(coming, qualified, event.clubs))


def _staying_first(event: Event, order: Sequence[PairingNumber]) -> list[PairingNumber]:
    """The next one of the group goes on instead of who has withdrawn. Where too few are left, he stands there all the
    same, and whoever was to meet him goes on without playing."""
    return sorted(order, key=lambda number: event.entrant(number).until is not None)


def _shared(
    event: Event, stage: EventStage, group: StageGroup, each: int, *, in_order: bool
) -> tuple[PairingNumber, ...]:
    """Those who share a place on which it depends who goes on or, where the order counts, to where."""
    if event.rules_of(stage).system.is_bracket:
        return ()
    rows = group_standings(event, stage, group).rows
    there = [row for row in rows if event.entrant(row.number).until is None]
    for last, following in enumerate(there[1:], 1):
        decisive = last == each or (in_order and last < each)
        if decisive and there[last - 1].rank == following.rank:
            return tuple(row.number for row in there if row.rank == following.rank)
    return ()
