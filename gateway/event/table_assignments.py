"""What each table is told to play: the games of a round, with the players, the rules and the control of the event."""

from __future__ import annotations

from gateway.clock.control_notation import parse_control
from gateway.model.sides import BySide
from gateway.referee import rulebooks
from gateway.referee.assigning import check_assignment
from gateway.referee.assignment import Assignment

from .event import Event, EventGame, EventRound
from .regulations import Regulations

__all__ = ["assignments", "check_play"]


def assignments(event: Event, a_round: EventRound) -> dict[str, Assignment]:
    """The assignment of each table that has a game in the round; none where the event tells no table what to play."""
    if not event.regulations.control:
        return {}
    return {game.table: _assignment(event, a_round, game) for game in a_round.games if game.table}


def check_play(regulations: Regulations) -> None:
    """Raise a `GatewayError` where no table could play by them."""
    if regulations.control:
        check_assignment(_base(regulations))


def _assignment(event: Event, a_round: EventRound, game: EventGame) -> Assignment:
    base = _base(event.regulations)
    players = BySide(event.entrant(game.white).person, event.entrant(game.black).person)
    return Assignment(
        rules=base.rules,
        rulebook=base.rulebook,
        control=base.control,
        players=players,
        pairing=game.id,
        round=a_round.number,
        draws=base.draws,
        options=base.options,
        set_clock=base.set_clock,
        start=a_round.start,
    )


def _base(regulations: Regulations) -> Assignment:
    """What is the same at every table."""
    rulebook = regulations.rulebook
    if not rulebook:
        book = rulebooks.fitting(regulations.rules, parse_control(regulations.control))
        rulebook = "" if book is None else book.name
    return Assignment(
        rules=regulations.rules,
        rulebook=rulebook,
        control=regulations.control,
        draws=regulations.draws,
        options=regulations.options,
        set_clock=regulations.set_clock,
    )
