"""Links of results: one for each game of the tournament, on its slip (a QR code), where the players enter the result.

A link holds the game and a code that only this relay can make from the game and who plays it: of a pairing that was
taken back and made anew the old slips open nothing.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

from gateway.event.event import Event, EventGame
from gateway.model.sides import Side

__all__ = ["ResultLinks"]

_CODE = 24
"""Figures of a code in base 16: 96 bits."""
_LINK_MAX = 100


class ResultLinks:
    """The links of all games of an event."""

    def __init__(self, event: str, code: Callable[[str], str]) -> None:
        """`code` signs a text as only this relay can."""
        self._event = event
        self._code = code

    def link(self, event: Event, game: EventGame) -> str:
        """The last part of a game's address, `/result/...`: `3.12.CODE`."""
        players = ("" if (person := event.person(game, side)) is None else person.id for side in Side)
        signed = "\n".join(("result", self._event, game.id, *players))
        return f"{game.id}.{self._code(signed)[:_CODE]}"

    def find(self, event: Event | None, link: str) -> EventGame | None:
        """The game that has this link, if its round is published."""
        if event is None or len(link) > _LINK_MAX or not link.isascii():
            return None
        wanted = link.rpartition(".")[0]
        for a_round in event.rounds:
            for game in a_round.games if a_round.published else ():
                if game.id == wanted:
                    return game if hmac.compare_digest(self.link(event, game), link) else None
        return None
