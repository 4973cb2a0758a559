"""The knock-out of a stage: its bracket by pairing numbers, and who goes on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from gateway.model.messages import Message, message
from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.double_elimination import double_elimination
from gateway.tournament.knockout_bracket import KnockoutBracket, TieId, TieResult
from gateway.tournament.single_elimination import single_elimination

from .event import Event
from .event_acts import GivenPair
from .event_rounds import EventGame, EventRound
from .regulations import System
from .stages import EventStage, StageGroup

__all__ = ["PlayedBracket", "knock_out_bracket", "knock_out_pairs", "played_bracket", "round_count", "undecided"]


class PlayedBracket(NamedTuple):
    """A bracket with all results, and where each tie was played."""

    bracket: KnockoutBracket
    boards: dict[TieId, tuple[EventGame, ...]]
    """The games of each tie that is paired."""


def knock_out_bracket(event: Event, stage: EventStage, group: StageGroup) -> KnockoutBracket:
    """The bracket of a group with all results."""
    return played_bracket(event, stage, group).bracket


def played_bracket(event: Event, stage: EventStage, group: StageGroup) -> PlayedBracket:
    """The bracket of a group with all results and games. Two may meet again in a double elimination.

    Who leaves does so between the rounds where he did: whom he would have met has gone on, and played there.
    """
    bracket = _empty(event, stage, group)
    leaving = _withdrawn(event, group)
    boards: dict[TieId, tuple[EventGame, ...]] = {}
    for a_round, games in groupby(_boards(event, stage, group), key=itemgetter(0)):
        while leaving and leaving[0].until < a_round.number:
            bracket = bracket.withdraw(leaving.pop(0).number)
        ready = {frozenset(tie.numbers): tie.tie.id for tie in bracket.ready}
        results: dict[TieId, TieResult] = {}
        for _, game in games:
            tie = ready.get(frozenset((game.white, game.black)))
            if tie is None:
                continue
            boards[tie] = a_round.meeting_at(game.board)
            result = event.tie_result(a_round, game.board)
            if result is not None:
                results[tie] = result
        bracket = bracket.decide_all(results)
    for each in leaving:
        bracket = bracket.withdraw(each.number)
    return PlayedBracket(bracket, boards)


def _empty(event: Event, stage: EventStage, group: StageGroup) -> KnockoutBracket:
    rules = event.rules_of(stage)
    if rules.system is System.DOUBLE_ELIMINATION:
        return double_elimination(group.slots, rules.final)
    return single_elimination(group.slots, third_place=rules.third_place, contested=group.contested)


def round_count(event: Event, stage: EventStage, group: StageGroup) -> int:
    """The rounds that a bracket has at most: a second match of the final comes after the last."""
    ties = _empty(event, stage, group).ties
    return max(tie.round + (tie.if_beaten is not None) for tie in ties)


class _Leaving(NamedTuple):
    """Those who have left, and after which round."""

    until: RoundNumber
    number: PairingNumber


def _withdrawn(event: Event, group: StageGroup) -> list[_Leaving]:
    """Those who have left, in the order in which they did."""
    return sorted(
        _Leaving(until, number) for number in group.numbers if (until := event.entrant(number).until) is not None
    )


def _boards(event: Event, stage: EventStage, group: StageGroup) -> Iterator[tuple[EventRound, EventGame]]:
    """The first game of each board on which two of a group have met, round after round."""
    members = set(group.numbers)
    for a_round in event.rounds_of(stage):
        yield from (
            (a_round, game) for game in a_round.games if game.game == 1 and game.seat <= 1 and game.white in members
        )


def undecided(event: Event, stage: EventStage, group: StageGroup) -> Message | None:
    """Which tie that was played has nobody who goes on, if there is one."""
    for a_round, game in _boards(event, stage, group):
        if event.tie_result(a_round, game.board) is None:
            return message("event.tie_undecided", pairing=game.id)
    return None


def knock_out_pairs(event: Event, stage: EventStage, group: StageGroup) -> tuple[GivenPair, ...] | Message:
    """The ties of the next round of a group; a message: why there are none, or which game has to be decided first."""
    if event.rules_of(stage).is_drawn and stage.draw is None and not stage.arranged:
        return message("event.draw_missing")
    open_tie = undecided(event, stage, group)
    if open_tie is not None:
        return open_tie
    ready = knock_out_bracket(event, stage, group).ready
    if not ready:
        return message("event.no_round_left")
    # Who has a bye waits for the others: a tie of a later round is not played before those of an earlier one.
    label = min(tie.tie.round for tie in ready)
    now = [tie for tie in ready if tie.tie.round == label]
    turned = len(event.rounds_of(stage)) % 2 == 1
    return tuple(
        GivenPair(*(reversed(tie.numbers) if (at % 2 == 1) ^ turned else tie.numbers)) for at, tie in enumerate(now)
    )
