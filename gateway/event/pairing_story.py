"""The story of a pairing: why a player met this opponent in a round, which criterion and which article."""

from __future__ import annotations

from gateway.model.errors import TournamentError
from gateway.model.messages import Message, message
from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.dutch.explanation import RoundExplanation, explain_round
from gateway.tournament.handbook_swiss.swiss_rules import SwissMethod
from gateway.tournament.pairing_engine import Unpairable
from gateway.tournament.team_swiss.team_explanation import TeamRoundExplanation, explain_teams

from .event import Event, EventRound
from .regulations import System
from .round_pairing import handbook_engine, round_request, team_engine
from .scheduled_story import scheduled_story
from .stages import StageGroup

__all__ = ["pairing_story"]


def pairing_story(event: Event, number: RoundNumber, player: PairingNumber) -> tuple[Message, ...]:
    """Sentences, the plainest first; raises `LookupError` for a round or a player that there is not.

    It is told from the results as they are now: where one was corrected since, the system may pair otherwise, and the
    first sentence says so.
    """
    if not 0 < number <= len(event.rounds) or not 0 < player <= len(event.order):
        raise LookupError(f"Nobody has the number {player}, or there is no round {number}.")
    a_round = event.rounds[number - 1]
    if _opponent(a_round, player) is None and a_round.byes.get(player) is not RoundScore.PAIRING_BYE:
        return (message("pairing_story.absent"),)
    if a_round.engine:
        return (message("pairing_story.other_program", program=a_round.engine),)
    before = event.before(number)
    stage = before.current
    group = stage.group_of(player)
    if group is None:
        return (message("pairing_story.absent"),)
    match before.rules_of(stage).system:
        case System.DUTCH:
            return _by_criteria(a_round, explain_round(round_request(before, group)), player)
        case System.TEAM_SWISS:
            rules = team_engine(before).rules
            return _by_criteria(a_round, explain_teams(round_request(before, group), rules), player)
        case System.SPLIT_HALF | System.ADJACENT | System.FIRST_LAST as system:
            return _by_handbook(before, a_round, group, SwissMethod(system.value), player)
        case System.BY_HAND:
            return (message("pairing_story.by_table", system=Message("system.by_hand")),)
        case _:
            return scheduled_story(event, a_round, stage, group, player)


def _by_criteria(
    a_round: EventRound, found: RoundExplanation | TeamRoundExplanation | Unpairable, player: PairingNumber
) -> tuple[Message, ...]:
    told = None if isinstance(found, Unpairable) else found.opponent(player)
    if told is None or told.opponent != _opponent(a_round, player):
        return (message("pairing_story.otherwise_now"),)
    rejected = (
        message("pairing_story.rejected", number=each.number, why=each.reason, article=each.article)
        for each in told.rejected
    )
    colour = () if told.colour is None else (told.colour,)
    return (told.place, *rejected, *colour)


def _by_handbook(
    before: Event, a_round: EventRound, group: StageGroup, method: SwissMethod, player: PairingNumber
) -> tuple[Message, ...]:
    try:
        made = handbook_engine(before, method).explain(round_request(before, group))
    except TournamentError as error:
        return (error.message,)
    game = next((each for each in made.games if player in (each.first, each.second)), None)
    met = None if game is None else game.second if game.first == player else game.first
    if met != _opponent(a_round, player):
        return (message("pairing_story.otherwise_now"),)
    floats = [reason for each in made.floats if each.number == player for reason in each.reasons]
    reasons = made.bye_reasons if game is None else game.reasons
    return tuple(
        message("pairing_story.reason", why=reason.text, article=reason.article) for reason in (*floats, *reasons)
    )


def _opponent(a_round: EventRound, player: PairingNumber) -> PairingNumber | None:
    for game in a_round.games:
        if player in (game.white, game.black):
            return game.black if player == game.white else game.white
    return None
