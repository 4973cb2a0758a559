"""The knock-out of an event: its bracket by pairing numbers, and who goes on."""

from __future__ import annotations

from gateway.model.messages import Message, message
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.knockout_bracket import KnockoutBracket, TieResult
from gateway.tournament.seeding import bracket_order, draw_size
from gateway.tournament.single_elimination import single_elimination

from .event import Event, EventGame
from .event_acts import GivenPair

__all__ = ["knock_out_bracket", "knock_out_pairs"]


def knock_out_bracket(event: Event) -> KnockoutBracket:
    """The bracket with all results: number 1 at the top, number 2 at the bottom, byes opposite the first numbers."""
    count = len(event.order)
    slots = [PairingNumber(n) if n <= count else None for n in bracket_order(draw_size(count))]
    bracket = single_elimination(slots, third_place=event.regulations.third_place)
    for a_round in event.rounds:
        for game in a_round.games:
            winner = winner_of(event, game)
            tie = next((each for each in bracket.ready if {*each.numbers} == {game.white, game.black}), None)
            if tie is not None and winner is not None:
                bracket = bracket.decide(tie.tie.id, TieResult(winner))
    for player in event.order:
        entrant = event.entrants[player]
        if entrant.number is not None and entrant.until is not None:
            bracket = bracket.withdraw(entrant.number)
    return bracket


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


def knock_out_pairs(event: Event) -> tuple[GivenPair, ...] | Message:
    """The ties that can be played now; a message: which game has to be decided first."""
    for a_round in event.rounds:
        for game in a_round.games:
            if winner_of(event, game) is None:
                return message("event.tie_undecided", pairing=game.id)
    bracket = knock_out_bracket(event)
    if not bracket.ready:
        return message("event.no_round_left")
    turned = event.next_round % 2 == 0
    return tuple(
        GivenPair(*(reversed(tie.numbers) if (at % 2 == 1) ^ turned else tie.numbers))
        for at, tie in enumerate(bracket.ready)
    )
