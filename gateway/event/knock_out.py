"""The knock-out of a stage: its bracket by pairing numbers, and who goes on."""

from __future__ import annotations

from gateway.model.messages import Message, message
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.knockout_bracket import KnockoutBracket, TieResult
from gateway.tournament.single_elimination import single_elimination

from .event import Event, EventGame
from .event_acts import GivenPair
from .stages import EventStage, StageGroup

__all__ = ["knock_out_bracket", "knock_out_pairs", "winner_of"]


def knock_out_bracket(event: Event, stage: EventStage, group: StageGroup) -> KnockoutBracket:
    """The bracket of a group with all results."""
    bracket = single_elimination(group.slots, third_place=event.rules_of(stage).third_place)
    members = set(group.numbers)
    for a_round in event.rounds_of(stage):
        for game in a_round.games:
            winner = winner_of(event, game)
            if winner is None or winner not in members:
                continue
            tie = next((each for each in bracket.ready if {*each.numbers} == {game.white, game.black}), None)
            if tie is not None:
                bracket = bracket.decide(tie.tie.id, TieResult(winner))
    for number in _withdrawn(event, group):
        bracket = bracket.withdraw(number)
    return bracket


def _withdrawn(event: Event, group: StageGroup) -> list[PairingNumber]:
    """Those who have left, in the order in which they did."""
    left = [(until, number) for number in group.numbers if (until := event.entrant(number).until) is not None]
    return [number for _, number in sorted(left)]


def winner_of(event: Event, game: EventGame) -> PairingNumber | None:
    """Who goes on; None: it is not known yet."""
    if game.advanced is not None:
        return game.advanced
    score = event.counted(game)
    if score is None:
        return None
    scale = event.regulations.points.scale
    white, black = scale.of(score.white), scale.of(score.black)
    return None if white == black else game.white if white > black else game.black


def knock_out_pairs(event: Event, stage: EventStage, group: StageGroup) -> tuple[GivenPair, ...] | Message:
    """The ties of a group that can be played now; a message: which game has to be decided first."""
    members = set(group.numbers)
    rounds = event.rounds_of(stage)
    for a_round in rounds:
        for game in a_round.games:
            if game.white in members and winner_of(event, game) is None:
                return message("event.tie_undecided", pairing=game.id)
    ready = knock_out_bracket(event, stage, group).ready
    if not ready:
        return message("event.no_round_left")
    turned = len(rounds) % 2 == 1
    return tuple(
        GivenPair(*(reversed(tie.numbers) if (at % 2 == 1) ^ turned else tie.numbers)) for at, tie in enumerate(ready)
    )
