"""The games of an event move by move, each worked out of its own lines when it is asked for, and led on from there."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from gateway.feeds.played_game import PlayedGame, begun_by, led_on
from gateway.record.game_id import GameId
from gateway.record.wire import ENTRY
from gateway.referee.inputs import SetUp

from .game_index import UnknownGameId
from .hall import Hall

__all__ = ["PlayedGames"]

_KEPT = 200
"""Games that are kept as they were worked out last; a large round has fewer."""


_AT_ONCE = 20
"""Lines that are worked out at once; more are worked out aside."""


class PlayedGames:
    """The games of the halls that are shown; of each hall those that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, GameId], tuple[int, int, PlayedGame]] = OrderedDict()

    async def find(self, hall: Hall, wanted: GameId) -> PlayedGame:
        """The game as everybody may see it now; raises `UnknownGameId`, or `GameError` if its lines make no game."""
        about = hall.game_index.find(wanted)
        key = (id(hall), wanted)
        first, last, game = self._kept.get(key, (about.first, about.first - 1, None))
        if (
            first != about.first or last > about.last
        ):  # another game has this number, or less of it is shown than before
            first, last, game = about.first, about.first - 1, None
        lines = await hall.journal_lines(about.table, about.journal, last, about.last)
        # A whole game takes long enough to be in the way of those who watch.
        game = _led_on(game, lines) if len(lines) <= _AT_ONCE else await asyncio.to_thread(_led_on, game, lines)
        if game is None:
            raise UnknownGameId(wanted)
        self._kept[key] = (first, about.last, game)
        self._kept.move_to_end(key)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return game


def _led_on(game: PlayedGame | None, lines: Sequence[bytes]) -> PlayedGame | None:
    for line in lines:
        entry = ENTRY.decode(line)
        if isinstance(entry.what, SetUp):
            game = begun_by(entry.what, entry.at)
        elif game is not None:
            game = led_on(game, entry)
    return game
