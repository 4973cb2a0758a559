"""Lichess's answers to a push, read: what was taken, game by game, or when to try again. No I/O.

200 {"games": [{"tags": {...}, "moves": 12}, {"tags": {...}, "error": "..."}]}
400 {"error": "..."}
"""

from __future__ import annotations

import msgspec

from .round_games import RoundGame

__all__ = ["ForbiddenPush", "PushAnswer", "PushLater", "ReadPush", "UnreadablePush", "read_answer"]

BUSY_S = 60.0
"""Lichess asks for a minute's silence after a 429."""


class ReadPush(msgspec.Struct, frozen=True):
    """The push was read; some games may not have been taken all the same."""

    errors: dict[str, str]
    """By game, why not."""


class UnreadablePush(msgspec.Struct, frozen=True):
    """The push as a whole was refused: some game in it cannot be read."""

    why: str


class ForbiddenPush(msgspec.Struct, frozen=True):
    """Somebody has to do something: the token, or the round."""

    why: str


class PushLater(msgspec.Struct, frozen=True):
    """Try again."""

    why: str
    wait_s: float | None = None
    """Not earlier than this; None: as you like."""


PushAnswer = ReadPush | UnreadablePush | ForbiddenPush | PushLater


class _Game(msgspec.Struct):
    tags: dict[str, str] = {}
    moves: int | None = None
    error: str | None = None


class _Games(msgspec.Struct):
    games: list[_Game]


class _Error(msgspec.Struct):
    error: str


_GAMES = msgspec.json.Decoder(_Games)
_ERROR = msgspec.json.Decoder(_Error)


def read_answer(status: int, body: bytes, sent: list[RoundGame], retry_after: str = "") -> PushAnswer:
    """What an answer means for the games that were sent."""
    if status == 200:
        return _taken(body, sent)
    why = f"lichess answered {status}{_reason(body)}"
    if status == 429:
        asked = float(retry_after) if retry_after.isdigit() and len(retry_after) < 6 else 0.0
        return PushLater(why, max(BUSY_S, asked))
    if status in {400, 413, 422}:
        return UnreadablePush(why)
    if status in {401, 403, 404}:
        return ForbiddenPush(f"{why}: check the token, its scope study:write, and the id of the round")
    return PushLater(why)


def _taken(body: bytes, sent: list[RoundGame]) -> PushAnswer:
    """What a 200 says of each game; an answer that does not speak of all of them has not taken them."""
    try:
        games = _GAMES.decode(body).games
    except (msgspec.MsgspecError, UnicodeError) as error:
        return PushLater(f"lichess's answer cannot be read: {error}")
    errors: dict[str, str] = {}
    named = {game.tags.get("GameId", ""): game for game in games}
    for number, game in enumerate(sent):
        answer = named.get(game.id) or _at(games, number)
        if answer.error:
            errors[game.id] = answer.error[:300]
        elif answer.moves is not None and answer.moves < game.plies:
            errors[game.id] = f"{answer.moves} of {game.plies} moves were taken"
    return ReadPush(errors)


def _at(games: list[_Game], number: int) -> _Game:
    """The answer in this place, if it is not another game's."""
    if number >= len(games) or games[number].tags.get("GameId"):
        return _Game(error="the answer says nothing of it")
    return games[number]


def _reason(body: bytes) -> str:
    try:
        return f" ({_ERROR.decode(body).error[:200]})"
    except (msgspec.MsgspecError, UnicodeError):
        return ""
