"""Games of draughts as PDN 3.0 in its strict form. What no legal move led to is a set-up between the moves."""

from __future__ import annotations

from gateway.games.draughts.pdn import PdnClock, PdnGame, PdnMove, PdnSetup
from gateway.games.draughts.variants import BRAZILIAN, INTERNATIONAL, RUSSIAN
from gateway.model.sides import Side

from .game_format import GameFormat, PlayedAt
from .game_tags import common_tags, is_start, result_of, ruled_lost
from .pdn_writer import format_pdn, pdn_result
from .played_game import PlayedGame

__all__ = ["PDN"]

_GAME_TYPES = {
    INTERNATIONAL.name: (INTERNATIONAL.pdn_type, "W,10,10,N2,0"),
    RUSSIAN.name: (RUSSIAN.pdn_type, "W,8,8,A0,0"),
    BRAZILIAN.name: (BRAZILIAN.pdn_type, "W,8,8,A0,0"),
}
"""The number of the game, and what PDN adds to it: who begins, the board, and how its squares are named."""


def _write(game: PlayedGame, place: PlayedAt) -> bytes:
    number, board = _GAME_TYPES[game.setup.rules]
    tags = common_tags(game, place, ruled_lost(game) or pdn_result(number, result_of(game)))
    tags["GameType"] = f"{number},{board}"
    for side in Side:
        person, who = game.players[side], side.value.capitalize()
        more = {
            "Rating": str(person.rating or ""),
            "Title": person.title,
            "FmjdId": person.federation_id,
            "Team": person.club,
            "Federation": person.federation,
        }
        tags |= {f"{who}{name}": value for name, value in more.items() if value}
    if place.game_id:
        tags["GameId"] = place.game_id
    items: list[PdnMove | PdnSetup] = []
    for stretch in game.stretches:
        if stretch is not game.stretches[0]:
            items.append(PdnSetup(stretch.start.fen(), stretch.mark))
        elif not is_start(game, stretch):
            tags["FEN"] = stretch.start.fen()
        for move in stretch.moves:
            clock = PdnClock(move.times.white, move.times.black, move.side.other) if move.times else None
            items.append(PdnMove(move.text, clock))
    tags["PlyCount"] = str(len(game.texts))
    return format_pdn(PdnGame(tags, tuple(items))).encode()


PDN = GameFormat("pdn", "application/x-pdn", _write, lambda rules: rules in _GAME_TYPES)
