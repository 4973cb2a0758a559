"""The tags that PGN and PDN have in common: who, where, when, how it ended."""

from __future__ import annotations

import re
from datetime import datetime

from gateway.clock.control_notation import parse_control
from gateway.clock.control_tag import format_tags
from gateway.games import registry
from gateway.model.errors import GatewayError
from gateway.model.instants import wall_time
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from .game_format import PlayedAt
from .played_game import PlayedGame, Stretch

__all__ = ["board_number", "common_tags", "is_start", "local_date", "result_of", "ruled_lost"]

_TERMINATIONS = {
    Reason.FLAG: "time forfeit",
    Reason.FORFEIT: "abandoned",
    Reason.PENALTY: "rules infraction",
    Reason.FORBIDDEN: "rules infraction",
    Reason.ARBITER: "adjudication",
}


def common_tags(game: PlayedGame, place: PlayedAt, result: str) -> dict[str, str]:
    """The seven of the roster first; then the board, the control, the ending and when it began."""
    board, played = board_number(place.table), game.setup.round
    tags = {
        "Event": place.event or "?",
        "Site": place.site or "?",
        "Date": local_date(game, place).strftime("%Y.%m.%d"),
        "Round": "-" if not played else f"{played}.{board}" if board else str(played),
        "White": game.players.white.name or "?",
        "Black": game.players.black.name or "?",
        "Result": result,
    }
    if place.table:
        tags["Board"] = board or place.table
    tags |= _control(game)
    tags["Termination"] = _termination(game, place)
    began = wall_time(game.at)
    return tags | {"UTCDate": began.strftime("%Y.%m.%d"), "UTCTime": began.strftime("%H:%M:%S")}


def board_number(table: str) -> str:
    """The number of a board by the name of its table, as people count boards: 7 of `t7`; empty if it has none."""
    numbers = re.findall(r"\d+", table)
    return numbers[-1].lstrip("0") if numbers else ""


def local_date(game: PlayedGame, place: PlayedAt) -> datetime:
    """When the game was set up, by the clocks of the place."""
    return wall_time(game.at).astimezone(place.zone)


def result_of(game: PlayedGame) -> Result | None:
    """Who won; None while nobody has."""
    return None if game.ended is None else game.ended.result


def ruled_lost(game: PlayedGame) -> str:
    """The score of a draw that was ruled lost for one side afterwards, White first; no notation has one of its own."""
    lost = None if game.ended is None else game.ended.lost
    return "" if lost is None else "0-1/2" if lost is Side.WHITE else "1/2-0"


def is_start(game: PlayedGame, stretch: Stretch) -> bool:
    """Whether a stretch begins where every game of these rules does."""
    return stretch.start == registry.find(game.setup.rules).start()


def _termination(game: PlayedGame, place: PlayedAt) -> str:
    if game.ended is not None:
        return _TERMINATIONS.get(game.ended.reason, "normal")
    return "abandoned" if game.void or place.left else "unterminated"


def _control(game: PlayedGame) -> dict[str, str]:
    try:
        return format_tags(parse_control(game.setup.control))
    except GatewayError:  # a control that nobody can read is not known
        return {"TimeControl": "?"}
