"""The assignment of each table: the games of a round, with the players, the rules and the control of the event."""

from __future__ import annotations

import msgspec

from gateway.clock.control_notation import parse_control
from gateway.model.sides import BySide, Side
from gateway.referee import rulebooks
from gateway.referee.assigning import check_assignment
from gateway.referee.assignment import Assignment
from gateway.referee.options import Options

from .event import Event
from .event_rounds import EventGame, EventRound
from .regulations import Regulations, TableRules

__all__ = ["assignment_of", "assignments", "check_play", "games_at_tables"]


def assignments(event: Event, a_round: EventRound) -> dict[str, Assignment]:
    """The assignment of each table that has a game in the round; none where the event tells no table what to play."""
    return {
        table: assignment
        for table, game in games_at_tables(event, a_round).items()
        if (assignment := assignment_of(event, a_round, game)) is not None
    }


def games_at_tables(event: Event, a_round: EventRound) -> dict[str, EventGame]:
    """The game that each table has to play: of several the first that has no result yet, or else the last."""
    found: dict[str, EventGame] = {}
    for game in a_round.games:
        if game.table and (game.table not in found or event.settled(found[game.table]) is not None):
            found[game.table] = game
    return found


def _control(event: Event, a_round: EventRound, game: EventGame) -> str:
    """That of a play-off, of the table, of the stage or of the event: the first that is set."""
    at_table = _apart(event.regulations, game.table).control
    return game.control or at_table or event.rules_of(event.stage_of(a_round)).control or event.regulations.control


def _apart(regulations: Regulations, table: str) -> TableRules:
    return regulations.at_tables.get(table, TableRules())


def check_play(regulations: Regulations) -> None:
    """Raise a `GatewayError` where no table could play by them."""
    controls = {regulations.control}
    for rules in regulations.plan:
        controls |= {rules.control, *rules.play_off}
    for control in sorted(controls - {""}):
        check_assignment(_base(regulations, control))
    for table, apart in regulations.at_tables.items():
        if control := apart.control or regulations.control:
            check_assignment(_base(regulations, control, table))


def assignment_of(event: Event, a_round: EventRound, game: EventGame) -> Assignment | None:
    """What the table of a game is told; None where it is told nothing."""
    control = _control(event, a_round, game)
    white, black = (event.person(game, side) for side in Side)
    if not control or white is None or black is None:
        return None
    base = _base(event.regulations, control, game.table)
    players = BySide(white, black)
    return Assignment(
        rules=base.rules,
        rulebook=base.rulebook,
        control=base.control,
        players=players,
        pairing=game.id,
        round=a_round.number,
        draws=base.draws,
        options=_with_opening(base.options, event.opening(a_round.number, game.board)),
        set_clock=base.set_clock,
        start=a_round.start,
    )


def _with_opening(options: Options, drawn: str) -> Options:
    return msgspec.structs.replace(options, drawn_opening=drawn) if drawn else options


def _base(regulations: Regulations, control: str, table: str = "") -> Assignment:
    """What is played at a table in every round."""
    apart = _apart(regulations, table)
    rules = apart.rules or regulations.rules
    is_same_game = rules == regulations.rules
    return Assignment(
        rules=rules,
        rulebook=apart.rulebook or (_rulebook(regulations, control) if is_same_game else _fitting(rules, control)),
        control=control,
        draws=regulations.draws if apart.draws is None else apart.draws,
        options=regulations.options if apart.options is None else apart.options,
        set_clock=regulations.set_clock,
    )


def _rulebook(regulations: Regulations, control: str) -> str:
    """The book that was announced, but for games at another pace where it is the one of the event's own pace."""
    if regulations.rulebook and regulations.rulebook != _fitting(regulations.rules, regulations.control):
        return regulations.rulebook
    return _fitting(regulations.rules, control) or regulations.rulebook


def _fitting(rules: str, control: str) -> str:
    """The book of a control's pace; empty: there is none."""
    book = rulebooks.fitting(rules, parse_control(control)) if control else None
    return "" if book is None else book.name
