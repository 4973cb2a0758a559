"""Deciding about stages: whether one may be drawn, arranged, closed or changed as it stands."""

from __future__ import annotations

import msgspec

from gateway.model.messages import message
from gateway.tournament.seeding import draw_size

from .event import Event
from .event_acts import ArrangeStage, BeginPlayOff
from .event_refusals import EventRefused, demand
from .event_rounds import EventGame
from .event_standings import shared_places
from .knock_out import undecided
from .play_off_pace import slow_games
from .regulations import Regulations, System
from .stage_closing import rounds_left
from .stage_making import first_groups, least_places
from .stages import StageGroup
from .ties import tie_result

__all__ = [
    "check_arranging",
    "check_complete",
    "check_drawing",
    "check_over",
    "check_play_off",
    "check_stage_change",
    "check_tie_change",
    "is_fixed_field",
]

_NAMED = 5
"""Games that a refusal names."""


def check_complete(event: Event) -> None:
    """Everything that is paired has been published and has its result."""
    if event.rounds:
        demand(event.rounds[-1].published, "event.not_published", round=len(event.rounds))
    missing = [game.id for game in event.missing()]
    if missing:
        named = tuple(map(str, missing[:_NAMED]))
        raise EventRefused(message("event.results_missing", n=len(missing), games=named))


def check_over(event: Event) -> None:
    """Nothing is left to be played in the stage."""
    check_complete(event)
    stage = event.current
    if event.rules_of(stage).system.is_bracket:
        for group in stage.groups:
            open_tie = undecided(event, stage, group)
            if open_tie is not None:
                raise EventRefused(open_tie)
    left = rounds_left(event)
    demand(not left, "event.rounds_left", n=left)


def check_play_off(event: Event, act: BeginPlayOff) -> None:
    """Those who are named share a place when all else is played, and nobody else shares it with them."""
    demand(bool(event.stages), "event.entries_open")
    stage = event.planned
    demand(not event.rules_of(stage).system.is_bracket, "event.play_off_in_knock_out")
    check_over(event)
    shared = shared_places(event, stage)
    if tuple(sorted(act.numbers)) not in shared:
        named = tuple(", ".join(map(str, numbers)) for numbers in shared)
        raise EventRefused(message("event.no_shared_place", shared=named))
    slow = slow_games(event.regulations, event.rules_of(stage).control, act.control)
    if slow is not None:
        raise EventRefused(slow)


def _check_unplayed(event: Event) -> None:
    """The stage has begun, and no round of it is paired."""
    demand(bool(event.stages), "event.entries_open")
    paired = event.rounds_of(event.current)
    demand(not paired, "event.round_paired", round=paired[-1].number if paired else 0)


def check_drawing(event: Event) -> None:
    """Lots can be drawn for the stage."""
    _check_unplayed(event)
    demand(event.rules_of(event.current).is_drawn, "event.nothing_drawn")


def check_arranging(event: Event, act: ArrangeStage) -> None:
    """The groups have everybody of the stage once, and places where places are needed."""
    _check_unplayed(event)
    rules = event.rules_of(event.current)
    named = [number for group in act.groups for number in group.numbers]
    demand(len(named) == len(set(named)), "event.named_twice")
    demand(set(named) == event.current.numbers, "event.not_everybody", n=len(event.current.numbers))
    demand(len(act.groups) == len(event.current.groups), "event.group_count", n=len(event.current.groups))
    for group in act.groups:
        placed = _is_placed(group, least_places(rules)) if rules.system.is_bracket else not group.slots
        demand(placed, "event.places_unfit")
        demand(not group.contested or rules.system is System.KNOCK_OUT, "event.places_unfit")
    if rules.system is System.SCHEVENINGEN:
        demand(len(named) % 2 == 0, "event.places_unfit")


def _is_placed(group: StageGroup, least: int) -> bool:
    """Whether everybody has a place of a draw whose size is a power of two, with nobody on it where two contest it."""
    size = len(group.slots)
    placed = [number for number in group.slots if number is not None]
    placed += [number for pair in group.contested.values() for number in pair]
    contested = all(0 < slot <= size and group.slots[slot - 1] is None for slot in group.contested)
    right_size = size >= least and draw_size(size) == size
    return right_size and contested and sorted(placed) == sorted(group.numbers)


def check_stage_change(event: Event, now: Regulations, wanted: Regulations) -> None:
    """Stages that have begun stay as they are, but for their names, tie-breaks and number of rounds."""
    if not event.rounds:
        if event.closed:  # whether the groups can be made; raises what is wrong
            first_groups(wanted.plan[0], sorted(event.current.numbers), event.clubs)
        return
    begun = event.current.number
    demand(len(wanted.plan) >= begun, "event.system_fixed")
    for was, will in zip(now.plan[:begun], wanted.plan, strict=False):
        kept = msgspec.structs.replace(will, name=was.name, tie_breaks=was.tie_breaks, rounds=was.rounds)
        demand(kept == was, "event.system_fixed")
    played, rounds = len(event.rounds_of(event.planned)), wanted.plan[begun - 1].rounds
    demand(not rounds or rounds >= played, "event.round_paired", round=len(event.rounds))


def is_fixed_field(event: Event) -> bool:
    """Whether nobody can come any more: the table or the bracket is drawn, or the first stage is over."""
    system = event.rules_of(event.current).system
    fixed = system.is_scheduled or system.is_bracket or system is System.CHALLENGE_SERIES
    return fixed or event.current.number > 1


def check_tie_change(event: Event, changed: EventGame) -> None:
    """Who goes on stays who it is, once the next round was paired with him."""
    a_round, _ = event.find(changed.id)
    if a_round is event.rounds[-1] or not event.rules_of(event.stage_of(a_round)).system.is_bracket:
        return
    games = [changed if game.id == changed.id else game for game in a_round.meeting_at(changed.board)]
    after = tie_result([(game, event.settled(game)) for game in games], event.regulations.points.scale)
    before = event.tie_result(a_round, changed.board)
    same = before is not None and after is not None and before.winner == after.winner
    demand(same, "event.tie_built_upon", pairing=changed.id, round=len(event.rounds))
