"""The knock-out of a stage: its bracket by pairing numbers, and who goes on."""

from __future__ import annotations

from collections.abc import Iterator

from gateway.model.messages import Message, message
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.knockout_bracket import KnockoutBracket
from gateway.tournament.single_elimination import single_elimination

from .event import Event
from .event_acts import GivenPair
from .event_rounds import EventGame, EventRound
from .stages import EventStage, StageGroup

__all__ = ["knock_out_bracket", "knock_out_pairs", "undecided"]


def knock_out_bracket(event: Event, stage: EventStage, group: StageGroup) -> KnockoutBracket:
    """The bracket of a group with all results."""
    bracket = single_elimination(group.slots, third_place=event.rules_of(stage).third_place)
    for a_round, game in _boards(event, stage, group):
        result = event.tie_result(a_round, game.board)
        tie = next((each for each in bracket.ready if {*each.numbers} == {game.white, game.black}), None)
        if result is not None and tie is not None:
            bracket = bracket.decide(tie.tie.id, result)
    for number in _withdrawn(event, group):
        bracket = bracket.withdraw(number)
    return bracket


def _withdrawn(event: Event, group: StageGroup) -> list[PairingNumber]:
    """Those who have left, in the order in which they did."""
    left = [(until, number) for number in group.numbers if (until := event.entrant(number).until) is not None]
    return [number for _, number in sorted(left)]


def _boards(event: Event, stage: EventStage, group: StageGroup) -> Iterator[tuple[EventRound, EventGame]]:
    """The first game of each board on which two of a group have met, round after round."""
    members = set(group.numbers)
    for a_round in event.rounds_of(stage):
        yield from ((a_round, game) for game in a_round.games if game.game == 1 and game.white in members)


def undecided(event: Event, stage: EventStage, group: StageGroup) -> Message | None:
    """Which tie that was played has nobody who goes on, if there is one."""
    for a_round, game in _boards(event, stage, group):
        if event.tie_result(a_round, game.board) is None:
            return message("event.tie_undecided", pairing=game.id)
    return None


def knock_out_pairs(event: Event, stage: EventStage, group: StageGroup) -> tuple[GivenPair, ...] | Message:
    """The ties of a group that can be played now; a message: which game has to be decided first."""
    open_tie = undecided(event, stage, group)
    if open_tie is not None:
        return open_tie
    ready = knock_out_bracket(event, stage, group).ready
    if not ready:
        return message("event.no_round_left")
    turned = len(event.rounds_of(stage)) % 2 == 1
    return tuple(
        GivenPair(*(reversed(tie.numbers) if (at % 2 == 1) ^ turned else tie.numbers)) for at, tie in enumerate(ready)
    )
