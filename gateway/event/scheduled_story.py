"""The reason for which two meet, where a table or bracket says it: which row, which tie, who came from where."""

from __future__ import annotations

from collections.abc import Mapping

from gateway.model.messages import Message, message
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.knockout_bracket import TieId, TieState

from .event import Event, EventRound
from .knock_out import played_bracket
from .regulations import System
from .stages import EventStage, StageGroup

__all__ = ["scheduled_story"]

_ARTICLES = {
    System.ROUND_ROBIN: "GN app.4",
    System.DOUBLE_ROUND_ROBIN: "GN app.4",
    System.SCHEVENINGEN: "GN app.5",
    System.KNOCK_OUT: "GN app.3",
    System.DOUBLE_ELIMINATION: "GN 27.1",
    System.CHALLENGE_SERIES: "GN 27.5",
}


def scheduled_story(
    event: Event, a_round: EventRound, stage: EventStage, group: StageGroup, player: PairingNumber
) -> tuple[Message, ...]:
    """Sentences, the plainest first."""
    rules = event.rules_of(stage)
    article = _ARTICLES[rules.system]
    met = next(
        (
            game.black if player == game.white else game.white
            for game in a_round.games
            if player in (game.white, game.black)
        ),
        None,
    )
    if met is None:
        return (message("pairing_story.absent"),)
    if stage.is_play_off:
        return (message("pairing_story.play_off", article="GN 29.3"),)
    if rules.system.is_bracket:
        return _in_bracket(event, stage, group, player, met, article)
    at = a_round.number - stage.first + 1
    if rules.system is System.CHALLENGE_SERIES:
        return (message("pairing_story.challenge", player=player, opponent=met, article=article),)
    if rules.carry_over:
        return (message("pairing_story.carry_over", round=at, article="BR (三)"),)
    places = {number: place for place, number in enumerate(group.numbers, 1)}
    return (
        message(
            "pairing_story.table_row",
            system=Message(f"system.{rules.system.value}"),
            round=at,
            n=len(group.numbers),
            first=places[player],
            second=places[met],
            article=article,
        ),
    )


def _in_bracket(
    event: Event, stage: EventStage, group: StageGroup, player: PairingNumber, met: PairingNumber, article: str
) -> tuple[Message, ...]:
    bracket, boards = played_bracket(event, stage, group)
    own = [state for name, state in bracket.states.items() if name in boards and set(state.numbers) == {player, met}]
    if not own:
        return (message("pairing_story.by_table", system=Message(f"system.{event.rules_of(stage).system.value}")),)
    tie = own[0]
    found = [message("pairing_story.tie", tie=tie.tie.id, article=article)]
    found += [_came(event, bracket.states, group, number, tie) for number in (player, met)]
    return tuple(found)


def _came(
    event: Event, states: Mapping[TieId, TieState], group: StageGroup, number: PairingNumber, tie: TieState
) -> Message:
    """How somebody came into a tie: from his place in the draw, or from the tie before."""
    before = [
        state
        for state in states.values()
        if number in state.numbers and state.tie.round < tie.tie.round and state.winner is not None
    ]
    name = event.entrant(number).person.name
    if not before:
        slot = group.slots.index(number) + 1 if number in group.slots else 0
        return message("pairing_story.from_place", name=name, place=slot)
    last = max(before, key=lambda state: state.tie.round)
    key = "pairing_story.won_tie" if last.winner == number else "pairing_story.lost_tie"
    return message(key, name=name, tie=last.tie.id)
