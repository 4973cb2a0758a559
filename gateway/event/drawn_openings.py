"""Openings drawn for a round, as in draughts on 64 squares: the event's own table, and one of it by name or by lot."""

from __future__ import annotations

from gateway.games import registry
from gateway.games.starts import parse_table, start_from
from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.tournament.lots import shuffled

from .event import Event
from .event_acts import SetOpening
from .event_entries import OpeningFound
from .event_refusals import EventRefused, demand
from .regulations import Regulations
from .stage_closing import last_round

__all__ = ["check_opening", "check_opening_table", "found_opening"]


def check_opening_table(regulations: Regulations) -> None:
    """Raise a `GatewayError` that names the line of the table which is no opening of the event's game."""
    if regulations.opening_table:
        parse_table(registry.find(regulations.rules), regulations.opening_table)


def check_opening(event: Event, act: SetOpening) -> None:
    """Raise `EventRefused` if no opening can be given to that round: it has results, or is not one of the event."""
    demand(act.round >= max(1, len(event.rounds)), "event.round_past", round=act.round)
    demand(act.round <= last_round(event), "event.round_past", round=act.round)
    if act.round <= len(event.rounds):
        games = event.rounds[act.round - 1].games
        begun = any(game.reports or game.accepted is not None or game.adjourned for game in games)
        demand(not begun, "event.round_begun", round=act.round)
    found_opening(event, act)


def found_opening(event: Event, act: SetOpening) -> OpeningFound:
    """The opening that is meant or drawn; raises `EventRefused`."""
    regulations = event.regulations
    game = registry.find(regulations.rules)
    table = parse_table(game, regulations.opening_table) if regulations.opening_table else {}
    if act.seed.strip():
        demand(bool(table), "event.no_opening_table")
        # A round, or a board of it, has a card of its own: the same seed serves the whole event.
        names = shuffled(sorted(table), f"{act.seed}/{act.round}.{act.board}")
        return OpeningFound(table[names[0]], names[0])
    text = act.opening.strip()
    if not text:
        return OpeningFound()
    if text in table:
        return OpeningFound(table[text], text)
    try:
        start_from(game, text)
    except GatewayError as error:
        raise EventRefused(message("event.no_such_opening", opening=text, why=error.message)) from error
    return OpeningFound(text)
