"""Seating: which game of a round is played at which table."""

from __future__ import annotations

import msgspec

from gateway.model.sides import Side

from .event import Event
from .event_rounds import EventGame, EventRound

__all__ = ["seated"]


def _fixed_table(event: Event, game: EventGame, side: Side) -> str:
    entrant = event.entrant(game.players[side])
    player = None if game.seated is None else game.seated[side]
    return entrant.table if player is None else entrant.tables.get(player, "")


def seated(event: Event, a_round: EventRound) -> tuple[EventGame, ...]:
    """The games with their tables: whoever has a fixed one sits there, the others fill the rest from board 1 on.

    Where two with fixed tables meet, or two games want one table, the lower pairing number has it. Games beyond the
    last table have none: their results are entered.
    """
    given: dict[int, str] = {}
    fixed = sorted(
        (game.players[side], game.board, table)
        for game in a_round.games
        for side in Side
        if (table := _fixed_table(event, game, side))
    )
    for _, board, table in fixed:
        if board not in given and table not in given.values():
            given[board] = table
    taken = set(given.values())
    free = iter([table for table in event.regulations.tables if table not in taken])
    tables: dict[int, str] = {}
    for game in a_round.games:
        if game.board not in tables:
            tables[game.board] = given[game.board] if game.board in given else next(free, "")
    return tuple(msgspec.structs.replace(game, table=tables[game.board]) for game in a_round.games)
